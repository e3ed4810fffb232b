#include "engine/est/lm.h"

#include <math.h>
#include <stdio.h>

enum { MAX_DAMPINGS = 8, MAX_HALVINGS = 12 };

#define DAMPING_MIN   1e-12
#define DAMPING_MAX   1e6
#define DAMPING_RAISE 10
#define DAMPING_LOWER 1e-2
#define GOOD_GAIN     0.75
#define POOR_GAIN     0.25

/* Algorithm 1: the damping grows by a factor that itself doubles with every rejection, up to a
 * limit (printed as 2^32 whatever the units; here relative to the first damping), and shrinks to a
 * third at best. */
#define ALL_GROWTH     2
#define ALL_LIMIT      4294967296.0
#define ALL_LEAST_KEPT (1.0 / 3)

/* Decreases below this share of the cost are rounding: they end the search, whatever their sign. */
#define ROUNDING 1e-13

typedef struct Loop {
  const TrLsqOps *ops;
  void *self;
  const TrLmOptions *options;
  TrLmResult *result;
  double damping, damping_limit;
  TrIteration now;
} Loop;

TrLmOptions
tr_lm_options_default(void)
{
  return (TrLmOptions){.max_iterations = 20,
                       .damping = 1e-6,
                       .decrease_tol = 1e-9,
                       .gradient_tol = 1e-12,
                       .step_tol = 1e-12};
}

static void
adapt_damping(Loop *loop, double gain)
{
  if (loop->options->rule == TR_DAMP_ALL)
    loop->damping *= fmax(ALL_LEAST_KEPT, 1 - pow(2 * gain - 1, 3));
  else if (gain > GOOD_GAIN)
    loop->damping = fmax(loop->damping * DAMPING_LOWER, DAMPING_MIN);
  else if (gain < POOR_GAIN)
    loop->damping = fmin(loop->damping * DAMPING_RAISE, DAMPING_MAX);
}

/* A trial outside the domain (an indefinite mass matrix, an overflow) counts as infinitely bad. */
static TrStatus
try_share(Loop *loop, double share, TrCost *cost)
{
  TrStatus status = loop->ops->try_step(loop->self, share, cost);

  if (status == TR_NOT_DEFINITE || status == TR_NOT_FINITE ||
      (status == TR_OK && !isfinite(cost->total))) {
    cost->total = INFINITY;
    return TR_OK;
  }
  return status;
}

/* Halves the last step until the cost falls. */
static TrStatus
search_along(Loop *loop, TrCost *cost, bool *found)
{
  double share = 0.5;

  for (int i = 0; i < MAX_HALVINGS; i++, share *= 0.5) {
    TR_TRY(try_share(loop, share, cost));
    if (cost->total < loop->result->cost.total) {
      *found = true;
      return TR_OK;
    }
  }
  return TR_OK;
}

static void
raise_damping(Loop *loop)
{
  loop->damping = fmin(fmax(loop->damping, 1e-4) * DAMPING_RAISE, DAMPING_MAX);
}

static TrStatus
solve_step(Loop *loop, double *predicted)
{
  loop->result->solves++;
  return loop->ops->solve(loop->self, loop->damping, predicted, &loop->now.step,
                          &loop->now.gradient);
}

/* One step from the present linearisation: raises the damping, then halves, until the cost falls.
 */
static TrStatus
find_step(Loop *loop, TrCost *cost, double *predicted, bool *found)
{
  double before = loop->result->cost.total;

  *found = false;
  for (int i = 0; i < MAX_DAMPINGS && !*found; i++) {
    TrStatus status = solve_step(loop, predicted);

    /* a Schur complement that rounding left indefinite wants damping, too */
    if (status == TR_NOT_DEFINITE && i + 1 < MAX_DAMPINGS) {
      raise_damping(loop);
      continue;
    }
    TR_TRY(status);
    TR_TRY(try_share(loop, 1, cost));
    *found = cost->total < before;
    if (fabs(*predicted) <= ROUNDING * before)
      return TR_OK;
    if (!*found)
      raise_damping(loop);
  }
  return *found ? TR_OK : search_along(loop, cost, found);
}

/* Algorithm 1's inner loop.  Its gain ratio is printed with the wrong sign; here, as elsewhere, it
 * is positive when the cost falls. */
static TrStatus
find_step_all(Loop *loop, TrCost *cost, double *predicted, bool *found)
{
  double before = loop->result->cost.total, growth = ALL_GROWTH;
  TrStatus status = TR_NOT_DEFINITE;

  *found = false;
  while (!*found && loop->damping <= loop->damping_limit) {
    status = solve_step(loop, predicted);
    if (status == TR_OK) {
      TR_TRY(try_share(loop, 1, cost));
      *found = cost->total < before;
      if (fabs(*predicted) <= ROUNDING * before)
        return TR_OK;
    } else if (status != TR_NOT_DEFINITE) {
      return status;
    }
    if (!*found) {
      growth = fmin(2 * growth, ALL_LIMIT);
      loop->damping *= growth;
    }
  }
  return status;
}

