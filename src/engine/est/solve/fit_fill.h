/* Result of an identification, filled from a solved problem. */
#pragma once

#include "engine/est/problem/problem.h"

/* Returns a fit with all arrays for the task's sizes, or NULL when memory is out; tr_fit_free()
 * frees it. */
TrFit *tr_fit_new(const TrTask *task, const TrPrepared *prepared);

/* Fills motions, residuals, sensors' fits, history and costs at the present point; allocates
 * nothing. */
TR_NODISCARD TrStatus tr_fit_fill_motion(TrFit *fit, TrProblem *problem);

/* The same, and the unexplained forces (est/diagnose/unexplained_force.h). */
TR_NODISCARD TrStatus tr_fit_fill(TrFit *fit, TrProblem *problem);
