#include "engine/mbs/model/limits.h"

#include <math.h>

bool
tr_joint_has_limits(const TrJoint *joint)
{
  return isfinite(joint->limits.lower) || isfinite(joint->limits.upper);
}

bool
tr_joint_has_stop(const TrJoint *joint, bool is_upper)
{
  return joint->has_stops && isfinite(is_upper ? joint->limits.upper : joint->limits.lower);
}

double
tr_joint_seen_by_limits(const TrJoint *joint, double position)
{
  TR_ASSERT(joint);

  double middle = (joint->limits.lower + joint->limits.upper) / 2;

  if (tr_joint_is_linear(joint) || !isfinite(middle))
    return position;
  return middle + remainder(position - middle, 2 * M_PI);
}
