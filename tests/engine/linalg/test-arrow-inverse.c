/* Blocks of an arrow matrix's inverse, and products of right-hand sides through it, against the
 * dense inverse. */
#include <string.h>

#include "engine/linalg/arrow_inverse.h"
#include "engine/linalg/arrow_sides.h"
#include "engine/linalg/dense.h"
#include "support/check.h"
#include "support/seed.h"

enum { MAX_SIZE = 120 };

/* Columns of a residual of `touched` blocks in the whole matrix. */
static int
place(const TrArrow *arrow, int block, int touched, int i)
{
  int n = arrow->n;

  return i < touched * n ? block * n + i : (arrow->first[arrow->n_chains] - touched) * n + i;
}

/* A random positive definite arrow and the same matrix, dense. */
static TrArrow *
draw_arrow(double *dense,
           GRand *random,
           int n,
           int bandwidth,
           int border,
           int n_chains,
           const int *lengths)
{
  TrArrow *arrow = tr_arrow_new(n, bandwidth, border, n_chains, lengths);
  int size = arrow->first[n_chains] * n + border;
  double jac[MAX_SIZE], r = 0;

  g_assert_cmpint(size, <=, MAX_SIZE);
  for (int c = 0; c < n_chains; c++)
    for (int k = arrow->first[c]; k < arrow->first[c + 1]; k++)
      for (int row = 0; row < 3 * n; row++) {
        int touched = MIN(1 + row % (1 + bandwidth), arrow->first[c + 1] - k);
        int columns = touched * n + border;

        for (int i = 0; i < columns; i++)
          jac[i] = g_rand_double_range(random, -1, 1);
        tr_arrow_add_residual(arrow, &(TrArrowResidual){k, touched, jac, &r, 1, 0.7});
        for (int i = 0; i < columns; i++)
          for (int j = 0; j < columns; j++)
            dense[place(arrow, k, touched, i) * size + place(arrow, k, touched, j)] +=
                0.7 * jac[i] * jac[j];
      }
  return arrow;
}

static void
invert(double *inverse, double *dense, int size)
{
  memset(inverse, 0, (size_t)(size * size) * sizeof *inverse);
  for (int i = 0; i < size; i++)
    inverse[i * size + i] = 1;
  tr_assert_ok(tr_dense_cholesky(dense, size), NULL);
  tr_dense_cholesky_solve(inverse, dense, size, size);
}

static void
check_inverse(GRand *random, int n, int bandwidth, int border, int n_chains, const int *lengths)
{
  g_autofree double *dense = g_new0(double, MAX_SIZE *MAX_SIZE);
  g_autofree double *whole = g_new0(double, MAX_SIZE *MAX_SIZE);
  TrArrow *arrow = draw_arrow(dense, random, n, bandwidth, border, n_chains, lengths);
  TrArrowInverse *inverse = tr_arrow_inverse_new(arrow);
  int size = arrow->first[n_chains] * n + border;

  invert(whole, dense, size);
  tr_assert_ok(tr_arrow_eliminate(arrow, NULL), NULL);
  tr_assert_ok(tr_arrow_inverse_fill(inverse), NULL);
  for (int c = 0; c < n_chains; c++)
    for (int k = arrow->first[c]; k < arrow->first[c + 1]; k++)
      for (int touched = 1; touched <= MIN(1 + bandwidth, arrow->first[c + 1] - k); touched++) {
        int columns = touched * n + border;
        double row[MAX_SIZE], expected = 0;

        for (int i = 0; i < columns; i++)
          row[i] = g_rand_boolean(random) ? g_rand_double_range(random, -1, 1) : 0;
        for (int i = 0; i < columns; i++)
          for (int j = 0; j < columns; j++)
            expected += row[i] * row[j] *
                        whole[place(arrow, k, touched, i) * size + place(arrow, k, touched, j)];
        tr_assert_close(tr_arrow_inverse_form(inverse, k, touched, row), expected, 1e-9, 1e-12);
      }
  tr_arrow_inverse_free(inverse);
  tr_arrow_free(arrow);
}

/* Adds a row at random places to a side, and to the dense one. */
static void
draw_side(double *dense, TrArrowSides *sides, int side, const TrArrow *arrow, GRand *random)
{
  int n = arrow->n, border = arrow->border;

  for (int c = 0; c < arrow->n_chains; c++)
    for (int k = arrow->first[c]; k < arrow->first[c + 1]; k++) {
      int touched = MIN(1 + k % (1 + arrow->bandwidth), arrow->first[c + 1] - k);
      double row[MAX_SIZE], factor = g_rand_double_range(random, -2, 2);

      for (int i = 0; i < touched * n + border; i++) {
        row[i] = g_rand_double_range(random, -1, 1);
        dense[place(arrow, k, touched, i)] += factor * row[i];
      }
      tr_arrow_sides_add(sides, side, k, touched, factor, row);
    }
}

static void
check_sides(GRand *random, int n, int bandwidth, int border, int n_chains, const int *lengths)
{
  enum { N_SIDES = 3 };
  g_autofree double *dense = g_new0(double, MAX_SIZE *MAX_SIZE);
  g_autofree double *whole = g_new0(double, MAX_SIZE *MAX_SIZE);
  TrArrow *arrow = draw_arrow(dense, random, n, bandwidth, border, n_chains, lengths);
  TrArrowSides *sides = tr_arrow_sides_new(arrow, N_SIDES);
  int size = arrow->first[n_chains] * n + border;

  invert(whole, dense, size);
  tr_assert_ok(tr_arrow_eliminate(arrow, NULL), NULL);
  for (int again = 0; again < 2; again++) {
    double x[N_SIDES][MAX_SIZE] = {{0}}, products[N_SIDES * N_SIDES];

    tr_arrow_sides_clear(sides);
    for (int a = 0; a < N_SIDES; a++)
      draw_side(x[a], sides, a, arrow, random);
    tr_assert_ok(tr_arrow_sides_products(products, sides), NULL);
    for (int a = 0; a < N_SIDES; a++)
      for (int b = 0; b < N_SIDES; b++) {
        double expected = 0;

        for (int i = 0; i < size; i++)
          for (int j = 0; j < size; j++)
            expected += x[a][i] * whole[i * size + j] * x[b][j];
        tr_assert_close(products[a * N_SIDES + b], expected, 1e-9, 1e-10);
      }
  }
  tr_arrow_sides_free(sides);
  tr_arrow_free(arrow);
}

typedef void (*Check)(
    GRand *random, int n, int bandwidth, int border, int n_chains, const int *lengths);

static void
check_shapes(Check check)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(3);
  const int one[1] = {7}, three[3] = {5, 1, 4};

  for (int n = 1; n <= 6; n += 5)
    for (int bandwidth = 0; bandwidth <= 3; bandwidth++)
      for (int border = 0; border <= 4; border += 2) {
        check(random, n, bandwidth, border, 1, one);
        check(random, n, bandwidth, border, 3, three);
      }
}

static void
test_inverse(void)
{
  check_shapes(check_inverse);
}

static void
test_sides(void)
{
  check_shapes(check_sides);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/arrow-inverse/blocks", test_inverse);
  g_test_add_func("/engine/arrow-inverse/sides", test_sides);
  return g_test_run();
}
