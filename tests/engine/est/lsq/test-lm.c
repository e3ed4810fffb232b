/* Operations that the outer loop calls, on a problem of one unknown: r(x) = exp(x) - 2. */
#include <glib.h>
#include <math.h>

#include "engine/est/lsq/lm.h"
#include "support/check.h"

#define MINIMUM M_LN2

typedef struct Problem {
  double x, trial, step, r, slope;
  double damping; /* of the last step */
  int linearized, tried, tried_ahead, taken, reported;
} Problem;

static double
residual(double x)
{
  return exp(x) - 2;
}

static TrCost
cost_at(double x)
{
  double square = residual(x) * residual(x);

  return (TrCost){.total = square + 1, .observation = square};
}

static TrStatus
linearize(void *self, TrCost *cost)
{
  Problem *p = self;

  p->linearized++;
  p->r = residual(p->x);
  p->slope = exp(p->x);
  *cost = cost_at(p->x);
  return TR_OK;
}

static TrStatus
solve(void *self, double damping, double *decrease, double *step, double *gradient)
{
  Problem *p = self;

  p->damping = damping;
  p->step = -p->r / (p->slope * (1 + damping));
  *decrease = -p->step * (2 * p->r * p->slope + p->step * p->slope * p->slope);
  *step = fabs(p->step);
  *gradient = fabs(p->r * p->slope);
  return TR_OK;
}

static TrStatus
try_step(void *self, double share, TrCost *cost)
{
  Problem *p = self;

  p->tried++;
  p->trial = p->x + share * p->step;
  *cost = cost_at(p->trial);
  return TR_OK;
}

static TrStatus
try_ahead(void *self, TrCost *cost)
{
  Problem *p = self;

  p->tried_ahead++;
  p->trial = p->x + p->step;
  p->r = residual(p->trial);
  p->slope = exp(p->trial);
  *cost = cost_at(p->trial);
  return TR_OK;
}

static void
accept(void *self)
{
  Problem *p = self;

  p->x = p->trial;
}

static TrStatus
take_ahead(void *self, TrCost *cost)
{
  Problem *p = self;

  p->taken++;
  *cost = cost_at(p->x);
  return TR_OK;
}

static bool
report(void *self, const TrIteration *iteration)
{
  Problem *p = self;

  g_assert_cmpint(iteration->iteration, ==, p->reported++);
  if (iteration->iteration > 0)
    g_assert_true(iteration->damping == p->damping);
  return true;
}

static TrLmResult
run(Problem *problem, const TrLmOptions *options)
{
  static const TrLsqOps ops = {.linearize = linearize,
                               .solve = solve,
                               .try_step = try_step,
                               .try_ahead = try_ahead,
                               .accept = accept,
                               .take_ahead = take_ahead,
                               .report = report};
  TrLmResult result;

  tr_assert_ok(tr_lm_run(&result, &ops, problem, options), NULL);
  return result;
}

/* Where the linearisation predicts no decrease the point stays, and so does its factor. */
static void
test_at_the_end(void)
{
  TrLmOptions options = tr_lm_options_default();
  Problem problem = {.x = MINIMUM + 1e-7};
  TrLmResult result = run(&problem, &options);

  g_assert_cmpint(result.stop, ==, TR_STOP_GRADIENT);
  g_assert_cmpint(result.iterations, ==, 1);
  g_assert_cmpint(problem.linearized, ==, 1);
  g_assert_cmpint(problem.tried + problem.tried_ahead, ==, 0);
  g_assert_true(problem.x == MINIMUM + 1e-7);
}

/* Nor is a point kept that is worse than that. */
static void
test_near_the_end(void)
{
  TrLmOptions options = tr_lm_options_default();
  Problem problem = {.x = MINIMUM + 1e-4};

  run(&problem, &options);
  g_assert_cmpint(problem.tried + problem.tried_ahead, >, 0);
  tr_assert_close(problem.x, MINIMUM, 0, 1e-7);
}

