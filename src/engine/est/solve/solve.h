/* One fit of one task, from prepared logs to the filled result. */
#pragma once

#include "engine/est/problem/problem.h"

/* What tr_identify() does with a task: fits it, fills the result and works out uncertainty.  The
 * problem is left at the solution. */
TR_NODISCARD TrStatus tr_task_solve(TrFit *fit, TrProblem *problem);

/* Prepares the task, and does with it what is wanted; status, *fit and error as tr_identify(). */
TR_NODISCARD TrStatus tr_task_run(TrFit **fit,
                                  const TrTask *task,
                                  TrStatus (*work)(TrFit *, TrProblem *),
                                  TrError *error);
