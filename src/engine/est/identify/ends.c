#include "engine/est/identify/ends.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/est/solve/solve.h"
#include "engine/est/task/kappa_rule.h"

/* Difference of -2 log L that the data hardly show: three standard deviations. */
#define ALIKE 9

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
add_reason(TrFit *kept, const TrFit *lost, const char *kappa)
{
  size_t used = strlen(kept->message);

  snprintf(kept->message + used, sizeof kept->message - used,
           " The weights were searched from a %s kappa, too: this fit explains the samples better "
           "than the one before (-2 log L %.6g instead of %.6g).",
           kappa, kept->likelihood, lost->likelihood);
}

static void
mark_cancelled(TrFit *fit)
{
  fit->status = TR_CANCELLED;
  fit->stop = TR_STOP_CANCELLED;
  snprintf(fit->message, sizeof fit->message,
           "Stopped by you during a second fit, from another kappa: the first fit is kept.");
}

/* Runs the task from a large or a small kappa, in words, and keeps the better end. */
static TrStatus
try_from(TrFit **fit, const TrTask *task, const char *kappa)
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
    add_reason(*fit, lost, kappa);
  }
  tr_fit_free(other);
  (*fit)->seconds = seconds;
  return status == TR_NO_MEMORY ? status : (*fit)->status;
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
    status = try_from(fit, &from, "large");
  from.begins_below = true;
  if ((status == TR_OK || status == TR_NOT_CONVERGED) && tr_end_is_doubtful(*fit, task))
    status = try_from(fit, &from, "small");
  return status;
}
