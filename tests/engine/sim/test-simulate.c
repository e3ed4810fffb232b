/* Whole simulations: reference trajectories, the closed-form equations, inputs, faults. */
#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/reference.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { MAX_BODIES = 2 };

static const TrSimOptions one_second = {
    .h = 1e-3, .duration = 1, .compliance_scale = 1, .damping_scale = 1};

static TrTrajectory *
simulate(const TrModel *model,
         const double *position,
         int n_inputs,
         const TrChannel *inputs,
         const TrSimOptions *options)
{
  double pose[MAX_BODIES * TR_POSE], twist[MAX_BODIES * TR_TWIST], rest[MAX_BODIES] = {0};
  TrTrajectory *trajectory;
  TrError error = {0};

  tr_forward_kinematics(pose, twist, model, position, rest);
  tr_assert_ok(tr_simulate(&trajectory, model, &(TrSimCase){pose, twist, n_inputs, inputs}, options,
                           NULL, &error),
               &error);
  return trajectory;
}

static double
position_at(const TrModel *model, const TrTrajectory *t, int joint, int node)
{
  return tr_joint_position(model, joint, tr_trajectory_pose(t, node));
}

static double
rate_at(const TrModel *model, const TrTrajectory *t, int joint, int node)
{
  return tr_joint_velocity(model, joint, tr_trajectory_pose(t, node), tr_trajectory_twist(t, node));
}

/* 200 steps of the independent prototype; angles every 20 of them. */
static void
check_trajectory(JsonObject *checks, const char *name, double h, double eps)
{
  JsonObject *check = json_object_get_object_member(checks, name);
  TrModel *model = tr_mechanism_furuta();
  TrSimOptions options = {
      .h = h, .duration = 200 * h, .compliance_scale = eps / 1e-6, .damping_scale = 1};
  double start[2] = {0, G_PI - 0.03}, theta[22], pose[2 * TR_POSE], twist[2 * TR_TWIST];
  TrTrajectory *t = simulate(model, start, 0, NULL, &options);

  g_assert_cmpint(t->n_nodes, ==, 201);
  g_assert_cmpint(tr_reference_numbers(theta, check, "theta"), ==, 22);
  for (int i = 0; i <= 10; i++)
    for (int j = 0; j < 2; j++)
      tr_assert_close(position_at(model, t, j, 20 * i), theta[2 * i + j], 0, 1e-7);
  tr_reference_numbers(pose, check, "q_last");
  tr_reference_numbers(twist, check, "v_last");
  tr_assert_close_array(tr_trajectory_pose(t, 200), pose, 2 * TR_POSE, 1e-7, 0);
  tr_assert_close_array(tr_trajectory_twist(t, 200), twist, 2 * TR_TWIST, 1e-7, 0);
  tr_trajectory_free(t);
  tr_model_free(model);
}

static void
test_trajectories(void)
{
  g_autofree char *path = tr_data_path("ref/trajectories.json");
  g_autoptr(JsonParser) parser = json_parser_new();
  JsonObject *checks;

  g_assert_true(json_parser_load_from_file(parser, path, NULL));
  checks = json_node_get_object(json_parser_get_root(parser));
  check_trajectory(checks, "h0.01_eps0.0001", 1e-2, 1e-4);
  check_trajectory(checks, "h0.01_eps1e-08", 1e-2, 1e-8);
  check_trajectory(checks, "h0.001_eps1e-06", 1e-3, 1e-6);
}

/* The closed-form equations of the same release at tight tolerance, every 0.05 s from 0.05 s on. */
static const double release[20][2] = {
    {-0.000900892261249, 3.1085054519}, {-0.00378311245928, 3.09861912467},
    {-0.00922440837923, 3.07992597152}, {-0.0183022747837, 3.04864999478},
    {-0.0327436943021, 2.99858454933},  {-0.055023007416, 2.92022191062},
    {-0.0880252751554, 2.80013217533},  {-0.133352779842, 2.62183905311},
    {-0.187507080119, 2.369248659},     {-0.23803389817, 2.02945466649},
    {-0.262793906348, 1.58863225872},   {-0.22626109678, 1.01966504876},
    {-0.0646384140301, 0.261432525267}, {0.171692141262, -0.60039432824},
    {0.272065906101, -1.26921631004},   {0.277481581247, -1.77743375695},
    {0.239361670829, -2.17022009379},   {0.186693999532, -2.46638067859},
    {0.137843054736, -2.67730504796},   {0.101625180517, -2.81556352512},
};

