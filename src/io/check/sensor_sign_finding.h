/* Sign of the position sensors of joints without a motor.
 *
 * Nothing drives such a joint but the motion of the joints that carry it and gravity.  A mirrored
 * angle leaves its own part of the equation as it is and turns that of the carrying joints: then no
 * inertia explains the motion.  So each equation is regressed along the measured motion twice, with
 * the sensor as it is mapped and with the opposite sign. */
#pragma once

#include "io/check/private.h"

G_BEGIN_DECLS

/* Adds a finding on each sensor whose joint a regression of a log explains only with the opposite
 * sign.  Joints with a spring are left out: the spring's place may be what is wrong.  Trees of at
 * most six bodies only; costs a regression of each log with such a joint, and one more for each
 * joint that is not explained, of two at most. */
void trammel_check_sensor_signs(const TrammelCheck *check);

G_END_DECLS
