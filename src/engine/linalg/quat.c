#include "engine/linalg/quat.h"

#include "engine/linalg/vec3.h"

/* Below this squared angle the series are exact to rounding. */
#define SMALL_ANGLE_SQUARED 1e-6

void
tr_quat_multiply(double out[4], const double a[4], const double b[4])
{
  out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  out[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  out[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  out[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

void
tr_quat_relative(double out[4], const double a[4], const double b[4])
{
  double conjugate[4] = {a[0], -a[1], -a[2], -a[3]};

  tr_quat_multiply(out, conjugate, b);
}

void
tr_quat_normalize(double q[4])
{
  double s = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);

  for (int i = 0; i < 4; i++)
    q[i] *= s;
}

void
tr_quat_matrix(double r[9], const double q[4])
{
  double w = q[0], x = q[1], y = q[2], z = q[3];

  r[0] = 1 - 2 * (y * y + z * z);
  r[1] = 2 * (x * y - w * z);
  r[2] = 2 * (x * z + w * y);
  r[3] = 2 * (x * y + w * z);
  r[4] = 1 - 2 * (x * x + z * z);
  r[5] = 2 * (y * z - w * x);
  r[6] = 2 * (x * z - w * y);
  r[7] = 2 * (y * z + w * x);
  r[8] = 1 - 2 * (x * x + y * y);
}

void
tr_quat_exp(double q[4], const double phi[3])
{
  double t2 = tr_vec3_dot(phi, phi);
  double t = sqrt(t2);
  double s = t2 < SMALL_ANGLE_SQUARED ? 0.5 - t2 / 48 + t2 * t2 / 3840 : sin(t / 2) / t;

  q[0] = cos(t / 2);
  for (int i = 0; i < 3; i++)
    q[i + 1] = s * phi[i];
}

void
tr_quat_log(double phi[3], const double q[4])
{
  double sign = q[0] < 0 ? -1 : 1;
  double w = sign * q[0];
  double n2 = q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  double n = sqrt(n2);
  double s;

  /* 2 atan(n/w)/n, its series where n is small (then w is near one) */
  if (n2 < SMALL_ANGLE_SQUARED) {
    double x = n2 / (w * w);
    s = 2 / w * (1 - x / 3 + x * x / 5);
  } else {
    s = 2 * atan2(n, w) / n;
  }
  for (int i = 0; i < 3; i++)
    phi[i] = sign * s * q[i + 1];
}

void
tr_quat_retract(double out[4], const double e[4], const double d[3])
{
  double step[4], product[4];

  tr_quat_exp(step, d);
  tr_quat_multiply(product, e, step);
  tr_quat_normalize(product);
  memcpy(out, product, sizeof product);
}

/* j = I + a [phi]x + b [phi]x^2 */
static void
fill_series(double j[9], const double phi[3], double a, double b)
{
  double skew[9], square[9];

  tr_mat3_skew(skew, phi);
  tr_mat3_skew_skew(square, phi, phi);
  for (int i = 0; i < 9; i++)
    j[i] = a * skew[i] + b * square[i] + (i % 4 == 0 ? 1 : 0);
}

void
tr_so3_right_jacobian(double j[9], const double phi[3])
{
  double t2 = tr_vec3_dot(phi, phi);
  double t = sqrt(t2);
  double a, b;

  if (t2 < SMALL_ANGLE_SQUARED) {
    a = 0.5 - t2 / 24;
    b = 1.0 / 6 - t2 / 120;
  } else {
    a = (1 - cos(t)) / t2;
    b = (t - sin(t)) / (t2 * t);
  }
  fill_series(j, phi, -a, b);
}

void
tr_so3_right_jacobian_inverse(double j[9], const double phi[3])
{
  double t2 = tr_vec3_dot(phi, phi);
  double t = sqrt(t2);
  double b;

  if (t2 < SMALL_ANGLE_SQUARED)
    b = 1.0 / 12 + t2 / 720;
  else
    b = 1 / t2 - cos(t / 2) / (2 * t * sin(t / 2));
  fill_series(j, phi, 0.5, b);
}
