/* Fit of thrown bodies in two passes (theory 17.4).
 *
 * The first pass fits all free quantities within windows around the first impacts
 * (est/identify/impact_window.h), where size, inertia, restitution and centre of mass show; the
 * second one fits the friction of the contacts alone, on the whole logs, whose sliding knows it
 * best.  The weight of the state error is not estimated: the steps of an impact err by a share of
 * its impulse, and variances from the data take that for errors of all steps. */
#pragma once

#include "engine/est/task/fit.h"

/* Fits a task with tr_task_has_impact_passes(); contract of tr_identify().  *fit is the second
 * pass's, with the estimates of the first one but for the friction, and the summary in
 * (*fit)->passes. */
TR_NODISCARD TrStatus tr_impact_passes(TrFit **fit, const TrTask *task, TrError *error);

/* Returns whether the second pass fits a free quantity: the friction of a contact. */
static inline bool
tr_impact_moves(const TrTask *task, int i)
{
  return task->free[i].param.kind == TR_PARAM_CONTACT_FRICTION;
}

/* Gives a fit of the second pass, in which all quantities but the friction were held, the estimates
 * of the first pass (est/identify/impact_merge.c). TR_OK or TR_NO_MEMORY. */
TR_NODISCARD TrStatus tr_impact_merge(TrFit *second, const TrFit *first, const TrTask *task);
