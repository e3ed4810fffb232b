/* Inverse dynamics of a start motion against formulas. */
#include <glib.h>
#include <math.h>

#include "engine/est/diagnose/inverse_dynamics.h"
#include "support/check.h"

enum { N = 2001 };
#define SAMPLE 0.002

#define MASS    0.7
#define LENGTH  0.25
#define INERTIA 0.02
#define ROTOR   0.001
#define GEAR    3.0
#define GRAVITY 9.81

/* A pendulum about z with its rotor, swinging as q = 0.5 sin(2 t). */
typedef struct {
  TrBody body;
  TrJoint joint;
  TrMotor motor;
  TrSensor sensor;
  TrModel model;
  double t[N], q[N];
  TrChannel channel;
  TrLog log;
  TrTask task;
} Swing;

static Swing *
make_swing(TrJointType type)
{
  Swing *s = g_new0(Swing, 1);

  s->body = tr_body_default();
  s->body.mass = MASS;
  s->body.inertia[TR_ZZ] = INERTIA;
  s->joint = tr_joint_default();
  s->joint.type = type;
  s->joint.friction.model = TR_FRICTION_VISCOUS;
  s->joint.friction.viscous = 5;
  s->motor = tr_motor_default();
  s->motor.gear = GEAR;
  s->motor.rotor_inertia = ROTOR;
  s->sensor = tr_sensor_default();
  if (type == TR_JOINT_HINGE)
    s->body.com[1] = -LENGTH;
  s->model = (TrModel){.gravity = tr_gravity_default(),
                       .n_bodies = 1,
                       .n_joints = 1,
                       .n_motors = 1,
                       .n_sensors = 1,
                       .bodies = &s->body,
                       .joints = &s->joint,
                       .motors = &s->motor,
                       .sensors = &s->sensor};
  s->model.gravity.magnitude = GRAVITY;
  for (int i = 0; i < N; i++) {
    s->t[i] = i * SAMPLE;
    s->q[i] = 0.5 * sin(2 * s->t[i]);
  }
  s->channel = (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = N, .t = s->t, .y = s->q, .scale = 1};
  s->log = (TrLog){.name = "a", .end = (N - 1) * SAMPLE, .n_channels = 1, .channels = &s->channel};
  s->task =
      (TrTask){.model = &s->model, .n_logs = 1, .logs = &s->log, .settings = tr_settings_default()};
  return s;
}

/* Largest deviation of the forces away from the ends, where the start filter does not reach. */
static double
compare(const Swing *s, bool gravity, double (*expect)(double t, bool gravity))
{
  TrInverseDynamics *effort = NULL;
  double worst = 0, h = s->task.settings.h;

  g_assert_cmpint(
      tr_inverse_dynamics_new(&effort, &s->task, (TrInverseDynamicsOptions){.gravity = gravity}),
      ==, TR_OK);
  g_assert_cmpint(effort->n_logs, ==, 1);
  g_assert_cmpint(effort->n_joints, ==, 1);
  g_assert_cmpfloat(effort->force[0][0], ==, 0);
  for (int k = 60; k + 60 < effort->n_nodes[0]; k++)
    worst = fmax(worst, fabs(effort->force[0][k] - expect(k * h, gravity)));
  if (gravity)
    g_assert_cmpfloat(effort->reaction[0], >, 0.9 * MASS * GRAVITY);
  tr_inverse_dynamics_free(effort);
  return worst;
}

static double
expect_hinge(double t, bool gravity)
{
  double q = 0.5 * sin(2 * t), acceleration = -2 * sin(2 * t);
  double inertia = INERTIA + MASS * LENGTH * LENGTH + GEAR * GEAR * ROTOR;

  return inertia * acceleration + (gravity ? MASS * GRAVITY * LENGTH * sin(q) : 0);
}

static double
expect_slide(double t, bool gravity)
{
  return (MASS + GEAR * GEAR * ROTOR) * -2 * sin(2 * t);
}

