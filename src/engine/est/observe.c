/* Predicted observations and their derivatives. */
#include <math.h>
#include <string.h>

#include "engine/est/problem.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics.h"

/* Pose of one body on the geodesic from a to b: a (+) fraction (b (-) a). */
static void
interpolate_body(double out[TR_POSE], const double *a, const double *b, double fraction)
{
  double relative[4], phi[3];

  tr_quat_relative(relative, a + 3, b + 3);
  tr_quat_log(phi, relative);
  for (int i = 0; i < 3; i++) {
    out[i] = a[i] + fraction * (b[i] - a[i]);
    phi[i] *= fraction;
  }
  tr_quat_retract(out + 3, a + 3, phi);
}

/* Rotational derivative of the geodesic.  With R = Exp(s phi): dpsi = R^T dpsi_a + s J_r(s phi)
 * dphi and dphi = J_r^-1(phi) dpsi_b - J_r^-1(-phi) dpsi_a. */
static void
interpolate_jacobian(
    double by_a[9], double by_b[9], const double *a, const double *b, double fraction)
{
  double relative[4], phi[3], minus[3], part[3], turn[9], jr[9], inverse[9], step[4];

  tr_quat_relative(relative, a + 3, b + 3);
  tr_quat_log(phi, relative);
  for (int i = 0; i < 3; i++) {
    minus[i] = -phi[i];
    part[i] = fraction * phi[i];
  }
  tr_so3_right_jacobian(jr, part);
  tr_so3_right_jacobian_inverse(inverse, phi);
  tr_mat3_multiply(by_b, jr, inverse);
  tr_so3_right_jacobian_inverse(inverse, minus);
  tr_mat3_multiply(by_a, jr, inverse);
  tr_quat_exp(step, part);
  tr_quat_matrix(turn, step);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      by_b[3 * i + j] *= fraction;
      by_a[3 * i + j] = turn[3 * j + i] - fraction * by_a[3 * i + j];
    }
}

/* row[6] by one body's tangent, spread over the two nodes. */
static void
spread_row(double *jac,
           int n,
           int body,
           const double row[6],
           const double *a,
           const double *b,
           double fraction)
{
  double by_a[9], by_b[9];

  interpolate_jacobian(by_a, by_b, a, b, fraction);
  for (int i = 0; i < 3; i++) {
    jac[6 * body + i] = (1 - fraction) * row[i];
    jac[n + 6 * body + i] = fraction * row[i];
    for (int j = 0; j < 3; j++) {
      jac[6 * body + 3 + i] += row[3 + j] * by_a[3 * j + i];
      jac[n + 6 * body + 3 + i] += row[3 + j] * by_b[3 * j + i];
    }
  }
}

static double
predict_between(const TrProblem *problem,
                int joint,
                double fraction,
                const double *pose,
                const double *next,
                double *jac)
{
  const TrJoint *j = &problem->context.model->joints[joint];
  int bodies[2] = {j->parent, j->child};
  double at[2 * TR_POSE], row[12];
  TrJoint local = *j;
  TrModel pair = *problem->context.model;

  /* a model of the two bodies alone, at the interpolated poses */
  local.parent = j->parent == TR_WORLD ? TR_WORLD : 0;
  local.child = 1;
  for (int i = 0; i < 2; i++)
    if (bodies[i] != TR_WORLD)
      interpolate_body(at + TR_POSE * i, pose + TR_POSE * bodies[i], next + TR_POSE * bodies[i],
                       fraction);
  TrBody pair_bodies[2] = {problem->context.model->bodies[j->parent == TR_WORLD ? 0 : j->parent],
                           problem->context.model->bodies[j->child]};

  pair.bodies = pair_bodies;
  pair.joints = &local;
  if (jac) {
    tr_joint_position_jacobian(row, &pair, 0, at);
    for (int i = 0; i < 2; i++)
      if (bodies[i] != TR_WORLD)
        spread_row(jac, problem->n, bodies[i], row + 6 * i, pose + TR_POSE * bodies[i],
                   next + TR_POSE * bodies[i], fraction);
  }
  return tr_joint_position(&pair, 0, at);
}

double
tr_observation_predict(const TrProblem *problem,
                       const TrObservation *o,
                       const double *pose,
                       const double *next,
                       double *jac)
{
  int joint = problem->context.model->sensors[o->sensor].joint;
  const TrJoint *j = &problem->context.model->joints[joint];
  double row[12];

  if (jac)
    memset(jac, 0, (size_t)(2 * problem->n) * sizeof *jac);
  if (o->fraction > 0)
    return predict_between(problem, joint, o->fraction, pose, next, jac);
  if (jac) {
    tr_joint_position_jacobian(row, problem->context.model, joint, pose);
    if (j->parent != TR_WORLD)
      memcpy(jac + 6 * j->parent, row, 6 * sizeof *row);
    memcpy(jac + 6 * j->child, row + 6, 6 * sizeof *row);
  }
  return tr_joint_position(problem->context.model, joint, pose);
}

double
tr_observation_residual(const TrModel *model, const TrObservation *o, double predicted)
{
  double r = predicted - o->y;

  if (model->joints[model->sensors[o->sensor].joint].type == TR_JOINT_HINGE)
    r -= 2 * M_PI * round(r / (2 * M_PI));
  return r;
}
