/* The programme in a box: optimality of random problems, and of those whose minimum lies on a
 * bound to rounding, where an active set may cycle. */
#include <math.h>

#include "engine/linalg/boxqp.h"
#include "support/check.h"
#include "support/seed.h"

enum { MAX_N = 4, N_PROBLEMS = 20000 };

typedef struct Problem {
  int n;
  double a[MAX_N * MAX_N], g[MAX_N], lower[MAX_N], upper[MAX_N];
} Problem;

static void
fill_random(Problem *p)
{
  double root[MAX_N * MAX_N], size = pow(10, g_test_rand_int_range(-1, 2));
  int n = p->n = g_test_rand_int_range(1, MAX_N + 1);

  for (int i = 0; i < n * n; i++)
    root[i] = size * g_test_rand_double_range(-1, 1);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      p->a[i * n + j] = i == j ? 1e-3 : 0;
      for (int k = 0; k < n; k++)
        p->a[i * n + j] += root[i * n + k] * root[j * n + k];
    }
  for (int i = 0; i < n; i++) {
    p->upper[i] = g_test_rand_int_range(0, 5) ? g_test_rand_double_range(0.1, 1) : 0;
    p->lower[i] = -p->upper[i];
    p->g[i] = g_test_rand_double_range(-1, 1);
  }
}

/* Chooses g so that the free minimum has some variables exactly on their bounds. */
static void
move_minimum_to_bounds(Problem *p)
{
  double x[MAX_N];

  for (int i = 0; i < p->n; i++)
    x[i] = p->upper[i] * (g_test_rand_int_range(0, 2) ? g_test_rand_int_range(0, 2) * 2 - 1
                                                      : g_test_rand_double_range(-1, 1));
  for (int i = 0; i < p->n; i++) {
    p->g[i] = 0;
    for (int j = 0; j < p->n; j++)
      p->g[i] -= p->a[i * p->n + j] * x[j];
  }
}

static void
check_optimal(const Problem *p)
{
  double x[MAX_N], work[64];

  g_assert_cmpuint(tr_boxqp_work_size(p->n), <=, sizeof work);
  tr_assert_ok(tr_boxqp_solve(x, &(TrBoxqp){p->a, p->g, p->lower, p->upper, p->n}, work), NULL);
  for (int i = 0; i < p->n; i++) {
    double slope = p->g[i], terms = fabs(p->g[i]);

    for (int j = 0; j < p->n; j++) {
      slope += p->a[i * p->n + j] * x[j];
      terms += fabs(p->a[i * p->n + j] * x[j]);
    }
    g_assert_cmpfloat(x[i], >=, p->lower[i]);
    g_assert_cmpfloat(x[i], <=, p->upper[i]);
    if (x[i] > p->lower[i])
      g_assert_cmpfloat(slope, <=, 1e-10 * terms);
    if (x[i] < p->upper[i])
      g_assert_cmpfloat(slope, >=, -1e-10 * terms);
  }
}

static void
test_random(void)
{
  for (int i = 0; i < N_PROBLEMS; i++) {
    Problem p;

    fill_random(&p);
    check_optimal(&p);
    move_minimum_to_bounds(&p);
    check_optimal(&p);
  }
}

static void
test_unbounded(void)
{
  Problem p = {.n = 2, .a = {2, 0, 1, 3}, .g = {-1, -2}};
  double x[2], work[64];

  for (int i = 0; i < 2; i++) {
    p.lower[i] = -INFINITY;
    p.upper[i] = INFINITY;
  }
  /* only the lower part is read: the matrix is 2 1; 1 3 */
  tr_assert_ok(tr_boxqp_solve(x, &(TrBoxqp){p.a, p.g, p.lower, p.upper, 2}, work), NULL);
  tr_assert_close_array(x, ((double[]){0.2, 0.6}), 2, 1e-14, 0);
}

static void
test_indefinite(void)
{
  Problem p = {.n = 2, .a = {1, 0, 2, 1}, .g = {1, 1}, .lower = {-1, -1}, .upper = {1, 1}};
  double x[2], work[64];

  g_assert_cmpint(tr_boxqp_solve(x, &(TrBoxqp){p.a, p.g, p.lower, p.upper, 2}, work), ==,
                  TR_NOT_DEFINITE);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/linalg/boxqp/random", test_random);
  g_test_add_func("/engine/linalg/boxqp/unbounded", test_unbounded);
  g_test_add_func("/engine/linalg/boxqp/indefinite", test_indefinite);
  return g_test_run();
}