static void
test_hinge(void)
{
  g_autofree Swing *s = make_swing(TR_JOINT_HINGE);

  g_assert_cmpfloat(compare(s, true, expect_hinge), <, 0.006);
  g_assert_cmpfloat(compare(s, false, expect_hinge), <, 0.006);
}

/* Along z, across gravity. */
static void
test_slide(void)
{
  g_autofree Swing *s = make_swing(TR_JOINT_SLIDE);

  g_assert_cmpfloat(compare(s, true, expect_slide), <, 0.01);
}

/* The slopes against forces at changed numbers; those of centres of mass are not available. */
static void
test_slopes(void)
{
  static const TrParam params[] = {{TR_PARAM_INERTIA, 0, TR_ZZ},
                                   {TR_PARAM_MASS, 0, 0},
                                   {TR_PARAM_VISCOUS, 0, 0},
                                   {TR_PARAM_GRAVITY, 0, 0},
                                   {TR_PARAM_GAIN, 0, 0}};
  g_autofree Swing *s = make_swing(TR_JOINT_HINGE);
  const bool shows[] = {true, true, false, true, false};
  TrFree quantities[G_N_ELEMENTS(params)];
  TrInverseDynamics *effort = NULL;

  for (guint i = 0; i < G_N_ELEMENTS(params); i++)
    quantities[i] = (TrFree){.param = params[i],
                             .start = tr_param_get(&s->model, params[i]),
                             .min = -INFINITY,
                             .max = INFINITY,
                             .prior_sigma = INFINITY};
  s->task.free = quantities;
  s->task.n_free = G_N_ELEMENTS(params);
  TrInverseDynamicsOptions wish = {.gravity = true};
  g_assert_true(tr_inverse_dynamics_knows_slopes(&s->task));
  g_assert_cmpint(tr_inverse_dynamics_new(&effort, &s->task, wish), ==, TR_OK);
  g_assert_null(effort->slope);
  g_assert_cmpint(tr_inverse_dynamics_add_slopes(effort, &s->task, NULL), ==, TR_OK);
  for (guint i = 0; i < G_N_ELEMENTS(params); i++) {
    double step = shows[i] ? 1e-4 * quantities[i].start : 0;
    TrInverseDynamics *changed = NULL;

    quantities[i].start += step;
    g_assert_cmpint(tr_inverse_dynamics_new(&changed, &s->task, wish), ==, TR_OK);
    for (int k = effort->stride; k + 1 < effort->n_nodes[0]; k += effort->stride) {
      double slope = effort->slope[0][k / effort->stride * effort->n_free + (int)i];
      double expected = step > 0 ? (changed->force[0][k] - effort->force[0][k]) / step : 0;
      g_assert_cmpfloat_with_epsilon(slope, expected, 1e-6 * (1 + fabs(expected)));
    }
    quantities[i].start -= step;
    tr_inverse_dynamics_free(changed);
  }
  tr_inverse_dynamics_free(effort);
  quantities[0].param = (TrParam){TR_PARAM_COM, 0, 1};
  g_assert_false(tr_inverse_dynamics_knows_slopes(&s->task));
}

enum { MANY = 30 };

/* The pendulum among many others at rest, with all masses free. */
static void
make_many(Swing *s, TrBody *bodies, TrJoint *joints, TrFree *quantities)
{
  for (int i = 0; i < MANY; i++) {
    bodies[i] = s->body;
    joints[i] = s->joint;
    joints[i].child = i;
    quantities[i] = (TrFree){.param = {TR_PARAM_MASS, i, 0},
                             .start = MASS,
                             .min = -INFINITY,
                             .max = INFINITY,
                             .prior_sigma = INFINITY};
  }
  s->model.bodies = bodies;
  s->model.joints = joints;
  s->model.n_bodies = s->model.n_joints = s->task.n_free = MANY;
  s->task.free = quantities;
}

/* Forces and slopes of a pendulum do not depend on others, of which there are so many that the
 * slopes are computed at fewer nodes. */
