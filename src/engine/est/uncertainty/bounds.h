/* Parameters that ended on a bound: the bound, the force of the logs against it, and the distance
 * inside it that they still allow.
 *
 * The interval of a parameter at a bound b is one-sided, b .. b + 1.645 s inwards, s its sigma if
 * it were free as well.  The minimum without the bound lies beyond it, so that a parameter further
 * inside would have been stopped by the bound in less than 5 % of all logs. */
#pragma once

#include "engine/est/uncertainty/posterior.h"

/* Share of its natural size within which a parameter counts as at a bound. */
#define TR_BOUND_SHARE 1e-9

/* Sets at_bound and bound of the estimates, and the hard constraints of the fit with the active
 * ones among them (est/lsq/constraints.h).  TR_NO_MEMORY. */
TR_NODISCARD TrStatus tr_bounds_mark(TrFit *fit, TrProblem *problem);

/* The same.  Where the weight of the motion's errors depends on a parameter at a bound, also
 * linearises at the present point and sets the slopes of these parameters. */
TR_NODISCARD TrStatus tr_bounds_find(TrFit *fit, TrProblem *problem);

/* Sets the slopes of the other parameters at a bound, on which the frozen weight does not depend.
 * Call it after tr_problem_inform(). */
void tr_bounds_take_slopes(TrFit *fit, const TrProblem *problem);

/* Sets the limits, from S of all parameters (fit->information) and the posterior. */
void tr_bounds_limit(TrFit *fit, TrPosterior *posterior);
