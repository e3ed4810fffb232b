/* The heat-map of the page Validate. */
#pragma once

#include "ui/plot/matrix-view.h"
#include "ui/session/validate/score-board.h"

G_BEGIN_DECLS

/* What a metric is called, and what it means; static, translated. */
const char *trammel_validate_metric_label(TrammelMetric metric);
const char *trammel_validate_metric_tooltip(TrammelMetric metric);

/* Shows a number of every cell, in rows that are never too low for it; those of logs that the row
 * was fitted to are hatched.  `sensor`: of the model, or TRAMMEL_ALL_SENSORS (where they have a
 * common number). */
void trammel_validate_matrix_show(TrammelMatrixView *view,
                                  const TrammelScoreBoard *board,
                                  TrammelMetric metric,
                                  int sensor);

G_END_DECLS
