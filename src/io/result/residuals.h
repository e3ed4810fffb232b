/* Residuals of a sensor, for the result file. */
#pragma once

#include "io/base/json_writer.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Number of outliers that are listed, the largest first; the rest is only counted. */
enum { TRAMMEL_MAX_OUTLIERS = 20 };

/* Adds "loss", "loss_scale", "outliers" (est/diagnose/outliers.h), "chi_square" and "whiteness"
 * (est/diagnose/whiteness.h) to the object of a sensor; `sensor` is its index in the log. */
void trammel_result_write_residuals(TrammelJsonWriter *json,
                                    const TrTask *task,
                                    const TrLogFit *log,
                                    int sensor);

G_END_DECLS
