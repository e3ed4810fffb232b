#include "io/import/frames.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/dense.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"

void
trammel_frame_apply(double out[3], const TrFrame *frame, const double point[3])
{
  double rot[9], turned[3];

  tr_quat_matrix(rot, frame->quat);
  tr_mat3_apply(turned, rot, point);
  for (int i = 0; i < 3; i++)
    out[i] = frame->position[i] + turned[i];
}

void
trammel_frame_compose(TrFrame *out, const TrFrame *a, const TrFrame *b)
{
  TrFrame product;

  trammel_frame_apply(product.position, a, b->position);
  tr_quat_multiply(product.quat, a->quat, b->quat);
  tr_quat_normalize(product.quat);
  *out = product;
}

void
trammel_frame_invert(TrFrame *out, const TrFrame *a)
{
  TrFrame inverse = {.quat = {a->quat[0], -a->quat[1], -a->quat[2], -a->quat[3]}};
  double back[3] = {-a->position[0], -a->position[1], -a->position[2]}, zero[3];

  trammel_frame_apply(zero, &inverse, back);
  tr_vec3_copy(inverse.position, zero);
  *out = inverse;
}

bool
trammel_quat_unit(double quat[4])
{
  double norm = sqrt(quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3]);

  if (!(norm > 1e-12) || !isfinite(norm))
    return false;
  /* those of full precision keep their bits */
  if (fabs(norm - 1) > 1e-15)
    for (int i = 0; i < 4; i++)
      quat[i] /= norm;
  return true;
}

void
trammel_quat_from_rpy(double quat[4], const double rpy[3])
{
  double x[4] = {cos(rpy[0] / 2), sin(rpy[0] / 2), 0, 0};
  double y[4] = {cos(rpy[1] / 2), 0, sin(rpy[1] / 2), 0};
  double z[4] = {cos(rpy[2] / 2), 0, 0, sin(rpy[2] / 2)}, yx[4];

  tr_quat_multiply(yx, y, x);
  tr_quat_multiply(quat, z, yx);
}

void
trammel_quat_to_rpy(double rpy[3], const double quat[4])
{
  double r[9], across;

  tr_quat_matrix(r, quat);
  across = hypot(r[0], r[3]);
  rpy[1] = atan2(-r[6], across);
  if (across > 1e-7) {
    rpy[0] = atan2(r[7], r[8]);
    rpy[2] = atan2(r[3], r[0]);
  } else { /* x and z turn about the same axis */
    rpy[0] = 0;
    rpy[2] = atan2(-r[1], r[4]);
  }
}

bool
trammel_quat_from_axis(double quat[4], const double axis[3])
{
  double length = tr_vec3_norm(axis), unit[3];

  if (!(length > 1e-12) || !isfinite(length))
    return false;
  for (int i = 0; i < 3; i++)
    unit[i] = axis[i] / length;
  if (unit[2] < -1 + 1e-14) {
    memcpy(quat, (double[]){0, 1, 0, 0}, 4 * sizeof *quat);
    return true;
  }
  /* half-way between z and the axis */
  memcpy(quat, (double[]){1 + unit[2], -unit[1], unit[0], 0}, 4 * sizeof *quat);
  return trammel_quat_unit(quat);
}

void
trammel_quat_from_matrix(double quat[4], const double r[9])
{
  double trace = r[0] + r[4] + r[8];
  int i = r[4] > r[0] ? 1 : 0, j, k;

  i = r[8] > r[4 * i] ? 2 : i;
  j = (i + 1) % 3;
  k = (i + 2) % 3;
  if (trace > 0) {
    memcpy(quat, (double[]){1 + trace, r[7] - r[5], r[2] - r[6], r[3] - r[1]}, 4 * sizeof *quat);
  } else {
    quat[0] = r[3 * k + j] - r[3 * j + k];
    quat[1 + i] = 1 + r[4 * i] - r[4 * j] - r[4 * k];
    quat[1 + j] = r[3 * j + i] + r[3 * i + j];
    quat[1 + k] = r[3 * k + i] + r[3 * i + k];
  }
  trammel_quat_unit(quat);
}

