#include "engine/mbs/kinematics.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/mechanism.h"

static const double world_pose[TR_POSE] = {0, 0, 0, 1, 0, 0, 0};

static const double *
pose_of(const double *pose, int body)
{
  return body == TR_WORLD ? world_pose : pose + TR_POSE * body;
}

static void
places_of(TrPlace *a, TrPlace *b, const TrJoint *joint, const double *pose)
{
  tr_mechanism_places(a, 1, pose_of(pose, joint->parent));
  tr_mechanism_places(b, 1, pose_of(pose, joint->child));
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

double
tr_joint_position(const TrModel *model, int joint, const double *pose)
{
  const TrJoint *j = &model->joints[joint];
  const TrJointClass *class = tr_joint_class(j->type);

  if (!class->has_axis)
    return 0;
  if (class->axis.type == TR_PRIM_AXIS) {
    double relative[4];

    relative_frame(relative, j, pose);
    return wrap_angle(2 * atan2(relative[3], relative[0]));
  }

  TrPrim prim;
  TrPlace a, b;
  double offset;

  tr_joint_prim(&prim, model, j, &class->axis);
  places_of(&a, &b, j, pose);
  tr_prim_value(&offset, &prim, &a, &b);
  return offset;
}

/* theta = 2 atan2(z, w) of the relative quaternion; a small turn d of the child's frame (its own
 * axes) gives dtheta = d . (w x + z y, ..)/(w^2 + z^2), and one of the parent's frame the same with
 * the turn seen from the child, negative. */
static void
angle_jacobian(double row[12], const TrJoint *j, const double *pose)
{
  double q[4], child_row[3], rot_child[9], rot_parent[9], relative[9], body_row[3];

  relative_frame(q, j, pose);

  double n2 = q[0] * q[0] + q[3] * q[3];

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

void
tr_joint_position_jacobian(double row[12], const TrModel *model, int joint, const double *pose)
{
  const TrJoint *j = &model->joints[joint];
  const TrJointClass *class = tr_joint_class(j->type);

  memset(row, 0, 12 * sizeof *row);
  if (!class->has_axis)
    return;
  if (class->axis.type == TR_PRIM_AXIS) {
    angle_jacobian(row, j, pose);
  } else {
    TrPrim prim;
    TrPlace a, b;

    tr_joint_prim(&prim, model, j, &class->axis);
    places_of(&a, &b, j, pose);
    tr_prim_jacobian(row, &prim, &a, &b);
  }
  if (j->parent == TR_WORLD)
    memset(row, 0, 6 * sizeof *row);
}

double
tr_joint_velocity(const TrModel *model, int joint, const double *pose, const double *twist)
{
  const TrJoint *j = &model->joints[joint];
  const TrJointClass *class = tr_joint_class(j->type);
  double row[12], rate = 0;
  TrPrim prim;
  TrPlace a, b;

  if (!class->has_axis)
    return 0;
  tr_joint_prim(&prim, model, j, &class->axis);
  places_of(&a, &b, j, pose);
  tr_prim_jacobian(row, &prim, &a, &b);
  for (int k = 0; k < 6; k++) {
    if (j->parent != TR_WORLD)
      rate += row[k] * twist[TR_TWIST * j->parent + k];
    rate += row[6 + k] * twist[TR_TWIST * j->child + k];
  }
  return rate;
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

/* Pose of the child's centre of mass from the parent's pose and the joint's coordinate. */
static void
place_child(double *pose, const TrModel *model, const TrJoint *j, double position)
{
  double r[3], q[4], frame[4], turn[4], child_conj[4], moved[4], rot[9], v[3];
  double *child = pose + TR_POSE * j->child;
  bool slide = j->type == TR_JOINT_SLIDE, hinge = j->type == TR_JOINT_HINGE;

  /* the parent's joint frame in the world, then along or about its z axis */
  origin_frame(r, q, model, j->parent, pose);
  tr_quat_matrix(rot, q);
  tr_mat3_apply(v, rot, j->parent_frame.position);
  tr_vec3_add_scaled(r, r, 1, v);
  tr_quat_multiply(frame, q, j->parent_frame.quat);
  if (slide) {
    tr_quat_matrix(rot, frame);
    for (int i = 0; i < 3; i++)
      r[i] += position * rot[3 * i + 2];
  }
  tr_quat_exp(turn, (double[3]){0, 0, hinge ? position : 0});
  tr_quat_multiply(moved, frame, turn);

  /* back from the child's joint frame to its centre of mass */
  for (int i = 0; i < 4; i++)
    child_conj[i] = i == 0 ? j->child_frame.quat[0] : -j->child_frame.quat[i];
  tr_quat_multiply(child + 3, moved, child_conj);
  tr_quat_normalize(child + 3);
  tr_quat_matrix(rot, child + 3);
  tr_vec3_sub(v, model->bodies[j->child].com, j->child_frame.position);
  tr_mat3_apply(child, rot, v);
  tr_vec3_add_scaled(child, child, 1, r);
}

/* Velocity of a point of a body, given by its arm from the centre of mass, and the body's angular
 * velocity, both in the world; zero for the world. */
static void
point_velocity(double v[3],
               double omega[3],
               int body,
               const double arm[3],
               const double *pose,
               const double *twist)
{
  double rot[9], in_body[3], swept[3];

  memset(v, 0, 3 * sizeof *v);
  memset(omega, 0, 3 * sizeof *omega);
  if (body == TR_WORLD)
    return;
  tr_quat_matrix(rot, pose + TR_POSE * body + 3);
  tr_vec3_cross(in_body, twist + TR_TWIST * body + 3, arm);
  tr_mat3_apply(swept, rot, in_body);
  tr_mat3_apply(omega, rot, twist + TR_TWIST * body + 3);
  for (int i = 0; i < 3; i++)
    v[i] = twist[TR_TWIST * body + i] + swept[i];
}

static void
move_child(double *twist, const TrModel *model, const TrJoint *j, const double *pose, double rate)
{
  TrPlace a, b;
  TrPrim prim;
  const TrJointPrim shape = {TR_PRIM_POINT, TR_AXIS_Z, TR_AXIS_Z};
  double v[3], omega[3], axis[3], arm_a[3], arm_b[3], reach[3], swept[3];
  double *child = twist + TR_TWIST * j->child;

  tr_joint_prim(&prim, model, j, &shape);
  places_of(&a, &b, j, pose);
  point_velocity(v, omega, j->parent, (double[3]){0, 0, 0}, pose, twist);
  tr_mat3_apply(axis, a.rot, prim.u);
  tr_mat3_apply(arm_b, b.rot, prim.s_b);

  /* the point of the parent that is now at the child's joint frame */
  for (int i = 0; i < 3; i++)
    arm_a[i] = b.r[i] + arm_b[i] - a.r[i];
  tr_vec3_cross(swept, omega, arm_a);
  for (int i = 0; i < 3; i++) {
    v[i] += swept[i] + (j->type == TR_JOINT_SLIDE ? rate * axis[i] : 0);
    omega[i] += j->type == TR_JOINT_HINGE ? rate * axis[i] : 0;
    reach[i] = -arm_b[i];
  }
  tr_vec3_cross(swept, omega, reach);
  tr_vec3_add_scaled(child, v, 1, swept);
  tr_mat3_apply_t(child + 3, b.rot, omega);
}

/* Number of joints between a body and the world. */
static int
count_depth(const TrModel *model, int body)
{
  int depth = 0;

  while (body != TR_WORLD && depth <= model->n_bodies) {
    int joint = 0;

    while (joint < model->n_joints && model->joints[joint].child != body)
      joint++;
    body = joint < model->n_joints ? model->joints[joint].parent : TR_WORLD;
    depth++;
  }
  return depth;
}

void
tr_forward_kinematics(
    double *pose, double *twist, const TrModel *model, const double *position, const double *rate)
{
  for (int depth = 1; depth <= model->n_bodies; depth++)
    for (int i = 0; i < model->n_joints; i++) {
      const TrJoint *j = &model->joints[i];

      if (count_depth(model, j->child) != depth)
        continue;
      place_child(pose, model, j, position[i]);
      if (twist)
        move_child(twist, model, j, pose, rate[i]);
    }
}

void
tr_body_origin(TrFrame *origin, const TrModel *model, int body, const double *pose)
{
  origin_frame(origin->position, origin->quat, model, body, pose);
}
