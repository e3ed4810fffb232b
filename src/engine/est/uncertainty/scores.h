/* Variances of the estimates from the scores of the steps, which remember (theory 10.2).
 *
 *   s_k   = sum over the residuals i of step k of T_i^T w_i r_i,   T = J_p + J_x X
 *   psi_k = S^-1 s_k
 *
 * psi_k is the influence of step k on the estimates, and these sum to zero.  Errors that last make
 * neighbours alike; the variance of the sum then is many times the sum of the squares. */
#pragma once

#include "engine/est/uncertainty/posterior.h"

/* Adds the residuals to posterior->likelihood; fills posterior->scores with the covariance of the
 * sum of s by the Bartlett kernel, with the mean number of lags, and posterior->memory with the
 * variances of the parameters: for each the largest of the estimates by this kernel with lags of
 * its own, by cosines, and, from three logs on, by logs as clusters (signal/long_run.h), the last
 * two with factors for their few degrees of freedom; and of the sum of the squares of all
 * residuals' scores, for noise of uneven size.  Fills TrLogFit.influence of the logs that have it.
 */
TR_NODISCARD TrStatus tr_scores_find(TrPosterior *posterior, TrFit *fit);