/* out = R in R^T, of tensors xx yy zz xy xz yz. */
static void
turn_tensor(double out[6], const double in[6], const double quat[4])
{
  double r[9], full[9], half[9], turned[9], transposed[9];

  if (quat[1] == 0 && quat[2] == 0 && quat[3] == 0) {
    memmove(out, in, 6 * sizeof *out);
    return;
  }
  tr_quat_matrix(r, quat);
  tr_mat3_transpose(transposed, r);
  tr_mat3_from_tensor(full, in);
  tr_mat3_multiply(half, r, full);
  tr_mat3_multiply(turned, half, transposed);
  memcpy(out, (double[]){turned[0], turned[4], turned[8], turned[1], turned[2], turned[5]},
         6 * sizeof *out);
}

void
trammel_body_move(TrBody *body, const TrFrame *frame)
{
  double com[3];

  trammel_frame_apply(com, frame, body->com);
  tr_vec3_copy(body->com, com);
  turn_tensor(body->inertia, body->inertia, frame->quat);
}

/* Adds the inertia of a mass at `arm` from the point of reference. */
static void
add_point(double inertia[6], double mass, const double arm[3])
{
  double square = tr_vec3_dot(arm, arm);

  for (int i = 0; i < 3; i++)
    inertia[i] += mass * (square - arm[i] * arm[i]);
  inertia[TR_XY] -= mass * arm[0] * arm[1];
  inertia[TR_XZ] -= mass * arm[0] * arm[2];
  inertia[TR_YZ] -= mass * arm[1] * arm[2];
}

void
trammel_body_add(TrBody *body, const TrBody *part)
{
  double mass = body->mass + part->mass, com[3], arm[3];

  if (!(part->mass > 0))
    return;
  for (int i = 0; i < 3; i++)
    com[i] = (body->mass * body->com[i] + part->mass * part->com[i]) / mass;
  tr_vec3_sub(arm, body->com, com);
  if (body->mass > 0)
    add_point(body->inertia, body->mass, arm);
  else
    memset(body->inertia, 0, sizeof body->inertia);
  tr_vec3_sub(arm, part->com, com);
  add_point(body->inertia, part->mass, arm);
  for (int i = 0; i < 6; i++)
    body->inertia[i] += part->inertia[i];
  body->mass = mass;
  tr_vec3_copy(body->com, com);
}

void
trammel_body_principal(double moments[3], double quat[4], const TrBody *body)
{
  double rows[9], r[9];

  tr_mat3_from_tensor(rows, body->inertia);
  memcpy(quat, (double[]){1, 0, 0, 0}, 4 * sizeof *quat);
  memcpy(moments, body->inertia, 3 * sizeof *moments);
  if ((body->inertia[3] == 0 && body->inertia[4] == 0 && body->inertia[5] == 0) ||
      tr_dense_symmetric_eigen(rows, moments, 3) != TR_OK)
    return;
  /* eigenvectors are rows; the third follows from the others, so that the axes are right-handed */
  tr_vec3_cross(rows + 6, rows, rows + 3);
  tr_mat3_transpose(r, rows);
  trammel_quat_from_matrix(quat, r);
}

void
trammel_joint_reverse(TrJoint *joint)
{
  /* half a turn about x takes z to -z; half a turn between x and z exchanges both, which a
   * universal joint needs */
  TrFrame flip = {.quat = {0, 1, 0, 0}}, swap = {.quat = {0, 1, 0, 1}},
          parent = joint->parent_frame;
  const TrFrame *turn = joint->type == TR_JOINT_UNIVERSAL ? &swap : &flip;
  int body = joint->parent;

  trammel_quat_unit(swap.quat);
  joint->parent = joint->child;
  joint->child = body;
  trammel_frame_compose(&joint->parent_frame, &joint->child_frame, turn);
  trammel_frame_compose(&joint->child_frame, &parent, turn);
}
