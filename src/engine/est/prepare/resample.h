/* Resampling of a motion at other times. */
#pragma once

#include "engine/mbs/model/trajectory.h"

/* Fills the poses of `to` at its nodes from those of `from`, by cubics through the four nodes
 * around each time (fewer at the ends); nodes beyond the ends of `from` keep their poses.  A node
 * that coincides with one of `from` gets its pose.  Twists are not touched.  Both have the same
 * bodies.  Returns the first node beyond the end of `from`. */
int tr_trajectory_resample(TrTrajectory *to, const TrTrajectory *from);
