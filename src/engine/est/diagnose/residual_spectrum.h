/* Power spectrum of residuals by averaged periodograms (Welch 1967): the mean over segments of half
 * overlap of
 *
 *   P_k = |sum_i w_i z_i exp(-2 pi j i k/L)|^2 / sum w_i^2,   f_k = k/(L step),
 *
 * with Hann windows w of length L and z without its mean in the segment.  White noise of unit
 * variance has P = 1 at every frequency. */
#pragma once

#include "engine/base/base.h"

enum { TR_SPECTRUM_MOST = 256 };

typedef struct TrResidualSpectrum {
  int n;                              /* 0: fewer than 64 residuals, or no time between them */
  double frequency[TR_SPECTRUM_MOST]; /* [Hz], without 0 and the Nyquist frequency */
  double power[TR_SPECTRUM_MOST];
  double low, high; /* 95 % of the values of white noise of unit variance lie between these */
} TrResidualSpectrum;

/* Computes the spectrum of z[n] at stamps t[n], increasing, which count as equidistant with their
 * mean step. */
void tr_residual_spectrum(TrResidualSpectrum *out, const double *t, const double *z, int n);
