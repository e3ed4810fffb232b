/* Comparison of two channels: is one the rate of the other, in which unit, with which sign and
 * delay? */
#pragma once

#include "engine/base/base.h"

/* A sampled channel. */
typedef struct TrSeries {
  const double *t, *y; /* [n] t strictly increasing */
  size_t n;
} TrSeries;

/* Result of comparing two channels.  With the mean rates over windows of length 2 m step,
 *
 *   a_k = (q(t_k + m step) - q(t_k - m step))/(2 m step),   b_k = mean of w over the same window,
 *
 * which smooth both channels alike: correlation r(d) of a_k and b_k+d over the shifts d. */
typedef struct TrRatePair {
  double correlation;   /* r at the best shift, with its sign */
  double correlation_0; /* r without shift */
  double factor;        /* sign(r) sd(b)/sd(a) at the best shift: w = factor dq/dt */
  double delay;         /* [s] of w behind dq/dt: the best shift, refined by a parabola */
  double step;          /* [s] of the shifts: the median step of q */
} TrRatePair;

/* Compares the channels over shifts up to max_delay [s] either way.  False when the channels do not
 * overlap long enough, one of them is constant, or memory is out. */
bool tr_rate_pair(TrRatePair *out, TrSeries position, TrSeries rate, double max_delay);

/* Least squares y ~ sum_j c_j x_j over n samples; x is [n x m], row-major, m at most
 * TR_REGRESSORS.  share: 1 - |y - y_hat|^2/|y - mean y|^2; contribution[j] = c_j cov(x_j, y)/var y,
 * which sum to the share when a constant is among the x_j.  False for singular columns, or when y
 * is constant. */
enum { TR_REGRESSORS = 6 };
typedef struct TrRegression {
  double coefficient[TR_REGRESSORS], contribution[TR_REGRESSORS];
  double share;
} TrRegression;
bool tr_regress(TrRegression *out, const double *y, const double *x, size_t n, int m);

/* Frequency [Hz] of the highest peak in the spectrum of the rate of y, which is sampled every
 * `step` [s]; 0 when there is none above its own noise. */
double tr_dominant_frequency(const double *y, size_t n, double step);
