/* Trial of a plan: its motion, its inputs and readings, its distance from the limits, and the
 * information that its log will add.
 *
 * The information is that of a fit of this log at its own motion: the same linearisation, the same
 * elimination of the states, and the noise of the fit that the planner was made from. */
#pragma once

#include "engine/base/random.h"
#include "engine/est/design/planner.h"

typedef struct TrTrial TrTrial;

/* Returns a trial for plans of a planner, which must outlive it; one thread at a time.  NULL when
 * memory is out.  Copies of a planner with other numbers (model, sensors, time) are allowed. */
TrTrial *tr_trial_new(const TrPlanner *planner);
void tr_trial_free(TrTrial *trial);

/* Makes the motion of a plan x[n_numbers].  Numerical failures of tr_simulate(), or its error. */
TR_NODISCARD TrStatus tr_trial_move(TrTrial *trial, const double *x, TrError *error);

/* Number of limits that a trial measures: those of the wish, then one for each actor that follows:
 * its distance from the set-points, where a loop or a stop does not let it go on. */
int tr_trial_n_limits(const TrTrial *trial);

/* Excess over each limit [tr_trial_n_limits()] of the motion made, by half of the limit's range: 0
 * on the limit, negative within. */
const double *tr_trial_excess(const TrTrial *trial);

/* The same in parts [tr_trial_n_parts()], which change more smoothly with the plan: each limit of
 * the wish in four spans of time, on either side, then that of each actor that follows. */
enum { TR_LIMIT_PARTS = 8 };
int tr_trial_n_parts(const TrTrial *trial);
const double *tr_trial_parts(const TrTrial *trial);

/* Motion, log and task of the motion made.  The samples are exact readings. */
const TrTrajectory *tr_trial_motion(const TrTrial *trial);
const TrTask *tr_trial_task(const TrTrial *trial);

/* Adds noise of the sensors to the samples of the motion made. */
void tr_trial_add_noise(TrTrial *trial, TrRandom *random);

/* Computes the information [known.n x known.n] that the log of the motion made adds, in natural
 * sizes.  TR_NOT_DEFINITE where it is singular. */
TR_NODISCARD TrStatus tr_trial_inform(double *s, TrTrial *trial);

/* Fills a fit of the task at the motion made, from which logs can be drawn
 * (est/design/drawn_log.h): the errors of dry friction, which drawn logs have by themselves, are
 * not in its state error.  Free with tr_fit_free(). */
TR_NODISCARD TrStatus tr_trial_fit(TrFit **fit, TrTrial *trial, TrError *error);
