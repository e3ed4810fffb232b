#include "engine/est/solve/variance.h"

#include <math.h>
#include <stdio.h>

#include "engine/est/solve/narrow.h"
#include "engine/est/task/kappa_rule.h"
#include "engine/est/uncertainty/leverage.h"

/* Range of the weight of the state error in units of that at kappa_ref, and the factor to the next
 * weight when the first fit does not converge. */
#define SMALLEST_WEIGHT 1e-6
#define LARGEST_WEIGHT  1e7
#define EASIER          1e-2

/* Largest change of a variance from a round to the next one, as a logarithm, and the change of the
 * state error's at which it has settled: absolute, or as a share of its own standard deviation. */
#define LARGEST_CHANGE 3.5
#define SETTLED_CHANGE 0.01
#define SETTLED_SHARE  0.1

/* Least degrees of freedom of the state residuals.  A variance from nu of them has a relative
 * standard deviation of sqrt(2/nu); with fewer than these two it cannot be distinguished from
 * zero. */
#define LEAST_FREEDOM 2.0

/* Least sigma of a sensor in the first fit, as a share of the sd of its signal. */
#define FIRST_SIGMA 3e-3

/* Fits with narrower smoothing rates that may fail before the present ones are the last. */
enum { MOST_FAILURES = 1 };

/* Relative decrease, actual and predicted, by the last step of a fit before the last. */
#define ROUND_DECREASE 1e-2

/* Fits before the smoothing rates are narrowed: by then the weights have their size. */
enum { FIRST_NARROW = 3 };

/* Limits of the extrapolation of a round's estimate. */
#define MOST_AHEAD  6.0
#define LEAST_AHEAD 0.3

typedef struct Rounds {
  TrProblem *problem;
  TrLeverage *leverage;
  const TrLmOptions *options;
  TrLmResult *result;
  TrVariances *out;
  double reference;  /* weight at kappa_ref */
  double at, found;  /* log of the state's variance: previous round, estimate */
  int failures;      /* fits with narrower smoothing rates that did not converge */
  bool is_narrowing; /* the smoothing rates of dry friction change from round to round */
} Rounds;

/* kappa = (sigma0^2/sigma_p^2) h/0.01 */
static void
set_weight(Rounds *rounds, double weight)
{
  TrProblem *problem = rounds->problem;
  double sigma0 = problem->prepared->sigma0;

  problem->weight =
      fmin(fmax(weight, SMALLEST_WEIGHT * rounds->reference), LARGEST_WEIGHT * rounds->reference);
  problem->kappa = problem->weight * sigma0 * sigma0 * problem->task->settings.h / 0.01;
}

/* Scales stated sigmas by a common factor: their ratios count; their size is the one the samples
 * show, but at least a share of the motion. */
static void
size_sensors(TrPrepared *prepared, double least_share)
{
  double sum = 0;
  int n = 0;

  for (int s = 0; s < prepared->n_sensors; s++)
    if (!isnan(prepared->sigma[s])) {
      double size = fmax(prepared->sigma_data[s], least_share * prepared->motion[s]);

      sum += 2 * log(size / prepared->sigma[s]);
      n++;
    }
  for (int s = 0; n > 0 && s < prepared->n_sensors; s++)
    if (!isnan(prepared->sigma[s]))
      tr_prepared_scale_noise(prepared, s, exp(sum / n));
}

/* Runs one fit; iterations and solves of all fits are counted together.  Fits before the last need
 * no more digits than the variances estimated from them. */
static TrStatus
run_loop(Rounds *rounds, bool is_last)
{
  TrLmResult *all = rounds->result, one;
  TrLmOptions options = *rounds->options;
  TrStatus status;

  options.trusts = rounds->out->rounds > 1;
  if (!is_last) {
    options.gradient_tol = TR_ROUGH_DECREASE;
    options.decrease_tol = options.promise_tol = ROUND_DECREASE;
  }
  if (rounds->is_narrowing)
    tr_smoothing_limit(&options);
  status = tr_lm_run(&one, &tr_problem_ops, rounds->problem, &options);

  one.iterations += all->iterations;
  one.solves += all->solves;
  one.fits = ++rounds->out->rounds;
  *all = one;
  return status;
}

