/* Findings on the residuals of a fit, which show the noise of the sensors. */
#pragma once

#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Appends at most one finding of each kind, about the sensor where it is most severe:
 *   outliers                more residuals beyond 4 robust standard deviations than noise has
 *   residuals-correlated    worth less than half as many independent ones
 *   residuals-follow-input  correlated with a motor's input
 *   residuals-too-large     rms more than twice the sensor's standard deviation */
void trammel_residual_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

G_END_DECLS
