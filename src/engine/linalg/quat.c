#include "engine/linalg/quat.h"

#include <string.h>

#include "engine/base/base.h"
#include "engine/linalg/vec3.h"

/* Half a radian squared: up to here the series below are exact to rounding, and cheaper than the C
 * library's functions. */
#define SERIES_SQUARED 0.25

void
tr_quat_multiply(TrReal out[4], const TrReal a[4], const TrReal b[4])
{
  out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  out[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  out[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  out[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

void
tr_quat_relative(TrReal out[4], const TrReal a[4], const TrReal b[4])
{
  TrReal conjugate[4] = {a[0], -a[1], -a[2], -a[3]};

  tr_quat_multiply(out, conjugate, b);
}

void
tr_quat_normalize(TrReal q[4])
{
  TrReal s = 1 / tr_real_sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);

  for (int i = 0; i < 4; i++)
    q[i] *= s;
}

void
tr_quat_matrix(TrReal r[9], const TrReal q[4])
{
  TrReal w = q[0], x = q[1], y = q[2], z = q[3];

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

/* sin(sqrt x)/sqrt x, cos(sqrt x), (1 - cos)/x and (sqrt x - sin)/(x sqrt x). */
static const double sinc_series[] = {
    1.0,          -1.0 / 6,        1.0 / 120,        -1.0 / 5040,
    1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000};
static const double cos_series[] = {1.0,
                                    -1.0 / 2,
                                    1.0 / 24,
                                    -1.0 / 720,
                                    1.0 / 40320,
                                    -1.0 / 3628800,
                                    1.0 / 479001600,
                                    -1.0 / 87178291200,
                                    1.0 / 20922789888000};

/* sin(t)/t and cos t of t = sqrt(t2) */
static void
take_sinc(TrReal *sinc, TrReal *cosine, TrReal t2)
{
  *sinc = tr_real_polynomial(sinc_series, TR_COUNT(sinc_series), t2);
  *cosine = tr_real_polynomial(cos_series, TR_COUNT(cos_series), t2);
  if (tr_real_any(t2 > SERIES_SQUARED)) {
    TrReal t = tr_real_sqrt(t2);

    *sinc = tr_real_select(t2 > SERIES_SQUARED, tr_real_sin(t) / t, *sinc);
    *cosine = tr_real_select(t2 > SERIES_SQUARED, tr_real_cos(t), *cosine);
  }
}

void
tr_quat_exp(TrReal q[4], const TrReal phi[3])
{
  TrReal sinc;

  take_sinc(&sinc, &q[0], tr_vec3_dot(phi, phi) / 4);
  for (int i = 0; i < 3; i++)
    q[i + 1] = sinc / 2 * phi[i];
}

/* atan(t)/t of t^2 = x <= SERIES_ATAN */
#define SERIES_ATAN 0.04
static const double atan_series[] = {1.0,      -1.0 / 3,  1.0 / 5,  -1.0 / 7,  1.0 / 9,  -1.0 / 11,
                                     1.0 / 13, -1.0 / 15, 1.0 / 17, -1.0 / 19, 1.0 / 21, -1.0 / 23};

void
tr_quat_log(TrReal phi[3], const TrReal q[4])
{
  TrReal sign = tr_real_select(q[0] < 0, tr_real(-1), tr_real(1));
  TrReal w = sign * q[0];
  TrReal n2 = q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  TrReal x = n2 / (w * w);
  TrReal s = 2 / w * tr_real_polynomial(atan_series, TR_COUNT(atan_series), x);

  if (tr_real_any(n2 > SERIES_ATAN * w * w)) {
    TrReal n = tr_real_sqrt(n2);
    TrReal angle = M_PI / 2 - tr_real_atan(w / n); /* atan2(n, w), n > 0 where it is taken */

    s = tr_real_select(n2 > SERIES_ATAN * w * w, 2 * angle / n, s);
  }
  for (int i = 0; i < 3; i++)
    phi[i] = sign * s * q[i + 1];
}

void
tr_quat_retract(TrReal out[4], const TrReal e[4], const TrReal d[3])
{
  TrReal step[4], product[4];

  tr_quat_exp(step, d);
  tr_quat_multiply(product, e, step);
  tr_quat_normalize(product);
  memcpy(out, product, sizeof product);
}

/* j = I + a [phi]x + b [phi]x^2 */
static void
fill_series(TrReal j[9], const TrReal phi[3], TrReal a, TrReal b)
{
  TrReal skew[9], square[9];

  tr_mat3_skew(skew, phi);
  tr_mat3_skew_skew(square, phi, phi);
  for (int i = 0; i < 9; i++)
    j[i] = a * skew[i] + b * square[i] + (i % 4 == 0 ? 1.0 : 0.0);
}

/* (1 - cos t)/t^2 and (t - sin t)/t^3 by t^2 */
static const double versine_series[] = {
    1.0 / 2,       -1.0 / 24,        1.0 / 720,         -1.0 / 40320,
    1.0 / 3628800, -1.0 / 479001600, 1.0 / 87178291200, -1.0 / 20922789888000};
static const double excess_series[] = {
    1.0 / 6,        -1.0 / 120,        1.0 / 5040,          -1.0 / 362880,
    1.0 / 39916800, -1.0 / 6227020800, 1.0 / 1307674368000, -1.0 / 355687428096000};

void
tr_so3_right_jacobian(TrReal j[9], const TrReal phi[3])
{
  TrReal t2 = tr_vec3_dot(phi, phi);
  TrReal a = tr_real_polynomial(versine_series, TR_COUNT(versine_series), t2);
  TrReal b = tr_real_polynomial(excess_series, TR_COUNT(excess_series), t2);

  if (tr_real_any(t2 > SERIES_SQUARED)) {
    TrReal t = tr_real_sqrt(t2);

    a = tr_real_select(t2 > SERIES_SQUARED, (1 - tr_real_cos(t)) / t2, a);
    b = tr_real_select(t2 > SERIES_SQUARED, (t - tr_real_sin(t)) / (t2 * t), b);
  }
  fill_series(j, phi, -a, b);
}

/* (1 - (t/2) cot(t/2))/t^2 by t^2: |B_2k|/(2k)! with the Bernoulli numbers */
static const double cotangent_series[] = {1.0 / 12,
                                          1.0 / 720,
                                          1.0 / 30240,
                                          1.0 / 1209600,
                                          1.0 / 47900160,
                                          691.0 / 1307674368000,
                                          1.0 / 74724249600,
                                          3617.0 / 10670622842880000,
                                          43867.0 / 5109094217170944000};

void
tr_so3_right_jacobian_inverse(TrReal j[9], const TrReal phi[3])
{
  TrReal t2 = tr_vec3_dot(phi, phi);
  TrReal b = tr_real_polynomial(cotangent_series, TR_COUNT(cotangent_series), t2);

  if (tr_real_any(t2 > SERIES_SQUARED)) {
    TrReal t = tr_real_sqrt(t2);
    TrReal exact = 1 / t2 - tr_real_cos(t / 2) / (2 * t * tr_real_sin(t / 2));

    b = tr_real_select(t2 > SERIES_SQUARED, exact, b);
  }
  fill_series(j, phi, tr_real(0.5), b);
}
