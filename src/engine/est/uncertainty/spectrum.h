/* The singular values of what is known of the parameters, and the directions that belong to them.
 *
 * With every parameter in units of its natural size, S = V diag(s^2) V^T variance
 * (fit->information, variance = cost/dof): a step along the direction v_k is known to a standard
 * deviation of 1/s_k sizes.  Below the threshold the direction counts as not determined
 * (est/uncertainty/covariance.c). Parameters at a bound do not take part. */
#pragma once

#include "engine/est/task/fit.h"

typedef struct TrSpectrum {
  int n; /* parameters that take part, and values */
  int n_free;
  double *singular; /* [n] s, the largest first; 0 where nothing is known */
  double *loading;  /* [n x n_free] unit length; the largest loading is positive */
  double threshold;
} TrSpectrum;

/* TR_NO_MEMORY, or TR_NOT_FINITE without information; free with tr_spectrum_clear(). */
TR_NODISCARD TrStatus tr_spectrum(TrSpectrum *out, const TrFit *fit);
void tr_spectrum_clear(TrSpectrum *spectrum);
