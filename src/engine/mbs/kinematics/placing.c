/* Forward kinematics: each body is placed by a joint to a body that is placed already.
 *
 * The remaining joints close loops and are ignored (mbs/kinematics/assembly.h).  The poses
 * themselves mark the placed bodies: a quaternion of zeros is not placed. */
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/mechanism/mechanism.h"

/* A joint from a placed body (or the world) to one that is not. */
typedef struct Branch {
  const TrJoint *joint;
  int from, to;
  const TrFrame *from_frame, *to_frame;
  double position, rate; /* of `to` against `from` */
} Branch;

static bool
stands(const double *pose, int body)
{
  static const double none[4] = {0};

  return body == TR_WORLD || memcmp(pose + TR_POSE * body + 3, none, sizeof none) != 0;
}

/* Rank of a joint: those that constrain a body's pose more come first; a free joint serves only to
 * place its body. */
static int
rank_joint(const TrJoint *joint)
{
  const TrJointClass *class = tr_joint_class(joint->type);
  int rows = 0;

  if (joint->type == TR_JOINT_FREE)
    return 7;
  if (joint->type == TR_JOINT_GEAR || joint->active.n > 0)
    return -1; /* places no body */
  for (int p = 0; p < class->n_prims; p++)
    rows += tr_prim_rows(class->prims[p].type);
  return rows;
}

/* Finds the best joint to the next body, or -1. */
static int
find_next(const TrModel *model, const double *pose)
{
  int best = -1, best_rank = -1;

  for (int i = 0; i < model->n_joints; i++) {
    const TrJoint *j = &model->joints[i];
    int rank = rank_joint(j);

    if (rank > best_rank && stands(pose, j->parent) != stands(pose, j->child)) {
      best = i;
      best_rank = rank;
    }
  }
  return best;
}

/* Returns whether the joints are those of a tree, each after the one that places its parent: then
 * there is no choice.  Leaves the poses as they are, of no body. */
static bool
is_ordered_tree(const TrModel *model, double *pose)
{
  bool is_tree = model->n_joints == model->n_bodies;
  int n = 0;

  for (; is_tree && n < model->n_joints; n++) {
    const TrJoint *j = &model->joints[n];

    is_tree = j->type != TR_JOINT_GEAR && j->active.n == 0 && stands(pose, j->parent) &&
              !stands(pose, j->child);
    if (is_tree)
      pose[TR_POSE * j->child + 3] = 1;
  }
  for (int b = 0; b < model->n_bodies; b++)
    pose[TR_POSE * b + 3] = 0;
  return is_tree;
}

static Branch
make_branch(
    const TrModel *model, const double *pose, int joint, const double *position, const double *rate)
{
  const TrJoint *j = &model->joints[joint];
  double q = tr_joint_has_length(j)       ? j->length
             : j->type == TR_JOINT_SPRING ? j->spring.rest
                                          : position[joint];
  double w = rate ? rate[joint] : 0;

  if (stands(pose, j->parent))
    return (Branch){j, j->parent, j->child, &j->parent_frame, &j->child_frame, q, w};
  return (Branch){j, j->child, j->parent, &j->child_frame, &j->parent_frame, -q, -w};
}

/* Pose of the centre of mass of `to`. */
static void
place(double *pose, const TrModel *model, const Branch *branch)
{
  TrFrame origin;
  double *r = origin.position, frame[4], turn[4], back[4], moved[4], rot[9], v[3];
  double *to = pose + TR_POSE * branch->to;

  /* the joint frame of `from` in the world, then along or about its z axis */
  tr_body_origin(&origin, model, branch->from, pose);
  tr_quat_matrix(rot, origin.quat);
  tr_mat3_apply(v, rot, branch->from_frame->position);
  tr_vec3_add_scaled(r, r, 1, v);
  tr_quat_multiply(frame, origin.quat, branch->from_frame->quat);
  if (tr_joint_has_length(branch->joint) || tr_joint_is_linear(branch->joint)) {
    tr_quat_matrix(rot, frame);
    for (int i = 0; i < 3; i++)
      r[i] += branch->position * rot[3 * i + 2];
  }
  tr_quat_exp(turn, (double[3]){0, 0, tr_joint_turns(branch->joint) ? branch->position : 0});
  tr_quat_multiply(moved, frame, turn);

  /* back from the joint frame of `to` to its centre of mass */
  for (int i = 0; i < 4; i++)
    back[i] = i == 0 ? branch->to_frame->quat[0] : -branch->to_frame->quat[i];
  tr_quat_multiply(to + 3, moved, back);
  tr_quat_normalize(to + 3);
  tr_quat_matrix(rot, to + 3);
  tr_vec3_sub(v, model->bodies[branch->to].com, branch->to_frame->position);
  tr_mat3_apply(to, rot, v);
  tr_vec3_add_scaled(to, to, 1, r);
}