/* Far from the solution the first step is only tried; once one was as good as predicted they are
 * tried ahead, and each accepted one is the next linearisation. */
static void
test_ahead(void)
{
  TrLmOptions options = tr_lm_options_default();
  Problem problem = {.x = 2};
  TrLmResult result = run(&problem, &options);

  tr_assert_close(problem.x, MINIMUM, 0, 1e-7);
  g_assert_cmpint(problem.tried, >, 0);
  g_assert_cmpint(problem.tried_ahead, >, 0);
  g_assert_cmpint(problem.taken, ==, problem.tried_ahead);
  g_assert_cmpint(problem.linearized + problem.taken, ==, result.iterations);
}

/* A trusted start is tried ahead at once; where the trust was wrong, the present point is
 * linearised once more and the end is the same. */
static void
test_trust(void)
{
  static const double starts[] = {MINIMUM + 0.1, -3};

  for (int i = 0; i < 2; i++) {
    TrLmOptions options = tr_lm_options_default();
    Problem problem = {.x = starts[i]};

    options.trusts = true;
    run(&problem, &options);
    tr_assert_close(problem.x, MINIMUM, 0, 1e-7);
    if (i == 0)
      g_assert_cmpint(problem.linearized, ==, 1);
    else
      g_assert_cmpint(problem.linearized, >, 1);
  }
}

/* A cost that each step lowers by a share, though more of it was promised, and that rises again
 * with the next linearisation, as where that changes the weights. */
typedef struct Slope {
  double cost, share, rise, promise;
} Slope;

static TrStatus
linearize_slope(void *self, TrCost *cost)
{
  Slope *s = self;

  s->cost *= 1 + s->rise;
  *cost = (TrCost){.total = s->cost};
  return TR_OK;
}

static TrStatus
solve_slope(void *self, double damping, double *decrease, double *step, double *gradient)
{
  Slope *s = self;

  *decrease = s->promise * s->cost;
  *step = *gradient = 1;
  return TR_OK;
}

static TrStatus
try_slope(void *self, double share, TrCost *cost)
{
  Slope *s = self;

  *cost = (TrCost){.total = s->cost * (1 - share * s->share)};
  return TR_OK;
}

static void
accept_slope(void *self)
{
  Slope *s = self;

  s->cost *= 1 - s->share;
}

static bool
report_slope(void *self, const TrIteration *iteration)
{
  return true;
}

static const TrLsqOps slope_ops = {.linearize = linearize_slope,
                                   .solve = solve_slope,
                                   .try_step = try_slope,
                                   .accept = accept_slope,
                                   .report = report_slope};

static TrLmResult
run_slope(Slope slope, int patience)
{
  TrLmOptions options = tr_lm_options_default();
  TrLmResult result;

  options.max_iterations = 100;
  options.patience = patience;
  options.damping = 1; /* no small step proves anything */
  (void)!tr_lm_run(&result, &slope_ops, &slope, &options);
  return result;
}

/* A slow decrease ends the loop where the options have a patience, and only then; faster ones do
 * not try it. */
static void
test_patience(void)
{
  TrLmResult slow = run_slope((Slope){1, 0.01, 0, 1}, 6),
             fast = run_slope((Slope){1, 0.05, 0, 1}, 6);
  TrLmResult calm = run_slope((Slope){1, 0.01, 0, 1}, 0);

  g_assert_cmpint(slow.status, ==, TR_NOT_CONVERGED);
  g_assert_cmpint(slow.stop, ==, TR_STOP_SLOW);
  g_assert_cmpint(slow.iterations, ==, 6);
  g_assert_cmpint(fast.stop, ==, TR_STOP_ITERATIONS);
  g_assert_cmpint(calm.stop, ==, TR_STOP_ITERATIONS);
}

/* Steps that lower the cost by less than the next linearisation raises it end the loop: well where
 * no more than rounding was promised. */
