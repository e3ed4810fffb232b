/* Variances of sums of correlated numbers: the sums that define them, numbers whose variance is
 * known, and the rule for the lags by hand. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/random.h"
#include "engine/signal/long_run.h"
#include "support/check.h"

enum { N = 60, N_LOGS = 4 };

static const int first[N_LOGS + 1] = {0, 3, 20, 21, N};
static const TrLogSpans logs = {N_LOGS, first};

static void
fill_noise(double *x, int n, uint64_t stream)
{
  TrRandom random = tr_random_stream(11, stream);

  for (int k = 0; k < n; k++)
    x[k] = tr_random_normal(&random);
}

/* The double sum of Newey and West, over pairs of one log. */
static double
sum_pairs(const double *x, int lags)
{
  double sum = 0;

  for (int l = 0; l < N_LOGS; l++)
    for (int j = first[l]; j < first[l + 1]; j++)
      for (int k = first[l]; k < first[l + 1]; k++)
        if (abs(j - k) <= lags)
          sum += (1 - abs(j - k) / (lags + 1.0)) * x[j] * x[k];
  return sum;
}

static void
test_bartlett(void)
{
  double x[N];

  fill_noise(x, N, 0);
  for (int lags = 0; lags < 45; lags++)
    tr_assert_close(tr_long_run_bartlett(x, logs, lags), sum_pairs(x, lags), 1e-11, 0);
}

/* sum_k cos^2(pi b (k + 1/2)/n) = n/2, and different cosines are orthogonal. */
static void
test_cosines(void)
{
  for (int b = 1; b <= TR_N_COSINES + 1; b++) {
    double x[N];

    for (int k = 0; k < N; k++)
      x[k] = 3 * cos(M_PI * b * (k + 0.5) / N);
    tr_assert_close(tr_long_run_cosines(x, logs),
                    b <= TR_N_COSINES ? 9.0 * N * N / (2 * TR_N_COSINES) : 0, 1e-12, 1e-9);
  }
}

static void
test_clusters(void)
{
  double x[N] = {0};

  x[0] = 1, x[2] = 4;                /* 5 */
  x[3] = 1, x[10] = -7, x[19] = 4;   /* -2 */
  x[20] = 3;                         /* 3 */
  x[21] = -1, x[30] = -1, x[59] = 6; /* 4 */
  tr_assert_close(tr_long_run_clusters(x, logs), (25 + 4 + 9 + 16) * 4.0 / 3, 1e-12, 0);
}

/* Four numbers up and four down: of 399 products of neighbours 99 are negative, rho = 201/400. */
static void
test_lags(void)
{
  static const int one[] = {0, 400};
  double x[400];

  for (int k = 0; k < 400; k++)
    x[k] = (k / 4) % 2 ? -0.5 : 0.5;
  g_assert_cmpint(tr_long_run_lags(x, (TrLogSpans){1, one}), ==, 10);
}

/* At most the longest log, and a correlation of 0.999. */
static void
test_most_lags(void)
{
  static const int short_ones[] = {0, 2, 7, 9}, long_one[] = {0, 5000};
  double x[5000];

  for (int k = 0; k < 5000; k++)
    x[k] = 1;
  g_assert_cmpint(tr_long_run_lags(x, (TrLogSpans){3, short_ones}), ==, 4);
  g_assert_cmpint(tr_long_run_lags(x, (TrLogSpans){1, long_one}), ==, 1956);
}

/* Neighbours of two logs are none; neither are the numbers of logs of one. */
static void
test_no_lags(void)
{
  static const int halves[] = {0, 30, 60}, singles[] = {0, 1, 2};
  double x[60] = {0};

  g_assert_cmpint(tr_long_run_lags(x, (TrLogSpans){2, halves}), ==, 0);
  x[29] = x[30] = 10;
  g_assert_cmpint(tr_long_run_lags(x, (TrLogSpans){2, halves}), ==, 0);
  g_assert_cmpint(tr_long_run_lags(x + 29, (TrLogSpans){2, singles}), ==, 0);
}

/* Of independent numbers all estimate the sum of their squares. */
static void
test_independent(void)
{
  enum { N_DRAWS = 2000 };
  double x[N], squares = 0, bartlett = 0, cosines = 0, clusters = 0;

  for (uint64_t i = 0; i < N_DRAWS; i++) {
    fill_noise(x, N, i);
    for (int k = 0; k < N; k++)
      squares += x[k] * x[k] / N_DRAWS;
    bartlett += tr_long_run_bartlett(x, logs, 5) / N_DRAWS;
    cosines += tr_long_run_cosines(x, logs) / N_DRAWS;
    clusters += tr_long_run_clusters(x, logs) * (N_LOGS - 1) / N_LOGS / N_DRAWS;
  }
  tr_assert_close(bartlett, squares, 0.05, 0);
  tr_assert_close(cosines, squares, 0.05, 0);
  tr_assert_close(clusters, squares, 0.1, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/long-run/bartlett", test_bartlett);
  g_test_add_func("/engine/long-run/cosines", test_cosines);
  g_test_add_func("/engine/long-run/clusters", test_clusters);
  g_test_add_func("/engine/long-run/lags", test_lags);
  g_test_add_func("/engine/long-run/most-lags", test_most_lags);
  g_test_add_func("/engine/long-run/no-lags", test_no_lags);
  g_test_add_func("/engine/long-run/independent", test_independent);
  return g_test_run();
}
