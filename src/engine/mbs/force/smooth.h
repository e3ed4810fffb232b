/* Smooth joint friction (theory 4.5) and asymmetry of friction.
 *
 *   dry(v) = g0 (tanh g1 v - tanh g2 v) + g3 tanh g4 v,   viscous(v) = g5 v
 *
 * With g1 >= g2 and none negative it opposes the rate, and peaks at low rates. */
#pragma once

#include "engine/base/real.h"
#include "engine/mbs/model/model.h"

/* Force over a rate, and its slope. */
typedef struct TrForceSlope {
  TrReal force; /* [N m] or [N] */
  TrReal slope; /* by the rate */
} TrForceSlope;

/* Dry part and its slope. */
TrForceSlope tr_smooth_dry(const double g[TR_N_TANH], TrReal rate);

/* d(dry)/dg_i at a rate, i = 0 .. 4. */
TrReal tr_smooth_dry_param(const double g[TR_N_TANH], int i, TrReal rate);

/* Asymmetry: f (1 + a tanh(v/smoothing)), larger where the rate has the sign of a. */
TrForceSlope tr_lean(TrForceSlope f, double asymmetry, TrReal rate, double smoothing);