static double
measure_release(double h)
{
  TrModel *model = tr_mechanism_furuta();
  TrSimOptions options = {.h = h, .duration = 1, .compliance_scale = 1e-3, .damping_scale = 1};
  double start[2] = {0, G_PI - 0.03}, worst = 0;
  TrTrajectory *t = simulate(model, start, 0, NULL, &options);

  for (int i = 0; i < 20; i++) {
    int node = (int)lround(0.05 * (i + 1) / h);

    for (int j = 0; j < 2; j++)
      worst = fmax(worst, fabs(position_at(model, t, j, node) - release[i][j]));
  }
  tr_trajectory_free(t);
  tr_model_free(model);
  return worst;
}

/* The error falls with the first power of h and has the size that theory 3.6 gives. */
static void
test_first_order(void)
{
  double coarse = measure_release(1e-2), middle = measure_release(1e-3),
         fine = measure_release(1e-4);

  g_test_message("largest angle error %.3g, %.3g, %.3g rad", coarse, middle, fine);
  tr_assert_close(coarse, 0.148, 0.1, 0);
  tr_assert_close(middle, 0.014, 0.1, 0);
  tr_assert_close(fine, 0.0014, 0.1, 0);
}

/* A carriage without dry friction under an input: v' = (K u - b v)/m. */
static TrModel *
new_carriage(double viscous)
{
  TrModel *model = tr_mechanism_slider();

  model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  model->joints[0].friction.viscous = viscous;
  return model;
}

static void
test_step_response(void)
{
  TrModel *model = new_carriage(200);
  double m = model->bodies[0].mass, top = 35 * 2 / 200.0, nowhere = 0, time = 0, value = 2;
  TrChannel input = {.kind = TR_SIGNAL_MOTOR, .n = 1, .t = &time, .y = &value};
  TrTrajectory *t = simulate(model, &nowhere, 1, &input, &one_second);

  for (int k = 100; k <= 1000; k += 100) {
    double decay = exp(-200 * k * 1e-3 / m);

    tr_assert_close(rate_at(model, t, 0, k), top * (1 - decay), 2e-3, 0);
    tr_assert_close(position_at(model, t, 0, k), top * (k * 1e-3 - m / 200 * (1 - decay)), 2e-2, 0);
  }
  tr_trajectory_free(t);
  tr_model_free(model);
}

/* Without friction the momentum is the integral of the input, whatever its form: here over a pulse
 * of 10 ms that begins between two nodes of 0.1 s, and over a ramp. */
static void
test_impulse_of_inputs(void)
{
  TrModel *model = new_carriage(0);
  TrSimOptions options = {.h = 0.1, .duration = 2, .compliance_scale = 1, .damping_scale = 1};
  double times[] = {0, 0.512, 0.522}, pulse[] = {0, 3, 0}, ramp_times[] = {0.2, 1.2};
  double ramp[] = {1, 3}, nowhere = 0, per_second = 35 / model->bodies[0].mass;
  TrChannel input = {.kind = TR_SIGNAL_MOTOR, .n = 3, .t = times, .y = pulse};
  TrTrajectory *t = simulate(model, &nowhere, 1, &input, &options);

  tr_assert_close(rate_at(model, t, 0, 20), per_second * 3 * 0.01, 1e-9, 0);
  tr_trajectory_free(t);

  /* steps span the time from half a step before the start to half a step before the end: 1 until
   * 0.2 s, 2 on average for a second, then 3 */
  input = (TrChannel){.kind = TR_SIGNAL_MOTOR, .linear = true, .n = 2, .t = ramp_times, .y = ramp};
  t = simulate(model, &nowhere, 1, &input, &options);
  tr_assert_close(rate_at(model, t, 0, 20), per_second * (0.25 + 2 + 3 * 0.75), 1e-9, 0);
  tr_trajectory_free(t);

  /* a sensor's channel of the same index is no input */
  input.kind = TR_SIGNAL_SENSOR;
  t = simulate(model, &nowhere, 1, &input, &options);
  g_assert_cmpfloat(fabs(rate_at(model, t, 0, 20)), <, 1e-15);
  tr_trajectory_free(t);
  tr_model_free(model);
}

/* The start shifts the inputs' time axis. */
static void
test_start(void)
{
  TrModel *model = new_carriage(0);
  TrSimOptions options = {
      .h = 0.01, .start = 10, .duration = 1, .compliance_scale = 1, .damping_scale = 1};
  double times[] = {0, 10.5}, step[] = {0, 1}, nowhere = 0;
  TrChannel input = {.kind = TR_SIGNAL_MOTOR, .n = 2, .t = times, .y = step};
  TrTrajectory *t = simulate(model, &nowhere, 1, &input, &options);

  g_assert_cmpfloat(t->start, ==, 10);
  g_assert_cmpfloat(fabs(rate_at(model, t, 0, 50)), <, 1e-15);
  tr_assert_close(rate_at(model, t, 0, 100), 35 / model->bodies[0].mass * 0.495, 1e-9, 0);
  tr_trajectory_free(t);
  tr_model_free(model);
}