/* Sets the sensors' variances to those estimated from the fit. */
static void
update_sensors(Rounds *rounds)
{
  TrPrepared *prepared = rounds->problem->prepared;

  for (int s = 0; s < rounds->problem->task->model->n_sensors; s++) {
    const TrVariance *v = &rounds->leverage->sensors[s];
    double least = pow(prepared->sigma_floor[s] / prepared->sigma[s], 2);

    double freedom = (double)v->n - v->trace, factor;

    if (v->n == 0 || !(freedom > 0))
      continue;
    factor = fmax(v->sum / freedom, exp(-LARGEST_CHANGE));
    tr_prepared_scale_noise(prepared, s, fmax(fmin(factor, exp(LARGEST_CHANGE)), least));
  }
}

/* Extrapolates an estimate of the state's variance: the rounds converge linearly, monotonically or
 * alternating, at a rate that the last two show. */
static double
look_ahead(const Rounds *rounds, double at, double found)
{
  double moved = at - rounds->at, rate = (found - rounds->found) / moved;
  bool is_first = rounds->out->rounds < 2 || rounds->is_narrowing || !(fabs(moved) > 0);
  double ahead = is_first ? 1 : 1 / (1 - rate);

  if (!is_first && !(rate < 1))
    ahead = MOST_AHEAD;
  ahead = fmin(fmax(ahead, LEAST_AHEAD), MOST_AHEAD);
  return fmin(fmax(ahead * (found - at), -LARGEST_CHANGE), LARGEST_CHANGE);
}

/* Returns whether kappa has settled: neither kappa nor its estimate changes.  While the sensors'
 * variances change, an extrapolated kappa may cross its estimate. */
static bool
has_settled(const Rounds *rounds, double change, double found, double freedom)
{
  double largest = fmax(SETTLED_CHANGE, SETTLED_SHARE * sqrt(2 / freedom));

  return fabs(change) < largest &&
         (rounds->out->rounds < 2 || fabs(found - rounds->found) < largest);
}

/* One round after a fit, without a change where no state error is visible; *change is the logarithm
 * of kappa's change. */
static TrStatus
estimate(Rounds *rounds, double *change)
{
  TrProblem *problem = rounds->problem;
  const TrVariance *state = &rounds->leverage->state;
  double at = -log(problem->weight), found, freedom;

  TR_TRY(tr_leverage_fill(rounds->leverage, problem));
  freedom = (double)state->n - state->trace;
  update_sensors(rounds);
  if (!(freedom > LEAST_FREEDOM) || !(state->sum > 0)) {
    rounds->out->is_quiet = true;
    *change = 0;
    return TR_OK;
  }
  found = at + log(state->sum / freedom);
  *change = look_ahead(rounds, at, found);
  rounds->out->is_settled = has_settled(rounds, *change, found, freedom);
  rounds->at = at;
  rounds->found = found;
  set_weight(rounds, problem->weight * exp(-*change));
  return TR_OK;
}

/* Runs the first fit at a kappa that is known to be close. */
static TrStatus
begin_warm(Rounds *rounds)
{
  double sigma0 = rounds->problem->prepared->sigma0;
  const TrTask *task = rounds->problem->task;

  set_weight(rounds, task->warm_kappa / (sigma0 * sigma0) * 0.01 / task->settings.h);
  return run_loop(rounds, false);
}

/* Runs a fit from above: where it fails, with a smaller weight.  The first failure is the one
 * reported. */
static TrStatus
fit_from_above(Rounds *rounds)
{
  TrProblem *problem = rounds->problem;
  TrSingularity singularity = {0};
  TrStatus status = TR_NOT_CONVERGED;

  for (double share = TR_FIRST_KAPPA;
       (status == TR_NOT_CONVERGED || status == TR_NOT_DEFINITE) && share >= EASIER;
       share *= EASIER) {
    set_weight(rounds, share * rounds->reference);
    status = run_loop(rounds, false);
    if (status == TR_NOT_DEFINITE && problem->singularity.is_unmeasured)
      return status; /* no weight helps */
    if (status == TR_NOT_DEFINITE && singularity.kind == TR_SINGULARITY_NONE)
      singularity = problem->singularity;
  }
  if (status == TR_NOT_DEFINITE)
    problem->singularity = singularity;
  return status;
}

/* Runs the first fits: parameters far from their values are found before exact samples pull the
 * motion away from the model; then the samples get their own sigmas. */
