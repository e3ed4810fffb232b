/* Errors of dry friction in the steps in which a joint reverses (theory 16.2b).
 *
 * In the formulations that take friction at the rate after a step, that of such a step has one
 * sign, while that of the machine changes within it: the impulse is off by up to F h, evenly
 * distributed, so that its variance is (F h)^2/3.  A fit finds it in the variance of the joint's
 * state error.  `second-order` takes the mean sign of the step (theory 4.3c), which is right for a
 * joint that passes zero, as it does in a plan; in logs it may also rest within the step. */
#pragma once

#include "engine/est/design/trial.h"

/* Mean variance of the impulse of a step [(N m s)^2, (N s)^2] along a joint; 0 without dry friction
 * of a stated size F. */
double tr_reversal_variance(const TrModel *model, int joint, const TrTrajectory *motion);

/* Fills out[n_freedoms] with the variances of a fit's state error that its own reversals do not
 * explain, a quarter of what it found at least. */
void tr_reversals_take_out(double *out, const TrFit *fit);

/* Fills sigma[planner->n_freedoms] with the state error of the fit of a motion, its reversals
 * counted or not, and returns the factor of the planner's kappa for which they are absolute. */
double tr_reversals_add(TrStateSigma *sigma,
                        const TrPlanner *planner,
                        const TrTrajectory *motion,
                        bool are_counted);
