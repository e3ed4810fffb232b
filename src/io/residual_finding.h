/* What the residuals of a fit say of the sensors' noise, in sentences. */
#pragma once

#include "io/finding.h"

G_BEGIN_DECLS

/* Appends one finding of each kind at most, about the sensor where it shows most:
 *   outliers   residuals beyond 4 robust standard deviations, more than normal noise has */
void trammel_residual_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

G_END_DECLS
