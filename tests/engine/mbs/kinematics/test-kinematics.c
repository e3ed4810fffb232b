/* Forward kinematics, joint coordinates and their derivatives, on a chain of all joint types. */
#include <math.h>
#include <string.h>

#include "engine/est/step/residual.h"
#include "engine/linalg/quat.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/mechanism/mechanism.h"
#include "support/check.h"
#include "support/seed.h"

enum { N = 4 };

static const double position[N] = {0.7, 0.3, 0, -2.1}, rate[N] = {1.1, -0.4, 0, 2.3};

static TrFrame
odd_frame(double x, double angle)
{
  TrFrame frame = {{x, -0.2 * x, 0.1}, {1, 0, 0, 0}};

  tr_quat_exp(frame.quat, (double[]){angle, 0.3, -0.5 * angle});
  return frame;
}

/* World - hinge - slide - fixed - hinge, with every frame and centre of mass at a general position.
 */
static TrModel *
make_chain(void)
{
  static const TrJointType types[N] = {TR_JOINT_HINGE, TR_JOINT_SLIDE, TR_JOINT_FIXED,
                                       TR_JOINT_HINGE};
  static TrBody bodies[N];
  static TrJoint joints[N];
  TrModel model = {.gravity = tr_gravity_default(),
                   .n_bodies = N,
                   .n_joints = N,
                   .bodies = bodies,
                   .joints = joints};

  for (int i = 0; i < N; i++) {
    bodies[i] = tr_body_default();
    g_snprintf(bodies[i].name, sizeof bodies[i].name, "b%d", i);
    for (int k = 0; k < 3; k++)
      bodies[i].com[k] = 0.03 * (i + 1) - 0.05 * k;
    joints[i] = tr_joint_default();
    g_snprintf(joints[i].name, sizeof joints[i].name, "j%d", i);
    joints[i].type = types[i];
    joints[i].parent = i - 1;
    joints[i].child = i;
    joints[i].parent_frame = odd_frame(0.2 + 0.1 * i, 0.4 - 0.3 * i);
    joints[i].child_frame = odd_frame(-0.1 * i, 0.9 + 0.2 * i);
  }
  return tr_model_copy(&model);
}

static void
test_constraints_hold(void)
{
  TrModel *model = make_chain();
  TrMechanism *mechanism = tr_mechanism_new(model);
  double pose[N * TR_POSE], twist[N * TR_TWIST], g[24], jac[24 * 6 * N];
  TrPlace places[N];
  TrError error = {0};

  tr_assert_ok(tr_model_check(model, &error), &error);
  tr_forward_kinematics(pose, twist, model, position, rate);
  tr_mechanism_places(places, N, pose);
  tr_mechanism_value(g, mechanism, places);
  tr_mechanism_jacobian(jac, mechanism, places);
  g_assert_cmpint(mechanism->n_rows, ==, 5 + 5 + 6 + 5);
  for (int r = 0; r < mechanism->n_rows; r++) {
    double speed = 0;

    for (int i = 0; i < 6 * N; i++)
      speed += jac[r * 6 * N + i] * twist[i];
    tr_assert_close(g[r], 0, 0, 1e-13);
    tr_assert_close(speed, 0, 0, 1e-12);
  }
  for (int j = 0; j < N; j++) {
    tr_assert_close(tr_joint_position(model, j, pose), position[j], 1e-12, 1e-13);
    tr_assert_close(tr_joint_velocity(model, j, pose, twist), rate[j], 1e-12, 1e-13);
  }
  tr_mechanism_free(mechanism);
  tr_model_free(model);
}

typedef struct Fixture {
  const TrModel *model;
  int joint;
  double pose[N * TR_POSE];
} Fixture;

static void
position_of(double *out, const double *dx, void *user)
{
  const Fixture *f = user;
  double full[6 * N] = {0}, moved[N * TR_POSE];
  const TrJoint *joint = &f->model->joints[f->joint];

  if (joint->parent != TR_WORLD)
    memcpy(full + 6 * joint->parent, dx, 6 * sizeof *dx);
  memcpy(full + 6 * joint->child, dx + 6, 6 * sizeof *dx);
  tr_pose_retract(moved, N, f->pose, full);
  *out = tr_joint_position(f->model, f->joint, moved);
}

/* Off the constraints, too, as during iterations. */
static void
test_position_jacobian(void)
{
  TrModel *model = make_chain();
  Fixture f = {.model = model};
  double noise[6 * N], row[12];

  tr_forward_kinematics(f.pose, NULL, model, position, NULL);
  for (int i = 0; i < 6 * N; i++)
    noise[i] = g_test_rand_double_range(-0.05, 0.05);
  tr_pose_retract(f.pose, N, f.pose, noise);
  for (f.joint = 0; f.joint < N; f.joint++) {
    TrDerivative derivative = {.name = model->joints[f.joint].name,
                               .m = 1,
                               .n = 12,
                               .jacobian = row,
                               .func = position_of,
                               .user = &f,
                               .is_exact = true};

    tr_assert_close(tr_joint_position_jacobian(row, model, f.joint, f.pose),
                    tr_joint_position(model, f.joint, f.pose), 0, 0);
    tr_assert_derivative(&derivative);
  }
  tr_model_free(model);
}

static void
test_origin(void)
{
  TrModel *model = make_chain();
  double pose[N * TR_POSE], rot[9];
  TrFrame origin;

  tr_forward_kinematics(pose, NULL, model, position, NULL);
  tr_body_origin(&origin, model, 2, pose);
  tr_quat_matrix(rot, origin.quat);
  for (int i = 0; i < 3; i++) {
    double com = origin.position[i];

    for (int k = 0; k < 3; k++)
      com += rot[3 * i + k] * model->bodies[2].com[k];
    tr_assert_close(com, pose[2 * TR_POSE + i], 1e-13, 1e-14);
  }
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/mbs/kinematics/constraints-hold", test_constraints_hold);
  g_test_add_func("/engine/mbs/kinematics/position-jacobian", test_position_jacobian);
  g_test_add_func("/engine/mbs/kinematics/origin", test_origin);
  return g_test_run();
}
