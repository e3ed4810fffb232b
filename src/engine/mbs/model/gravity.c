#include "engine/mbs/model/gravity.h"

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"

static void
upright(double out[3], const TrGravity *gravity)
{
  double s = gravity->magnitude / tr_vec3_norm(gravity->direction);

  for (int i = 0; i < 3; i++)
    out[i] = s * gravity->direction[i];
}

static void
tilt_matrix(double rot[9], const TrGravity *gravity)
{
  double q[4];

  tr_quat_exp(q, gravity->tilt);
  tr_quat_matrix(rot, q);
}

void
tr_gravity_vector(double out[3], const TrGravity *gravity)
{
  TR_ASSERT(out && gravity);

  double rot[9], g[3];

  upright(g, gravity);
  tilt_matrix(rot, gravity);
  tr_mat3_apply(out, rot, g);
}

void
tr_gravity_tilt_derivative(double out[9], const TrGravity *gravity)
{
  TR_ASSERT(out && gravity);
  /* R(t + dt) = R Exp(J_r dt), so d(R g) = -R [g]x J_r dt */
  double rot[9], g[3], skew[9], turned[9], jacobian[9];

  upright(g, gravity);
  for (int i = 0; i < 3; i++)
    g[i] = -g[i];
  tilt_matrix(rot, gravity);
  tr_mat3_skew(skew, g);
  tr_mat3_multiply(turned, rot, skew);
  tr_so3_right_jacobian(jacobian, gravity->tilt);
  tr_mat3_multiply(out, turned, jacobian);
}
