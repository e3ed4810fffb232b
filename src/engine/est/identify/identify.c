#include "engine/est/identify/identify.h"

#include <math.h>
#include <stdlib.h>

#include "engine/est/identify/ends.h"
#include "engine/est/identify/impact_passes.h"
#include "engine/est/identify/kappa_search.h"
#include "engine/est/predict/joint_prediction.h"
#include "engine/est/regress/cutoff_sweep.h"
#include "engine/est/regress/regression.h"
#include "engine/est/solve/solve.h"
#include "engine/est/task/kappa_rule.h"

/* Share of the forces that a regression leaves unexplained above which it is no answer. */
#define MOST_LEFT 0.5

/* Room for the errors of the forces by a fit over those by a regression, which are the least. */
#define FORCE_ROOM 1.1

static bool
explains_little(const TrFit *regression)
{
  double most = 0;

  for (int l = 0; l < regression->n_logs; l++)
    most = fmax(most, regression->logs[l].unexplained);
  return most > MOST_LEFT;
}

/* Replaces a regression by the fit of another task if that converges and passes the test, which is
 * nullable; also by one that was cancelled or ran out of memory, with its status. */
static TrStatus
replace_by(TrFit **regression,
           const TrTask *task,
           bool (*is_good)(const TrFit *fit, const TrFit *regression, const TrTask *task))
{
  TrFit *fit = NULL;
  TrStatus status = tr_task_run(&fit, task, tr_task_solve, NULL);

  if (status == TR_CANCELLED || status == TR_NO_MEMORY ||
      (status == TR_OK && (!is_good || is_good(fit, *regression, task)))) {
    tr_fit_free(*regression);
    *regression = fit;
    return status;
  }
  tr_fit_free(fit);
  return TR_OK;
}

/* Replaces a regression that explains little by a fit from below, if that converges; one that makes
 * no progress there is given up, too. */
static TrStatus
try_below(TrFit **regression, const TrTask *task)
{
  TrTask below = *task;

  below.begins_below = below.gives_up = true;
  return replace_by(regression, &below, NULL);
}

/* Returns whether a fit explains the logs as well as a regression, by the forces of the measured
 * motion where they can be compared. */
static bool
is_as_good(const TrFit *fit, const TrFit *regression, const TrTask *task)
{
  bool is_good = !tr_end_is_doubtful(fit, task);

  for (int l = 0; l < fit->n_logs; l++)
    is_good &= !(fit->logs[l].force_error > FORCE_ROOM * regression->logs[l].force_error) &&
               fit->logs[l].unexplained <= MOST_LEFT;
  return is_good;
}

/* Replaces a regression by a fit from above that begins with its values, if that converges and
 * explains the logs as well. */
static TrStatus
go_on(TrFit **regression, const TrTask *task)
{
  TrTask from = *task;
  double *start = calloc((size_t)task->n_free + 1, sizeof *start);
  TrStatus status = TR_NO_MEMORY;

  if (start) {
    for (int i = 0; i < task->n_free; i++)
      start[i] = (*regression)->estimates[i].value;
    from.warm_start = start;
    from.gives_up = true;
    status = replace_by(regression, &from, is_as_good);
  }
  free(start);
  return status;
}

/* Replaces a fit that made no progress from above, where the model with its start parameters forces
 * a motion on the logs that is far from the measured one: by a fit from the values of a regression
 * along that, or by the regression where that fit makes no progress either; by a fit from below
 * where the regression explains little; by a fit that is not given up where there is none. */
static TrStatus
run_otherwise(TrFit **fit, const TrTask *task, TrError *error)
{
  TrFit *other = NULL;
  TrStatus status = tr_regression(&other, task, NULL); /* with the filter of the start values */

  if (status == TR_OK)
    status = explains_little(other) ? try_below(&other, task) : go_on(&other, task);
  if (status == TR_OK || status == TR_CANCELLED || status == TR_NO_MEMORY) {
    tr_fit_free(*fit);
    *fit = other;
    return status == TR_NO_MEMORY ? tr_error_set(error, status, "%s", tr_status_text(status))
                                  : status;
  }
  tr_fit_free(other);
  tr_fit_free(*fit);
  return tr_task_run(fit, task, tr_task_solve, error);
}

static TrStatus
run_fit(TrFit **fit, const TrTask *task, TrError *error)
{
  TrTask first = *task;
  TrStatus status;

  first.gives_up = true;
  status = tr_task_run(fit, &first, tr_task_solve, error);
  if (status == TR_NOT_CONVERGED && (*fit)->stop == TR_STOP_SLOW)
    return run_otherwise(fit, task, error);
  return *fit && status != TR_CANCELLED ? tr_ends_try(fit, task) : status;
}

TrStatus
tr_identify(TrFit **fit, const TrTask *task, TrError *error)
{
  TR_ASSERT(fit && tr_task_is_whole(task));
  TrStatus status;

  if (task->settings.formulation == TR_FORMULATION_REGRESSION)
    return tr_regression_settled(fit, task, error);
  if (tr_task_has_impact_passes(task))
    status = tr_impact_passes(fit, task, error);
  else if (tr_task_searches_kappa(task))
    status = tr_kappa_search(fit, task, error);
  else
    status = run_fit(fit, task, error);
  if (task->wants_checks && status == TR_OK && !(*fit)->regression)
    status = tr_joint_predictions_fill(*fit, task);
  if (status == TR_NO_MEMORY) {
    tr_fit_free(*fit);
    *fit = NULL;
    return tr_error_set(error, status, "%s", tr_status_text(status));
  }
  return status;
}
