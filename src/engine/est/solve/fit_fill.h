/* Filling the result of an identification from a solved problem. */
#pragma once

#include "engine/est/problem/problem.h"

/* A fit with all arrays for the task's sizes, or NULL. */
TrFit *tr_fit_new(const TrTask *task, const TrPrepared *prepared);

/* Motions, residuals, sensors' fits, history and costs at the present point; takes no memory. */
TR_NODISCARD TrStatus tr_fit_fill_motion(TrFit *fit, TrProblem *problem);

/* The same and the force errors (est/diagnose/unexplained_force.h). */
TR_NODISCARD TrStatus tr_fit_fill(TrFit *fit, TrProblem *problem);