/* The first damping of algorithm 1 comes from the first H. */
static void
start_damping(Loop *loop)
{
  if (loop->options->rule != TR_DAMP_ALL)
    return;
  loop->damping = loop->options->damping * loop->ops->largest_diagonal(loop->self);
  loop->damping_limit = ALL_LIMIT * loop->damping;
}

static const char *
plural(int n)
{
  return n == 1 ? "" : "s";
}

static TrStatus
finish(Loop *loop, TrStatus status, TrStopReason stop, const char *how, const char *why)
{
  TrLmResult *result = loop->result;

  result->stop = stop;
  if (loop->options->rule == TR_DAMP_ALL)
    snprintf(result->message, sizeof result->message,
             "%s after %d iteration%s and %d elimination%s: %s.", how, result->iterations,
             plural(result->iterations), result->solves, plural(result->solves), why);
  else
    snprintf(result->message, sizeof result->message, "%s after %d iteration%s: %s.", how,
             result->iterations, plural(result->iterations), why);
  return status;
}

/* Whether the accepted (or missing) step ends the loop. */
static bool
is_over(Loop *loop, bool found, double decrease, double predicted, double before, TrStatus *status)
{
  const TrLmOptions *o = loop->options;

  if (predicted <= o->gradient_tol * before)
    *status = finish(loop, TR_OK, TR_STOP_GRADIENT, "Converged", "the gradient is zero");
  else if (!found && predicted <= o->decrease_tol * before)
    *status = finish(loop, TR_OK, TR_STOP_DECREASE, "Converged",
                     "the cost cannot fall further within rounding");
  else if (!found)
    *status = finish(loop, TR_NOT_CONVERGED, TR_STOP_NO_DESCENT, "Stopped",
                     "no step lowers the cost; the best values are kept");
  else if (decrease <= o->decrease_tol * before)
    *status = finish(loop, TR_OK, TR_STOP_DECREASE, "Converged",
                     "the cost no longer falls by more than 1e-9 of itself");
  else if (loop->now.step <= o->step_tol)
    *status = finish(loop, TR_OK, TR_STOP_STEP, "Converged", "the step is zero");
  else
    return false;
  return true;
}

/* One linearisation and its step; *over when the loop is to end with *verdict. */
static TrStatus
iterate(Loop *loop, bool *over, TrStatus *verdict)
{
  TrLmResult *result = loop->result;
  TrCost cost;
  double predicted = 0, before;
  bool found;

  TR_TRY(loop->ops->linearize(loop->self, &cost));
  result->cost = cost;
  if (result->iterations++ == 0) {
    start_damping(loop);
    loop->now = (TrIteration){.cost = cost, .damping = loop->damping, .gain_ratio = NAN};
    if (!loop->ops->report(loop->self, &loop->now))
      return TR_CANCELLED;
  }
  before = cost.total;
  TR_TRY(loop->options->rule == TR_DAMP_ALL ? find_step_all(loop, &cost, &predicted, &found)
                                            : find_step(loop, &cost, &predicted, &found));
  if (found) {
    loop->ops->accept(loop->self);
    result->cost = cost;
    loop->now.iteration = result->iterations;
    loop->now.cost = cost;
    loop->now.damping = loop->damping;
    loop->now.gain_ratio = predicted > 0 ? (before - cost.total) / predicted : NAN;
    adapt_damping(loop, loop->now.gain_ratio);
    if (!loop->ops->report(loop->self, &loop->now))
      return TR_CANCELLED;
  }
  *over = is_over(loop, found, before - cost.total, predicted, before, verdict);
  return TR_OK;
}

TrStatus
tr_lm_run(TrLmResult *result, const TrLsqOps *ops, void *self, const TrLmOptions *options)
{
  Loop loop = {
      .ops = ops, .self = self, .options = options, .result = result, .damping = options->damping};
  bool over = false;
  TrStatus verdict = TR_OK;

  *result = (TrLmResult){.stop = TR_STOP_ITERATIONS};
  while (!over && result->iterations < options->max_iterations) {
    TrStatus status = iterate(&loop, &over, &verdict);

    if (status == TR_CANCELLED)
      return finish(&loop, status, TR_STOP_CANCELLED, "Stopped by you",
                    "the best values so far are kept");
    if (status != TR_OK)
      return finish(&loop, status, TR_STOP_NO_DESCENT, "Failed", tr_status_text(status));
  }
  if (over)
    return verdict;
  return finish(&loop, TR_NOT_CONVERGED, TR_STOP_ITERATIONS, "Stopped",
                "the largest number of iterations is reached");
}
