#include "engine/est/identify/identify.h"

#include "engine/est/identify/kappa_search.h"
#include "engine/est/predict/joint_prediction.h"
#include "engine/est/regress/regression.h"
#include "engine/est/solve/solve.h"
#include "engine/est/task/kappa_rule.h"

TrStatus
tr_identify(TrFit **fit, const TrTask *task, TrError *error)
{
  TR_ASSERT(fit && tr_task_is_whole(task));
  TrStatus status;

  if (task->settings.formulation == TR_FORMULATION_REGRESSION)
    return tr_regression(fit, task, error);
  status = tr_task_searches_kappa(task) ? tr_kappa_search(fit, task, error)
                                        : tr_task_run(fit, task, tr_task_solve, error);
  if (task->wants_checks && status == TR_OK)
    status = tr_joint_predictions_fill(*fit, task);
  return status;
}
