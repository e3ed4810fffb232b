/* Continuation of the smoothing rates of dry friction, from wide to narrow (theory 4.3).
 *
 * Where a joint sticks, the force is D(v) for a rate v of the order of the smoothing rate w, and a
 * Newton step from v >> w, where D is flat, overshoots.  So a fit begins with wide rates and
 * narrows them in a few stages.  The first step of a stage takes the residuals at the new rate and
 * the slopes at the one before: a chord, which lands where a Newton step converges.  Rates that are
 * stated stay. */
#pragma once

#include "engine/est/lsq/lm.h"
#include "engine/est/problem/problem.h"

/* Factor from one rate to the next, and the one back where a fit does not converge: less, so that a
 * rate between the two is tried. */
#define TR_NARROWER 0.25
#define TR_WIDER    2.0

/* Relative decrease, actual or predicted, that ends a fit before the last. */
#define TR_ROUGH_DECREASE 1e-4

/* Narrows the rates that may be narrower, for the formulation that takes the mean of D
 * (theory 4.3), and sets the chord of the next linearisation; returns whether there is one. */
bool tr_smoothing_narrow(TrProblem *problem);

/* Widens the rates that have been narrowed by TR_WIDER; returns whether there was one. */
bool tr_smoothing_widen(TrProblem *problem);

/* Returns whether a fit with narrow rates may succeed with wider ones: it has not converged, or its
 * equations are singular in rounding, where friction holds a joint that no sample sees. */
bool tr_smoothing_blocks(TrStatus status);

/* Sets the limits of a fit with rates that are not the last: few iterations, which are enough
 * unless a joint sticks. */
void tr_smoothing_limit(TrLmOptions *options);

/* Runs fits from the present rates to the narrowest ones at which they converge, or one fit where
 * no rate may be narrower.  The limit of iterations is that of one fit: where the first one reaches
 * it, there are no others.  Iterations and solves are counted together; status as tr_lm_run(). */
TR_NODISCARD TrStatus tr_smoothing_fit(TrLmResult *result,
                                       TrProblem *problem,
                                       const TrLmOptions *options);
