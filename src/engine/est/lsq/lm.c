#include "engine/est/lsq/lm.h"

#include <math.h>

enum { MAX_DAMPINGS = 12, MAX_HALVINGS = 16, MAX_SHORTENINGS = 4 };

/* Damping of the parameters: a rejected step raises it by a factor that doubles with every further
 * rejection.  An accepted one lowers it with the gain ratio, to a tenth at best, to a third where
 * it had just been raised: lowered faster, it would have to be raised again at the next step. */
#define DAMPING_MIN    1e-18
#define DAMPING_MAX    1e15
#define DAMPING_RAISED 1e-6 /* least value after a raise */
#define LEAST_KEPT     0.1
#define RAISED_KEPT    (1.0 / 3)

/* Damping of the parameters above which a step is halved instead. */
#define DAMPING_BEFORE_HALVING 1.0

/* Algorithm 1: the damping grows by a factor that itself doubles with every rejection, up to a
 * limit (printed as 2^32 whatever the units; here relative to the first damping), and shrinks to a
 * third at best. */
#define ALL_GROWTH     2
#define ALL_LIMIT      4294967296.0
#define ALL_LEAST_KEPT (1.0 / 3)

/* Decreases below this share of the cost are rounding: they end the loop, whatever their sign. */
#define ROUNDING 1e-13

/* A small decrease ends the loop only where the step was not restricted: damped by at most this,
 * and with at most the predicted share of the cost that the options allow. */
#define FREE_DAMPING 1e-3

/* Parameters that would move by less than this, without effect, have converged. */
#define STANDING_STEP 1e-8

/* Steps are tried ahead after a first one with at least this gain ratio: a rejected one then costs
 * a linearisation, an accepted one saves an evaluation of the residuals. */
#define TRUSTED_GAIN 0.5

/* A step with a gain ratio between these overshoots: a shorter one lowers the cost more. */
#define POOR_GAIN    0.3
#define POOREST_GAIN (-10.0)

/* A predicted decrease of this share that does not occur is rounding, too. */
#define VAIN_PROMISE 1e-9

/* A relative decrease of the cost below this one tries the patience of the options. */
#define SLOW_DECREASE (1.0 / 30)

/* Iterations in a row that begin with a higher cost than an earlier one: where the masses in the
 * weights or friction that reverses change the cost from one linearisation to the next by more than
 * a step lowers it, the loop would go on for ever. */
enum { MOST_STANDING = 16 };

/* Residuals that have fallen to this share of the first cost are rounding errors of the first. */
#define ZERO_COST 1e-32

typedef struct Loop {
  const TrLsqOps *ops;
  void *self;
  const TrLmOptions *options;
  TrLmResult *result;
  double damping, damping_limit;
  bool is_trusted; /* the last iteration's first step was accepted as predicted */
  bool is_ahead;   /* the present point has been tried ahead */
  bool is_short;   /* a shorter step has been tried */
  bool is_halved;  /* the step was halved: it says nothing on the damping */
  bool was_halved; /* that of the iteration before */
  int n_slow;      /* iterations in a row with a slow decrease */
  int n_calm;      /* iterations in a row that hardly lowered the cost */
  double least;    /* cost at the start of an iteration so far */
  int n_standing;  /* iterations since then */
  /* of the first solution of the present iteration */
  double first_damping, promise, first_step;
  TrIteration now;
} Loop;

TrLmOptions
tr_lm_options_default(void)
{
  return (TrLmOptions){.max_iterations = 20,
                       .damping = 1e-6,
                       .decrease_tol = 1e-9,
                       .gradient_tol = 1e-12,
                       .step_tol = 1e-12,
                       .promise_tol = 1e-6};
}

static void
adapt_damping(Loop *loop, double gain)
{
  double change = 1 - pow(2 * gain - 1, 3);
  bool was_raised = loop->damping > loop->first_damping;

  if (loop->options->rule == TR_DAMP_ALL)
    loop->damping *= fmax(ALL_LEAST_KEPT, change);
  else
    loop->damping =
        fmax(loop->damping * fmax(was_raised ? RAISED_KEPT : LEAST_KEPT, change), DAMPING_MIN);
}

