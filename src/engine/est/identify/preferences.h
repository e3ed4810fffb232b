/* Preferences of the logs: quantities that the task states, and that the logs would choose
 * otherwise (theory 10.11).
 *
 * Delay, scale and offset of the channels, and the masses, centres, lengths and gains of the model
 * that are not free, are additional parameters x at their stated values.  With S and g the
 * information and the gradient at the solution after the states are eliminated,
 *
 *   S_x = S_xx - S_xp S^-1 S_px,   x = -g/S_x,   shift = -S^-1 S_px x,   t = -g/sd
 *
 * as in est/uncertainty/score_test.h: one linearisation, no further fit.  A quantity of a channel
 * is one for all logs. */
#pragma once

#include "engine/est/task/fit.h"

/* Tests the quantities at a converged fit; fit->preferences is set, which tr_fit_free() frees.
 * Returns TR_NO_MEMORY, TR_CANCELLED, or the error of the elimination, all without a result. */
TR_NODISCARD TrStatus tr_preferences_find(TrFit *fit, const TrTask *task);
