/* A motion at other times. */
#pragma once

#include "engine/mbs/model/trajectory.h"

/* Fills the poses of `to` at its nodes from those of `from`, by cubics through the four nodes
 * around each time (fewer at the ends); nodes beyond the ends of `from` stay as they are.  Where a
 * node lies on one of `from`, its pose is that one.  Twists are not touched.  Both have the same
 * bodies.  Returns the first node beyond the end of `from`. */
int tr_trajectory_resample(TrTrajectory *to, const TrTrajectory *from);