static void
test_standing(void)
{
  TrLmResult result = run_slope((Slope){1, 1e-4, 2e-4, 1}, 0);
  TrLmResult fine = run_slope((Slope){1, 1e-12, 2e-12, 1e-10}, 0);

  g_assert_cmpint(result.status, ==, TR_NOT_CONVERGED);
  g_assert_cmpint(result.stop, ==, TR_STOP_NO_DESCENT);
  g_assert_cmpint(result.iterations, <, 30);
  g_assert_cmpint(fine.status, ==, TR_OK);
  g_assert_cmpint(fine.stop, ==, TR_STOP_ROUNDING);
  g_assert_cmpint(fine.iterations, <, 30);
}

/* Small decreases in a row end the loop as converged where the options say so, however much was
 * predicted; larger ones do not. */
static void
test_calm(void)
{
  TrLmOptions options = tr_lm_options_default();

  options.max_iterations = 100;
  options.damping = 1;
  options.decrease_tol = 0.02;
  options.calm = 2;
  for (int i = 0; i < 2; i++) {
    Slope slope = {1, i ? 0.05 : 0.01, 0, 1};
    TrLmResult result;

    g_assert_cmpint(tr_lm_run(&result, &slope_ops, &slope, &options), ==,
                    i ? TR_NOT_CONVERGED : TR_OK);
    g_assert_cmpint(result.stop, ==, i ? TR_STOP_ITERATIONS : TR_STOP_DECREASE);
    g_assert_cmpint(result.iterations, ==, i ? 100 : 2);
  }
}

/* A cost that a step of the states lowers only where it is shortened, and that damping of the
 * parameters does not change. */
typedef struct Overshoot {
  double cost, step;
  int solves;
} Overshoot;

static TrStatus
linearize_overshoot(void *self, TrCost *cost)
{
  Overshoot *o = self;

  *cost = (TrCost){.total = o->cost};
  return TR_OK;
}

static TrStatus
solve_overshoot(void *self, double damping, double *decrease, double *step, double *gradient)
{
  Overshoot *o = self;

  g_assert_true(o->solves++ == 0 || damping > 0.9e15 || damping == 1e-6);
  *decrease = *step = *gradient = 1;
  return TR_OK;
}

static TrStatus
try_overshoot(void *self, double share, TrCost *cost)
{
  Overshoot *o = self;

  o->step = share > 0.3 ? 100 : -0.01;
  *cost = (TrCost){.total = o->cost + o->step};
  return TR_OK;
}

static void
accept_overshoot(void *self)
{
  Overshoot *o = self;

  o->cost += o->step;
}

/* Steps of the states that overshoot are halved at once, after one trial with the parameters held,
 * and leave the damping as it is. */
static void
test_overshoot(void)
{
  static const TrLsqOps ops = {.linearize = linearize_overshoot,
                               .solve = solve_overshoot,
                               .try_step = try_overshoot,
                               .accept = accept_overshoot,
                               .report = report_slope};
  TrLmOptions options = tr_lm_options_default();
  Overshoot overshoot = {.cost = 10};
  TrLmResult result;

  options.max_iterations = 10;
  (void)!tr_lm_run(&result, &ops, &overshoot, &options);
  g_assert_cmpint(result.iterations, ==, 10);
  g_assert_cmpint(result.solves, ==, 30);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/lm/at-the-end", test_at_the_end);
  g_test_add_func("/engine/est/lm/near-the-end", test_near_the_end);
  g_test_add_func("/engine/est/lm/ahead", test_ahead);
  g_test_add_func("/engine/est/lm/trust", test_trust);
  g_test_add_func("/engine/est/lm/patience", test_patience);
  g_test_add_func("/engine/est/lm/standing", test_standing);
  g_test_add_func("/engine/est/lm/calm", test_calm);
  g_test_add_func("/engine/est/lm/overshoot", test_overshoot);
  return g_test_run();
}