static void
test_many_bodies(void)
{
  g_autofree Swing *one = make_swing(TR_JOINT_HINGE), *many = make_swing(TR_JOINT_HINGE);
  TrFree quantities[MANY];
  TrBody bodies[MANY];
  TrJoint joints[MANY];
  TrInverseDynamicsOptions wish = {.gravity = true};
  TrInverseDynamics *effort = NULL, *alone = NULL;

  make_many(many, bodies, joints, quantities);
  one->task.free = quantities;
  one->task.n_free = 1;
  g_assert_cmpint(tr_inverse_dynamics_new(&alone, &one->task, wish), ==, TR_OK);
  g_assert_cmpint(tr_inverse_dynamics_add_slopes(alone, &one->task, NULL), ==, TR_OK);
  g_assert_cmpint(tr_inverse_dynamics_new(&effort, &many->task, wish), ==, TR_OK);
  g_assert_cmpint(tr_inverse_dynamics_add_slopes(effort, &many->task, NULL), ==, TR_OK);
  g_assert_cmpint(alone->stride, ==, 1);
  g_assert_cmpint(effort->stride, >, 1);
  g_assert_cmpint(effort->n_nodes[0], ==, alone->n_nodes[0]);
  for (int k = effort->stride; k + 1 < effort->n_nodes[0]; k += effort->stride) {
    const double *slope = effort->slope[0] + k / effort->stride * MANY * MANY;
    double expected = alone->slope[0][k];

    tr_assert_close(effort->force[0][k * MANY], alone->force[0][k], 1e-9, 1e-12);
    tr_assert_close(slope[0], expected, 1e-9, 1e-9);
    for (int i = 1; i < MANY; i++)
      tr_assert_close(slope[i], 0, 0, 1e-9);
  }
  tr_inverse_dynamics_free(effort);
  tr_inverse_dynamics_free(alone);
}

/* Along given motions: the same bits. */
static void
test_known_motions(void)
{
  g_autofree Swing *s = make_swing(TR_JOINT_HINGE);
  TrPrepared prepared;
  TrInverseDynamics *anew = NULL, *along = NULL;
  TrError error = {0};

  tr_assert_ok(tr_prepare(&prepared, &s->task, &error), &error);
  g_assert_cmpint(
      tr_inverse_dynamics_new(&anew, &s->task, (TrInverseDynamicsOptions){.gravity = true}), ==,
      TR_OK);
  TrInverseDynamicsOptions wish = {.gravity = true, .motions = &prepared};
  g_assert_cmpint(tr_inverse_dynamics_new(&along, &s->task, wish), ==, TR_OK);
  g_assert_cmpmem(anew->force[0], (gsize)anew->n_nodes[0] * sizeof(double), along->force[0],
                  (gsize)along->n_nodes[0] * sizeof(double));
  for (int k = 0; k < prepared.logs[0].n_nodes; k++)
    tr_trajectory_pose(prepared.logs[0].start, k)[3] += 1e-3;
  tr_inverse_dynamics_free(along);
  g_assert_cmpint(tr_inverse_dynamics_new(&along, &s->task, wish), ==, TR_OK);
  g_assert_cmpfloat(along->force[0][60], !=, anew->force[0][60]);
  tr_inverse_dynamics_free(anew);
  tr_inverse_dynamics_free(along);
  tr_prepared_clear(&prepared);
}

static void
test_bad_task(void)
{
  g_autofree Swing *s = make_swing(TR_JOINT_HINGE);
  TrInverseDynamics *effort = NULL;

  s->log.end = 0.001;
  g_assert_cmpint(
      tr_inverse_dynamics_new(&effort, &s->task, (TrInverseDynamicsOptions){.gravity = true}), ==,
      TR_BAD_LOG);
  g_assert_null(effort);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/effort/hinge", test_hinge);
  g_test_add_func("/engine/effort/slide", test_slide);
  g_test_add_func("/engine/effort/slopes", test_slopes);
  g_test_add_func("/engine/effort/known-motions", test_known_motions);
  g_test_add_func("/engine/effort/bad", test_bad_task);
  g_test_add_func("/engine/effort/many-bodies", test_many_bodies);
  return g_test_run();
}
