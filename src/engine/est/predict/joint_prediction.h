/* Prediction of every joint over its own time scale: does the model explain the joint? (theory
 * 12.10)
 *
 * The time scale T of a joint is its period, 2 pi rms(rate)/rms(acceleration) of the estimated
 * motion.  The log is simulated in pieces, each restarted from the estimated motion, of the longest
 * period; the error of a joint is the rms difference of its coordinate from that motion over the
 * first T of each piece, by the coordinate's standard deviation.  Sums over all joints, such as the
 * share of unexplained forces, hide the light ones; the whole open loop tells of chaos and drift
 * instead. */
#pragma once

#include "engine/est/task/fit.h"

/* Fills the periods and errors of the joints in all logs of a fit.  TR_NO_MEMORY or TR_CANCELLED
 * on failure; a simulation that fails counts as an infinite error. */
TR_NODISCARD TrStatus tr_joint_predictions_fill(TrFit *fit, const TrTask *task);
