/* Variance estimation: kappa and the sensors' sigmas from the data by restricted maximum likelihood
 * (theory 8.3).
 *
 * In rounds: fit; estimate each variance from the residuals, sum r^2/(n - tr Lev)
 * (est/uncertainty/leverage.h); weight by the new ones; until kappa settles.  The first fit is at a
 * kappa far above its natural size, where the motion follows the model.  No sensor gets less than
 * the resolution of its samples, and kappa stays within a range of its natural size.  The weight W
 * is frozen in each step (est/problem/problem.h): with the joint cost the rounds diverge on real
 * logs, because the masses shrink as the state error is allowed to grow. */
#pragma once

#include "engine/est/lsq/lm.h"
#include "engine/est/problem/problem.h"

/* Fits and leaves the problem at the estimate, with the weights that belong to it; counts in
 * *result are sums over all rounds.  Status as tr_lm_run(). */
TR_NODISCARD TrStatus tr_variance_fit(TrVariances *out,
                                      TrLmResult *result,
                                      TrProblem *problem,
                                      const TrLmOptions *options);
