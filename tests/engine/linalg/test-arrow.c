/* The bordered block-banded factorisation against a dense one, and the programme in a box. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <suitesparse/cholmod.h>

#include "engine/linalg/arrow.h"
#include "engine/linalg/boxqp.h"
#include "engine/linalg/dense.h"
#include "support/check.h"
#include "support/seed.h"

enum { MAX_SIZE = 120 };

/* Random least-squares rows go into the arrow and into a dense normal matrix alike. */
typedef struct Case {
  int n, bandwidth, border, n_chains, lengths[3];
} Case;

static void
fill_random(TrArrow *arrow, double *dense, double *gradient, int size)
{
  int n = arrow->n, p = arrow->border, n_blocks = arrow->first[arrow->n_chains];

  for (int c = 0; c < arrow->n_chains; c++)
    for (int k = arrow->first[c]; k < arrow->first[c + 1]; k++)
      for (int touched = 1; touched <= 1 + arrow->bandwidth; touched++) {
        int columns = touched * n + p;
        double jac[2 * MAX_SIZE], r[2];

        if (k + touched > arrow->first[c + 1])
          break;
        for (int i = 0; i < 2 * columns; i++)
          jac[i] = g_test_rand_double_range(-1, 1) + (i % (columns + 1) == 0 ? 2 : 0);
        for (int row = 0; row < 2; row++)
          r[row] = g_test_rand_double_range(-1, 1);
        tr_arrow_add_residual(arrow, &(TrArrowResidual){k, touched, jac, r, 2, 0.7});
        for (int row = 0; row < 2; row++)
          for (int i = 0; i < columns; i++) {
            int gi = i < touched * n ? k * n + i : n_blocks * n + i - touched * n;

            gradient[gi] += 0.7 * jac[row * columns + i] * r[row];
            for (int j = 0; j < columns; j++) {
              int gj = j < touched * n ? k * n + j : n_blocks * n + j - touched * n;

              dense[gi * size + gj] += 0.7 * jac[row * columns + i] * jac[row * columns + j];
            }
          }
      }
}

/* Adds rows jac[n_rows x n] on one block alone, with residuals of zero. */
static void
add_rows(TrArrow *arrow, int block, const double *jac, int n_rows, double weight)
{
  int n = arrow->n, columns = n + arrow->border;
  g_autofree double *wide = g_new0(double, n_rows *columns), *zero = g_new0(double, n_rows);

  for (int k = 0; k < n_rows; k++)
    memcpy(wide + k * columns, jac + k * n, (size_t)n * sizeof *jac);
  tr_arrow_add_residual(arrow, &(TrArrowResidual){block, 1, wide, zero, n_rows, weight});
}

static void
add_regularisation(TrArrow *arrow, double *dense, int size)
{
  int n = arrow->n, n_blocks = arrow->first[arrow->n_chains];

  for (int k = 0; k < n_blocks; k++) {
    double unit[MAX_SIZE] = {0};

    for (int i = 0; i < n; i++) {
      memset(unit, 0, sizeof unit);
      unit[i] = 1;
      add_rows(arrow, k, unit, 1, 0.5);
      dense[(k * n + i) * (size + 1)] += 0.5;
    }
  }
  for (int q = 0; q < arrow->border; q++) {
    *tr_arrow_corner(arrow, q, q) += 0.5;
    dense[(n_blocks * n + q) * (size + 1)] += 0.5;
  }
}

