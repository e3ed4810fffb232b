/* Information share of the data: the part of the knowledge of each parameter that comes from the
 * data and not from its prior.
 *
 * In units of the priors' standard deviations the posterior's information is I + A, with the data's
 * A >= 0 (states eliminated).  The posterior's variance over the prior's is the diagonal of (I +
 * A)^-1, within 0 .. 1, and the data's share is one minus it: 1 where the prior does not matter, 0
 * where only the prior determines the parameter.  Directions fixed by the gauge count as unknown.
 * Where hard constraints are active, both variances are those of the null space of these
 * constraints (est/lsq/constraint_nullspace.h). */
#pragma once

#include "engine/est/problem/problem.h"

/* Sets prior_sd and data_share of the estimates, whose at_bound is set: parameters at a bound, and
 * those that constraints determine, have no share.  The problem holds the elimination without the
 * gauge (tr_problem_inform()).  Allocates memory; returns TR_NO_MEMORY or what the linear algebra
 * returns. */
TR_NODISCARD TrStatus tr_information_share(TrFit *fit, const TrProblem *problem);
