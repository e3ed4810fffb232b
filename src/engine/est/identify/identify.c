#include "engine/est/identify/identify.h"

#include "engine/est/identify/by_regression.h"
#include "engine/est/identify/ends.h"
#include "engine/est/identify/impact_passes.h"
#include "engine/est/identify/kappa_search.h"
#include "engine/est/predict/joint_prediction.h"
#include "engine/est/regress/cutoff_sweep.h"
#include "engine/est/solve/solve.h"
#include "engine/est/task/kappa_rule.h"

/* A fit that makes no progress from above, where the model with its start parameters forces a
 * motion on the logs that is far from the measured one, gives way to one by a regression; where
 * there is none, to a fit that is not given up. */
static TrStatus
run_fit(TrFit **fit, const TrTask *task, TrError *error)
{
  TrTask first = *task;
  TrStatus status = TR_NOT_CONVERGED;

  *fit = NULL;
  if (tr_regression_leads(task))
    status = tr_fit_by_regression(fit, task);
  if (status != TR_NOT_CONVERGED)
    return status;
  first.gives_up = true;
  status = tr_task_run(fit, &first, tr_task_solve, error);
  if (status != TR_NOT_CONVERGED || (*fit)->stop != TR_STOP_SLOW)
    return *fit && status != TR_CANCELLED ? tr_ends_try(fit, task) : status;
  status = tr_fit_by_regression(fit, task);
  if (status != TR_NOT_CONVERGED)
    return status;
  tr_fit_free(*fit);
  return tr_task_run(fit, task, tr_task_solve, error);
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