/* Velocity of a point of a body, given by its arm from the centre of mass in the world, and the
 * body's angular velocity, both in the world; zero for the world. */
static void
point_velocity(double v[3],
               double omega[3],
               int body,
               const double arm[3],
               const double *pose,
               const double *twist)
{
  double rot[9], swept[3];

  memset(v, 0, 3 * sizeof *v);
  memset(omega, 0, 3 * sizeof *omega);
  if (body == TR_WORLD)
    return;
  tr_quat_matrix(rot, pose + TR_POSE * body + 3);
  tr_mat3_apply(omega, rot, twist + TR_TWIST * body + 3);
  tr_vec3_cross(swept, omega, arm);
  for (int i = 0; i < 3; i++)
    v[i] = twist[TR_TWIST * body + i] + swept[i];
}

/* Twist of the next body.  At the origin of the joint frame on the child both bodies have the
 * velocity of `from`, except for the rate along or about the parent's z axis. */
static void
move(double *twist, const TrModel *model, const Branch *branch, const double *pose)
{
  const TrJoint *j = branch->joint;
  TrPlace places[2]; /* parent, child */
  TrPrim prim;
  const TrJointPrim shape = {TR_PRIM_POINT, TR_AXIS_Z, TR_AXIS_Z};
  double v[3], omega[3], axis[3], arms[2][3], swept[3];
  int from = branch->to == j->child ? 0 : 1;
  double *to = twist + TR_TWIST * branch->to;

  tr_joint_prim(&prim, model, j, &shape);
  tr_joint_places(places, j, pose);
  tr_mat3_apply(axis, places[0].rot, prim.u);
  tr_mat3_apply(arms[1], places[1].rot, prim.s_b);
  for (int i = 0; i < 3; i++)
    arms[0][i] = places[1].r[i] + arms[1][i] - places[0].r[i];
  point_velocity(v, omega, branch->from, arms[from], pose, twist);
  for (int i = 0; i < 3; i++) {
    v[i] += j->type == TR_JOINT_SLIDE || j->type == TR_JOINT_ALONG ? branch->rate * axis[i] : 0;
    omega[i] += tr_joint_turns(j) ? branch->rate * axis[i] : 0;
  }
  tr_vec3_cross(swept, arms[1 - from], omega);
  tr_vec3_add_scaled(to, v, 1, swept);
  tr_mat3_apply_t(to + 3, places[1 - from].rot, omega);
}

/* Places a body without joints: its origin is the world's. */
static void
place_alone(double *pose, const TrModel *model)
{
  int body = 0;

  while (stands(pose, body))
    body++;
  memcpy(pose + TR_POSE * body, (double[TR_POSE]){0, 0, 0, 1}, TR_POSE * sizeof *pose);
  tr_vec3_copy(pose + TR_POSE * body, model->bodies[body].com);
}

void
tr_forward_kinematics(
    double *pose, double *twist, const TrModel *model, const double *position, const double *rate)
{
  TR_ASSERT(pose && tr_model_is_whole(model) && tr_is_array(position, model->n_joints));

  bool is_tree;

  memset(pose, 0, (size_t)model->n_bodies * TR_POSE * sizeof *pose);
  if (twist)
    memset(twist, 0, (size_t)model->n_bodies * TR_TWIST * sizeof *twist);
  is_tree = is_ordered_tree(model, pose);
  for (int i = 0; i < model->n_bodies; i++) {
    int joint = is_tree ? i : find_next(model, pose);

    if (joint < 0) {
      place_alone(pose, model);
      continue;
    }

    Branch branch = make_branch(model, pose, joint, position, rate);

    place(pose, model, &branch);
    if (twist)
      move(twist, model, &branch, pose);
  }
}