static void
check_refused(const TrSimOptions *options, const char *words)
{
  TrModel *model = tr_mechanism_pendulum();
  double pose[TR_POSE], twist[TR_TWIST], rest = 0;
  TrTrajectory *t;
  TrError error = {0};

  tr_forward_kinematics(pose, twist, model, &rest, &rest);
  g_assert_cmpint(tr_simulate(&t, model, &(TrSimCase){pose, twist, 0, NULL}, options, NULL, &error),
                  ==, TR_BAD_SETTING);
  g_assert_null(t);
  g_assert_nonnull(strstr(error.text, words));
  tr_model_free(model);
}

static void
test_bad_options(void)
{
  TrSimOptions options = one_second;

  options.h = 0;
  check_refused(&options, "time step");
  options.h = NAN;
  check_refused(&options, "time step");
  options = one_second;
  options.duration = -1;
  check_refused(&options, "duration");
  options.duration = NAN;
  check_refused(&options, "duration");
  options.duration = 1e9;
  check_refused(&options, "duration");
  options = one_second;
  options.compliance_scale = -1;
  check_refused(&options, "compliance_scale");
}

static bool
on_poll_cb(void *user, const void *event)
{
  int *polls = user;

  g_assert_null(event);
  (*polls)++;
  return *polls < 3;
}

static void
test_cancel(void)
{
  TrModel *model = tr_mechanism_pendulum();
  TrSimOptions options = one_second;
  double pose[TR_POSE], twist[TR_TWIST], start = 1, rest = 0;
  int polls = 0;
  TrMonitor monitor = {.func = on_poll_cb, .user = &polls};
  TrTrajectory *t;

  options.duration = 1000;
  tr_forward_kinematics(pose, twist, model, &start, &rest);
  g_assert_cmpint(
      tr_simulate(&t, model, &(TrSimCase){pose, twist, 0, NULL}, &options, &monitor, NULL), ==,
      TR_CANCELLED);
  g_assert_null(t);
  g_assert_cmpint(polls, ==, 3);
  tr_model_free(model);
}

/* Nodes that a duration has, among them those lost to rounding. */
static void
test_nodes(void)
{
  static const struct {
    double h, duration;
    int n_nodes;
  } cases[] = {{0.1, 0, 1}, {0.1, 0.3, 4}, {0.1, 0.35, 4}, {1e-3, 1, 1001}, {0.004, 10, 2501}};
  TrModel *model = tr_mechanism_pendulum();
  double start = 0;

  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    TrSimOptions options = one_second;
    TrTrajectory *t;

    options.h = cases[i].h;
    options.duration = cases[i].duration;
    t = simulate(model, &start, 0, NULL, &options);
    g_assert_cmpint(t->n_nodes, ==, cases[i].n_nodes);
    tr_trajectory_free(t);
  }
  tr_model_free(model);
}

/* Kinetic and potential energy; the velocities are those of half a step before the pose. */
static double
find_energy(const TrModel *model, const double *pose, const double *twist, const double *next)
{
  double energy = 0;

  for (int b = 0; b < model->n_bodies; b++) {
    const TrBody *body = &model->bodies[b];

    for (int i = 0; i < 3; i++)
      energy -= body->mass * model->gravity.magnitude * model->gravity.direction[i] *
                pose[TR_POSE * b + i];
    for (int i = 0; i < TR_TWIST; i++) {
      double v = (twist[TR_TWIST * b + i] + next[TR_TWIST * b + i]) / 2;

      energy += (i < 3 ? body->mass : body->inertia[i - 3]) * v * v / 2;
    }
  }
  return energy;
}

