/* What a sensor's residuals say, for the result file. */
#pragma once

#include "io/json_writer.h"
#include "io/problem.h"

G_BEGIN_DECLS

/* The largest so many are listed; the rest is only counted. */
enum { TRAMMEL_MAX_OUTLIERS = 20 };

/* Adds "loss", "loss_scale" and "outliers" { "count", "expected", "scale", "largest": [ { "t",
 * "value", "residual", "sigmas", "weight" } ] } to the object of a sensor. */
void trammel_result_write_residuals(TrammelJsonWriter *json, const TrSensorFit *sensor);

G_END_DECLS
