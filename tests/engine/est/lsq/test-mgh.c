/* The outer loop on the problems of More, Garbow and Hillstrom, from the standard starts, with both
 * dampings.  Prints the minimum found. */
#include <math.h>
#include <string.h>

#include "engine/est/lsq/mgh.h"
#include "support/check.h"

enum { MAX_ITERATIONS = 1000 };

/* Tolerance of the minima as printed, with six digits, and of those that are zero. */
#define MINIMUM_TOLERANCE 5e-6
#define ZERO              1e-20

/* Problems where the second minimum is found, not the lowest. */
static const struct {
  int number;
  TrDamping rule;
} seconds[] = {
    {2, TR_DAMP_PARAMETERS}, /* it lies in the start's valley, for every descent method */
    {2, TR_DAMP_ALL},
    {26, TR_DAMP_PARAMETERS}, /* ten angles, many minima */
    {26, TR_DAMP_ALL},
};

static int
find_expected(int number, TrDamping rule)
{
  for (size_t i = 0; i < G_N_ELEMENTS(seconds); i++)
    if (seconds[i].number == number && seconds[i].rule == rule)
      return 1;
  return 0;
}

static bool
is_minimum(double cost, double minimum)
{
  return minimum > 0 ? fabs(cost / minimum - 1) <= MINIMUM_TOLERANCE : cost <= ZERO;
}

static void
check_solution(const TrMghProblem *p, const double *x)
{
  static const double nowhere[TR_DENSE_MAX_UNKNOWNS] = {0};

  if (memcmp(p->solution, nowhere, sizeof nowhere) == 0)
    return;
  for (int i = 0; i < p->n; i++)
    tr_assert_close(x[i], p->solution[i], 1e-6, 1e-9);
}

static void
check(const TrMghProblem *p, TrDamping rule)
{
  TrDense dense;
  TrLmOptions options = tr_lm_options_default();
  TrLmResult result;
  int expected = find_expected(p->number, rule);

  options.rule = rule;
  options.max_iterations = MAX_ITERATIONS;
  options.decrease_tol = options.gradient_tol = 1e-15;
  tr_dense_init(&dense, p->m, p->n, 0, p->func, p, p->start, rule);
  TrStatus status = tr_lm_run(&result, &tr_dense_ops, &dense, &options);
  g_test_message("%2d %-22s %-10s %13.6g, minimum %-11.6g %4d %4d  %s", p->number, p->name,
                 rule == TR_DAMP_ALL ? "all" : "parameters", result.cost.total, p->minima[expected],
                 result.iterations, result.solves, result.message);
  g_assert_cmpint(status, ==, TR_OK);
  g_assert_true(is_minimum(result.cost.total, p->minima[expected]));
  if (expected == 0)
    check_solution(p, dense.x);
  tr_dense_clear(&dense);
}

static void
test_minima(void)
{
  g_test_message("problem, damping, sum of squares found, as published; iterations, solves");
  for (int k = 0; k < tr_n_mgh_problems; k++) {
    check(&tr_mgh_problems[k], TR_DAMP_PARAMETERS);
    check(&tr_mgh_problems[k], TR_DAMP_ALL);
  }
}

/* A point linearised before its cost is known gets the same linearisation as later: no bit differs,
 * whether the point is accepted or not. */
static void
test_ahead(void)
{
  int ahead = 0, lost = 0;

  for (int k = 0; k < tr_n_mgh_problems; k++) {
    const TrMghProblem *p = &tr_mgh_problems[k];
    TrLmOptions options = tr_lm_options_default();
    TrLsqOps plain_ops = tr_dense_ops;
    TrLmResult result, plain_result;
    TrDense dense, plain;

    plain_ops.try_ahead = NULL;
    options.max_iterations = MAX_ITERATIONS;
    tr_dense_init(&dense, p->m, p->n, 0, p->func, p, p->start, TR_DAMP_PARAMETERS);
    tr_dense_init(&plain, p->m, p->n, 0, p->func, p, p->start, TR_DAMP_PARAMETERS);
    TrStatus status = tr_lm_run(&result, &tr_dense_ops, &dense, &options);
    g_assert_cmpint(tr_lm_run(&plain_result, &plain_ops, &plain, &options), ==, status);
    g_assert_cmpint(result.iterations, ==, plain_result.iterations);
    g_assert_cmpint(result.solves, ==, plain_result.solves);
    g_assert_cmpmem(dense.x, sizeof dense.x, plain.x, sizeof plain.x);
    g_assert_cmpint(plain.n_ahead, ==, 0);
    ahead += dense.n_ahead;
    lost += dense.n_lost;
    tr_dense_clear(&dense);
    tr_dense_clear(&plain);
  }
  g_test_message("%d points tried ahead, %d of them in vain", ahead, lost);
  g_assert_cmpint(lost, >, 0);
  g_assert_cmpint(lost, <, ahead / 5);
}

