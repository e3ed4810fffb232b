/* Interpolation of a motion between its nodes. */
#pragma once

#include "engine/mbs/model/trajectory.h"

/* Computes poses [n_bodies x 7] at `time` [s]: positions linear, orientations along the shorter arc
 * between the nodes around it; before the first or after the last node, that node's poses. */
void trammel_motion_at(double *pose, const TrTrajectory *motion, double time);
