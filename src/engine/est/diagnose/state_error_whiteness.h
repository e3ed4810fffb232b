/* Whiteness of the state error of a fit: noise, or a deficiency of the model.
 *
 * Noise of the estimated variance adds up like noise: the sum of r_k over a batch of b steps has
 * the mean square b d sigma^2 over all components, d the degrees of freedom, or less, because the
 * estimate attributes some of it to sensor noise.  A deficiency of the model keeps its sign for
 * many steps and adds up to much more. */
#pragma once

#include "engine/est/task/fit.h"

/* Mean square of a log's sums over batches of 25 steps relative to that of noise, the largest
 * twentieth of them (a shock, a reversal) left out; NAN where the variance was not estimated, the
 * logs show no state error, or the log is shorter than 8 batches.  Allocates memory; returns
 * TR_NO_MEMORY or TR_OK. */
TR_NODISCARD TrStatus tr_state_error_whiteness(double *whiteness, const TrFit *fit, int log);
