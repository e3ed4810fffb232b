/* Smooth friction (mbs/force/smooth.h) over a step of the stepper, implicit in the rate after it.
 *
 * Each round replaces the curve of a joint by a line through its present rate w, the tangent or,
 * where that falls or does not settle, the chord from the origin.  Along the chord the energy that
 * the step minimises falls from round to round, since the friction over the rate falls with the
 * rate; a tangent that throws w to the other side of rest begins again from rest. */
#pragma once

#include "engine/mbs/force/friction.h"

typedef struct TrSmoothJoint {
  double rate;         /* w, at which the line touches the curve [rad/s] or [m/s] */
  double force, slope; /* the line: force + slope (rate - w) */
} TrSmoothJoint;

/* Sets the line of a round at joint->rate. */
void tr_smooth_joint_draw(TrSmoothJoint *joint, const TrFriction *friction, int round);

/* Takes over the rate that the round has found; the change. */
double tr_smooth_joint_move(TrSmoothJoint *joint, double rate);
