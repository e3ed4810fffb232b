/* Fits that do not end because parameters drift along directions which the logs do not determine:
 * there the cost is flat, and what a step gains by the held weight the next linearisation may take
 * away.  All else is found with these directions held where the drift has come to. */
#pragma once

#include "engine/est/lsq/lm.h"
#include "engine/est/problem/problem.h"

/* Fits again from the present point, with those directions of the parameters held in which their
 * standard deviation is more than TR_UNDETERMINED_SD natural sizes (theory 7.4c).  Adds the counts
 * to *result, and replaces the rest of it if the fit ends well.  Without such directions, or with
 * active hard constraints, it does nothing.  Returns result->status or TR_NO_MEMORY. */
TR_NODISCARD TrStatus tr_hold_undetermined(TrLmResult *result,
                                           TrProblem *problem,
                                           const TrLmOptions *options);
