/* Predicted information: uncertainty predicted before a fit, from the information at the start
 * values. */
#pragma once

#include "engine/est/task/fit.h"

/* Computes all parts of a fit except the outer loop, at the start values (or the warm start).  The
 * directions are those that the logs will not determine; the sigmas follow from the stated sensor
 * sigmas and kappa if the model is right (cost/dof = 1), since the residuals of start values say
 * nothing about the noise.  A start on its bound counts as free.  Status, *fit and errors as
 * tr_identify(). */
TR_NODISCARD TrStatus tr_predict_information(TrFit **fit, const TrTask *task, TrError *error);
