#include "engine/sim/smooth_friction.h"

#include <math.h>

/* Rounds with tangents, before chords make the step converge. */
enum { TANGENT_ROUNDS = 25 };

void
tr_smooth_joint_draw(TrSmoothJoint *joint, const TrFriction *friction, int round)
{
  TrForceSlope at = tr_friction_smooth(friction, joint->rate);

  joint->force = at.force;
  joint->slope = at.slope;
  if (joint->rate != 0 && (round >= TANGENT_ROUNDS || !(at.slope > 0)))
    joint->slope = at.force / joint->rate;
}

double
tr_smooth_joint_move(TrSmoothJoint *joint, double rate)
{
  double change = fabs(rate - joint->rate);

  joint->rate = rate * joint->rate < 0 ? 0 : rate;
  return change;
}
