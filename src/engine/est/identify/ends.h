/* Choice between two ends of a problem whose variances come from the data (theory 8.3b).
 *
 * The rounds of variances have more than one end: begun with the motion of the model, a sensor may
 * take what the model lacks for its own noise; begun with the motion of the samples, the state
 * error may; and which of them does may differ from joint to joint.  The restricted likelihood
 * (est/uncertainty/likelihood.h), each at its own variances, says which end explains the samples
 * better. */
#pragma once

#include "engine/est/task/fit.h"

/* Returns whether the rounds may have ended in the wrong place: they did not converge or settle, or
 * a sensor takes what the model lacks (tr_fit_find_taken()).  A stated limit of iterations that is
 * reached is no such doubt. */
bool tr_end_is_doubtful(const TrFit *fit, const TrTask *task);

/* Returns whether `other` explains the samples better than `fit`, a fit of the same logs, step and
 * free quantities: by a smaller -2 log L.  Differences of less than 9, three standard deviations,
 * count only between fits that both converged, or both did not. */
bool tr_end_is_better(const TrFit *other, const TrFit *fit);

/* Replaces a fit whose end is doubtful by the best of fits of the same task from elsewhere: a warm
 * start from above first, then from below, then, if the best so far has converged, from its weights
 * with a small state error of one joint or loop, in turn for the four with the smallest one.
 * Returns the status of the fit that is kept; cancelling keeps the first one as a cancelled fit. */
TR_NODISCARD TrStatus tr_ends_try(TrFit **fit, const TrTask *task);
