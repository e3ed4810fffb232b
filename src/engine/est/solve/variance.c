#include "engine/est/solve/variance.h"

#include <math.h>
#include <stdio.h>

#include "engine/est/solve/components.h"
#include "engine/est/solve/narrow.h"
#include "engine/est/task/kappa_rule.h"

/* Factor to the next weight when the first fit does not converge. */
#define EASIER 1e-2

/* Share of its first cost at which a slow first fit has found the motion. */
#define FOUND 1e-2

/* Least sigma of a sensor in the first fit, as a share of the sd of its signal. */
#define FIRST_SIGMA 3e-3

/* Slow iterations in a row before a fit from above is given up. */
enum { PATIENCE = 6 };

/* Fits with narrower smoothing rates that may fail before the present ones are the last. */
enum { MOST_FAILURES = 1 };

/* Rounds one after the other whose fits do not converge, before no further one is tried. */
enum { MOST_STALLS = 3 };

/* The same, and rounds, of a fit from below for a caller that has another way. */
enum { ATTEMPT_STALLS = 1, ATTEMPT_ROUNDS = 12 };

/* Relative decrease, actual and predicted, by the last step of a fit before the last. */
#define ROUND_DECREASE 1e-2

/* Fits before the smoothing rates are narrowed: by then the weights have their size. */
enum { FIRST_NARROW = 3 };

typedef struct Rounds {
  TrProblem *problem;
  TrComponents *components;
  const TrLmOptions *options;
  TrLmResult *result;
  TrVariances *out;
  double reference;  /* weight at kappa_ref */
  int failures;      /* fits with narrower smoothing rates that did not converge */
  bool is_first;     /* the fit begins from above */
  bool is_narrowing; /* the smoothing rates of dry friction change from round to round */
} Rounds;

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
  if (rounds->is_first && rounds->problem->task->gives_up)
    options.patience = PATIENCE;
  if (rounds->is_narrowing)
    tr_smoothing_limit(&options);
  status = tr_lm_run(&one, &tr_problem_ops, rounds->problem, &options);

  one.iterations += all->iterations;
  one.solves += all->solves;
  one.fits = ++rounds->out->rounds;
  *all = one;
  return status;
}

/* Runs the first fit at a kappa that is known to be close. */
static TrStatus
begin_warm(Rounds *rounds)
{
  double sigma0 = rounds->problem->prepared->sigma0;
  const TrTask *task = rounds->problem->task;

  tr_components_set_weight(rounds->problem,
                           task->warm_kappa / (sigma0 * sigma0) * 0.01 / task->settings.h);
  return run_loop(rounds, false);
}

/* Runs the first fit where the motion follows the samples. */
static TrStatus
begin_below(Rounds *rounds)
{
  TrStatus status;

  size_sensors(rounds->problem->prepared, 0);
  tr_components_set_weight(rounds->problem, TR_LOW_KAPPA * rounds->reference);
  rounds->is_first = true;
  status = run_loop(rounds, false);
  rounds->is_first = false;
  if (status == TR_NOT_CONVERGED && rounds->problem->task->gives_up)
    rounds->result->stop = TR_STOP_SLOW;
  return status;
}

/* Returns whether the first fit was given up: it is slow, and has found nothing so far. */
static bool
is_given_up(const Rounds *rounds, TrStatus status)
{
  const TrLmResult *result = rounds->result;

  return status == TR_NOT_CONVERGED && result->stop == TR_STOP_SLOW &&
         result->cost.total > FOUND * result->first_cost;
}

/* Runs a fit from above: where it fails, with a smaller weight.  The first failure is the one
 * reported. */
static TrStatus
fit_from_above(Rounds *rounds)
{
  TrProblem *problem = rounds->problem;
  TrSingularity singularity = {0};
  TrStatus status = TR_NOT_CONVERGED;

  for (double share = TR_FIRST_KAPPA; (status == TR_NOT_CONVERGED || status == TR_NOT_DEFINITE) &&
                                      share >= EASIER && !is_given_up(rounds, status);
       share *= EASIER) {
    tr_components_set_weight(problem, share * rounds->reference);
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
  rounds->is_first = true;
  status = fit_from_above(rounds);
  rounds->is_first = false;
  if ((status != TR_OK && status != TR_NOT_CONVERGED) || is_given_up(rounds, status))
    return status;
  size_sensors(rounds->problem->prepared, 0);
  return fit_from_above(rounds);
}

/* Returns whether the information of the samples on the motion is lost in rounding at the weights
 * that the last estimate set, or, where the sensors' sigmas have grown, at those before: a wrong
 * model at a large weight does that.  Weights before, at which a fit has ended, had it. */
static bool
is_lost(TrStatus status)
{
  return status == TR_NOT_DEFINITE || status == TR_NOT_FINITE;
}

/* Runs the last fit, at weights that work: those of the round before, or much smaller ones. */
static TrStatus
step_back(Rounds *rounds)
{
  TrProblem *problem = rounds->problem;
  TrStatus status;

  tr_components_step_back(rounds->components, problem);
  rounds->out->is_settled = false;
  status = run_loop(rounds, true);
  if (!is_lost(status))
    return status;
  tr_components_set_weight(problem, EASIER * problem->weight);
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
  const TrTask *task = rounds->problem->task;
  bool is_last = false;
  bool is_attempt = task->begins_below && task->gives_up;
  int stalls = 0, most_stalls = is_attempt ? ATTEMPT_STALLS : MOST_STALLS;
  TrStatus status = task->warm_kappa > 0 ? begin_warm(rounds)
                    : task->begins_below ? begin_below(rounds)
                                         : begin(rounds);
  TrVariances *out = rounds->out;

  if (is_given_up(rounds, status))
    return status;
  for (int n = 0; !is_last && (status == TR_OK || status == TR_NOT_CONVERGED); n++) {
    TrStatus estimated =
        tr_components_estimate(rounds->components, rounds->problem, rounds->is_narrowing);

    /* without estimates the fit is still valid, at its present weights */
    if (estimated == TR_NOT_DEFINITE || estimated == TR_NOT_FINITE)
      return n > 0 ? step_back(rounds) : status;
    TR_TRY(estimated);
    out->is_quiet = rounds->components->is_quiet;
    out->is_settled = rounds->components->is_settled;
    out->joint = rounds->components->joint;
    out->sensor = rounds->components->sensor;
    is_last = (out->is_settled && out->rounds >= FIRST_NARROW) || out->rounds + 1 >= TR_MAX_ROUNDS;
    if (is_attempt && !is_last && out->rounds + 1 >= ATTEMPT_ROUNDS) {
      rounds->result->stop = TR_STOP_SLOW;
      return TR_NOT_CONVERGED;
    }
    status = run_round(rounds, &is_last);
    stalls = status == TR_NOT_CONVERGED ? stalls + 1 : 0;
    is_last |= stalls >= most_stalls;
    if (is_lost(status))
      return step_back(rounds);
  }
  return status;
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
                   .components = tr_components_new(problem)};
  TrStatus status;

  *out = (TrVariances){.joint = -1, .sensor = -1};
  *result = (TrLmResult){0};
  if (!rounds.components)
    return TR_NO_MEMORY;
  status = iterate(&rounds);
  out->state_sigma = 1 / sqrt(problem->weight);
  tr_components_free(rounds.components);
  return status;
}