/* A trial outside the domain (an indefinite mass matrix, an overflow) counts as infinitely bad. */
static TrStatus
judge_trial(TrStatus status, TrCost *cost)
{
  if (status == TR_NOT_DEFINITE || status == TR_NOT_FINITE ||
      (status == TR_OK && !isfinite(cost->total))) {
    cost->total = INFINITY;
    return TR_OK;
  }
  return status;
}

static TrStatus
try_share(Loop *loop, double share, TrCost *cost)
{
  return judge_trial(loop->ops->try_step(loop->self, share, cost), cost);
}

/* Returns whether to linearise the next point before its cost is known. */
static bool
looks_ahead(const Loop *loop)
{
  const TrLmOptions *o = loop->options;

  return loop->ops->try_ahead && loop->is_trusted && loop->result->iterations < o->max_iterations &&
         loop->promise > o->decrease_tol * loop->result->cost.total;
}

/* Tries the whole step, the first one of the iteration or another one. */
static TrStatus
try_whole(Loop *loop, bool is_first, TrCost *cost)
{
  TrCost present;

  if (!is_first || !looks_ahead(loop))
    return try_share(loop, 1, cost);
  TR_TRY(judge_trial(loop->ops->try_ahead(loop->self, cost), cost));
  loop->is_ahead = cost->total < loop->result->cost.total;
  return loop->is_ahead ? TR_OK : loop->ops->linearize(loop->self, &present);
}

static void
raise_damping(Loop *loop, double *growth)
{
  *growth *= 2;
  loop->damping = fmin(fmax(loop->damping, DAMPING_RAISED) * *growth, DAMPING_MAX);
}

static TrStatus
solve_step(Loop *loop, double *predicted, bool is_first)
{
  TrStatus status;

  loop->result->solves++;
  status =
      loop->ops->solve(loop->self, loop->damping, predicted, &loop->now.step, &loop->now.gradient);
  if (is_first) {
    loop->first_damping = loop->damping;
    loop->promise = status == TR_OK ? *predicted : INFINITY;
    loop->first_step = status == TR_OK ? loop->now.step : INFINITY;
  }
  return status;
}

/* Returns whether the first step predicts so little that the present point is as good as the next:
 * then it is not tried, and the linearisation stays that of the point. */
static bool
promises_nothing(const Loop *loop)
{
  return loop->first_damping <= FREE_DAMPING &&
         loop->promise <= loop->options->gradient_tol * loop->result->cost.total;
}

/* Halves a step until the cost falls.  Where damping of the parameters did not help, the states
 * overshoot; so the step is the one with the damping that the iteration began with, in which the
 * parameters move, too. */
static TrStatus
search_along(Loop *loop, TrCost *cost, double *predicted, bool *found)
{
  double share = 0.5, before = loop->result->cost.total;
  TrStatus status;

  loop->damping = loop->first_damping;
  status = solve_step(loop, predicted, false);
  while (status == TR_NOT_DEFINITE && loop->damping < DAMPING_BEFORE_HALVING) {
    loop->damping = DAMPING_BEFORE_HALVING;
    status = solve_step(loop, predicted, false);
  }
  TR_TRY(status);
  TR_TRY(try_share(loop, share, cost));
  for (int i = 1; i < MAX_HALVINGS && !(cost->total < before); i++) {
    share *= 0.5;
    TR_TRY(try_share(loop, share, cost));
  }
  *found = cost->total < before;
  if (loop->ops->restrain && loop->was_halved && loop->options->patience == 0) {
    TR_TRY(judge_trial(loop->ops->restrain(loop->self), cost));
    TR_TRY(try_share(loop, share, cost));
  }
  loop->is_halved = *found;
  return TR_OK;
}

/* Finds whether the states' step alone raises the cost: then the states overshoot, and damping of
 * the parameters is in vain. */
static TrStatus
try_states(Loop *loop, bool *overshoots)
{
  double damping = loop->damping, predicted;
  TrCost cost = {.total = -INFINITY};
  TrStatus status;

  loop->damping = DAMPING_MAX;
  status = solve_step(loop, &predicted, false);
  loop->damping = damping;
  if (status == TR_OK)
    status = try_share(loop, 1, &cost);
  *overshoots = cost.total > loop->result->cost.total;
  return status == TR_NOT_DEFINITE ? TR_OK : status;
}

