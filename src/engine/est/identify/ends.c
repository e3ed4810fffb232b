#include "engine/est/identify/ends.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/solve/solve.h"
#include "engine/est/task/kappa_rule.h"

/* Difference of -2 log L that the data hardly show: three standard deviations. */
#define ALIKE 9

/* Groups of the state error that are tried apart, at most, and the share of its size with which the
 * rounds begin for such a group. */
enum { MOST_GROUPS = 4 };
#define SMALL_SHARE 0.01

bool
tr_end_is_doubtful(const TrFit *fit, const TrTask *task)
{
  TR_ASSERT(fit && task);
  double ratio;

  if (!tr_task_finds_variances(task) || task->n_free == 0)
    return false;
  if (fit->status == TR_NOT_CONVERGED)
    return !(fit->stop == TR_STOP_ITERATIONS && task->settings.max_iterations > 0);
  return fit->status == TR_OK &&
         (!fit->variances.is_settled || tr_fit_find_taken(&ratio, fit) != NULL);
}

bool
tr_end_is_better(const TrFit *other, const TrFit *fit)
{
  TR_ASSERT(other && fit);
  double ahead = fit->likelihood - other->likelihood;

  if (isnan(other->likelihood))
    return false;
  if (isnan(fit->likelihood))
    return true;
  if (fabs(ahead) < ALIKE && (fit->status == TR_OK) != (other->status == TR_OK))
    return other->status == TR_OK;
  return ahead > 0;
}

/* Adds the reason why the fit is kept to its message. */
static void
add_reason(TrFit *kept, const TrFit *lost, const char *where)
{
  size_t used = strlen(kept->message);

  snprintf(kept->message + used, sizeof kept->message - used,
           " The weights were searched from a %s, too: this fit explains the samples better than "
           "the one before (-2 log L %.6g instead of %.6g).",
           where, kept->likelihood, lost->likelihood);
}

static void
mark_cancelled(TrFit *fit)
{
  fit->status = TR_CANCELLED;
  fit->stop = TR_STOP_CANCELLED;
  snprintf(fit->message, sizeof fit->message,
           "Stopped by you during a second fit, from another kappa: the first fit is kept.");
}

/* Runs the task from other weights, in words, and keeps the better end. */
static TrStatus
try_from(TrFit **fit, const TrTask *task, const char *where)
{
  TrFit *other = NULL;
  TrStatus status = tr_task_run(&other, task, tr_task_solve, NULL);
  double seconds = (*fit)->seconds + (other ? other->seconds : 0);

  if (status == TR_CANCELLED)
    mark_cancelled(*fit);
  if (status != TR_CANCELLED && status != TR_NO_MEMORY && other && tr_end_is_better(other, *fit)) {
    TrFit *lost = *fit;

    *fit = other;
    other = lost;
    add_reason(*fit, lost, where);
  }
  tr_fit_free(other);
  (*fit)->seconds = seconds;
  return status == TR_NO_MEMORY ? status : (*fit)->status;
}

/* Size of the state error of a freedom by the impulses of inertia along it. */
static double
measure_share(const TrStateSigma *s)
{
  return s->inertial > 0 ? s->sigma / s->inertial : INFINITY;
}

/* Returns whether a freedom is the first of its group. */
static bool
leads_group(const TrFit *fit, int freedom)
{
  for (int i = 0; i < freedom; i++)
    if (fit->state_sigmas[i].group == fit->state_sigmas[freedom].group)
      return false;
  return true;
}

/* Lists the groups of the state error above their floors, the one with the smallest share of the
 * impulses of inertia first: returns how many, at most MOST_GROUPS. */
static int
list_groups(int *groups, const TrFit *fit)
{
  double shares[MOST_GROUPS];
  int n = 0;

  for (int i = 0; i < fit->n_freedoms; i++) {
    const TrStateSigma *s = &fit->state_sigmas[i];
    int at = n;

    if (!leads_group(fit, i) || s->is_at_floor)
      continue;
    while (at > 0 && measure_share(s) < shares[at - 1])
      at--;
    if (at == MOST_GROUPS)
      continue;
    n = n < MOST_GROUPS ? n + 1 : n;
    memmove(shares + at + 1, shares + at, (size_t)(n - at - 1) * sizeof *shares);
    memmove(groups + at + 1, groups + at, (size_t)(n - at - 1) * sizeof *groups);
    shares[at] = measure_share(s);
    groups[at] = s->group;
  }
  return n;
}

/* Runs the task from the weights of the fit with a small state error of one group, so that the
 * sensors along it take what is left over there. */
static TrStatus
try_group(TrFit **fit, const TrTask *task, int group)
{
  size_t n = (size_t)(*fit)->n_freedoms;
  TrTask from = *task;
  TrFit weights = **fit;
  TrModel *model = tr_model_copy(task->model);
  double *start = calloc((size_t)weights.n_free + 1, sizeof *start);
  TrStatus status = TR_NO_MEMORY;

  weights.state_sigmas = calloc(n + 1, sizeof *weights.state_sigmas);
  if (model && start && weights.state_sigmas) {
    memcpy(weights.state_sigmas, (*fit)->state_sigmas, n * sizeof *weights.state_sigmas);
    for (size_t i = 0; i < n; i++)
      if (weights.state_sigmas[i].group == group)
        weights.state_sigmas[i].sigma *= SMALL_SHARE;
    for (int i = 0; i < weights.n_free; i++)
      start[i] = weights.estimates[i].value;
    tr_model_hold_sigmas(model, &weights);
    from.model = model;
    from.warm_fit = &weights;
    from.warm_start = start;
    from.warm_kappa = weights.kappa;
    status = try_from(fit, &from, "small state error of a joint");
  }
  free(weights.state_sigmas);
  free(start);
  tr_model_free(model);
  return status;
}

/* Tries the groups in turn, each from the best fit so far, until none has a better end, twice at
 * most. */
static TrStatus
try_groups(TrFit **fit, const TrTask *task)
{
  TrStatus status = (*fit)->status;
  int groups[MOST_GROUPS], n = list_groups(groups, *fit), failures = n > 1 ? 0 : n;

  for (int k = 0; k < 2 * n && failures < n; k++) {
    const TrFit *before = *fit;

    status = try_group(fit, task, groups[k % n]);
    if (status != TR_OK && status != TR_NOT_CONVERGED)
      return status;
    failures = *fit == before ? failures + 1 : 0;
  }
  return status;
}

TrStatus
tr_ends_try(TrFit **fit, const TrTask *task)
{
  TR_ASSERT(fit && *fit && task);
  TrTask from = *task;
  TrStatus status = (*fit)->status;

  from.warm_kappa = 0;
  from.warm_fit = NULL;
  if (task->warm_kappa > 0 && tr_end_is_doubtful(*fit, task))
    status = try_from(fit, &from, "large kappa");
  from.begins_below = true;
  if ((status != TR_OK && status != TR_NOT_CONVERGED) || !tr_end_is_doubtful(*fit, task))
    return status;
  status = try_from(fit, &from, "small kappa");
  /* where no fit converges, it is not the weights that the model or the log lacks */
  return status == TR_OK ? try_groups(fit, task) : status;
}
