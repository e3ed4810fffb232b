/* Internal interface of est/regress/equations: preparation of the logs (equations_prepare.c). */
#pragma once

#include "engine/est/regress/equations.h"

/* Step [s] of the fastest sensor in the logs of a task. */
double tr_equations_step(const TrTask *task);

/* TR_BAD_SETTING with a sentence where a log has values of its own: the equations of all logs have
 * the same coefficients. */
TR_NODISCARD TrStatus tr_equations_check_own(const TrTask *task, TrError *error);

/* TR_BAD_SETTING with a sentence where the settings' cutoff is beyond samples this far apart. */
TR_NODISCARD TrStatus tr_equations_check_cutoff(const TrTask *task, double step, TrError *error);

/* Fills the motions and inputs at the samples, of e->model. */
TR_NODISCARD TrStatus tr_equations_prepare(TrEquations *e, const TrTask *task, TrError *error);

/* Replaces the prepared motion of the only log by poses of the centres of mass of a model. */
void tr_equations_take_motion(TrEquations *e, const TrTrajectory *motion, const TrModel *model);
