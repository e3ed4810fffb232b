/* Selected numbers against those of a sorted copy, for patterns that are hard for a choice of
 * pivots. */
#include <math.h>
#include <string.h>

#include "engine/base/order.h"
#include "support/check.h"
#include "support/seed.h"

enum { MOST = 300, MANY = 400000 };

typedef double (*Pattern)(int i, int n);

static double
rising(int i, int n)
{
  return i;
}

static double
falling(int i, int n)
{
  return -i;
}

static double
level(int i, int n)
{
  return 7;
}

static double
there_and_back(int i, int n)
{
  return i < n / 2 ? i : n - i;
}

static double
few_values(int i, int n)
{
  return g_test_rand_int_range(0, 4);
}

static double
any(int i, int n)
{
  return g_test_rand_double_range(-1, 1);
}

static double
with_infinities(int i, int n)
{
  return i % 7 == 0 ? INFINITY : i % 5 == 0 ? -INFINITY : any(i, n);
}

static const Pattern patterns[] = {rising,     falling, level,          there_and_back,
                                   few_values, any,     with_infinities};

static void
check_order(const double *x, const double *sorted, int n, int k)
{
  double work[MOST];

  memcpy(work, x, (size_t)n * sizeof *x);
  g_assert_true(tr_order(work, (size_t)n, (size_t)k) == sorted[k]);
  for (int i = 0; i < n; i++)
    g_assert_true(i < k ? work[i] <= work[k] : work[i] >= work[k]);
  tr_sort(work, (size_t)n);
  g_assert_cmpmem(work, (size_t)n * sizeof *x, sorted, (size_t)n * sizeof *x);
}

static void
test_every_rank(void)
{
  for (size_t p = 0; p < G_N_ELEMENTS(patterns); p++)
    for (int n = 1; n <= MOST; n = n < 20 ? n + 1 : 3 * n / 2) {
      double x[MOST], sorted[MOST];

      for (int i = 0; i < n; i++)
        x[i] = patterns[p](i, n);
      memcpy(sorted, x, sizeof sorted);
      tr_sort(sorted, (size_t)n);
      for (int i = 1; i < n; i++)
        g_assert_true(sorted[i - 1] <= sorted[i]);
      for (int k = 0; k < n; k++)
        check_order(x, sorted, n, k);
    }
}

/* Ends at all only where no pattern makes the work grow with the square of n. */
static void
test_many(void)
{
  double *x = g_new(double, MANY);

  for (size_t p = 0; p < G_N_ELEMENTS(patterns); p++) {
    for (int i = 0; i < MANY; i++)
      x[i] = patterns[p](i, MANY);
    tr_order(x, MANY, MANY / 2);
    tr_order(x, MANY, MANY / 10);
  }
  g_free(x);
}

static void
test_quantile(void)
{
  double x[] = {5, 1, 4, 2, 3}, one[] = {8};

  tr_assert_close(tr_quantile(x, 5, 0), 1, 0, 0);
  tr_assert_close(tr_quantile(x, 5, 0.5), 3, 0, 0);
  tr_assert_close(tr_quantile(x, 5, 0.9), 5, 0, 0);
  tr_assert_close(tr_quantile(x, 5, 1), 5, 0, 0);
  tr_assert_close(tr_quantile(one, 1, 0.3), 8, 0, 0);
  g_assert_true(isnan(tr_quantile(NULL, 0, 0.5)));
}

static void
test_median(void)
{
  double odd[] = {9, 1, 5}, even[] = {9, 1, 5, 2};

  tr_assert_close(tr_median(odd, 3), 5, 0, 0);
  tr_assert_close(tr_median(even, 4), 3.5, 0, 0);
  tr_assert_close(tr_median(even, 1), even[0], 0, 0);
  g_assert_true(isnan(tr_median(NULL, 0)));
}

static void
test_weighted_median(void)
{
  TrWeighed odd[] = {{9, 1}, {1, 1}, {5, 1}}, even[] = {{9, 2}, {1, 2}, {5, 2}, {2, 2}};
  TrWeighed heavy[] = {{1, 1}, {2, 8}, {3, 1}, {100, 0}};
  TrWeighed none[] = {{1, 0}, {2, 0}}, first[] = {{7, 0}, {4, 3}};

  tr_assert_close(tr_weighted_median(odd, 3), 5, 0, 0);
  tr_assert_close(tr_weighted_median(even, 4), 3.5, 0, 0);
  tr_assert_close(tr_weighted_median(heavy, 4), 2, 0, 0);
  tr_assert_close(tr_weighted_median(first, 2), 4, 0, 0);
  g_assert_true(isnan(tr_weighted_median(none, 2)));
  g_assert_true(isnan(tr_weighted_median(NULL, 0)));
}

/* It is continuous in the weight of a number, from none to so much that it is the median. */
static void
test_growing_weight(void)
{
  double before = 1;

  for (int k = 0; k <= 400; k++) {
    TrWeighed x[] = {{1, 1}, {2, 0.01 * k}};
    double median = tr_weighted_median(x, 2);

    g_assert_cmpfloat(median, >=, before);
    g_assert_cmpfloat(median, <=, before + 0.011);
    before = median;
  }
  tr_assert_close(before, 1.8, 1e-9, 0);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/order/every-rank", test_every_rank);
  g_test_add_func("/engine/order/many", test_many);
  g_test_add_func("/engine/order/quantile", test_quantile);
  g_test_add_func("/engine/order/median", test_median);
  g_test_add_func("/engine/order/weighted-median", test_weighted_median);
  g_test_add_func("/engine/order/growing-weight", test_growing_weight);
  return g_test_run();
}
