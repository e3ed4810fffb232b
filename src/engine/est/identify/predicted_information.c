#include "engine/est/identify/predicted_information.h"

#include <stdio.h>

#include "engine/est/solve/fit_fill.h"
#include "engine/est/solve/solve.h"
#include "engine/est/uncertainty/covariance.h"

static TrStatus
look(TrFit *fit, TrProblem *problem)
{
  problem->damps_all = false;
  TR_TRY(tr_problem_inform(problem));
  TR_TRY(tr_fit_fill(fit, problem));
  fit->cost = problem->cost;
  fit->stop = TR_STOP_ITERATIONS;
  snprintf(fit->message, sizeof fit->message, "Evaluated at the start values; nothing was fitted.");
  return tr_covariance_expected(fit, problem);
}

TrStatus
tr_predict_information(TrFit **fit, const TrTask *task, TrError *error)
{
  TR_ASSERT(fit && tr_task_is_whole(task));
  return tr_task_run(fit, task, look, error);
}
