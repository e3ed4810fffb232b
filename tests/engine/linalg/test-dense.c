/* Small dense kernels: against their definitions, and LAPACK for eigenvalues. */
#include <math.h>
#include <string.h>

#include "engine/linalg/dense.h"
#include "engine/linalg/skyline.h"
#include "support/check.h"
#include "support/seed.h"

enum { MAX = 24 };

void dsyev_(const char *jobz,
            const char *uplo,
            const int *n,
            double *a,
            const int *lda,
            double *w,
            double *work,
            const int *lwork,
            int *info,
            size_t len_jobz,
            size_t len_uplo);

static void
fill_random(double *x, int n)
{
  for (int i = 0; i < n; i++)
    x[i] = g_test_rand_double_range(-1, 1);
}

/* B^T B, with rank at most `rank`. */
static void
fill_gram(double *a, int n, int rank)
{
  double b[MAX * MAX];

  fill_random(b, rank * n);
  memset(a, 0, (size_t)(n * n) * sizeof *a);
  tr_dense_add_product_tn(a, 1, b, b, (TrProductSize){rank, n, n});
}

static void
test_cholesky(void)
{
  for (int n = 1; n <= 12; n++) {
    double a[MAX * MAX], l[MAX * MAX], x[2 * MAX], b[2 * MAX] = {0};

    fill_gram(a, n, n + 3);
    memcpy(l, a, sizeof l);
    for (int i = 0; i < n; i++)
      for (int j = i + 1; j < n; j++)
        l[i * n + j] = NAN; /* must not be read */
    fill_random(x, 2 * n);
    tr_dense_add_product(b, 1, a, x, (TrProductSize){n, n, 2});
    tr_assert_ok(tr_dense_cholesky(l, n), NULL);
    tr_dense_cholesky_solve(b, l, n, 2);
    tr_assert_close_array(b, x, 2 * n, 1e-8, 0);
  }
}

/* A matrix with a skyline, the elements outside it poisoned, against the dense factorisation. */
static void
test_skyline(void)
{
  enum { COLUMNS = 15, STRIDE = COLUMNS + 3 };

  for (int n = 1; n <= 20; n++) {
    double dense[MAX * MAX] = {0}, a[MAX * MAX], b[MAX * STRIDE], x[MAX * COLUMNS];
    int first[MAX], end[MAX];
    TrSkyline skyline = {n, first, end};

    for (int i = 0; i < n; i++) {
      first[i] = g_test_rand_int_range(0, i + 1);
      for (int j = first[i]; j < i; j++)
        dense[i * n + j] = g_test_rand_double_range(-1, 1);
      dense[i * n + i] = n + 1;
    }
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i * n + j] = j <= i ? dense[i * n + j] : NAN;
    fill_random(b, n * STRIDE);
    for (int i = 0; i < n; i++)
      memcpy(x + i * COLUMNS, b + i * STRIDE, COLUMNS * sizeof *x);
    tr_skyline_find_ends(&skyline);
    tr_assert_ok(tr_skyline_factor(a, &skyline, 0), NULL);
    tr_skyline_solve(b, STRIDE, a, &skyline, COLUMNS);
    tr_assert_ok(tr_dense_cholesky(dense, n), NULL);
    tr_dense_cholesky_solve(x, dense, n, COLUMNS);
    for (int i = 0; i < n; i++)
      tr_assert_close_array(b + i * STRIDE, x + i * COLUMNS, COLUMNS, 1e-12, 1e-14);
  }
}

static void
test_not_definite(void)
{
  double a[4] = {1, 0, 2, 1}, nan[1] = {NAN};
  TrSkyline full = {.n = 2, .first = (int[]){0, 0}}, one = {.n = 1, .first = (int[]){0}};

  g_assert_cmpint(tr_dense_cholesky(a, 2), ==, TR_NOT_DEFINITE);
  g_assert_cmpint(tr_dense_cholesky(nan, 1), ==, TR_NOT_DEFINITE);
  g_assert_cmpint(tr_skyline_factor((double[]){1, 0, 2, 1}, &full, 0), ==, TR_NOT_DEFINITE);
  g_assert_cmpint(tr_skyline_factor(nan, &one, 1e-12), ==, TR_NOT_DEFINITE);
}

