/* Fits by way of a regression along the measured motion (theory 8.3, chapter 15).
 *
 * The joint estimate of motion and parameters needs start values from which the model follows the
 * logs.  A regression needs none: its values are the start of a joint estimate, which takes its
 * place only where it converges and explains the motors' forces as well. */
#pragma once

#include "engine/est/task/fit.h"

/* Returns whether a fit of a task begins with a regression: a tree in the coordinates of its joints
 * (theory 6.10) in which each freedom has a motor whose force is an input, as robots are, with
 * weights from the data and no fit before it. */
bool tr_regression_leads(const TrTask *task);

/* Sets *fit to the joint estimate or to the regression.  *fit is a fit that made no progress, which
 * is replaced, or NULL: then only by a regression that explains most of the forces.  TR_OK;
 * TR_CANCELLED with the best until then; TR_NO_MEMORY; TR_NOT_CONVERGED where there is no such
 * regression: then *fit is as before.  Free with tr_fit_free(). */
TR_NODISCARD TrStatus tr_fit_by_regression(TrFit **fit, const TrTask *task);
