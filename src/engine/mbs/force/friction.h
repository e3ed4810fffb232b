/* Friction of a joint over its rate, without the smoothing that the estimator needs: what the
 * stepper solves for, and what is drawn.  Positive where it opposes a positive rate. */
#pragma once

#include "engine/mbs/force/axial.h"

/* What a part counts in the direction of the rate: 1 + a, 1 - a, at rest 1. */
double tr_friction_side(double asymmetry, double rate);

/* The model's coefficient b of b v at a rate; 0 for those that have none. */
double tr_friction_viscous(const TrFriction *friction, double rate);

/* Whole force of the model `tanh` without its offset, and its slope, at a rate. */
TrForceSlope tr_friction_smooth(const TrFriction *friction, double rate);

/* The constant part. */
double tr_friction_offset(const TrFriction *friction);

/* All of it, dry friction under a load ([N m], [N], or 1 where it needs none) sliding, or 0 at
 * rest. */
double tr_friction_force(const TrFriction *friction, double rate, double load);
