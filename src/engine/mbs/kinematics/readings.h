/* Readings of a sensor along a whole motion. */
#pragma once

#include "engine/mbs/model/model.h"
#include "engine/mbs/model/trajectory.h"

/* Readings of a sensor at the nodes of a motion: out[n_nodes].  Angles and quaternions are
 * continuous.  Rates and accelerations by the differences of mbs/model/sensor.h, at the ends by
 * those of the next node's parabola; NAN where there are too few nodes, or for a torque no efforts.
 */
void tr_motion_readings(double *out, const TrModel *model, int sensor, const TrTrajectory *motion);

/* Value of readings[last + 1] at x nodes behind the first, by a cubic that is smooth at the nodes.
 */
double tr_reading_between(const double *readings, int last, double x);
