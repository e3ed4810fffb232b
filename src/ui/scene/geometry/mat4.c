#include "ui/scene/geometry/mat4.h"

#include <math.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"

TrammelMat4
trammel_mat4_identity(void)
{
  return (TrammelMat4){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
}

TrammelMat4
trammel_mat4_from_frame(const double position[3], const double quat[4])
{
  TrammelMat4 out = trammel_mat4_identity();
  double rotation[9];

  tr_quat_matrix(rotation, quat);
  for (int column = 0; column < 3; column++)
    for (int row = 0; row < 3; row++)
      out.m[4 * column + row] = rotation[3 * row + column];
  tr_vec3_copy(out.m + 12, position);
  return out;
}

TrammelMat4
trammel_mat4_along(const double position[3], const double axis[3])
{
  TrammelMat4 out = trammel_mat4_identity();
  double *x = out.m, *y = out.m + 4, *z = out.m + 8;
  double helper[3] = {0}, length = tr_vec3_norm(axis);
  /* the world's axis that is farthest from `axis` keeps the cross product well away from zero */
  int least = 0;

  for (int i = 0; i < 3; i++) {
    z[i] = axis[i] / length;
    if (fabs(axis[i]) < fabs(axis[least]))
      least = i;
  }
  helper[least] = 1;
  tr_vec3_cross(x, helper, z);
  length = tr_vec3_norm(x);
  for (int i = 0; i < 3; i++)
    x[i] /= length;
  tr_vec3_cross(y, z, x);
  tr_vec3_copy(out.m + 12, position);
  return out;
}

TrammelMat4
trammel_mat4_between(const double from[3], const double to[3], double *half_length)
{
  double axis[3], middle[3];

  tr_vec3_sub(axis, to, from);
  tr_vec3_add_scaled(middle, from, 0.5, axis);
  *half_length = 0.5 * tr_vec3_norm(axis);
  if (*half_length == 0)
    axis[2] = 1;
  return trammel_mat4_along(middle, axis);
}

TrammelMat4
trammel_mat4_multiply(const TrammelMat4 *a, const TrammelMat4 *b)
{
  TrammelMat4 out;

  for (int column = 0; column < 4; column++)
    for (int row = 0; row < 4; row++) {
      double sum = 0;

      for (int k = 0; k < 4; k++)
        sum += a->m[4 * k + row] * b->m[4 * column + k];
      out.m[4 * column + row] = sum;
    }
  return out;
}

/* Sets out = M (d, 0), for a direction. */
static void
apply_direction(double out[3], const TrammelMat4 *m, const double d[3])
{
  for (int row = 0; row < 3; row++)
    out[row] = m->m[row] * d[0] + m->m[4 + row] * d[1] + m->m[8 + row] * d[2];
}

double
trammel_mat4_apply(double out[3], const TrammelMat4 *m, const double p[3])
{
  apply_direction(out, m, p);
  tr_vec3_add_scaled(out, out, 1, m->m + 12);
  return m->m[3] * p[0] + m->m[7] * p[1] + m->m[11] * p[2] + m->m[15];
}

TrammelMat4
trammel_mat4_perspective(double fov_y, double aspect, double near, double far)
{
  double scale = 1 / tan(fov_y / 2);
  TrammelMat4 out = {{0}};

  out.m[0] = scale / aspect;
  out.m[5] = scale;
  out.m[10] = -(far + near) / (far - near);
  out.m[11] = -1;
  out.m[14] = -2 * far * near / (far - near);
  return out;
}

TrammelMat4
trammel_mat4_orthographic(double half_height, double aspect, double near, double far)
{
  TrammelMat4 out = trammel_mat4_identity();

  out.m[0] = 1 / (half_height * aspect);
  out.m[5] = 1 / half_height;
  out.m[10] = -2 / (far - near);
  out.m[14] = -(far + near) / (far - near);
  return out;
}

void
trammel_mat4_to_floats(float out[16], const TrammelMat4 *m)
{
  for (int i = 0; i < 16; i++)
    out[i] = (float)m->m[i];
}

void
trammel_mat4_normal_matrix(float out[9], const TrammelMat4 *m)
{
  const double *x = m->m, *y = m->m + 4, *z = m->m + 8;
  double cofactors[9], determinant;

  tr_vec3_cross(cofactors, y, z);
  tr_vec3_cross(cofactors + 3, z, x);
  tr_vec3_cross(cofactors + 6, x, y);
  determinant = tr_vec3_dot(x, cofactors);
  for (int i = 0; i < 9; i++)
    out[i] = determinant != 0 ? (float)(cofactors[i] / determinant) : 0;
}
