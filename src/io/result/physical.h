/* Physical values: the second set of values, those of the mechanism itself
 * (engine/est/identify/physical_values.h), in the result file, as findings, and as text. */
#pragma once

#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Writes the value of the key `physical` of a parameter: null if it was not computed, else {
 * "value", "sigma", "systematic", "smoothing", "reason" }, in which numbers are null and the reason
 * is a word if there is no value. */
void trammel_result_write_physical(TrammelJsonWriter *json, const TrFit *fit, int parameter);

/* Writes the value of the key `extrapolation` of a result: null, or the method by which the set was
 * computed. */
void trammel_result_write_extrapolation(TrammelJsonWriter *json, const TrFit *fit);

/* Appends the findings step-too-long (half the step changes a value much, or a joint turns far in
 * half a step), smoothing-too-wide (twice the smoothing rate of dry friction does),
 * damping-time-fixed, extrapolation-failed. */
void trammel_physical_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

/* Returns a heading and one line per parameter: `id value ± sigma ± systematic unit`; NULL if there
 * are no values.  Free with g_free(). */
char *trammel_result_dup_physical(const TrTask *task, const TrFit *fit);

G_END_DECLS
