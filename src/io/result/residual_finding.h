/* What the residuals of a fit say of the sensors' noise, in sentences. */
#pragma once

#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Appends one finding of each kind at most, about the sensor where it shows most:
 *   outliers                residuals beyond 4 robust standard deviations, more than noise has
 *   residuals-correlated    they count as less than half as many independent ones
 *   residuals-follow-input  they correlate with a motor's input
 *   residuals-too-large     their rms is more than twice the sensor's standard deviation */
void trammel_residual_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

G_END_DECLS
