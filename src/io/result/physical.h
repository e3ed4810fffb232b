/* Physical values, those of the mechanism itself (engine/est/identify/physical_values.h): how they
 * were computed, for the result file, and findings. */
#pragma once

#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Writes the value of the key `extrapolation` of a result: null, or the method by which the set was
 * computed. */
void trammel_result_write_extrapolation(TrammelJsonWriter *json, const TrFit *fit);

/* Appends the findings step-too-long (half the step changes a value much, or a joint turns far in
 * half a step), smoothing-too-wide (twice the smoothing rate of dry friction does),
 * damping-time-fixed, extrapolation-failed. */
void trammel_physical_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

G_END_DECLS
