/* Friction of a joint over its rate, without the smoothing of the estimator: for the stepper and
 * for plots.  Positive where it opposes a positive rate. */
#pragma once

#include "engine/mbs/force/axial.h"

/* Coefficient b of b v at a rate; 0 for models without one. */
double tr_friction_viscous(const TrFriction *friction, double rate);

/* Force of the model `tanh` without its offset, and its slope, at a rate. */
TrForceSlope tr_friction_smooth(const TrFriction *friction, double rate);

/* Constant part of the friction. */
double tr_friction_offset(const TrFriction *friction);

/* Total friction, dry friction under a load ([N m], [N], or 1 where it needs none) while sliding,
 * or 0 at rest. */
double tr_friction_force(const TrFriction *friction, double rate, double load);
