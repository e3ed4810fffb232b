/* Where a joint's travel ends. */
#pragma once

#include "engine/mbs/model/model.h"

/* Whether the joint has a limit on either side. */
bool tr_joint_has_limits(const TrJoint *joint);

/* A coordinate [rad] or [m] as its limits count it: an angle is the turn nearest to the middle of
 * its limits, so that a stop is one place and not one a turn. */
double tr_joint_seen_by_limits(const TrJoint *joint, double position);
