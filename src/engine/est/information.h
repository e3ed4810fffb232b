/* Which seconds of which log carry the information on each parameter.
 *
 * With T_i the sensitivity of residual i to the parameters when the states follow, and
 * u = S^-1 e_p/(S^-1)_pp how the other parameters follow parameter p, the residuals of a node add
 * sum w_i (T_i u)^2/variance.  Over all nodes and the stated priors that is 1/sigma_linear^2. */
#pragma once

#include "engine/est/posterior.h"

/* Fills `information` of all logs (NAN for parameters without sigma); the problem visits its
 * present point with the weight of the state error as it is set.  Takes memory. */
TR_NODISCARD TrStatus tr_information(TrFit *fit, const TrPosterior *posterior);