/* Shortens a first step that lowers the cost by much less than predicted, or raises it: along it
 * the curvature is larger than that of the model, as where friction reverses in alternating steps,
 * and damping of the parameters does not change that.  Each share is the minimum of the parabola
 * with the predicted slope through the costs at 0 and at the share before: 1/(2 - g) after a whole
 * step with the gain ratio g.  The first linearisation may be a chord (est/solve/narrow.h), whose
 * step is meant to be whole. */
static TrStatus
shorten(Loop *loop, TrCost *cost, double *predicted, bool *found)
{
  double before = loop->result->cost.total, whole = cost->total, share = 1;
  double gain = (before - whole) / *predicted;

  if (loop->result->iterations < 2 || loop->is_trusted ||
      !(gain < POOR_GAIN && gain > POOREST_GAIN))
    return TR_OK;
  loop->is_short = true;
  for (int i = 0; i < MAX_SHORTENINGS; i++) {
    share *= share / (2 * share + (cost->total - before) / *predicted);
    TR_TRY(try_share(loop, share, cost));
    if (cost->total < fmin(before, whole)) {
      *found = true;
      *predicted *= share * (2 - share);
      return TR_OK;
    }
    if (*found)
      return try_share(loop, 1, cost);
  }
  return TR_OK;
}

/* One step from the present linearisation: raises the damping, then halves, until the cost falls.
 */
static TrStatus
find_step(Loop *loop, TrCost *cost, double *predicted, bool *found)
{
  double before = loop->result->cost.total, growth = 2;
  bool overshoots = false;

  loop->was_halved = loop->is_halved;
  *found = loop->is_short = loop->is_halved = false;
  for (int i = 0; i < MAX_DAMPINGS && !*found && !overshoots; i++) {
    TrStatus status = solve_step(loop, predicted, i == 0);

    /* a Schur complement that rounding left indefinite needs damping, too */
    if (status == TR_NOT_DEFINITE && i + 1 < MAX_DAMPINGS) {
      raise_damping(loop, &growth);
      continue;
    }
    TR_TRY(status);
    if (i == 0 && promises_nothing(loop))
      return TR_OK;
    TR_TRY(try_whole(loop, i == 0, cost));
    *found = cost->total < before;
    if (fabs(*predicted) <= ROUNDING * before)
      return TR_OK;
    if (i == 0)
      TR_TRY(shorten(loop, cost, predicted, found));
    if (i == 0 && !*found && !loop->options->has_kinks)
      TR_TRY(try_states(loop, &overshoots));
    if (!*found)
      raise_damping(loop, &growth);
  }
  return *found ? TR_OK : search_along(loop, cost, predicted, found);
}

/* Inner loop of algorithm 1.  Its gain ratio is printed with the wrong sign; here, as elsewhere, it
 * is positive when the cost falls. */
