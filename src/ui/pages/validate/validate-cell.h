/* Details of one cell of the page Validate: a log under a parameter set, as text, plots and
 * numbers. */
#pragma once

#include "ui/plot/plot-view.h"
#include "ui/session/validate/replay.h"
#include "ui/session/validate/score-board.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_VALIDATE_CELL (trammel_validate_cell_get_type())
G_DECLARE_FINAL_TYPE(TrammelValidateCell, trammel_validate_cell, TRAMMEL, VALIDATE_CELL, GtkWidget)

void trammel_validate_cell_set_timeline(TrammelValidateCell *cell, TrammelTimeline *timeline);

/* Shows the text and numbers of a cell of the board; NULL clears. */
void trammel_validate_cell_set_board(TrammelValidateCell *cell,
                                     const TrammelScoreMatrix *board,
                                     guint row,
                                     guint log);

/* Shows its curves; NULL clears.  `sensor`: of the model, or TRAMMEL_ALL_SENSORS. */
void trammel_validate_cell_set_replay(TrammelValidateCell *cell, TrammelReplay *replay, int sensor);

/* Returns the table of the cell's numbers by sensor, which the caller adds elsewhere; owned by the
 * cell. */
GtkWidget *trammel_validate_cell_get_table(TrammelValidateCell *cell);

/* Adds the plots to `figures` (page-figures.h), as SENSOR and SENSOR-error. */
void trammel_validate_cell_list_figures(TrammelValidateCell *cell, GPtrArray *figures);

G_END_DECLS
