/* Uncertainty of each parameter and its sources, for the result file. */
#pragma once

#include "engine/est/task/fit.h"
#include "io/base/json_writer.h"

G_BEGIN_DECLS

/* Adds to the object of a parameter "prior" { "mean", "sigma", "stated" }, "data_share",
 * "prior_shift", "sigma_over_prior", "interval", "bound" and "bound_slope".  Shift, sigma and
 * interval are those of the reported value; the share and the bound are those of the fit. */
void trammel_result_write_knowledge(TrammelJsonWriter *json,
                                    const TrTask *task,
                                    const TrFit *fit,
                                    int parameter);

/* Returns the distance of the reported value from the mean of a stated prior in its sigmas; NAN
 * without one. */
double trammel_result_prior_shift(const TrTask *task, const TrFit *fit, int parameter);

/* Sets the 95 % interval of the reported value: both sides of it, or from the bound inwards where
 * the stepper's value is reported and stands at its bound; NAN if there is none. */
void trammel_result_interval(double interval[2], const TrFit *fit, int parameter);

/* Adds "information" { "prior": { id: share }, "logs": [ { "name", "edges", "shares": { id: [] } }
 * ] } when the fit was asked for it. */
void
trammel_result_write_information(TrammelJsonWriter *json, const TrTask *task, const TrFit *fit);

G_END_DECLS