static TrStatus
find_step_all(Loop *loop, TrCost *cost, double *predicted, bool *found)
{
  double before = loop->result->cost.total, growth = ALL_GROWTH;
  TrStatus status = TR_NOT_DEFINITE;
  bool is_first = true;

  *found = false;
  while (!*found && loop->damping <= loop->damping_limit) {
    status = solve_step(loop, predicted, is_first);
    is_first = false;
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

static TrStatus
finish(Loop *loop, TrStatus status, TrStopReason stop)
{
  loop->result->status = status;
  loop->result->stop = stop;
  return status;
}

/* Returns whether a step of this iteration that hardly changes the point proves convergence.
 * Damping of all unknowns has no natural unit for that decision. */
static bool
was_free(const Loop *loop, double before)
{
  return loop->options->rule == TR_DAMP_ALL ||
         (loop->first_damping <= FREE_DAMPING &&
          loop->promise <= loop->options->promise_tol * before);
}

/* Ends the loop without a step, or where steps gain nothing: within rounding there may be none. */
static TrStatus
finish_in_vain(Loop *loop, double predicted, double before)
{
  double promise = fmax(loop->options->decrease_tol, VAIN_PROMISE);

  if (loop->options->has_kinks)
    promise = loop->options->promise_tol;
  if (predicted <= promise * before || loop->first_step <= STANDING_STEP)
    return finish(loop, TR_OK, TR_STOP_ROUNDING);
  return finish(loop, TR_NOT_CONVERGED, TR_STOP_NO_DESCENT);
}

/* Counts iterations in a row that hardly lower the cost; returns whether they are enough to end. */
static bool
is_calm(Loop *loop, double decrease, double before)
{
  loop->n_calm = decrease <= loop->options->decrease_tol * before ? loop->n_calm + 1 : 0;
  return loop->options->calm > 0 && loop->n_calm >= loop->options->calm;
}

/* Counts slow iterations in a row; returns whether they are too many. */
static bool
loses_patience(Loop *loop, double decrease, double before)
{
  bool is_slow = decrease < SLOW_DECREASE * before && loop->promise > SLOW_DECREASE * before;

  loop->n_slow = is_slow ? loop->n_slow + 1 : 0;
  return loop->options->patience > 0 && loop->n_slow >= loop->options->patience;
}

/* Counts iterations in a row that begin with a higher cost than an earlier one; returns whether
 * they are too many. */
static bool
stands_still(Loop *loop, double before)
{
  if (loop->result->iterations > 1 && before >= loop->least)
    return ++loop->n_standing >= MOST_STANDING;
  loop->least = before;
  loop->n_standing = 0;
  return false;
}

/* Returns whether the accepted (or missing) step ends the loop. */
static bool
is_over(Loop *loop, bool found, double decrease, double predicted, double before, TrStatus *status)
{
  const TrLmOptions *o = loop->options;

  if (found && loop->result->cost.total <= ZERO_COST * loop->result->first_cost)
    *status = finish(loop, TR_OK, TR_STOP_ZERO);
  else if (predicted <= o->gradient_tol * before && (was_free(loop, before) || !found))
    *status = finish(loop, TR_OK, TR_STOP_GRADIENT);
  else if (!found)
    *status = finish_in_vain(loop, predicted, before);
  else if (decrease <= o->decrease_tol * before && was_free(loop, before))
    *status = finish(loop, TR_OK, TR_STOP_DECREASE);
  else if (loop->now.step <= o->step_tol && was_free(loop, before))
    *status = finish(loop, TR_OK, TR_STOP_STEP);
  else if (is_calm(loop, decrease, before))
    *status = finish(loop, TR_OK, TR_STOP_DECREASE);
  else if (loses_patience(loop, decrease, before))
    *status = finish(loop, TR_NOT_CONVERGED, TR_STOP_SLOW);
  else if (stands_still(loop, before))
    *status = finish_in_vain(loop, predicted, before);
  else
    return false;
  return true;
}

static TrStatus
linearize(Loop *loop, TrCost *cost)
{
  bool is_ahead = loop->is_ahead;

  loop->is_ahead = false;
  return is_ahead ? loop->ops->take_ahead(loop->self, cost)
                  : loop->ops->linearize(loop->self, cost);
}

/* One linearisation and its step; *over when the loop is to end with *verdict. */
static TrStatus
iterate(Loop *loop, bool *over, TrStatus *verdict)
{
  TrLmResult *result = loop->result;
  TrCost cost;
  double predicted = 0, before;
  bool found;

  TR_TRY(linearize(loop, &cost));
  result->cost = cost;
  if (result->iterations++ == 0) {
    start_damping(loop);
    result->first_cost = cost.total;
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
    loop->is_trusted = loop->now.gain_ratio >= TRUSTED_GAIN && !loop->is_short &&
                       !(loop->damping > loop->first_damping);
    if (!loop->is_halved || loop->options->has_kinks)
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
  TR_ASSERT(result && self && options);
  TR_ASSERT(ops && ops->linearize && ops->solve && ops->try_step && ops->accept && ops->report);
  TR_ASSERT(options->max_iterations >= 1 && isfinite(options->damping));
  Loop loop = {.ops = ops,
               .self = self,
               .options = options,
               .result = result,
               .damping = options->damping,
               .is_trusted = options->trusts};
  bool over = false;
  TrStatus verdict = TR_OK;

  *result = (TrLmResult){.stop = TR_STOP_ITERATIONS, .options = *options};
  while (!over && result->iterations < options->max_iterations) {
    TrStatus status = iterate(&loop, &over, &verdict);

    if (status == TR_CANCELLED)
      return finish(&loop, status, TR_STOP_CANCELLED);
    if (status != TR_OK)
      return finish(&loop, status, TR_STOP_NO_DESCENT);
  }
  if (over)
    return verdict;
  return finish(&loop, TR_NOT_CONVERGED, TR_STOP_ITERATIONS);
}
