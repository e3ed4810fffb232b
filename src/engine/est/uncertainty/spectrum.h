/* Singular values of the information on the parameters, and their directions.
 *
 * With every parameter in units of its natural size, S = V diag(s^2) V^T variance
 * (fit->information, variance = cost/dof): a step along the direction v_k has the standard
 * deviation 1/s_k sizes.  Below the threshold the direction counts as not determined
 * (est/uncertainty/covariance.c).  Parameters at a bound are left out. */
#pragma once

#include "engine/est/task/fit.h"

/* Singular values with their directions; cleared by tr_spectrum_clear(). */
typedef struct TrSpectrum {
  int n; /* parameters included, and values */
  int n_free;
  double *singular; /* [n] s, the largest first; 0 without information */
  double *loading;  /* [n x n_free] unit length; the largest loading is positive */
  double threshold;
} TrSpectrum;

/* Computes the spectrum of a fit.  Returns TR_NO_MEMORY, or TR_NOT_FINITE without information; free
 * with tr_spectrum_clear(). */
TR_NODISCARD TrStatus tr_spectrum(TrSpectrum *out, const TrFit *fit);
void tr_spectrum_clear(TrSpectrum *spectrum);