/* Far from the solution the cost falls all the way, and the loop ends by itself in a stationary
 * point, or is stopped on an endless descent. */
static void
test_far_starts(void)
{
  for (int k = 0; k < tr_n_mgh_problems; k++) {
    const TrMghProblem *p = &tr_mgh_problems[k];
    double start[TR_DENSE_MAX_UNKNOWNS];
    TrLmOptions options = tr_lm_options_default();
    TrLmResult result;
    TrDense dense;

    options.max_iterations = MAX_ITERATIONS;
    for (int i = 0; i < p->n; i++)
      start[i] = 10 * p->start[i];
    tr_dense_init(&dense, p->m, p->n, 0, p->func, p, start, TR_DAMP_PARAMETERS);
    double before = tr_dense_cost(&dense, start);
    TrStatus status = tr_lm_run(&result, &tr_dense_ops, &dense, &options);
    g_test_message("%2d %-22s %13.6g -> %13.6g  %s", p->number, p->name, before, result.cost.total,
                   result.message);
    g_assert_true(status == TR_OK || result.iterations == MAX_ITERATIONS);
    g_assert_cmpfloat(result.cost.total, <=, before);
    tr_assert_close(tr_dense_cost(&dense, dense.x), result.cost.total, 1e-12, 0);
    tr_dense_clear(&dense);
  }
}

/* Watson's function from zero: the first step moves a state alone, which is no end. */
static void
test_states_move_on(void)
{
  enum { N_STATES = 3 };

  for (int k = 0; k < tr_n_mgh_problems; k++) {
    const TrMghProblem *p = &tr_mgh_problems[k];
    TrLmOptions options = tr_lm_options_default();
    TrLmResult result;
    TrDense dense;

    if (p->number != 20 || p->n != 6)
      continue;
    tr_dense_init(&dense, p->m, p->n, N_STATES, p->func, p, p->start, TR_DAMP_PARAMETERS);
    tr_assert_ok(tr_lm_run(&result, &tr_dense_ops, &dense, &options), NULL);
    g_assert_cmpint(result.iterations, >, 1);
    g_assert_true(is_minimum(result.cost.total, p->minima[0]));
    tr_dense_clear(&dense);
    return;
  }
  g_assert_not_reached();
}

/* From far out a step for the arc tangent goes further out on the other side. */
static void
bend(double complex *r, const double complex *x, const void *user)
{
  r[0] = catan(x[0]);
  r[1] = 0.1 * (x[1] - 2 - x[0]);
  r[2] = 0.1 * (x[1] - 3);
}

/* A state that overshoots, which no damping of the parameter corrects: halving does, and the
 * parameter still makes progress. */
static void
test_halving(void)
{
  static const double start[2] = {3, 4};
  TrLmOptions options = tr_lm_options_default();
  TrLmResult result;
  TrDense dense;

  tr_dense_init(&dense, 3, 2, 1, bend, NULL, start, TR_DAMP_PARAMETERS);
  tr_assert_ok(tr_lm_run(&result, &tr_dense_ops, &dense, &options), NULL);
  g_test_message("%d iterations, %d solves: %s", result.iterations, result.solves, result.message);
  g_assert_cmpint(result.solves, >, result.iterations);
  g_assert_cmpint(result.iterations, <=, 8);
  tr_assert_close(result.cost.total, 0.00497512397, 1e-6, 0);
  tr_dense_clear(&dense);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/lm/mgh/minima", test_minima);
  g_test_add_func("/engine/est/lm/mgh/ahead", test_ahead);
  g_test_add_func("/engine/est/lm/mgh/far-starts", test_far_starts);
  g_test_add_func("/engine/est/lm/states-move-on", test_states_move_on);
  g_test_add_func("/engine/est/lm/halving", test_halving);
  return g_test_run();
}
