/* Agreement of several estimates of one vector, each with its covariance (theory 12.8).
 *
 * With the pseudo-inverse W_l of the covariance of estimate l, zero in the elements that it does
 * not know,
 *
 *   mean = (sum W_l)^+ sum W_l p_l          chi2 = sum (p_l - mean)^T W_l (p_l - mean)
 *   dof  = sum rank W_l - rank (sum W_l)
 *
 * so that a direction that only one estimate knows takes no part in the test. */
#pragma once

#include "engine/base/base.h"

/* Chi-square test; dof 0: nothing to compare, and chi2 and p_value are NAN. */
typedef struct TrVectorTest {
  double chi2, p_value; /* p_value: probability of at least that much by chance */
  int dof;
} TrVectorTest;

/* Estimates.  An element is unknown where its variance is not finite and above zero. */
typedef struct TrVectorEstimates {
  int m, n;
  const double *values;      /* [m x n] */
  const double *covariances; /* [m x n x n] */
} TrVectorEstimates;

/* Sets the test, and the mean[n] with its covariance[n x n]: NAN in elements that no estimate
 * knows. TR_NO_MEMORY or TR_NOT_FINITE. */
TR_NODISCARD TrStatus tr_agreement(TrVectorTest *test,
                                   double *mean,
                                   double *covariance,
                                   const TrVectorEstimates *estimates);

/* Tests whether difference[n] is zero within covariance[n x n]: chi2 = d^T C^+ d, dof = rank C;
 * elements that are not finite, or whose variance is not finite and above zero, are left out.
 * TR_NO_MEMORY or TR_NOT_FINITE. */
TR_NODISCARD TrStatus tr_difference_test(TrVectorTest *test,
                                         const double *difference,
                                         const double *covariance,
                                         int n);

/* Allows for n tests that are read together (Holm 1979): adjusted[i] is the smallest significance
 * level of the whole family at which test i rejects.  NAN: no test.  `adjusted` may be p_values. */
void tr_holm_adjust(double *adjusted, const double *p_values, int n);
