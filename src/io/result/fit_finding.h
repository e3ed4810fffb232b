/* Findings of a finished fit: on the model's agreement with the logs, and on the parameters. */
#pragma once

#include "io/problem/finding.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Returns the findings of the fit (free with g_array_unref()), the worst first: singular (a system
 * had no solution, with the place), model-error (the model leaves a large share of the forces
 * unexplained), sensor-misfit (the estimated motion misses the measurements), friction-too-sharp,
 * forces-not-checked (loops, joints that are driven or not measured; for the first such log), those
 * of optima and residuals, kappa-quiet or kappa-not-settled, model-error-coloured (the state errors
 * are not white, as kappa assumes), at-bound (the stepper's value; the mechanism's may lie inside),
 * prior-conflict and prior-dominates (of the reported value), that of
 * io/result/correlation_finding.h, at-constraint, explicit-stiff, those of io/result/physical.h,
 * not-identifiable.  A fit that was stopped has at most the first. */
GArray *trammel_fit_findings_new(const TrammelProblem *problem, const TrFit *fit);

/* TRUE if the fit is so bad that none of its numbers can be trusted; FALSE for one that was
 * stopped. */
gboolean trammel_fit_is_bad(const TrFit *fit);

G_END_DECLS
