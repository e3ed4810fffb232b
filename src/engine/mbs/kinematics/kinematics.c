#include "engine/mbs/kinematics/kinematics.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/mechanism/mechanism.h"

static const double world_pose[TR_POSE] = {0, 0, 0, 1, 0, 0, 0};

static const double *
pose_of(const double *pose, int body)
{
  return body == TR_WORLD ? world_pose : pose + TR_POSE * body;
}

void
tr_joint_places(TrPlace places[2], const TrJoint *joint, const double *pose)
{
  tr_mechanism_places(&places[0], 1, pose_of(pose, joint->parent));
  tr_mechanism_places(&places[1], 1, pose_of(pose, joint->child));
}

/* Rotation of the child's frame in the parent's frame. */
static void
relative_frame(double relative[4], const TrJoint *joint, const double *pose)
{
  double a[4], b[4];

  tr_quat_multiply(a, pose_of(pose, joint->parent) + 3, joint->parent_frame.quat);
  tr_quat_multiply(b, pose_of(pose, joint->child) + 3, joint->child_frame.quat);
  tr_quat_relative(relative, a, b);
}

static double
wrap_angle(double angle)
{
  return angle - 2 * M_PI * ceil((angle - M_PI) / (2 * M_PI));
}

static double
angle_about_z(const double relative[4])
{
  return wrap_angle(2 * atan2(relative[3], relative[0]));
}

double
tr_joint_position(const TrModel *model, int joint, const double *pose)
{
  TR_ASSERT(model && pose && joint >= 0 && joint < model->n_joints);

  const TrJoint *j = &model->joints[joint];
  const TrJointClass *class = tr_joint_class(j->type);

  if (!class->has_axis)
    return 0;
  if (class->axis.type == TR_PRIM_AXIS) {
    double relative[4];

    relative_frame(relative, j, pose);
    return angle_about_z(relative);
  }

  TrPrim prim;
  TrPlace places[2];
  double offset;

  tr_joint_prim(&prim, model, j, &class->axis);
  tr_joint_places(places, j, pose);
  tr_prim_value(&offset, &prim, &places[0], &places[1]);
  return offset;
}

/* Hinge angle theta = 2 atan2(z, w) of the relative quaternion; a small rotation d of the child's
 * frame (in its own axes) gives dtheta = d . (w x + z y, ..)/(w^2 + z^2), and one of the parent's
 * frame the same with the rotation expressed in the child's axes, negative. */
static void
angle_jacobian(double row[12], const TrJoint *j, const double q[4])
{
  double n2 = q[0] * q[0] + q[3] * q[3];
  double child_row[3], rot_child[9], rot_parent[9], relative[9], body_row[3];

  child_row[0] = (q[3] * q[1] - q[0] * q[2]) / n2;
  child_row[1] = (q[0] * q[1] + q[3] * q[2]) / n2;
  child_row[2] = 1;
  tr_quat_matrix(rot_child, j->child_frame.quat);
  tr_mat3_apply(body_row, rot_child, child_row);
  tr_vec3_copy(row + 9, body_row);

  double seen_from_parent[3];

  tr_quat_matrix(relative, q);
  tr_mat3_apply(seen_from_parent, relative, child_row);
  tr_quat_matrix(rot_parent, j->parent_frame.quat);
  tr_mat3_apply(body_row, rot_parent, seen_from_parent);
  tr_vec3_add_scaled(row + 3, row + 3, -1, body_row);
}

double
tr_joint_position_jacobian(double row[12], const TrModel *model, int joint, const double *pose)
{
  TR_ASSERT(row && model && pose && joint >= 0 && joint < model->n_joints);

  const TrJoint *j = &model->joints[joint];
  const TrJointClass *class = tr_joint_class(j->type);
  double position;

  memset(row, 0, 12 * sizeof *row);
  if (!class->has_axis)
    return 0;
  if (class->axis.type == TR_PRIM_AXIS) {
    double relative[4];

    relative_frame(relative, j, pose);
    angle_jacobian(row, j, relative);
    position = angle_about_z(relative);
  } else {
    TrPrim prim;
    TrPlace places[2];

    tr_joint_prim(&prim, model, j, &class->axis);
    tr_joint_places(places, j, pose);
    tr_prim_jacobian(row, &prim, &places[0], &places[1]);
    tr_prim_value(&position, &prim, &places[0], &places[1]);
  }
  if (j->parent == TR_WORLD)
    memset(row, 0, 6 * sizeof *row);
  return position;
}

double
tr_joint_velocity(const TrModel *model, int joint, const double *pose, const double *twist)
{
  TR_ASSERT(model && pose && twist && joint >= 0 && joint < model->n_joints);

  const TrJoint *j = &model->joints[joint];
  const TrJointClass *class = tr_joint_class(j->type);
  double row[12], rate = 0;
  TrPrim prim;
  TrPlace places[2];

  if (!class->has_axis)
    return 0;
  tr_joint_prim(&prim, model, j, &class->axis);
  tr_joint_places(places, j, pose);
  tr_prim_jacobian(row, &prim, &places[0], &places[1]);
  for (int k = 0; k < 6; k++) {
    if (j->parent != TR_WORLD)
      rate += row[k] * twist[TR_TWIST * j->parent + k];
    rate += row[6 + k] * twist[TR_TWIST * j->child + k];
  }
  return rate;
}

bool
tr_model_is_tree(const TrModel *model)
{
  TR_ASSERT(tr_model_is_whole(model));
  for (int b = 0; b < model->n_bodies; b++) {
    int body = b;

    /* no chain is longer than the number of bodies */
    for (int steps = 0; body != TR_WORLD; steps++) {
      int carrier = -1, n_carriers = 0;

      for (int j = 0; j < model->n_joints; j++)
        if (model->joints[j].child == body) {
          carrier = j;
          n_carriers++;
        }
      if (n_carriers != 1 || steps > model->n_bodies)
        return false;
      body = model->joints[carrier].parent;
    }
  }
  return true;
}

/* World frame (position, rotation as quaternion) of a body's origin. */
static void
origin_frame(double r[3], double q[4], const TrModel *model, int body, const double *pose)
{
  const double *p = pose_of(pose, body);
  double rot[9], offset[3];

  tr_vec3_copy(r, p);
  for (int i = 0; i < 4; i++)
    q[i] = p[3 + i];
  if (body == TR_WORLD)
    return;
  tr_quat_matrix(rot, q);
  tr_mat3_apply(offset, rot, model->bodies[body].com);
  tr_vec3_sub(r, r, offset);
}

void
tr_body_origin(TrFrame *origin, const TrModel *model, int body, const double *pose)
{
  TR_ASSERT(origin && model && pose && body >= TR_WORLD && body < model->n_bodies);
  origin_frame(origin->position, origin->quat, model, body, pose);
}

void
tr_poses_move(double *pose, int n_bodies, const double *twist, double h)
{
  TR_ASSERT(tr_is_array(pose, n_bodies) && tr_is_array(twist, n_bodies));
  for (int b = 0; b < n_bodies; b++) {
    double turn[3];

    tr_vec3_add_scaled(pose + TR_POSE * b, pose + TR_POSE * b, h, twist + TR_TWIST * b);
    for (int i = 0; i < 3; i++)
      turn[i] = h * twist[TR_TWIST * b + 3 + i];
    tr_quat_retract(pose + TR_POSE * b + 3, pose + TR_POSE * b + 3, turn);
  }
}
