/* Log drawn from a plan, as the machine would bring it (theory 16.5): the plan's motion in steps
 * shorter than those of the fit, the set-points followed against random impulses, and readings with
 * noise. */
#pragma once

#include "engine/base/random.h"
#include "engine/est/design/trial.h"

typedef struct TrDrawnLog TrDrawnLog;

/* Draws a log of the plan x; truth: tr_trial_fit() of it, which tells the impulses.  The same
 * generator draws the same.  Numerical failures of tr_simulate(), TR_NO_MEMORY; free with
 * tr_drawn_log_free(). */
TR_NODISCARD TrStatus tr_drawn_log_new(TrDrawnLog **out,
                                       const TrPlanner *planner,
                                       const double *x,
                                       const TrFit *truth,
                                       TrRandom *random);
void tr_drawn_log_free(TrDrawnLog *drawn);

/* Task of its fit, with the planner's step; belongs to the log. */
const TrTask *tr_drawn_log_task(const TrDrawnLog *drawn);
