/* Dry friction that is too sharp for the step, where a fit did not converge. */
#pragma once

#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Appends "friction-too-sharp" (warning), about the joint where it shows most: its friction changes
 * sign over less than half of what its rate changes by in a step (rms over the log's start motion),
 * so that a step of the iteration takes nodes from one side of zero to the other.  [Driven double
 * pendulum, three logs, h = 0.01 s: not converged in 40 iterations where the rate is a ninth of it,
 * in 21 at a third, in 7 at nine tenths; inertias and moments within 1 % of each other.] */
void trammel_friction_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

G_END_DECLS
