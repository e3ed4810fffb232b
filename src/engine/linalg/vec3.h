/* Vectors of three numbers and row-major 3x3 matrices.  Outputs first; an output must not overlap
 * an input unless the comment says so. */
#pragma once

#include <string.h>

#include "engine/base/real.h"

/* a . b */
static inline TrReal
tr_vec3_dot(const TrReal a[3], const TrReal b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* |a| */
static inline TrReal
tr_vec3_norm(const TrReal a[3])
{
  return tr_real_sqrt(tr_vec3_dot(a, a));
}

/* out = a */
static inline void
tr_vec3_copy(TrReal out[3], const TrReal a[3])
{
  memcpy(out, a, 3 * sizeof *a);
}

/* out = a + s b; may overlap. */
static inline void
tr_vec3_add_scaled(TrReal out[3], const TrReal a[3], double s, const TrReal b[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = a[i] + s * b[i];
}

/* out = a - b; may overlap. */
static inline void
tr_vec3_sub(TrReal out[3], const TrReal a[3], const TrReal b[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = a[i] - b[i];
}

/* out = a x b */
static inline void
tr_vec3_cross(TrReal out[3], const TrReal a[3], const TrReal b[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* out = A b. */
static inline void
tr_mat3_apply(TrReal out[3], const TrReal a[9], const TrReal b[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = a[3 * i] * b[0] + a[3 * i + 1] * b[1] + a[3 * i + 2] * b[2];
}

/* out = A^T b. */
static inline void
tr_mat3_apply_t(TrReal out[3], const TrReal a[9], const TrReal b[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = a[i] * b[0] + a[3 + i] * b[1] + a[6 + i] * b[2];
}

/* out = A B. */
static inline void
tr_mat3_multiply(TrReal out[9], const TrReal a[9], const TrReal b[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

/* out = A^T; out is not A. */
static inline void
tr_mat3_transpose(TrReal out[9], const TrReal a[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out[3 * i + j] = a[3 * j + i];
}

/* out = A^T B. */
static inline void
tr_mat3_multiply_tn(TrReal out[9], const TrReal a[9], const TrReal b[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out[3 * i + j] = a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
}

/* out = [a]x, so that out b = a x b. */
static inline void
tr_mat3_skew(TrReal out[9], const TrReal a[3])
{
  out[0] = out[4] = out[8] = tr_real(0);
  out[1] = -a[2];
  out[2] = a[1];
  out[3] = a[2];
  out[5] = -a[0];
  out[6] = -a[1];
  out[7] = a[0];
}

/* out = [a]x [b]x = b a^T - (a.b) I. */
static inline void
tr_mat3_skew_skew(TrReal out[9], const TrReal a[3], const TrReal b[3])
{
  TrReal d = tr_vec3_dot(a, b);

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out[3 * i + j] = i == j ? b[i] * a[j] - d : b[i] * a[j];
}

/* Symmetric tensor (xx yy zz xy xz yz) to a full matrix. */
static inline void
tr_mat3_from_tensor(TrReal out[9], const double t[6])
{
  out[0] = tr_real(t[0]);
  out[4] = tr_real(t[1]);
  out[8] = tr_real(t[2]);
  out[1] = out[3] = tr_real(t[3]);
  out[2] = out[6] = tr_real(t[4]);
  out[5] = out[7] = tr_real(t[5]);
}
