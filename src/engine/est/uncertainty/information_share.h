/* How much of what is known of each parameter comes from the data, and how much from its prior.
 *
 * In units of the priors' standard deviations the posterior's information is I + A, with the data's
 * A >= 0 (states eliminated).  The posterior's variance over the prior's is the diagonal of
 * (I + A)^-1, within 0 .. 1, and the data's share is what is missing to one: 1 where the prior does
 * not count, 0 where nothing but the prior is known.  Directions that the gauge holds count as
 * nothing known.  Where hard constraints are active, both variances are those of the directions
 * that these leave (est/lsq/constraint_nullspace.h). */
#pragma once

#include "engine/est/problem/problem.h"

/* Fills prior_sd and data_share of the estimates, whose at_bound is set: parameters at a bound, and
 * those that constraints determine, have no share.  The problem holds the elimination without the
 * gauge (tr_problem_inform()).  Takes memory. */
TR_NODISCARD TrStatus tr_data_share(TrFit *fit, const TrProblem *problem);