static void
check_case(const Case *c)
{
  g_autofree double *dense = g_new0(double, MAX_SIZE *MAX_SIZE);
  double gradient[MAX_SIZE] = {0}, x[MAX_SIZE] = {0}, step[MAX_SIZE], schur[MAX_SIZE] = {0};
  TrArrow *arrow = tr_arrow_new(c->n, c->bandwidth, c->border, c->n_chains, c->lengths);
  int states = arrow->first[c->n_chains] * c->n, size = states + c->border, p = c->border;

  g_assert_cmpint(size, <=, MAX_SIZE);
  fill_random(arrow, dense, gradient, size);
  add_regularisation(arrow, dense, size);
  tr_assert_ok(tr_arrow_eliminate(arrow, NULL), NULL);

  /* parameters from the Schur complement, then the states */
  for (int i = 0; i < p; i++) {
    step[i] = -*tr_arrow_corner(arrow, p, i);
    for (int j = 0; j <= i; j++)
      schur[i * p + j] = *tr_arrow_corner(arrow, i, j);
  }
  tr_assert_ok(tr_dense_cholesky(schur, p), NULL);
  tr_dense_cholesky_solve(step, schur, p, 1);
  tr_arrow_back_substitute(x, arrow, step);
  memcpy(x + states, step, (size_t)p * sizeof *x);

  tr_assert_ok(tr_dense_cholesky(dense, size), NULL);
  tr_dense_cholesky_solve(gradient, dense, size, 1);
  for (int i = 0; i < size; i++)
    gradient[i] = -gradient[i];
  tr_assert_close_array(x, gradient, size, 1e-11, 0);
  tr_arrow_free(arrow);
}

/* Solution of a dense normal matrix by CHOLMOD, its non-zero lower part taken as sparse. */
static void
solve_by_cholmod(double *x, const double *dense, const double *b, int n)
{
  cholmod_common common;
  cholmod_triplet *triplet;
  cholmod_sparse *matrix;
  cholmod_dense *side, *solution;
  cholmod_factor *factor;

  cholmod_start(&common);
  triplet =
      cholmod_allocate_triplet((size_t)n, (size_t)n, (size_t)(n * n), -1, CHOLMOD_REAL, &common);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      if (dense[i * n + j] != 0) {
        ((int *)triplet->i)[triplet->nnz] = i;
        ((int *)triplet->j)[triplet->nnz] = j;
        ((double *)triplet->x)[triplet->nnz++] = dense[i * n + j];
      }
  matrix = cholmod_triplet_to_sparse(triplet, 0, &common);
  side = cholmod_allocate_dense((size_t)n, 1, (size_t)n, CHOLMOD_REAL, &common);
  memcpy(side->x, b, (size_t)n * sizeof *b);
  factor = cholmod_analyze(matrix, &common);
  g_assert_true(cholmod_factorize(matrix, factor, &common));
  solution = cholmod_solve(CHOLMOD_A, factor, side, &common);
  memcpy(x, solution->x, (size_t)n * sizeof *x);
  cholmod_free_dense(&solution, &common);
  cholmod_free_dense(&side, &common);
  cholmod_free_factor(&factor, &common);
  cholmod_free_sparse(&matrix, &common);
  cholmod_free_triplet(&triplet, &common);
  cholmod_finish(&common);
}

/* The same least-squares problem by CHOLMOD. */
static void
test_cholmod(void)
{
  static const Case c = {6, 2, 5, 2, {8, 9}};
  g_autofree double *dense = g_new0(double, MAX_SIZE *MAX_SIZE);
  double gradient[MAX_SIZE] = {0}, x[MAX_SIZE], expected[MAX_SIZE], step[5], schur[25];
  TrArrow *arrow = tr_arrow_new(c.n, c.bandwidth, c.border, c.n_chains, c.lengths);
  int states = arrow->first[c.n_chains] * c.n, size = states + c.border;

  fill_random(arrow, dense, gradient, size);
  add_regularisation(arrow, dense, size);
  solve_by_cholmod(expected, dense, gradient, size);
  tr_assert_ok(tr_arrow_eliminate(arrow, NULL), NULL);
  for (int i = 0; i < c.border; i++) {
    step[i] = -*tr_arrow_corner(arrow, c.border, i);
    for (int j = 0; j <= i; j++)
      schur[i * c.border + j] = *tr_arrow_corner(arrow, i, j);
  }
  tr_assert_ok(tr_dense_cholesky(schur, c.border), NULL);
  tr_dense_cholesky_solve(step, schur, c.border, 1);
  tr_arrow_back_substitute(x, arrow, step);
  memcpy(x + states, step, sizeof step);
  for (int i = 0; i < size; i++)
    tr_assert_close(-x[i], expected[i], 1e-10, 1e-11);
  tr_arrow_free(arrow);
}

