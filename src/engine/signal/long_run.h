/* Variance of the sum of correlated numbers x[n], in logs that do not depend on one another: the
 * numbers of a log are first[l] .. first[l + 1] - 1 (theory 10.2).
 *
 * Three estimates for different lengths of memory; where the numbers are independent all estimate
 * the sum of their squares.  The sum of the numbers is assumed to be about zero, as that of scores.
 */
#pragma once

#include <stddef.h>

typedef struct TrLogSpans {
  int n_logs;
  const int *first; /* [n_logs + 1] */
} TrLogSpans;

/* Returns the number of lags of the Bartlett kernel by the rule for a first-order autoregression
 * (Andrews 1991): 1.1447 (4 rho^2 n/((1 - rho)^2 (1 + rho)^2))^(1/3), rho the correlation of
 * neighbours, at most the longest log. */
int tr_long_run_lags(const double *x, TrLogSpans spans);

/* Returns sum_jk (1 - |j - k|/(lags + 1)) x_j x_k over pairs of one log not more than `lags` apart
 * (Newey and West 1987). */
double tr_long_run_bartlett(const double *x, TrLogSpans spans, int lags);

/* Number of cosines of tr_long_run_cosines(), the degrees of freedom of its estimate. */
enum { TR_N_COSINES = 12 };

/* Returns the mean of (2/n)-weighted squares of the sum of x along the first cosines of all logs
 * end to end, times n: the variance at the lowest frequencies (Müller 2004). */
double tr_long_run_cosines(const double *x, TrLogSpans spans);

/* Returns L/(L - 1) times the sum over the L logs of the squares of their sums: logs as clusters.
 */
double tr_long_run_clusters(const double *x, TrLogSpans spans);

/* Returns the larger of both estimates over steps, by the Bartlett kernel with the number of lags
 * of the rule, which is set, and by cosines, with a factor for their few degrees of freedom. */
double tr_long_run_steps(const double *x, TrLogSpans spans, int *lags);

/* Returns the largest of these two and, from three logs on, that of logs as clusters, with a factor
 * for its few degrees of freedom. */
double tr_long_run_variance(const double *x, TrLogSpans spans, int *lags);
