/* Uncertainty of each parameter and its sources, for the result file. */
#pragma once

#include "engine/est/task/fit.h"
#include "io/base/json_writer.h"

G_BEGIN_DECLS

/* Adds to the object of a parameter "prior" { "mean", "sigma", "stated" }, "data_share",
 * "prior_shift", "sigma_over_prior", "interval", "bound" and "bound_slope". */
void
trammel_result_write_knowledge(TrammelJsonWriter *json, const TrFree *free, const TrEstimate *e);

/* Returns the distance of the estimate from the mean of a stated prior in its sigmas; NAN without
 * one. */
double trammel_result_prior_shift(const TrFree *free, const TrEstimate *e);

/* Sets the 95 % interval: both sides of the value, or from the bound inwards; NAN if there is
 * none. */
void trammel_result_interval(double interval[2], const TrEstimate *e);

/* Adds "information" { "prior": { id: share }, "logs": [ { "name", "edges", "shares": { id: [] } }
 * ] } when the fit was asked for it. */
void
trammel_result_write_information(TrammelJsonWriter *json, const TrTask *task, const TrFit *fit);

G_END_DECLS
