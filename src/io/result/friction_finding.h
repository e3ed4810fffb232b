/* Finding on dry friction that is too sharp for the step, for fits that did not converge. */
#pragma once

#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Appends "friction-too-sharp" (warning), about the joint where it is most severe: its friction
 * changes sign over less than half of the change of its rate in a step (rms over the log's start
 * motion), so that one iteration moves nodes from one side of zero to the other.  [Driven double
 * pendulum, three logs, h = 0.01 s: not converged in 40 iterations with a smoothing rate of a ninth
 * of that change, in 21 at a third, in 7 at nine tenths; inertias and moments within 1 % of each
 * other.] */
void trammel_friction_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

G_END_DECLS
