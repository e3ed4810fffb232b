#include "engine/est/solve/solve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/est/lsq/lm.h"
#include "engine/est/solve/energy_rounds.h"
#include "engine/est/solve/fit_fill.h"
#include "engine/est/solve/hold.h"
#include "engine/est/solve/variance.h"
#include "engine/est/step/formulation.h"
#include "engine/est/task/kappa_rule.h"
#include "engine/est/uncertainty/bounds.h"
#include "engine/est/uncertainty/covariance.h"

/* Share of the cost that an undamped step may still predict at convergence. */
#define DAMPED_TOLERANCE 1e-6

/* Least tolerance of a fit: below, a decrease is lost in rounding. */
#define LEAST_TOLERANCE 1e-12

/* Damping of all unknowns makes steps small long before the minimum: reports a fit whose undamped
 * step would still lower the cost. */
static TrStatus
doubt_damped(TrFit *fit, TrProblem *problem)
{
  double decrease, step, gradient, share;

  TR_TRY(tr_problem_ops.solve(problem, 0, &decrease, &step, &gradient));
  share = decrease / problem->cost.total;
  if (fit->status != TR_OK || !(share > DAMPED_TOLERANCE))
    return TR_OK;
  fit->status = TR_NOT_CONVERGED;
  fit->stop = TR_STOP_NO_DESCENT;
  snprintf(fit->message, sizeof fit->message,
           "Stopped after %d iterations: damping on all unknowns shrinks the steps to nothing, "
           "although an undamped step promises %.2g %% less cost. Use the damping 'parameters'.",
           fit->iterations, 100 * share);
  return TR_OK;
}

/* Adds the covariance.  The last linearisation belongs to the point before the last step;
 * uncertainty requires the present one. */
static TrStatus
add_covariance(TrFit *fit, TrProblem *problem)
{
  problem->damps_all = false;
  if (problem->normal) {
    TrCost cost;

    TR_TRY(tr_problem_ops.linearize(problem, &cost));
    TR_TRY(doubt_damped(fit, problem));
  }
  TR_TRY(tr_bounds_find(fit, problem));
  tr_problem_average_losses(problem);
  TR_TRY(tr_problem_inform_on(problem));
  tr_bounds_take_slopes(fit, problem);
  return tr_covariance(fit, problem);
}

/* Reports a failure after the loop has converged. */
static void
doubt(TrFit *fit, TrStatus status)
{
  if (status == TR_OK || status == TR_NO_MEMORY || fit->status != TR_OK)
    return;
  fit->status = status;
  snprintf(fit->message, sizeof fit->message,
           "Stopped after %d iterations, without uncertainty: %s.", fit->iterations,
           tr_status_text(status));
}

/* Fills a cancelled fit without uncertainty and force errors: these belong to the minimum, and the
 * user should not wait for them. */
static TrStatus
fill_cancelled(TrFit *fit, TrProblem *problem)
{
  const char *kept =
      fit->status == TR_OK
          ? "while the uncertainty was computed: the values are those of the minimum, without sigma"
          : "before the minimum: the best values so far are kept, without sigma";

  fit->status = TR_CANCELLED;
  fit->stop = TR_STOP_CANCELLED;
  snprintf(fit->message, sizeof fit->message, "Stopped by you after %d iteration%s, %s.",
           fit->iterations, fit->iterations == 1 ? "" : "s", kept);
  problem->task_is_silent = true;
  return tr_fit_fill_motion(fit, problem);
}

static TrStatus
fill_solved(TrFit *fit, TrProblem *problem)
{
  TR_TRY(tr_fit_fill(fit, problem));
  return add_covariance(fit, problem);
}

/* Adds the likely cause of the failure, and what to do. */
static void
add_advice(TrFit *fit, const TrTask *task)
{
  size_t used = strlen(fit->message);

  if (fit->status == TR_NOT_CONVERGED || fit->status == TR_NOT_DEFINITE ||
      fit->status == TR_NOT_FINITE)
    if (tr_task_is_stiff(task))
      snprintf(fit->message + used, sizeof fit->message - used,
               " Formulation 'explicit' is too stiff for compliances of 1e-6 and below; use "
               "'predicted', or a larger compliance_scale.");
}

/* Relative decrease at which a fit with contacts ends, at once or after so many iterations in a
 * row, whatever they promised: contacts that open and close make a slow tail, far below the scatter
 * over logs. */
#define CONTACT_DECREASE 1e-3
#define CONTACT_PROMISE  0.003
enum { CONTACT_CALM = 2 };

/* Sets the decrease, predicted or actual, at which a fit ends (theory 7.4b).  With n residuals the
 * cost at the minimum is about n s^2, s^2 the variance of unit weight, and a step of `accuracy`
 * standard deviations s of the parameters lowers it by accuracy^2 s^2. */
