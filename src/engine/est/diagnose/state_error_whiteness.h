/* Whether the state error of a fit is noise or what the model lacks.
 *
 * Noise of the variance that the fit found adds up like noise: the sum of r_k over a batch of b
 * steps has the mean square b d sigma^2 over all components, d the degrees of freedom, or less,
 * because the estimate takes some of it for sensor noise.  What a model lacks keeps its sign for
 * many steps and adds up to much more. */
#pragma once

#include "engine/est/task/fit.h"

/* Mean square of a log's sums over batches of 25 steps in units of what noise gives, the largest
 * twentieth of them (a knock, a reversal) left out; NAN where the variance was not looked for, the
 * logs show no state error, or the log is shorter than 8 batches.  Takes memory. */
TR_NODISCARD TrStatus tr_state_colour(double *colour, const TrFit *fit, int log);
