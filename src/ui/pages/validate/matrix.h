/* Heat-map of the page Validate. */
#pragma once

#include "ui/plot/matrix-view.h"
#include "ui/session/validate/score-board.h"

G_BEGIN_DECLS

/* Return the label of a metric, and its meaning; static, translated. */
const char *trammel_validate_metric_label(TrammelMetric metric);
const char *trammel_validate_metric_tooltip(TrammelMetric metric);

/* Shows the number of every cell, in rows high enough for it; cells of logs that the row was
 * fitted to are hatched.  `sensor`: of the model, or TRAMMEL_ALL_SENSORS (if they have a common
 * number). */
void trammel_validate_matrix_show(TrammelMatrixView *view,
                                  const TrammelScoreMatrix *board,
                                  TrammelMetric metric,
                                  int sensor);

/* Offers "all" and the sensors of the board; hides choice and label where there is one sensor. */
void trammel_validate_offer_sensors(GtkDropDown *choice,
                                    GtkWidget *label,
                                    const TrammelScoreMatrix *board);

G_END_DECLS
