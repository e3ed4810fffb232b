#include "engine/est/survey.h"

#include <stdio.h>

#include "engine/est/covariance.h"
#include "engine/est/fit.h"
#include "engine/est/identify_private.h"

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
tr_survey(TrFit **fit, const TrTask *task, TrError *error)
{
  return tr_task_run(fit, task, look, error);
}
