/* Local quadratic least squares: the value at a time from the samples around it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Value of a fit and its variance. */
typedef struct TrLocalFit {
  double value;           /* sum c_i y_i */
  double variance_factor; /* sum c_i^2: variance of the value over that of one sample */
  int n_samples;
} TrLocalFit;

/* Fits a parabola to n samples, times strictly increasing, and evaluates it at `at`.  False when
 * there are fewer than four. */
bool tr_local_fit(TrLocalFit *fit, const double *t, const double *y, size_t n, double at);
