/* Findings and JSON of a regression: what it cannot estimate, and the errors of its forces. */
#pragma once

#include "io/base/json_writer.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Adds "regression-held" (free quantities that a regression leaves at their start),
 * "regression-filter" (a cutoff that takes away much of what a sensor measured),
 * "regression-cutoff" (the one that the program chose) and "regression-lost" (samples in which the
 * measured joints leave a motion open); nothing for another fit. */
void trammel_regression_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

/* Writes the member "regression" of a result: filter, samples, and the errors of the forces by
 * joint; nothing for another fit. */
void trammel_regression_write(TrammelJsonWriter *json, const TrTask *task, const TrFit *fit);

G_END_DECLS
