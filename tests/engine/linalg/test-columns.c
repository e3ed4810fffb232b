/* Independent columns: random matrices of known rank, whose leads are those that Gram-Schmidt finds
 * from the left to the right; separate blocks, columns of zeros. */
#include <math.h>
#include <string.h>

#include "engine/linalg/columns.h"
#include "support/check.h"
#include "support/seed.h"

enum { M = 40, N = 12, N_MATRICES = 2000 };

#define TOLERANCE 1e-6

/* Marks the columns that stand out of those before them. */
static void
mark_leads(bool *is_lead, const double *a, int n)
{
  double basis[N][M];
  int rank = 0;

  for (int j = 0; j < n; j++) {
    double v[M], square = 0;

    for (int i = 0; i < M; i++)
      v[i] = a[i * n + j];
    for (int k = 0; k < 2 * rank; k++) { /* each twice */
      double along = 0;

      for (int i = 0; i < M; i++)
        along += basis[k % rank][i] * v[i];
      for (int i = 0; i < M; i++)
        v[i] -= along * basis[k % rank][i];
    }
    for (int i = 0; i < M; i++)
      square += v[i] * v[i];
    is_lead[j] = square > TOLERANCE * TOLERANCE;
    for (int i = 0; is_lead[j] && i < M; i++)
      basis[rank][i] = v[i] / sqrt(square);
    rank += is_lead[j];
  }
}

/* Checks leads and factors. */
static void
check(const double *a, int n)
{
  TrLeadColumns columns;
  bool is_lead[N];
  int at = 0;

  mark_leads(is_lead, a, n);
  tr_assert_ok(tr_lead_columns_find(&columns, a, M, n, TOLERANCE), NULL);
  for (int j = 0; j < n; j++)
    if (is_lead[j]) {
      g_assert_cmpint(at, <, columns.rank);
      g_assert_cmpint(columns.lead[at], ==, j);
      for (int k = 0; k < columns.rank; k++)
        g_assert_cmpfloat(columns.factor[k * n + j], ==, k == at ? 1 : 0);
      at++;
    }
  g_assert_cmpint(at, ==, columns.rank);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;

      for (int k = 0; k < columns.rank; k++)
        sum += a[i * n + columns.lead[k]] * columns.factor[k * n + j];
      tr_assert_close(sum, a[i * n + j], 0, 1e-10);
    }
  tr_lead_columns_clear(&columns);
}

/* Columns that are independent, multiples and sums of others, or zero; in every second matrix the
 * first and the last rows belong to different columns. */
static void
draw(double *a, int n, GRand *random, bool in_blocks)
{
  memset(a, 0, (size_t)(M * n) * sizeof *a);
  for (int j = 0; j < n; j++) {
    int kind = g_rand_int_range(random, 0, 4), step = in_blocks ? 2 : 1, first = j - step;
    bool is_own = kind < 2 || first < step;

    for (int i = 0; i < M; i++) {
      bool is_zero = kind == 3 || (in_blocks && (j % 2 == 0) != (i < M / 2));

      if (!is_zero)
        a[i * n + j] = is_own ? g_rand_double_range(random, -1, 1)
                              : a[i * n + first] / 2 - 2 * a[i * n + first - step];
    }
  }
}

static void
test_leads_and_factors(void)
{
  GRand *random = tr_test_rand_new();
  double a[M * N];

  for (int trial = 0; trial < N_MATRICES; trial++) {
    int n = g_rand_int_range(random, 1, N + 1);

    draw(a, n, random, trial % 2 == 1);
    check(a, n);
  }
  g_rand_free(random);
}

static void
test_nothing(void)
{
  double zeros[M * N] = {0};
  TrLeadColumns columns;

  check(zeros, N);
  tr_assert_ok(tr_lead_columns_find(&columns, zeros, M, 0, TOLERANCE), NULL);
  g_assert_cmpint(columns.rank, ==, 0);
  tr_lead_columns_clear(&columns);
}

/* A remainder above the tolerance leads, one below it does not. */
static void
test_tolerance(void)
{
  double a[M * 2] = {0};

  for (int side = 0; side < 2; side++) {
    TrLeadColumns columns;

    a[0] = a[1] = 1;
    a[3] = (side ? 2 : 0.5) * TOLERANCE;
    tr_assert_ok(tr_lead_columns_find(&columns, a, M, 2, TOLERANCE), NULL);
    g_assert_cmpint(columns.rank, ==, 1 + side);
    tr_lead_columns_clear(&columns);
  }
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/linalg/columns/random", test_leads_and_factors);
  g_test_add_func("/engine/linalg/columns/nothing", test_nothing);
  g_test_add_func("/engine/linalg/columns/tolerance", test_tolerance);
  return g_test_run();
}
