/* Euler angles: orientations as people type them, three angles about the fixed axes of the owner,
 * first x, then y, then z (roll, pitch and yaw, as in URDF), [deg]. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Computes angles in (-180, 180], pitch in [-90, 90]; where pitch is +-90, roll is 0. */
void trammel_euler_angles_from_quat(double angles[3], const double quat_wxyz[4]);

void trammel_euler_angles_to_quat(double quat_wxyz[4], const double angles[3]);

G_END_DECLS
