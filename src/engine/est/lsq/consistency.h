/* Consistency of several estimates of one quantity: do they agree within their standard deviations?
 */
#pragma once

#include "engine/base/base.h"

/* Weighted mean of the estimates, and the test of their agreement. */
typedef struct TrConsistency {
  int n;                /* estimates that were compared */
  double value, sigma;  /* weighted mean: sum p/s^2 / sum 1/s^2, 1/sqrt(sum 1/s^2); NAN for n = 0 */
  double chi2, p_value; /* sum ((p - value)/s)^2, and the probability of at least that much under
                           the stated sigmas; NAN for n < 2 */
  int dof;              /* n - 1, not below 0 */
  int farthest;         /* estimate with the largest |p - value|/s; -1 for n < 2 */
} TrConsistency;

/* values, sigmas: [n]; estimates whose sigma is not finite and above zero are left out. */
void tr_consistency(TrConsistency *out, const double *values, const double *sigmas, int n);

/* Probability that a chi-square variable of dof >= 1 degrees of freedom is at least chi2 >= 0: the
 * regularised upper incomplete gamma function Q(dof/2, chi2/2), to about 1e-14 relative. */
double tr_chi2_p_value(double chi2, int dof);