/* Rows that depend on others: the factor is that of a matrix that is larger there by the floor. */
static void
test_floor(void)
{
  const double floor = 1e-6;
  double a[9] = {4, 0, 0, 2, 1, 0, 2, 1, 3}, plain[9];
  TrSkyline skyline = {.n = 3, .first = (int[3]){0}};

  memcpy(plain, a, sizeof a);
  plain[4] += floor;
  tr_assert_ok(tr_skyline_factor(a, &skyline, floor), NULL);
  tr_assert_ok(tr_skyline_factor(plain, &skyline, 0), NULL);
  tr_assert_close_array(a, plain, 9, 1e-9, 0);
}

/* The same of exactly that rank, its first rows far from dependent: a rank is clear only where no
 * pivot is small by chance. */
static void
fill_clear_gram(double *a, int n, int rank)
{
  double b[MAX * MAX];

  fill_random(b, rank * n);
  for (int i = 0; i < rank; i++)
    b[i * n + i] += n;
  memset(a, 0, (size_t)(n * n) * sizeof *a);
  tr_dense_add_product_tn(a, 1, b, b, (TrProductSize){rank, n, n});
}

/* The rank is found, and the solution by the independent rows of a consistent system satisfies all
 * rows. */
static void
test_semidefinite(void)
{
  for (int rank = 0; rank <= 9; rank++) {
    enum { N = 9 };
    double a[N * N], l[N * N], x[N], b[N] = {0}, back[N] = {0};

    fill_clear_gram(a, N, rank);
    memcpy(l, a, sizeof l);
    fill_random(x, N);
    tr_dense_add_product(b, 1, a, x, (TrProductSize){N, N, 1});
    g_assert_cmpint(tr_dense_cholesky_semidefinite(l, N, 1e-12), ==, rank);
    memcpy(x, b, sizeof x);
    tr_dense_semidefinite_solve(x, l, N);
    tr_dense_add_product(back, 1, a, x, (TrProductSize){N, N, 1});
    tr_assert_close_array(back, b, N, 1e-8, 1e-12);
  }
}

static void
test_eigen(void)
{
  for (int n = 1; n <= MAX; n++) {
    double a[MAX * MAX], mine[MAX * MAX], lapack[MAX * MAX], values[MAX], expected[MAX],
        work[34 * MAX];
    int lwork = 34 * MAX, info;

    fill_gram(a, n, n < 4 ? n : n - 2);
    memcpy(mine, a, sizeof mine);
    memcpy(lapack, a, sizeof lapack);
    tr_assert_ok(tr_dense_symmetric_eigen(mine, values, n), NULL);
    dsyev_("V", "U", &n, lapack, &n, expected, work, &lwork, &info, 1, 1);
    g_assert_cmpint(info, ==, 0);
    tr_assert_close_array(values, expected, n, 1e-13, 0);
    for (int k = 0; k < n; k++)
      for (int i = 0; i < n; i++) {
        double row = 0;

        for (int j = 0; j < n; j++)
          row += a[i * n + j] * mine[k * n + j];
        tr_assert_close(row, values[k] * mine[k * n + i], 0, 1e-12 * n * values[n - 1]);
      }
  }
}

/* Rows must be swapped in the first matrix. */
static void
test_determinant(void)
{
  double swapped[] = {0, 2, 1, 3, 1, 0, 1, 4, -5}; /* -2 (-15) + 12 - 1 = 41 */
  double singular[] = {1, 2, 3, 2, 4, 6, 1, 0, 1};

  tr_assert_close(tr_dense_log_determinant(swapped, 3), log(41), 1e-14, 0);
  g_assert_true(isinf(tr_dense_log_determinant(singular, 3)));
  g_assert_cmpfloat(tr_dense_log_determinant(singular, 0), ==, 0);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/linalg/dense/cholesky", test_cholesky);
  g_test_add_func("/engine/linalg/dense/skyline", test_skyline);
  g_test_add_func("/engine/linalg/dense/not-definite", test_not_definite);
  g_test_add_func("/engine/linalg/dense/floor", test_floor);
  g_test_add_func("/engine/linalg/dense/semidefinite", test_semidefinite);
  g_test_add_func("/engine/linalg/dense/eigen", test_eigen);
  g_test_add_func("/engine/linalg/dense/determinant", test_determinant);
  return g_test_run();
}
