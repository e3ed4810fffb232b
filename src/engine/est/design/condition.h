/* Condition number of a motion: the ratio of the largest to the smallest singular value of the base
 * regressor along it (theory 16.6).  It belongs to the mechanism's coefficients alone and knows no
 * noise; plans are not made by it. */
#pragma once

#include "engine/est/design/trial.h"
#include "engine/est/regress/base.h"

/* Computes it for the motion that a trial has made, with the base parameters of its model, which
 * are the same for all motions; the columns are those of the base parameters of
 * bodies, and of viscous and dry friction, in SI units.  INFINITY where the motion leaves one of
 * them open.  Errors: those of est/regress. */
TR_NODISCARD TrStatus tr_condition_find(double *out,
                                        const TrBase *base,
                                        const TrTrial *trial,
                                        TrError *error);