static void
test_dense(void)
{
  static const Case cases[] = {{3, 1, 2, 1, {6}},       {4, 2, 3, 2, {5, 7}}, {6, 2, 5, 1, {10}},
                               {2, 2, 1, 3, {1, 2, 9}}, {5, 1, 0, 1, {8}},    {1, 2, 1, 1, {30}}};

  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
    check_case(&cases[i]);
}

/* The response of the states to a border variable is the difference of two solutions. */
static void
test_response(void)
{
  static const Case c = {3, 2, 2, 2, {4, 5}};
  g_autofree double *dense = g_new0(double, MAX_SIZE *MAX_SIZE);
  double gradient[MAX_SIZE] = {0}, with[MAX_SIZE], without[MAX_SIZE], response[8 * MAX_SIZE];
  TrArrow *arrow = tr_arrow_new(c.n, c.bandwidth, c.border, c.n_chains, c.lengths);
  int states = arrow->first[c.n_chains] * c.n;

  fill_random(arrow, dense, gradient, states + c.border);
  add_regularisation(arrow, dense, states + c.border);
  tr_assert_ok(tr_arrow_eliminate(arrow, NULL), NULL);
  tr_arrow_back_substitute(without, arrow, (double[]){0, 0});
  tr_arrow_back_substitute(with, arrow, (double[]){0, 1});
  tr_assert_ok(tr_arrow_responses(response, arrow), NULL);
  for (int i = 0; i < states; i++) {
    tr_assert_close(response[i * tr_arrow_response_stride(arrow) + 1], with[i] - without[i], 1e-9,
                    1e-12);
    g_assert_true(response[i * tr_arrow_response_stride(arrow) + c.border] == 0);
  }
  tr_arrow_free(arrow);
}

static void
test_indefinite(void)
{
  TrArrow *arrow = tr_arrow_new(2, 1, 1, 2, (int[]){3, 3});
  double unit[4] = {1, 0, 0, 1};
  int failed = -1;

  for (int k = 0; k < 6; k++)
    if (k != 4)
      add_rows(arrow, k, unit, 2, 1);
  g_assert_cmpint(tr_arrow_eliminate(arrow, &failed), ==, TR_NOT_DEFINITE);
  g_assert_cmpint(failed, ==, 4);
  tr_arrow_free(arrow);
}

/* Two unknowns of a block of which only the sum is known, and one that both follow half. */
static void
test_weak_direction(void)
{
  TrArrow *arrow = tr_arrow_new(3, 1, 0, 1, (int[]){2});
  const double rows[9] = {1, 0, 0, 0, 1, 1, 1, 0, 0}, first[3] = {1, 0, -0.5};
  double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, x[3];
  int failed = -1;

  add_rows(arrow, 0, unit, 3, 1);
  add_rows(arrow, 1, rows, 2, 1);
  g_assert_cmpint(tr_arrow_eliminate(arrow, &failed), ==, TR_NOT_DEFINITE);
  g_assert_cmpint(failed, ==, 1);
  tr_arrow_weak_direction(x, arrow, failed);
  tr_assert_close_array(x, ((const double[3]){0, -1, 1}), 3, 1e-14, 0);

  tr_arrow_clear(arrow);
  add_rows(arrow, 0, unit, 3, 1);
  add_rows(arrow, 1, first, 1, 1);
  add_rows(arrow, 1, unit + 3, 1, 1);
  g_assert_cmpint(tr_arrow_eliminate(arrow, &failed), ==, TR_NOT_DEFINITE);
  tr_arrow_weak_direction(x, arrow, failed);
  tr_assert_close_array(x, ((const double[3]){0.5, 0, 1}), 3, 1e-14, 0);
  tr_arrow_free(arrow);
}

