/* Noise of values that are extrapolated from the fits of the same logs at two steps, h and h/2
 * (theory 11.4).
 *
 *   p0 = (4 p(h/2) - p(h))/3,   psi0_k = (4 (psi_2k(h/2) + psi_2k+1(h/2)) - psi_k(h))/3
 *
 * psi_k: influence of the residuals of step k on an estimate (est/uncertainty/scores.h).  What both
 * fits leave alike, such as a force that the model lacks, stays in psi0; errors of the step, which
 * fall with h^2, cancel there as they do in p0. */
#pragma once

#include "engine/est/task/fit.h"

/* Sets sigma[n_free] to the standard deviations of p0 by noise, in the units of the parameters: the
 * roots of the largest of the long-run variances of psi0 (signal/long_run.h) and of the sum of its
 * squares.  0 for a parameter at a bound in both fits.  The logs of both fits have influences.
 * Returns TR_NO_MEMORY or TR_OK. */
TR_NODISCARD TrStatus tr_extrapolated_noise(double *sigma, const TrFit *coarse, const TrFit *fine);