/* Loops of all joints fall without friction: they stay closed, and nothing is lost or gained. */
static void
test_loops(void)
{
  TrModel *(*const create[])(void) = {tr_mechanism_rods, tr_mechanism_guides,
                                      tr_mechanism_hinge_four_bar};

  for (gsize i = 0; i < G_N_ELEMENTS(create); i++) {
    TrModel *model = create[i]();
    TrSimOptions options = {.h = 5e-4,
                            .duration = 0.5,
                            .compliance_scale = 1,
                            .damping_scale = 1,
                            .solver = TR_SOLVER_SECOND_ORDER};
    double pose[TR_TEST_BODIES * TR_POSE], twist[TR_TEST_BODIES * TR_TWIST] = {0};
    double violation[2 * TR_TEST_JOINTS], first, last, fall;
    TrAssembly *assembly = tr_assembly_new(model);
    TrTrajectory *t;
    TrError error = {0};
    int n;

    for (int j = 0; j < model->n_joints; j++)
      model->joints[j].damping_time = NAN;
    /* along no joint's axis */
    memcpy(model->gravity.direction, (double[3]){0.36, -0.48, 0.8}, 3 * sizeof(double));
    tr_assert_ok(tr_assembly_start(assembly, pose, &error), &error);
    tr_assert_ok(tr_simulate(&t, model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, &error),
                 &error);
    n = t->n_nodes - 2;
    first = find_energy(model, tr_trajectory_pose(t, 1), tr_trajectory_twist(t, 1),
                        tr_trajectory_twist(t, 2));
    last = find_energy(model, tr_trajectory_pose(t, n), tr_trajectory_twist(t, n),
                       tr_trajectory_twist(t, n + 1));
    fall = last - find_energy(model, tr_trajectory_pose(t, n), twist, twist);
    tr_assembly_violation(assembly, violation, tr_trajectory_pose(t, n));
    g_test_message("mechanism %d: kinetic energy %.3g J, %.2g J gained", (int)i, fall,
                   last - first);
    g_assert_cmpfloat(fall, >, 0.01);
    tr_assert_close(last, first, 0, 2e-3 * fall);
    for (int j = 0; j < 2 * model->n_joints; j++)
      g_assert_cmpfloat(violation[j], <, 1e-5);
    tr_trajectory_free(t);
    tr_assembly_free(assembly);
    tr_model_free(model);
  }
}

/* Rows as springs and dampers at the end of the step (theory 3.8): a stiff pendulum keeps its
 * energy for long steps, and the deviation of its joint falls with h^2. */
static void
test_springs(void)
{
  static const struct {
    double h, duration, deviation;
  } cases[] = {{0.1, 300, 0.083}, {0.01, 30, 9.9e-4}, {1e-3, 1, 9.9e-6}};
  const double largest_rate = sqrt(2 * 9.81), start = 0;
  TrBody body = tr_body_default();
  TrJoint joint = tr_joint_default();
  TrModel model = {.gravity = {.magnitude = 9.81, .direction = {0, -1, 0}},
                   .n_bodies = 1,
                   .bodies = &body,
                   .n_joints = 1,
                   .joints = &joint};

  body.com[0] = 1;
  for (int i = 0; i < 3; i++)
    body.inertia[i] = 1e-4;
  joint.compliance_linear = joint.compliance_angular = joint.damping_time = 1e-15;
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    TrSimOptions options = {.h = cases[i].h,
                            .duration = cases[i].duration,
                            .compliance_scale = 1,
                            .damping_scale = 1,
                            .solver = TR_SOLVER_FIRST_ORDER};
    TrTrajectory *t = simulate(&model, &start, 0, NULL, &options);
    double farthest = 0;

    for (int k = 1; k < t->n_nodes; k++) {
      const double *pose = tr_trajectory_pose(t, k);
      double rot[9];

      tr_quat_matrix(rot, pose + 3);
      farthest = fmax(farthest, hypot(pose[0] - rot[0], pose[1] - rot[3]));
      g_assert_cmpfloat(fabs(rate_at(&model, t, 0, k)), <=, largest_rate);
    }
    g_assert_cmpfloat(farthest, <, cases[i].deviation);
    g_assert_cmpfloat(farthest, >, 0.9 * cases[i].deviation);
    tr_trajectory_free(t);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/sim/simulate/trajectories", test_trajectories);
  g_test_add_func("/engine/sim/simulate/first-order", test_first_order);
  g_test_add_func("/engine/sim/simulate/springs", test_springs);
  g_test_add_func("/engine/sim/simulate/step-response", test_step_response);
  g_test_add_func("/engine/sim/simulate/impulse-of-inputs", test_impulse_of_inputs);
  g_test_add_func("/engine/sim/simulate/start", test_start);
  g_test_add_func("/engine/sim/simulate/bad-options", test_bad_options);
  g_test_add_func("/engine/sim/simulate/cancel", test_cancel);
  g_test_add_func("/engine/sim/simulate/nodes", test_nodes);
  g_test_add_func("/engine/sim/simulate/loops", test_loops);
  return g_test_run();
}
