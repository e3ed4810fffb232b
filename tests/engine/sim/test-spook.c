/* The stepper: reference steps and trajectories, sticking, closed forms. */
#include <math.h>
#include <string.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/reference.h"
#include "engine/sim/simulate.h"
#include "engine/sim/spook.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { MAX_N = 18 };

/* The prototype's friction is tanh(s+/0.02) of the bound: at these rates exactly one. */
static void
test_reference(void)
{
  int n_steps;
  g_autoptr(JsonParser) parser = tr_reference_open(&n_steps);

  if (!parser)
    return;
  for (int i = 0; i < n_steps; i++) {
    TrReferenceStep step;
    double pose[2 * TR_POSE], twist[MAX_N], expected[MAX_N];
    TrSpook *spook;

    tr_reference_step(&step, parser, i, "eps_step");
    spook = tr_spook_new(step.model, &(TrSpookOptions){step.h, 1, 1, TR_SOLVER_SPOOK, 0});
    tr_reference_numbers(pose, step.json, "q");
    tr_reference_numbers(twist, step.json, "v");
    tr_assert_ok(tr_spook_step(spook, pose, twist, &step.u), NULL);
    tr_reference_numbers(expected, step.json, "spook_v_next");
    tr_assert_close_array(twist, expected, step.n, 1e-8, 0);
    tr_reference_numbers(expected, step.json, "spook_q_next");
    tr_assert_close_array(pose, expected, step.n / 6 * TR_POSE, 1e-8, 0);
    tr_spook_free(spook);
    tr_reference_clear(&step);
  }
}

static TrTrajectory *
run(const TrModel *model, const double *position, const double *rate, double h, double duration)
{
  double pose[3 * TR_POSE], twist[3 * TR_TWIST];
  TrSimOptions options = {.h = h, .duration = duration, .compliance_scale = 1, .damping_scale = 1};
  TrTrajectory *trajectory;
  TrError error = {0};

  tr_forward_kinematics(pose, twist, model, position, rate);
  tr_assert_ok(
      tr_simulate(&trajectory, model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, &error),
      &error);
  return trajectory;
}

/* A carriage on a level slide with Coulomb friction stops after v^2/(2 a), a = F/m, and then does
 * not move at all. */
static void
test_slide_stops(void)
{
  TrModel *model = tr_mechanism_slider();
  double h = 1e-4, v = 0.5, force, stop;
  TrTrajectory *t;

  model->joints[0].friction.viscous = 0;
  model->motors[0].bias = 0;
  force = model->joints[0].friction.coulomb;
  stop = v * v * (model->bodies[0].mass + tr_axial_inertia(model, 0)) / (2 * force);
  t = run(model, (double[]){0}, &v, h, 4);
  tr_assert_close(tr_joint_position(model, 0, tr_trajectory_pose(t, t->n_nodes - 1)), stop, 1e-3,
                  0);
  for (int k = t->n_nodes - 1000; k < t->n_nodes; k++)
    g_assert_cmpfloat(
        fabs(tr_joint_velocity(model, 0, tr_trajectory_pose(t, k), tr_trajectory_twist(t, k))), <,
        1e-13);
  tr_trajectory_free(t);
  tr_model_free(model);
}

/* A pendulum with load-dependent friction ends at rest off the vertical. */
static void
test_pendulum_sticks(void)
{
  TrModel *model = tr_mechanism_pendulum();
  double start = 1.2, none = 0, before, after;
  TrTrajectory *t;

  model->joints[0].friction.coulomb = 0.01;
  t = run(model, &start, &none, 1e-3, 20);
  before = tr_joint_position(model, 0, tr_trajectory_pose(t, t->n_nodes - 2000));
  after = tr_joint_position(model, 0, tr_trajectory_pose(t, t->n_nodes - 1));
  g_assert_cmpfloat(fabs(before), >, 1e-4);
  tr_assert_close(after, before, 0, 1e-9);
  g_assert_cmpfloat(fabs(tr_joint_velocity(model, 0, tr_trajectory_pose(t, t->n_nodes - 1),
                                           tr_trajectory_twist(t, t->n_nodes - 1))),
                    <, 1e-12);
  tr_trajectory_free(t);
  tr_model_free(model);
}

/* A linkage of four hinges whose friction holds it at rest: the rates of the hinges depend on each
 * other, so that the torques of the friction are not determined one by one. */
static void
test_linkage_sticks(void)
{
  TrModel *model = tr_mechanism_hinge_four_bar();
  double position[TR_TEST_JOINTS] = {0.4}, pose[TR_TEST_BODIES * TR_POSE];
  double twist[TR_TEST_BODIES * TR_TWIST] = {0}, none = 0;
  TrSpook *spook;

  for (int j = 0; j < model->n_joints; j++) {
    model->joints[j].friction.model = TR_FRICTION_COULOMB;
    model->joints[j].friction.load = TR_LOAD_NONE;
    model->joints[j].friction.coulomb = 50;
  }
  tr_mechanism_motion(pose, NULL, model, position, NULL);
  spook = tr_spook_new(model, &(TrSpookOptions){2e-3, 1, 1, TR_SOLVER_SPOOK, 0});
  for (int k = 0; k < 100; k++)
    tr_assert_ok(tr_spook_step(spook, pose, twist, &none), NULL);
  tr_assert_close(tr_joint_position(model, 0, pose), 0.4, 0, 1e-9);
  tr_assert_close_array(twist, (double[TR_TEST_BODIES * TR_TWIST]){0}, model->n_bodies * TR_TWIST,
                        0, 1e-6);
  tr_spook_free(spook);
  tr_model_free(model);
}

/* Energy of a frictionless pendulum: the drift falls with the step. */
static double
measure_drift(double h)
{
  TrModel *model = tr_mechanism_pendulum();
  double start = 2, none = 0, energy[2];
  TrTrajectory *t;

  model->joints[0].friction.model = TR_FRICTION_NONE;
  model->joints[0].damping_time = NAN;
  model->joints[0].compliance_linear = model->joints[0].compliance_angular = 1e-10;
  model->motors[0].rotor_inertia = 0;
  t = run(model, &start, &none, h, 2);
  for (int e = 0; e < 2; e++) {
    const double *q = tr_trajectory_pose(t, e ? t->n_nodes - 1 : 0);
    const double *v = tr_trajectory_twist(t, e ? t->n_nodes - 1 : 0);
    const TrBody *body = &model->bodies[0];

    energy[e] = body->mass * 9.82 * q[1];
    for (int i = 0; i < 3; i++)
      energy[e] += 0.5 * (body->mass * v[i] * v[i] + body->inertia[i] * v[3 + i] * v[3 + i]);
  }
  tr_trajectory_free(t);
  tr_model_free(model);
  return fabs(energy[1] - energy[0]);
}

static void
test_energy(void)
{
  double coarse = measure_drift(2e-3), fine = measure_drift(5e-4);

  g_assert_cmpfloat(fine, <, coarse / 2);
  g_assert_cmpfloat(fine, <, 0.02 * 0.428 * 9.82 * 0.092);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/sim/spook/reference", test_reference);
  g_test_add_func("/engine/sim/spook/slide-stops", test_slide_stops);
  g_test_add_func("/engine/sim/spook/pendulum-sticks", test_pendulum_sticks);
  g_test_add_func("/engine/sim/spook/linkage-sticks", test_linkage_sticks);
  g_test_add_func("/engine/sim/spook/energy", test_energy);
  return g_test_run();
}
