/* Identification: states of all logs and parameters from one nonlinear least-squares problem.
 *
 *   min  w sum |r_k|^2 + sum (y(q) - y)^2/sigma^2 + sum ((p - mean)/sigma_prior)^2
 *   w = kappa/sigma0^2 * 0.01/h,  1/sigma0^2 = mean over the mapped sensors of 1/sigma^2
 *
 * with rho((y(q) - y)^2/sigma^2) for the sensors' terms where a robust loss is set
 * (est/task/loss.h). (theory 6.1; r_k is the external impulse that would explain step k, by the
 * formulation.)  The function is reentrant; its inputs are not changed and may be shared between
 * threads. */
#pragma once

#include "engine/est/task/fit.h"

/* Runs the fit.  On TR_OK, TR_CANCELLED, TR_NOT_CONVERGED and after a numerical failure *fit holds
 * the best iterate; on bad input and without memory *fit is NULL and `error` says why.  The caller
 * frees *fit. */
TR_NODISCARD TrStatus tr_identify(TrFit **fit, const TrTask *task, TrError *error);
