#include "engine/signal/long_run.h"

#include <math.h>

/* Largest correlation of neighbours. */
#define MOST_CORRELATION 0.999

static int
find_longest(TrLogSpans spans)
{
  int longest = 0;

  for (int l = 0; l < spans.n_logs; l++) {
    int n = spans.first[l + 1] - spans.first[l];

    longest = n > longest ? n : longest;
  }
  return longest;
}

int
tr_long_run_lags(const double *x, TrLogSpans spans)
{
  double squares = 0, products = 0, rho, ratio, lags;
  int n = spans.first[spans.n_logs], longest = find_longest(spans);

  for (int k = 0; k < n; k++)
    squares += x[k] * x[k];
  for (int l = 0; l < spans.n_logs; l++)
    for (int k = spans.first[l]; k + 1 < spans.first[l + 1]; k++)
      products += x[k] * x[k + 1];
  if (!(squares > 0) || longest < 2)
    return 0;
  rho = fmin(fmax(products / squares, -MOST_CORRELATION), MOST_CORRELATION);
  ratio = rho / ((1 - rho) * (1 + rho));
  lags = 1.1447 * cbrt(4 * ratio * ratio * n);
  return lags < longest - 1 ? (int)lags : longest - 1;
}

/* The kernel is that of moving sums over lags + 1 numbers, which costs O(n) for any lag. */
double
tr_long_run_bartlett(const double *x, TrLogSpans spans, int lags)
{
  double squares = 0;

  for (int l = 0; l < spans.n_logs; l++) {
    int begin = spans.first[l], end = spans.first[l + 1];
    double sum = 0;

    for (int k = begin; k < end + lags; k++) {
      sum += k < end ? x[k] : 0;
      sum -= k - lags - 1 >= begin ? x[k - lags - 1] : 0;
      squares += sum * sum;
    }
  }
  return squares / (lags + 1);
}

double
tr_long_run_cosines(const double *x, TrLogSpans spans)
{
  int n = spans.first[spans.n_logs];
  double squares = 0;

  for (int b = 1; b <= TR_N_COSINES; b++) {
    double turn = M_PI * b / n, sum = 0;

    for (int k = 0; k < n; k++)
      sum += cos(turn * (k + 0.5)) * x[k];
    squares += sum * sum;
  }
  return 2 * squares / TR_N_COSINES;
}

/* Quantile of Student's t with the degrees of freedom of the cosines by that of the normal
 * distribution, 95 %. */
#define COSINES_FACTOR 1.1117

/* Least number of steps by cosine. */
enum { STEPS_A_COSINE = 4 };

double
tr_long_run_steps(const double *x, TrLogSpans spans, int *lags)
{
  double most;

  *lags = tr_long_run_lags(x, spans);
  most = tr_long_run_bartlett(x, spans, *lags);
  if (spans.first[spans.n_logs] >= STEPS_A_COSINE * TR_N_COSINES)
    most = fmax(most, COSINES_FACTOR * COSINES_FACTOR * tr_long_run_cosines(x, spans));
  return most;
}

double
tr_long_run_clusters(const double *x, TrLogSpans spans)
{
  double squares = 0;

  for (int l = 0; l < spans.n_logs; l++) {
    double sum = 0;

    for (int k = spans.first[l]; k < spans.first[l + 1]; k++)
      sum += x[k];
    squares += sum * sum;
  }
  return squares * spans.n_logs / (spans.n_logs - 1);
}

/* Least number of logs that count as clusters, and the factor for their few degrees of freedom. */
enum { LEAST_CLUSTERS = 3 };
#define CLUSTERS_FACTOR 1.3

double
tr_long_run_variance(const double *x, TrLogSpans spans, int *lags)
{
  double most = tr_long_run_steps(x, spans, lags);

  if (spans.n_logs >= LEAST_CLUSTERS)
    most = fmax(most, CLUSTERS_FACTOR * CLUSTERS_FACTOR * tr_long_run_clusters(x, spans));
  return most;
}
