/* Sigma of the energy observations (theory 15.8): by restricted maximum likelihood from the
 * balances of a fit, like the other variances (est/solve/components.h). */
#pragma once

#include "engine/est/lsq/lm.h"
#include "engine/est/problem/problem.h"
#include "engine/est/uncertainty/leverage.h"

/* Sets problem->energy_sigma^2 = sum y^2/(n - tr Lev) from the sums at the present point, at least
 * a thousandth of the kinetic energy that a window exchanges; where the balances leave no freedom
 * it stays.  Returns whether it has moved by more than its own uncertainty. */
bool tr_energy_update(TrProblem *problem, const TrVariance *energy);

/* Runs tr_smoothing_fit(), and with energy observations further fits until their sigma stays: for a
 * stated kappa.  Status as tr_lm_run(). */
TR_NODISCARD TrStatus tr_energy_rounds(TrLmResult *result,
                                       TrProblem *problem,
                                       const TrLmOptions *options);
