/* One cell of the page Validate: a log under a parameter set, in words, over time and by numbers.
 */
#pragma once

#include "ui/plot/plot-view.h"
#include "ui/session/validate/score-board.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_VALIDATE_CELL (trammel_validate_cell_get_type())
G_DECLARE_FINAL_TYPE(TrammelValidateCell, trammel_validate_cell, TRAMMEL, VALIDATE_CELL, GtkWidget)

void trammel_validate_cell_set_timeline(TrammelValidateCell *cell, TrammelTimeline *timeline);

/* The words and numbers of a cell of the board; NULL empties. */
void trammel_validate_cell_set_board(TrammelValidateCell *cell,
                                     const TrammelScoreBoard *board,
                                     guint row,
                                     guint log);

/* Its curves; NULL empties.  `sensor`: of the model, or TRAMMEL_ALL_SENSORS. */
void trammel_validate_cell_set_replay(TrammelValidateCell *cell, TrammelReplay *replay, int sensor);

/* The numbers of the cell by sensor, to be put where there is place for them; the cell's. */
GtkWidget *trammel_validate_cell_get_table(TrammelValidateCell *cell);

/* Writes the plots as STEM-SENSOR.ENDING and STEM-SENSOR-error.ENDING of STEM.ENDING. */
void trammel_validate_cell_list_figures(TrammelValidateCell *cell, GPtrArray *figures);

G_END_DECLS
