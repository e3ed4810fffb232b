/* Limits of a joint's travel. */
#pragma once

#include "engine/mbs/model/model.h"

/* Returns whether the joint has a limit on either side. */
bool tr_joint_has_limits(const TrJoint *joint);

/* Returns whether the estimator has a stop of the joint. */
bool tr_joint_has_stop(const TrJoint *joint, bool is_upper);

/* Coordinate [rad] or [m] as compared with the limits: the angle is moved by whole turns to the one
 * nearest to the middle of the limits, so that a stop exists once and not once a turn. */
double tr_joint_seen_by_limits(const TrJoint *joint, double position);