static void
set_tolerance(TrLmOptions *options, const TrProblem *problem)
{
  double accuracy = problem->task->accuracy > 0 ? problem->task->accuracy : TR_ACCURACY;
  double n = 1;

  for (int l = 0; l < problem->prepared->n_logs; l++)
    n += problem->prepared->logs[l].n_observations;
  options->gradient_tol = options->decrease_tol = fmax(accuracy * accuracy / n, LEAST_TOLERANCE);
  if (tr_model_has_impacts(problem->task->model)) {
    options->decrease_tol = fmax(options->decrease_tol, CONTACT_DECREASE);
    options->promise_tol = CONTACT_PROMISE;
    options->has_kinks = true;
    options->calm = CONTACT_CALM;
  }
}

static void
add_held(TrFit *fit)
{
  size_t used = strlen(fit->message);

  snprintf(fit->message + used, sizeof fit->message - used,
           " Combinations of parameters that the logs do not determine were held.");
}

/* Returns whether a fit may have failed to end because parameters drift; a stated limit of
 * iterations holds. */
static bool
drifts(const TrProblem *problem, TrStatus status, TrStopReason stop)
{
  bool is_at_limit = stop == TR_STOP_ITERATIONS && problem->task->settings.max_iterations == 0;

  return status == TR_NOT_CONVERGED && !problem->damps_all &&
         (is_at_limit || stop == TR_STOP_NO_DESCENT);
}

TrStatus
tr_task_solve(TrFit *fit, TrProblem *problem)
{
  TR_ASSERT(fit && problem && fit->n_free == problem->p);

  TrLmOptions options = tr_lm_options_default();
  TrLmResult result;
  TrStatus status;
  bool is_held;

  options.rule = problem->task->settings.damping;
  options.max_iterations = tr_settings_limit(&problem->task->settings, problem->task->n_free);
  set_tolerance(&options, problem);
  fit->variances.state_sigma = NAN;
  if (tr_task_finds_variances(problem->task))
    fit->status = tr_variance_fit(&fit->variances, &result, problem, &options);
  else
    fit->status = tr_energy_rounds(&result, problem, &options);
  is_held = drifts(problem, fit->status, result.stop);
  if (is_held)
    fit->status = tr_hold_undetermined(&result, problem, &options);
  fit->stop = result.stop;
  fit->iterations = result.iterations;
  fit->cost = result.cost;
  fit->tolerance = options.decrease_tol;
  tr_lm_describe(fit->message, &result);
  if (is_held && fit->status == TR_OK)
    add_held(fit);
  status = fit->status == TR_CANCELLED ? TR_CANCELLED : fill_solved(fit, problem);
  if (status == TR_CANCELLED)
    status = fill_cancelled(fit, problem);
  doubt(fit, status);
  add_advice(fit, problem->task);
  return status;
}

/* Names the place of a singularity, in the message, too.  Stiff problems are singular anywhere. */
static void
add_trouble(TrFit *fit, TrStatus status, const TrProblem *problem)
{
  size_t used = strlen(fit->message);

  if ((status != TR_NOT_DEFINITE && status != TR_NOT_FINITE) || tr_task_is_stiff(problem->task))
    return;
  tr_singularity_describe(fit->singularity, problem);
  snprintf(fit->message + used, sizeof fit->message - used, "%s%s",
           used > 0 && *fit->singularity ? " " : "", fit->singularity);
}

/* Returns whether a fit with this status still holds the best iterate. */
static bool
is_usable(TrStatus status)
{
  return status != TR_NO_MEMORY;
}

TrStatus
tr_task_run(TrFit **fit, const TrTask *task, TrStatus (*work)(TrFit *, TrProblem *), TrError *error)
{
  TR_ASSERT(fit && work && tr_task_is_whole(task));

  TrPrepared prepared;
  TrProblem *problem;
  TrStatus status;

  *fit = NULL;
  TR_TRY(tr_prepare(&prepared, task, error));
  status = tr_formulation_check(task, error);
  if (status != TR_OK) {
    tr_prepared_clear(&prepared);
    return status;
  }
  problem = tr_problem_new(task, &prepared);
  *fit = tr_fit_new(task, &prepared);
  status = problem && *fit ? work(*fit, problem) : TR_NO_MEMORY;
  if (!is_usable(status)) {
    tr_fit_free(*fit);
    *fit = NULL;
  } else {
    (*fit)->seconds = tr_clock_seconds() - problem->seconds_at_start;
    if ((*fit)->status == TR_OK)
      (*fit)->status = status;
    status = (*fit)->status;
    add_trouble(*fit, status, problem);
  }
  tr_problem_free(problem);
  tr_prepared_clear(&prepared);
  if (status != TR_OK && error && !*fit)
    return tr_error_set(error, status, "%s", tr_status_text(status));
  return status;
}
