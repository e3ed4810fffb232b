/* Uncertainty of the parameters at the solution, with the states eliminated (theory 10).
 *
 * S is the parameters' Schur complement at the last linearisation.
 *   sigma_linear   S^-1 cost/dof, dof = residuals - states - parameters
 *   sandwich       S^-1 (sum_i s_i s_i^T) S^-1, s_i = T_i^T w_i r_i the projected score of
 *                  residual i, T_i = J_p - J_x H^-1 B^T; it holds for residuals of unequal variance
 *   sigma          the larger of both; the covariance is the sandwich's with these sigmas
 *
 * Parameters at a bound are left out, and so are directions that an active constraint fixes: S^-1
 * is Z (Z^T S Z)^-1 Z^T over a basis Z of the remaining directions.  Directions in which the data
 * add little to the weak prior are not determined, and their parameters have no sigma. */
#pragma once

#include "engine/est/problem/problem.h"

/* Posterior sd, in natural sizes, above which a direction is not determined: half the weak prior's.
 * Its singular value (est/uncertainty/spectrum.h) is then below the least one. */
#define TR_UNDETERMINED_SD      5.0
#define TR_LEAST_SINGULAR_VALUE (1 / TR_UNDETERMINED_SD)

/* Sets sigmas, limits, covariance, information, directions and degrees of freedom of a fit whose
 * bounds have been found (est/uncertainty/bounds.h).  The problem holds the elimination at its
 * present point without the gauge (tr_problem_inform()). */
TR_NODISCARD TrStatus tr_covariance(TrFit *fit, TrProblem *problem);

/* The same under the assumption that the residuals have the variance that the weights state:
 * cost/dof = 1, and both forms of sigma agree. */
TR_NODISCARD TrStatus tr_covariance_expected(TrFit *fit, TrProblem *problem);

/* Returns whether a direction moves a parameter: by its loading, or, where its value is small
 * beside its natural size, by more than itself within the weak prior's sd. */
bool tr_fit_is_moved(const TrFit *fit, int direction, int parameter);

/* Marks the parameters that a direction moves as not identifiable. */
void tr_fit_flag_moved(TrFit *fit);
