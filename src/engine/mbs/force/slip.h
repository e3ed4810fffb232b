/* Direction of dry friction over a step, smooth for the estimator (theory 4.3).
 *
 *   D(v) = v/sqrt(v^2 + w^2),   w the smoothing rate
 *
 * The estimator takes its mean while the rate goes evenly from s to s+,
 *
 *   mean D = (s + s+)/(sqrt(s^2 + w^2) + sqrt(s+^2 + w^2)),
 *
 * which is exact for w -> 0 and needs no w to be differentiable where the rate changes sign. */
#pragma once

#include "engine/base/real.h"

/* Mean direction, from -1 to 1, and its derivatives by s and s+. */
typedef struct TrSlip {
  TrReal direction;
  TrReal d_rate, d_rate_after; /* [1/(rad/s)] or [1/(m/s)] */
} TrSlip;

/* Computes the mean direction. */
TrSlip tr_slip_mean(TrReal rate, TrReal rate_after, double smoothing);

/* Computes D at the rate after the step alone. */
TrSlip tr_slip_after(TrReal rate_after, double smoothing);
