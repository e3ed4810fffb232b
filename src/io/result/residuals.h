/* What a sensor's residuals say, for the result file. */
#pragma once

#include "io/base/json_writer.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

/* The largest so many are listed; the rest is only counted. */
enum { TRAMMEL_MAX_OUTLIERS = 20 };

/* Adds "loss", "loss_scale", "outliers" (est/diagnose/outliers.h), "chi_square" and "whiteness"
 * (est/diagnose/whiteness.h) to the object of a sensor: by its index in the log. */
void trammel_result_write_residuals(TrammelJsonWriter *json,
                                    const TrTask *task,
                                    const TrLogFit *log,
                                    int sensor);

G_END_DECLS
