/* The programme with linear constraints: known answers, optimality of random problems, agreement
 * with the programme in a box, contradictions. */
#include <math.h>
#include <string.h>

#include "engine/linalg/boxqp.h"
#include "engine/linalg/quadprog.h"
#include "support/check.h"
#include "support/seed.h"

enum { MAX_N = 6, MAX_ROWS = 5, N_PROBLEMS = 4000 };

static const double none[MAX_N] = {-INFINITY, -INFINITY, -INFINITY,
                                   -INFINITY, -INFINITY, -INFINITY};
static const double all[MAX_N] = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};

static TrStatus
solve(double *x, double *push, TrQuadprogEnd *end, const TrQuadprog *problem)
{
  g_autofree void *work = g_malloc(tr_quadprog_work_size(problem->n, problem->n_rows));

  return tr_quadprog_solve(x, push, end, problem, work);
}

/* The example of Goldfarb and Idnani 1983: min 1/2 |x|^2 - 5 x_2 in R^3. */
static void
test_published(void)
{
  static const double a[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, g[3] = {0, -5, 0};
  static const double rows[9] = {-4, -3, 0, 2, 1, 0, 0, -2, 1};
  static const double least[3] = {-8, 2, 0};
  TrQuadprog problem = {3, 3, a, g, none, all, rows, least, all};
  double x[3], push[6];
  TrQuadprogEnd end;

  tr_assert_ok(solve(x, push, &end, &problem), NULL);
  tr_assert_close_array(x, ((double[]){10 / 21.0, 22 / 21.0, 44 / 21.0}), 3, 1e-14, 0);
  tr_assert_close_array(push + 3, ((double[]){0, 5 / 21.0, 44 / 21.0}), 3, 1e-13, 1e-15);
  g_assert_false(end.is_infeasible);
}

/* The point of a plane that is nearest to another one, as an equality, with and without a box. */
static void
test_plane(void)
{
  static const double a[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, g[3] = {-1, -1, -1};
  static const double row[3] = {1, 2, 2}, side[1] = {14};
  static const double upper[3] = {INFINITY, 2.5, INFINITY};
  TrQuadprog problem = {3, 1, a, g, none, all, row, side, side};
  double x[3], push[4];
  TrQuadprogEnd end;

  tr_assert_ok(solve(x, push, &end, &problem), NULL);
  tr_assert_close_array(x, ((double[]){2, 3, 3}), 3, 1e-14, 0);
  tr_assert_close(push[3], 1, 1e-14, 0);
  problem.upper = upper;
  tr_assert_ok(solve(x, push, &end, &problem), NULL);
  tr_assert_close_array(x, ((double[]){2.2, 2.5, 3.4}), 3, 1e-14, 0);
  tr_assert_close(push[1], -(1 + 2 * 1.2 - 2.5), 1e-13, 0);
}

/* Redundant rows are no contradiction; rows that differ are, and the conflict names one. */
static void
test_repeated(void)
{
  static const double a[4] = {2, 0, 0, 3}, g[2] = {0, 0};
  static const double rows[6] = {1, 1, 2, 2, 1, 1};
  double side[3] = {3, 6, 3}, x[2], push[5];
  TrQuadprog problem = {2, 3, a, g, none, all, rows, side, side};
  TrQuadprogEnd end;

  tr_assert_ok(solve(x, push, &end, &problem), NULL);
  tr_assert_close_array(x, ((double[]){1.8, 1.2}), 2, 1e-14, 0);
  side[2] = 4;
  g_assert_cmpint(solve(x, push, &end, &problem), ==, TR_NOT_CONVERGED);
  g_assert_true(end.is_infeasible);
  g_assert_cmpint(end.conflict, >=, 2);
}

static void
test_infeasible_box(void)
{
  static const double a[4] = {1, 0, 0, 1}, g[2] = {0, 0}, row[2] = {1, 1}, least[1] = {3};
  static const double upper[2] = {1, 1};
  double x[2];
  TrQuadprog problem = {2, 1, a, g, none, upper, row, least, all};
  TrQuadprogEnd end;

  g_assert_cmpint(solve(x, NULL, &end, &problem), ==, TR_NOT_CONVERGED);
  g_assert_true(end.is_infeasible);
}

typedef struct Random {
  int n, n_rows;
  double a[MAX_N * MAX_N], g[MAX_N], lower[MAX_N], upper[MAX_N];
  double rows[MAX_ROWS * MAX_N], least[MAX_ROWS], most[MAX_ROWS];
} Random;

/* A feasible problem around a point, some rows equalities, some sides touching the point. */
static void
fill_random(Random *p)
{
  double root[MAX_N * MAX_N], at[MAX_N];
  int n = p->n = g_test_rand_int_range(1, MAX_N + 1);

  p->n_rows = g_test_rand_int_range(0, MIN(n, MAX_ROWS) + 1);
  for (int i = 0; i < n * n; i++)
    root[i] = g_test_rand_double_range(-1, 1);
  for (int i = 0; i < n; i++) {
    at[i] = g_test_rand_double_range(-1, 1);
    p->g[i] = g_test_rand_double_range(-3, 3);
    p->lower[i] = g_test_rand_int_range(0, 2) ? at[i] - g_test_rand_int_range(0, 2) : -INFINITY;
    p->upper[i] = g_test_rand_int_range(0, 2) ? at[i] + g_test_rand_double_range(0.1, 1) : INFINITY;
    for (int j = 0; j < n; j++) {
      p->a[i * n + j] = i == j ? 0.05 : 0;
      for (int k = 0; k < n; k++)
        p->a[i * n + j] += root[i * n + k] * root[j * n + k];
    }
  }
  for (int r = 0; r < p->n_rows; r++) {
    double value = 0;

    for (int i = 0; i < n; i++) {
      p->rows[r * n + i] = g_test_rand_int_range(0, 3) ? g_test_rand_double_range(-1, 1) : 0;
      value += p->rows[r * n + i] * at[i];
    }
    p->least[r] = g_test_rand_int_range(0, 3) ? value : -INFINITY;
    p->most[r] = g_test_rand_int_range(0, 3) == 0 ? value : INFINITY;
  }
}

/* Three rows meet in a point on a bound of an unknown that is small there: its remainder is
 * rounding of the large ones, and contradicts nothing. */
static void
test_touching(void)
{
  static const double a[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, g[3] = {0, 0, 0};
  g_autoptr(GRand) random = g_rand_new_with_seed(1);

  for (int k = 0; k < N_PROBLEMS; k++) {
    double at[3] = {3, 1e-5 * g_rand_double(random), -2}, rows[9], sides[3] = {0}, x[3];
    double lower[3] = {-INFINITY, at[1], -INFINITY};
    TrQuadprog problem = {3, 3, a, g, lower, all, rows, sides, sides};
    TrQuadprogEnd end;

    for (int i = 0; i < 9; i++) {
      rows[i] = g_rand_double_range(random, -1, 1);
      sides[i / 3] += rows[i] * at[i % 3];
    }
    tr_assert_ok(solve(x, NULL, &end, &problem), NULL);
    tr_assert_close_array(x, at, 3, 0, 1e-7);
  }
}

/* Feasible, and the slope is the sum of the active sides' forces, each in its own direction. */
static void
test_random(void)
{
  for (int k = 0; k < N_PROBLEMS; k++) {
    Random p;
    double x[MAX_N], push[MAX_N + MAX_ROWS];
    TrQuadprogEnd end;

    fill_random(&p);
    TrQuadprog problem = {p.n, p.n_rows, p.a, p.g, p.lower, p.upper, p.rows, p.least, p.most};
    tr_assert_ok(solve(x, push, &end, &problem), NULL);
    for (int i = 0; i < p.n; i++) {
      double slope = p.g[i] - push[i];

      g_assert_cmpfloat(x[i], >=, p.lower[i]);
      g_assert_cmpfloat(x[i], <=, p.upper[i]);
      if (push[i] > 1e-9)
        g_assert_cmpfloat(x[i], ==, p.lower[i]);
      if (push[i] < -1e-9)
        g_assert_cmpfloat(x[i], ==, p.upper[i]);
      for (int j = 0; j < p.n; j++)
        slope += p.a[i * p.n + j] * x[j];
      for (int r = 0; r < p.n_rows; r++)
        slope -= push[p.n + r] * p.rows[r * p.n + i];
      g_assert_cmpfloat(fabs(slope), <, 1e-7);
    }
    for (int r = 0; r < p.n_rows; r++) {
      double value = 0;

      for (int i = 0; i < p.n; i++)
        value += p.rows[r * p.n + i] * x[i];
      g_assert_cmpfloat(value, >=, p.least[r] - 1e-9);
      g_assert_cmpfloat(value, <=, p.most[r] + 1e-9);
      if (push[p.n + r] > 1e-9)
        tr_assert_close(value, p.least[r], 0, 1e-9);
      if (push[p.n + r] < -1e-9)
        tr_assert_close(value, p.most[r], 0, 1e-9);
    }
  }
}

static void
test_agrees_with_box(void)
{
  for (int k = 0; k < N_PROBLEMS; k++) {
    Random p;
    double x[MAX_N], box[MAX_N];
    g_autofree void *work = NULL;
    TrQuadprogEnd end;

    fill_random(&p);
    for (int i = 0; i < p.n; i++) {
      p.lower[i] = fmin(p.lower[i], 0);
      p.upper[i] = fmax(p.upper[i], 0);
    }
    TrQuadprog problem = {p.n, 0, p.a, p.g, p.lower, p.upper, NULL, NULL, NULL};
    work = g_malloc(tr_boxqp_work_size(p.n));
    tr_assert_ok(solve(x, NULL, &end, &problem), NULL);
    tr_assert_ok(tr_boxqp_solve(box, &(TrBoxqp){p.a, p.g, p.lower, p.upper, p.n}, work), NULL);
    tr_assert_close_array(x, box, p.n, 1e-8, 1e-10);
  }
}

static void
test_indefinite(void)
{
  static const double a[4] = {1, 2, 2, 1}, g[2] = {0, 0};
  double x[2];
  TrQuadprog problem = {2, 0, a, g, none, all, NULL, NULL, NULL};
  TrQuadprogEnd end;

  g_assert_cmpint(solve(x, NULL, &end, &problem), ==, TR_NOT_DEFINITE);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/quadprog/published", test_published);
  g_test_add_func("/engine/quadprog/plane", test_plane);
  g_test_add_func("/engine/quadprog/repeated", test_repeated);
  g_test_add_func("/engine/quadprog/infeasible-box", test_infeasible_box);
  g_test_add_func("/engine/quadprog/touching", test_touching);
  g_test_add_func("/engine/quadprog/random", test_random);
  g_test_add_func("/engine/quadprog/agrees-with-box", test_agrees_with_box);
  g_test_add_func("/engine/quadprog/indefinite", test_indefinite);
  return g_test_run();
}
