/* Filling the result of an identification from a solved problem. */
#pragma once

#include "engine/est/problem.h"

/* A fit with all arrays for the task's sizes, or NULL. */
TrFit *tr_fit_new(const TrTask *task, const TrPrepared *prepared);

/* Motions, residuals, sensors' fits, history and costs at the present point. */
TR_NODISCARD TrStatus tr_fit_fill(TrFit *fit, TrProblem *problem);