/* A copy is solved with more on its diagonal; the first one stays as it was. */
static void
test_diagonal(void)
{
  static const Case c = {3, 1, 2, 2, {4, 5}};
  g_autofree double *dense = g_new0(double, MAX_SIZE *MAX_SIZE);
  double gradient[MAX_SIZE] = {0}, x[MAX_SIZE], y[MAX_SIZE], largest = 0;
  TrArrow *arrow = tr_arrow_new(c.n, c.bandwidth, c.border, c.n_chains, c.lengths);
  TrArrow *copy = tr_arrow_new(c.n, c.bandwidth, c.border, c.n_chains, c.lengths);
  int states = arrow->first[c.n_chains] * c.n, size = states + c.border;

  fill_random(arrow, dense, gradient, size);
  add_regularisation(arrow, dense, size);
  for (int i = 0; i < size; i++)
    largest = fmax(largest, dense[i * (size + 1)]);
  tr_assert_close(tr_arrow_largest_diagonal(arrow), largest, 1e-14, 0);
  tr_arrow_copy(copy, arrow);
  tr_arrow_add_diagonal(copy, 0.3);
  tr_assert_ok(tr_arrow_eliminate(copy, NULL), NULL);
  tr_arrow_back_substitute(x, copy, (double[]){0, 0});

  /* (H + 0.3 I) x = -g */
  for (int i = 0; i < states; i++) {
    y[i] = gradient[i] + 0.3 * x[i];
    for (int j = 0; j < states; j++)
      y[i] += dense[i * size + j] * x[j];
    tr_assert_close(y[i], 0, 0, 1e-11);
  }
  tr_assert_close(tr_arrow_largest_diagonal(arrow), largest, 1e-14, 0);
  tr_arrow_free(arrow);
  tr_arrow_free(copy);
}

/* Optimality of a programme in a box: inside no slope, at a bound the slope points outwards. */
static void
test_boxqp(void)
{
  for (int trial = 0; trial < 300; trial++) {
    enum { N = 7 };
    double a[N * N] = {0}, g[N], lower[N], upper[N], x[N], root[N * N];
    g_autofree void *work = g_malloc(tr_boxqp_work_size(N));

    for (int i = 0; i < N * N; i++)
      root[i] = g_test_rand_double_range(-1, 1);
    tr_dense_add_product_tn(a, 1, root, root, (TrProductSize){N, N, N});
    for (int i = 0; i < N; i++) {
      a[i * N + i] += 0.01;
      g[i] = g_test_rand_double_range(-1, 1);
      lower[i] = g_test_rand_bit() ? -g_test_rand_double_range(0, 0.5) : -INFINITY;
      upper[i] = g_test_rand_bit() ? (trial % 3 ? g_test_rand_double_range(0, 0.5) : 0) : INFINITY;
    }
    tr_assert_ok(tr_boxqp_solve(x, &(TrBoxqp){a, g, lower, upper, N}, work), NULL);
    for (int i = 0; i < N; i++) {
      double slope = g[i];

      for (int j = 0; j < N; j++)
        slope += a[i * N + j] * x[j];
      g_assert_cmpfloat(x[i], >=, lower[i]);
      g_assert_cmpfloat(x[i], <=, upper[i]);
      if (x[i] > lower[i])
        g_assert_cmpfloat(slope, <, 1e-9);
      if (x[i] < upper[i])
        g_assert_cmpfloat(slope, >, -1e-9);
    }
  }
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/linalg/arrow/dense", test_dense);
  g_test_add_func("/engine/linalg/arrow/cholmod", test_cholmod);
  g_test_add_func("/engine/linalg/arrow/response", test_response);
  g_test_add_func("/engine/linalg/arrow/indefinite", test_indefinite);
  g_test_add_func("/engine/linalg/arrow/weak-direction", test_weak_direction);
  g_test_add_func("/engine/linalg/arrow/diagonal", test_diagonal);
  g_test_add_func("/engine/linalg/boxqp/optimal", test_boxqp);
  return g_test_run();
}
