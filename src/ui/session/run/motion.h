/* A motion between its nodes. */
#pragma once

#include "engine/mbs/model/trajectory.h"

/* Poses [n_bodies x 7] at `time` [s]: positions linear, orientations along the shorter way between
 * the nodes around it; the first or last node outside. */
void trammel_motion_at(double *pose, const TrTrajectory *motion, double time);
