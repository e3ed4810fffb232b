/* Internal interface of est/identify/identify: one fit of one task, for fits, predicted information
 * and validation. */
#pragma once

#include "engine/est/problem/problem.h"

/* Fits a task, fills the result and computes the uncertainty: the work of tr_identify().  Leaves
 * the problem at the solution. */
TR_NODISCARD TrStatus tr_task_solve(TrFit *fit, TrProblem *problem);

/* Prepares the task and calls `work` with it; status, *fit and error as tr_identify(). */
TR_NODISCARD TrStatus tr_task_run(TrFit **fit,
                                  const TrTask *task,
                                  TrStatus (*work)(TrFit *, TrProblem *),
                                  TrError *error);
