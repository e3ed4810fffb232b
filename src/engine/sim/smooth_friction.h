/* Smooth friction (mbs/force/smooth.h) over a step of the stepper, implicit in the rate after it.
 *
 * Each round replaces the curve of a joint by a line through its present rate w: the tangent or,
 * where the curve falls or does not settle, the chord from the origin.  Along the chord the energy
 * that the step minimises falls from round to round, since the ratio of friction to rate falls with
 * the rate; a tangent that moves w to the other side of rest restarts from rest. */
#pragma once

#include "engine/mbs/force/friction.h"

/* Line in place of a joint's friction curve. */
typedef struct TrSmoothJoint {
  double rate;         /* w, where the line touches the curve [rad/s] or [m/s] */
  double force, slope; /* the line: force + slope (rate - w) */
} TrSmoothJoint;

/* Sets the line of a round at joint->rate. */
void tr_smooth_joint_draw(TrSmoothJoint *joint, const TrFriction *friction, int round);

/* Sets the rate found in the round; returns the change. */
double tr_smooth_joint_move(TrSmoothJoint *joint, double rate);