static TrStatus
begin(Rounds *rounds)
{
  TrStatus status;

  size_sensors(rounds->problem->prepared, FIRST_SIGMA);
  status = fit_from_above(rounds);
  if (status != TR_OK && status != TR_NOT_CONVERGED)
    return status;
  size_sensors(rounds->problem->prepared, 0);
  return fit_from_above(rounds);
}

/* Returns whether the information of the samples on the motion is lost in rounding at this weight,
 * and was not at the one before. */
static bool
is_too_far(const Rounds *rounds, TrStatus status, double before)
{
  return (status == TR_NOT_DEFINITE || status == TR_NOT_FINITE) && before > 0 &&
         rounds->problem->weight > before;
}

/* Returns whether it is lost at the weight of the round before: the samples' sigma has grown since,
 * which a wrong model at a large weight does. */
static bool
is_lost(const Rounds *rounds, TrStatus status, double before)
{
  return (status == TR_NOT_DEFINITE || status == TR_NOT_FINITE) && before > 0 &&
         !rounds->problem->singularity.is_unmeasured;
}

/* Runs the last fit, at a weight that works. */
static TrStatus
step_back(Rounds *rounds, double weight)
{
  set_weight(rounds, weight);
  rounds->out->is_settled = false;
  return run_loop(rounds, true);
}

/* Runs the fit of a round, with narrower smoothing rates while there are any; where it does not
 * converge with these, with the rates before, which are the narrowest then. */
static TrStatus
run_round(Rounds *rounds, bool *is_last)
{
  TrStatus status;

  rounds->is_narrowing = rounds->out->rounds >= FIRST_NARROW && rounds->failures < MOST_FAILURES &&
                         tr_smoothing_narrow(rounds->problem);
  *is_last &= !rounds->is_narrowing;
  status = run_loop(rounds, *is_last);
  while (tr_smoothing_blocks(status) && (rounds->is_narrowing || *is_last) &&
         tr_smoothing_widen(rounds->problem)) {
    rounds->is_narrowing = false;
    rounds->failures++;
    status = run_loop(rounds, *is_last);
  }
  return status;
}

static TrStatus
iterate(Rounds *rounds)
{
  double largest = LARGEST_WEIGHT * rounds->reference, before = 0;
  bool is_warm = rounds->problem->task->warm_kappa > 0;
  TrStatus status = is_warm ? begin_warm(rounds) : begin(rounds);
  bool is_last = false;

  while (!is_last && (status == TR_OK || status == TR_NOT_CONVERGED)) {
    double change, weight = rounds->problem->weight;
    TrStatus estimated = estimate(rounds, &change);

    if (is_too_far(rounds, estimated, before))
      return step_back(rounds, before);
    /* without estimates the fit is still valid, at its present kappa */
    if (estimated == TR_NOT_DEFINITE || estimated == TR_NOT_FINITE)
      break;
    TR_TRY(estimated);
    before = weight;
    rounds->out->is_quiet |= rounds->problem->weight >= largest;
    rounds->out->is_settled |= rounds->out->is_quiet;
    is_last = (rounds->out->is_settled && rounds->out->rounds >= FIRST_NARROW) ||
              rounds->out->rounds + 1 >= TR_MAX_ROUNDS;
    status = run_round(rounds, &is_last);
  }
  if (is_too_far(rounds, status, before))
    return step_back(rounds, before);
  return is_lost(rounds, status, before) ? step_back(rounds, EASIER * before) : status;
}

TrStatus
tr_variance_fit(TrVariances *out,
                TrLmResult *result,
                TrProblem *problem,
                const TrLmOptions *options)
{
  TR_ASSERT(out && result && problem && options);

  double sigma0 = problem->prepared->sigma0, h = problem->task->settings.h;
  Rounds rounds = {.problem = problem,
                   .options = options,
                   .result = result,
                   .out = out,
                   .reference = problem->prepared->kappa_ref / (sigma0 * sigma0) * 0.01 / h,
                   .leverage = tr_leverage_new(problem)};
  TrStatus status;

  *out = (TrVariances){0};
  *result = (TrLmResult){0};
  if (!rounds.leverage)
    return TR_NO_MEMORY;
  status = iterate(&rounds);
  out->state_sigma = 1 / sqrt(problem->weight);
  tr_leverage_free(rounds.leverage);
  return status;
}
