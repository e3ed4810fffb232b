/* Regression: the free parameters from the equations of inverse dynamics by weighted least squares
 * (theory 15.3).
 *
 *   min  sum_f sum_k (row_fk . z(p))^2/sigma_f^2 + sum ((p - mean)/sigma_prior)^2
 *
 * over the freedoms f, with z the coefficients under parameters p, sigma_f the rms of the freedom's
 * own residuals (iteratively reweighted), bounds and hard constraints as in the joint estimator.
 * With the setting `energy`, the balances of windows (est/regress/energy.h) are one more kind of
 * rows.  Nothing is smoothed or integrated: the motion is the filtered measurement. */
#pragma once

#include "engine/est/task/fit.h"

/* Runs the regression and describes its result as a fit: the motion is that of the filtered
 * positions at the task's step, state errors are the impulses that the motion lacks there.  Free
 * quantities that a regression cannot have (tr_regression_has()) stay at their start.  Status and
 * ownership as tr_identify(). */
TR_NODISCARD TrStatus tr_regression(TrFit **fit, const TrTask *task, TrError *error);

/* Returns whether a regression estimates a free quantity of a task. */
bool tr_regression_has(const TrTask *task, TrParam param);
