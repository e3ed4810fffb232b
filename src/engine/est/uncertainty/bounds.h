/* Parameters that ended on a bound: which one, how hard the logs push against it, and how far
 * inside they could still be.
 *
 * The interval of a parameter at a bound b is one-sided, b .. b + 1.645 s inwards, s its sigma if
 * it were free as well.  The minimum without the bound lies beyond it, so that a parameter further
 * inside would have been stopped by the bound in less than 5 % of all logs. */
#pragma once

#include "engine/est/uncertainty/posterior.h"

/* Fills at_bound and bound of the estimates, and the hard constraints, of which the active ones are
 * found (est/lsq/constraints.h).  Linearises at the present point where the weight of the motion's
 * errors follows a parameter at a bound, and fills the slopes of such. */
TR_NODISCARD TrStatus tr_bounds_find(TrFit *fit, TrProblem *problem);

/* After tr_problem_inform(): the slopes of the others, of which the frozen weight knows nothing. */
void tr_bounds_take_slopes(TrFit *fit, const TrProblem *problem);

/* Fills the limits, from S of all parameters (fit->information) and the posterior. */
void tr_bounds_limit(TrFit *fit, TrPosterior *posterior);
