#include "engine/est/identify/impact_replay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/est/identify/impact_passes.h"
#include "engine/est/predict/parametric_bootstrap.h"
#include "engine/est/solve/solve.h"
#include "engine/est/task/kappa_rule.h"

/* Steps of the simulation in one of the fit, and nodes of all simulated logs, at most. */
enum { STEPS = 32, LEAST_STEPS = 4, MOST_NODES = 400000 };

/* Of the noise of the simulated logs, which is drawn anew where their fit does not converge, at a
 * kink of the cost; so often at most. */
enum { SEED = 1, MOST_DRAWS = 4 };

static int
count_steps(const TrFit *fit)
{
  int nodes = 1;

  for (int l = 0; l < fit->n_logs; l++)
    nodes += fit->logs[l].n_nodes;
  return (int)fmax(LEAST_STEPS, fmin(STEPS, MOST_NODES / nodes));
}

/* Fits the simulated logs as the logs were, from the values found. */
static TrStatus
fit_again(
    TrFit **again, const TrTask *task, const TrFit *fit, const TrBootstrap *logs, TrError *error)
{
  TrTask own = *task;
  double *start = calloc((size_t)task->n_free + 1, sizeof *start);
  TrModel *model = start ? tr_task_continue(&own, start, fit) : NULL;
  TrStatus status = TR_NO_MEMORY;

  own.logs = logs->logs;
  own.warm_fit = NULL;
  own.wants_checks = own.wants_information = own.wants_influence = false;
  own.monitor = tr_monitor_polling(&task->monitor);
  if (model)
    status = tr_task_has_impact_passes(&own) ? tr_impact_passes(again, &own, error)
                                             : tr_task_run(again, &own, tr_task_solve, error);
  tr_model_free(model);
  free(start);
  return status;
}

static void
fill_value(TrPhysicalValue *out, const TrFree *free, const TrEstimate *a, const TrEstimate *b)
{
  double bias = b->value - a->value;

  *out = tr_physical_value_begin(free, a, b, a->value - bias);
  if (out->gap != TR_PHYSICAL_KNOWN)
    return;
  out->value = a->value - bias;
  out->noise = a->sigma;
  out->step = fabs(bias);
  out->smoothing = 0;
}

static void
fill(TrPhysical *out, const TrTask *task, const TrFit *fit, const TrFit *again)
{
  for (int i = 0; i < out->n_free; i++)
    fill_value(&out->values[i], &task->free[i], &fit->estimates[i], &again->estimates[i]);
  out->kappa = again->kappa;
  out->iterations[0] = fit->iterations;
  out->iterations[1] = again->iterations;
  snprintf(
      out->message, sizeof out->message,
      "Corrected by the change in a fit of logs simulated with the estimates, in steps of %.3g s "
      "(%d iterations).",
      out->h_replayed, again->iterations);
}

/* Simulates the logs with one draw of the noise and fits them. */
static TrStatus
replay(TrFit **again,
       const TrTask *task,
       const TrFit *fit,
       const TrBootstrapOptions *options,
       TrError *error)
{
  TrBootstrap *logs = NULL;
  TrStatus status = tr_bootstrap_new(&logs, task, fit, options, error);

  if (status == TR_OK)
    status = fit_again(again, task, fit, logs, error);
  tr_bootstrap_free(logs);
  return status;
}

TrStatus
tr_impact_replay(TrPhysical *out, const TrTask *task, const TrFit *fit)
{
  TR_ASSERT(out && fit && tr_task_is_whole(task) && out->n_free == task->n_free);

  TrBootstrapOptions options = {.seed = SEED, .n_steps = count_steps(fit)};
  TrError error = {0};
  TrFit *again = NULL;
  TrStatus status = TR_NOT_CONVERGED;

  out->h_replayed = fit->logs[0].trajectory->h / options.n_steps;
  for (; status == TR_NOT_CONVERGED && options.draw < MOST_DRAWS; options.draw++) {
    tr_fit_free(again);
    again = NULL;
    status = replay(&again, task, fit, &options, &error);
  }
  if (status == TR_OK)
    fill(out, task, fit, again);
  else
    tr_physical_give_up(out, status, "A fit of logs simulated with the estimates did not end well",
                        again ? again->message : error.text);
  tr_fit_free(again);
  return status == TR_NO_MEMORY || status == TR_CANCELLED ? status : TR_OK;
}
