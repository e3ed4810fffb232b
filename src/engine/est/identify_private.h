/* What fits and surveys share. */
#pragma once

#include "engine/est/problem.h"

/* Prepares the task, and does with it what is wanted; status, *fit and error as tr_identify(). */
TR_NODISCARD TrStatus tr_task_run(TrFit **fit,
                                  const TrTask *task,
                                  TrStatus (*work)(TrFit *, TrProblem *),
                                  TrError *error);
