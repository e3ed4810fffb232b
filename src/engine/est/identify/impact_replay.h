/* Physical values of a model with impacts (theory 17.6).
 *
 * Through impacts errors of the step do not fall with a power of it: a step has one impulse for all
 * touches within it.  So they are measured.  Logs are simulated from the fit, with the noise of
 * the sensors, in steps much shorter than the fit's, and fitted as the logs were.  With p from the
 * logs and q from the simulated ones,
 *
 *   value = p - (q - p),   step = |q - p|
 *
 * (indirect inference, Gouriéroux, Monfort and Renault 1993).  Where the fit of the simulated logs
 * does not converge, the noise is drawn anew. */
#pragma once

#include "engine/est/task/fit.h"

/* Fills values, message, and status of `out`, which has n_free values, for a converged fit of a
 * task whose model has impacts.  Returns TR_NO_MEMORY or TR_CANCELLED, by the task's monitor, which
 * is polled without events; else TR_OK, also where the simulated logs have no fit: out->status says
 * why. */
TR_NODISCARD TrStatus tr_impact_replay(TrPhysical *out, const TrTask *task, const TrFit *fit);
