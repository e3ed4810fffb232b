/* Safety of a plan: its motion with parameters from their present 95 % region (theory 16.4). */
#pragma once

#include "engine/est/design/search.h"

/* Result over the draws. */
typedef struct TrSafety {
  int n_draws, n_failed; /* draws, and those that pass a limit or cannot be simulated */
  double worst;    /* largest excess over the limits without margins (est/design/trial.h) ... */
  int worst_limit; /* ... and its limit; -1: none is passed, or a simulation failed */
  double *excess;  /* [limits of a trial] largest of each */
} TrSafety;

/* Tries x with the wish's draws: points of the region's ellipsoid, uniform in its volume; along a
 * direction that is not determined, within one natural size; kept within the bounds of the
 * parameters.  The planner's margins do not count.  Free with tr_safety_clear(). */
TR_NODISCARD TrStatus tr_safety_try(TrSafety *out, const TrPlanner *planner, const double *x);
void tr_safety_clear(TrSafety *safety);
