/* Prediction of every joint over its own time scale: does the model explain the joint? (theory
 * 12.10)
 *
 * The time scale T of a joint is its period, 2 pi rms(rate)/rms(acceleration) of the estimated
 * motion.  The log is simulated in pieces, each restarted from the estimated motion, of the longest
 * period; the error of a joint is the rms difference of its coordinate from that motion over the
 * first T of each piece, by the coordinate's standard deviation; there is nothing to predict of
 * driven joints.  Sums over all joints, such as the
 * share of unexplained forces, hide the light ones; the whole open loop tells of chaos and drift
 * instead. */
#pragma once

#include "engine/est/task/fit.h"
#include "engine/est/task/task_subset.h"

/* Sets *out to the period and the error of every joint [n_joints] of one log that moves as
 * estimated with the parameters applied; the caller frees it with free().  A simulation that fails
 * counts as an infinite error.  TR_NO_MEMORY or TR_CANCELLED on failure, *out is NULL then. */
TR_NODISCARD TrStatus tr_joint_predictions_new(TrJointPrediction **out,
                                               const TrAppliedTask *applied,
                                               const TrTrajectory *motion);

/* Fills the periods and errors of the joints in all logs of a fit.  TR_NO_MEMORY or TR_CANCELLED
 * on failure. */
TR_NODISCARD TrStatus tr_joint_predictions_fill(TrFit *fit, const TrTask *task);
