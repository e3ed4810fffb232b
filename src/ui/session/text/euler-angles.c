#include "ui/session/text/euler-angles.h"

#include <math.h>

/* Cosine of the pitch below which roll and yaw cannot be distinguished. */
#define UPRIGHT 1e-9

/* Resolution of the angles [deg]: smaller differences are rounding errors of trigonometry. */
#define GRAIN 1e-9

static double
to_degrees(double angle)
{
  double degrees = round(angle * (180 / G_PI) / GRAIN) * GRAIN;

  /* round to whole degrees within the resolution, and avoid minus zero */
  return (fabs(degrees - round(degrees)) < GRAIN ? round(degrees) : degrees) + 0.0;
}

void
trammel_euler_angles_from_quat(double angles[3], const double q[4])
{
  double w = q[0], x = q[1], y = q[2], z = q[3];
  double sine = CLAMP(2 * (w * y - z * x), -1, 1);
  double roll = atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y));
  double yaw = atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));

  if (sqrt(1 - sine * sine) < UPRIGHT) {
    roll = 0;
    yaw = atan2(-2 * (x * y - w * z), 1 - 2 * (x * x + z * z));
  }
  angles[0] = to_degrees(roll);
  angles[1] = to_degrees(asin(sine));
  angles[2] = to_degrees(yaw);
}

void
trammel_euler_angles_to_quat(double q[4], const double angles[3])
{
  double c[3], s[3];

  for (int i = 0; i < 3; i++) {
    c[i] = cos(angles[i] * (G_PI / 360));
    s[i] = sin(angles[i] * (G_PI / 360));
  }
  q[0] = c[0] * c[1] * c[2] + s[0] * s[1] * s[2];
  q[1] = s[0] * c[1] * c[2] - c[0] * s[1] * s[2];
  q[2] = c[0] * s[1] * c[2] + s[0] * c[1] * s[2];
  q[3] = c[0] * c[1] * s[2] - s[0] * s[1] * c[2];
}
