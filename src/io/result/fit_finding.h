/* What a finished fit has to say of itself: whether the model explains the logs, and what the logs
 * say of the parameters. */
#pragma once

#include "io/problem/finding.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Findings of the fit (free with g_array_unref()), the worst first: singular (a system had no
 * solution, and where), model-error (the model leaves a large share of the forces unexplained),
 * sensor-misfit (the estimated motion misses what was measured), friction-too-sharp,
 * forces-not-checked (loops, joints that are driven or not measured; about the first such log),
 * those of optima and residuals, kappa-quiet or kappa-not-settled, model-error-coloured (what kappa
 * takes for noise is none), at-bound, that of io/result/correlation_finding.h, at-constraint,
 * explicit-stiff, those of io/result/physical.h, not-identifiable.  A fit that was stopped has at
 * most the first. */
GArray *trammel_fit_findings_new(const TrammelProblem *problem, const TrFit *fit);

/* Whether the fit is so bad that none of its numbers can be trusted; one that was stopped is not
 * judged. */
gboolean trammel_fit_is_bad(const TrFit *fit);

G_END_DECLS
