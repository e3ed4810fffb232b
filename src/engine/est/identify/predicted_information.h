/* The look before the run: what the logs will show of the parameters, from their start values and
 * the start motion alone. */
#pragma once

#include "engine/est/task/fit.h"

/* All of a fit but the outer loop, at the start values (or the warm start).  The directions are
 * those that the logs will not show; the sigmas are what the stated sensor sigmas and kappa promise
 * if the model is right (cost/dof = 1), since the residuals of start values say nothing of the
 * noise.  A start on its bound counts as free.  Status, *fit and errors as tr_identify(). */
TR_NODISCARD TrStatus tr_survey(TrFit **fit, const TrTask *task, TrError *error);
