/* Smooth, asymmetric and constant friction and springs in the stepper, against closed forms and an
 * ordinary differential equation that is solved here, and their recovery from its motion. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/mbs/force/friction.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

/* A carriage of `mass` on a level slide: x'' = (force(t) - friction(x') - k (x - rest))/mass. */
typedef struct Carriage {
  double mass, amplitude, steady; /* [kg], [N] of the two sines, [N] */
  TrFriction friction;
  TrJointSpring spring;
} Carriage;

static double
push(const Carriage *c, double t)
{
  return c->steady + c->amplitude * (sin(2 * G_PI * 0.7 * t) + 0.6 * sin(2 * G_PI * 1.9 * t + 1));
}

static double
side(double a, double v)
{
  return 1 + a * ((v > 0) - (v < 0));
}

/* Eq. 56 with asymmetry, written out. */
static double
resistance(const TrFriction *f, double v)
{
  const double *g = f->tanh;
  double dry = g[0] * (tanh(g[1] * v) - tanh(g[2] * v)) + g[3] * tanh(g[4] * v);

  return side(f->asymmetry[0], v) * dry + side(f->asymmetry[1], v) * g[5] * v + f->offset;
}

static double
acceleration(const Carriage *c, double t, double x, double v)
{
  double spring = c->spring.stiffness * (x - c->spring.rest);

  return (push(c, t) - resistance(&c->friction, v) - spring) / c->mass;
}

/* One step of Runge and Kutta's fourth order. */
static void
advance(const Carriage *c, double t, double h, double state[2])
{
  static const double share[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
  double sum[2] = {0}, slope[2] = {0};

  for (int i = 0; i < 4; i++) {
    double x = state[0] + share[i] * h * slope[0], v = state[1] + share[i] * h * slope[1];

    slope[0] = v;
    slope[1] = acceleration(c, t + share[i] * h, x, v);
    for (int k = 0; k < 2; k++)
      sum[k] += weight[i] * slope[k];
  }
  for (int k = 0; k < 2; k++)
    state[k] += h / 6 * sum[k];
}

/* The same carriage as a model. */
static TrModel *
make_model(const Carriage *c)
{
  TrModel *model = tr_mechanism_slider();

  model->bodies[0].mass = c->mass;
  model->joints[0].friction = c->friction;
  model->joints[0].spring = c->spring;
  model->motors[0] = tr_motor_default();
  g_strlcpy(model->motors[0].name, "m1", TR_NAME_SIZE);
  return model;
}

static Carriage
smooth_carriage(void)
{
  Carriage c = {.mass = 2, .amplitude = 3, .friction = tr_friction_default()};
  double g[TR_N_TANH] = {0.8, 30, 6, 1.2, 40, 0.9};

  c.friction.model = TR_FRICTION_TANH;
  c.friction.load = TR_LOAD_NONE;
  memcpy(c.friction.tanh, g, sizeof g);
  return c;
}

enum { MAX_SAMPLES = 20001 };

/* Samples of the true motion every `step`; the equation is solved with a hundredth of it. */
static void
fill_truth(const Carriage *c, double step, int n, double *t, double *x, double *u)
{
  double state[2] = {0};

  for (int k = 0; k < n; k++) {
    t[k] = k * step;
    x[k] = state[0];
    u[k] = push(c, t[k]);
    for (int i = 0; i < 100; i++)
      advance(c, t[k] + i * step / 100, step / 100, state);
  }
}

static TrTrajectory *
simulate(const Carriage *c, double h, double duration, const double *t, const double *u, int n)
{
  TrModel *model = make_model(c);
  double pose[TR_POSE], twist[TR_TWIST];
  TrChannel input = {
      .kind = TR_SIGNAL_MOTOR, .n = (size_t)n, .t = t, .y = u, .linear = true, .scale = 1};
  TrSimOptions options = {.h = h, .duration = duration, .compliance_scale = 1, .damping_scale = 1};
  TrTrajectory *motion;
  TrError error = {0};

  tr_forward_kinematics(pose, twist, model, (double[]){0}, (double[]){0});
  tr_assert_ok(
      tr_simulate(&motion, model, &(TrSimCase){pose, twist, 1, &input}, &options, NULL, &error),
      &error);
  tr_model_free(model);
  return motion;
}

/* Largest distance of the stepper's motion from the true one. */
static double
measure_error(const Carriage *c, double h)
{
  static double t[MAX_SAMPLES], x[MAX_SAMPLES], u[MAX_SAMPLES];
  int n = 4001, stride = (int)lround(h / 1e-3);
  TrModel *model = make_model(c);
  TrTrajectory *motion;
  double worst = 0;

  fill_truth(c, 1e-3, n, t, x, u);
  motion = simulate(c, h, 4, t, u, n);
  for (int k = 0; k < motion->n_nodes && k * stride < n; k++)
    worst = fmax(worst,
                 fabs(tr_joint_position(model, 0, tr_trajectory_pose(motion, k)) - x[k * stride]));
  tr_trajectory_free(motion);
  tr_model_free(model);
  return worst;
}

static void
test_stepper_converges(void)
{
  Carriage c = smooth_carriage();

  for (int variant = 0; variant < 2; variant++) {
    double coarse, fine;

    if (variant == 1) {
      c.friction.asymmetry[TR_SIDE_DRY] = 0.35;
      c.friction.asymmetry[TR_SIDE_VISCOUS] = -0.25;
      c.friction.offset = 0.2;
      c.spring = (TrJointSpring){25, 0.05};
    }
    coarse = measure_error(&c, 4e-3);
    fine = measure_error(&c, 1e-3);
    g_test_message("largest error %.2e at 4 ms, %.2e at 1 ms", coarse, fine);
    g_assert_cmpfloat(coarse, <, 2e-2);
    g_assert_cmpfloat(fine, <, 0.35 * coarse);
  }
}

/* Friction so steep that one step crosses it a thousand times: it holds the carriage against forces
 * below its peak, creeps at the rate where both are equal, and lets it go above. */
static void
test_steep_holds(void)
{
  static const double t[2] = {0, 10};
  Carriage c = {.mass = 2, .friction = tr_friction_default()};
  double g[TR_N_TANH] = {0, 0, 0, 1, 1e4, 0.1};
  double none[2] = {0}, end;

  c.friction.model = TR_FRICTION_TANH;
  memcpy(c.friction.tanh, g, sizeof g);
  for (int i = 0; i < 2; i++) {
    double force[2] = {i ? 1.5 : 0.6, i ? 1.5 : 0.6};
    TrTrajectory *motion = simulate(&c, 0.01, 3, t, force, 2);

    end = tr_trajectory_twist(motion, motion->n_nodes - 1)[0];
    if (i == 0)
      tr_assert_close(end, atanh(0.6 / (1 + 0.1 / 1e4)) / 1e4, 1e-3, 0);
    else /* m v' = 0.5 - 0.1 v */
      tr_assert_close(end, 5 * (1 - exp(-0.05 * 3)), 1e-2, 0);
    tr_trajectory_free(motion);
  }
  {
    TrTrajectory *motion = simulate(&c, 0.01, 1, t, none, 2);

    g_assert_cmpfloat(fabs(tr_trajectory_twist(motion, motion->n_nodes - 1)[0]), <, 1e-12);
    tr_trajectory_free(motion);
  }
}

/* Stopping distance of a carriage under asymmetric dry friction, in both directions. */
static void
test_dry_lean(void)
{
  for (int direction = -1; direction <= 1; direction += 2) {
    TrModel *model = tr_mechanism_slider();
    TrFriction *f = &model->joints[0].friction;
    double pose[TR_POSE], twist[TR_TWIST], v = 0.5 * direction, force, way;
    TrSimOptions options = {.h = 1e-4, .duration = 5, .compliance_scale = 1, .damping_scale = 1};
    TrTrajectory *motion;

    f->viscous = 0;
    f->asymmetry[TR_SIDE_DRY] = 0.4;
    model->motors[0].bias = 0;
    tr_forward_kinematics(pose, twist, model, (double[]){0}, &v);
    tr_assert_ok(
        tr_simulate(&motion, model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, NULL),
        NULL);
    force = f->coulomb * (1 + 0.4 * direction);
    way = direction * v * v * (model->bodies[0].mass + tr_axial_inertia(model, 0)) / (2 * force);
    tr_assert_close(tr_joint_position(model, 0, tr_trajectory_pose(motion, motion->n_nodes - 1)),
                    way, 2e-3, 0);
    tr_trajectory_free(motion);
    tr_model_free(model);
  }
}

/* A spring alone swings at its frequency, without gain or loss, at any step. */
static void
test_spring_swings(void)
{
  static const double t[2] = {0, 100}, none[2] = {0};
  Carriage c = {
      .mass = 2, .friction = tr_friction_default(), .spring = {8, -0.3}}; /* w = 2 rad/s */
  TrTrajectory *motion = simulate(&c, 1e-3, 10, t, none, 2);

  for (int k = 0; k < motion->n_nodes; k += 97)
    tr_assert_close(tr_trajectory_pose(motion, k)[0], -0.3 + 0.3 * cos(2 * k * 1e-3), 0, 1e-3);
  tr_trajectory_free(motion);
  /* a step of h w = 20: the average of two nodes keeps its amplitude, and the nodes stay within
   * sqrt(1 + (h w/2)^2) of it */
  c.spring.stiffness = 8e6;
  motion = simulate(&c, 0.01, 20, t, none, 2);
  for (int k = 1; k < motion->n_nodes; k++) {
    double last = tr_trajectory_pose(motion, k - 1)[0] + 0.3;
    double now = tr_trajectory_pose(motion, k)[0] + 0.3;

    g_assert_cmpfloat(fabs(now), <, 0.3 * sqrt(101) * 1.0001);
    g_assert_cmpfloat(fabs(now + last) / 2, <, 0.3 * 1.0001);
  }
  tr_trajectory_free(motion);
}

/* A torsion spring turns a hinge about rest by way of the shorter half turn. */
static void
test_hinge_spring(void)
{
  TrModel *model = tr_mechanism_pendulum();
  double pose[TR_POSE], twist[TR_TWIST], q = 2.9, none = 0, inertia;
  TrSimOptions options = {.h = 1e-3, .duration = 0.3, .compliance_scale = 1, .damping_scale = 1};
  TrTrajectory *motion;

  model->gravity.magnitude = 0;
  model->joints[0].friction.model = TR_FRICTION_NONE;
  model->motors[0].rotor_inertia = 0;
  model->joints[0].spring = (TrJointSpring){0.05, -2.9};
  tr_forward_kinematics(pose, twist, model, &q, &none);
  tr_assert_ok(
      tr_simulate(&motion, model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, NULL), NULL);
  inertia = model->bodies[0].inertia[TR_ZZ] + model->bodies[0].mass * 0.092 * 0.092;
  for (int k = 0; k < motion->n_nodes; k++) {
    /* 5.8 rad above rest is 0.483 below */
    double expected = 2.9 + (2 * G_PI - 5.8) * (1 - cos(sqrt(0.05 / inertia) * k * 1e-3));
    double found = tr_joint_position(model, 0, tr_trajectory_pose(motion, k));

    tr_assert_close(remainder(found - expected, 2 * G_PI), 0, 0, 2e-3);
  }
  tr_trajectory_free(motion);
  tr_model_free(model);
}

/* Two carriages on one rail, a spring and a damper between them: 2 Hz or so, damped; the distance
 * of the frames' origins is never zero.  m_1 x_1'' = k (d - l) + c d', m_2 x_2'' = -(the same),
 * d = x_2 - x_1. */
static TrModel *
make_pair(void)
{
  TrModel *one = tr_mechanism_slider(), *pair = tr_model_copy(one);

  pair->n_bodies = 2;
  pair->n_joints = pair->n_sensors = 3;
  pair->n_motors = 0;
  pair->bodies = realloc(pair->bodies, 2 * sizeof *pair->bodies);
  pair->joints = realloc(pair->joints, 3 * sizeof *pair->joints);
  pair->sensors = realloc(pair->sensors, 3 * sizeof *pair->sensors);
  for (int i = 0; i < 2; i++) {
    pair->bodies[i] = one->bodies[0];
    pair->bodies[i].name[0] = (char)('A' + i);
    pair->bodies[i].mass = i ? 3 : 1;
    pair->joints[i] = one->joints[0];
    pair->joints[i].child = i;
    pair->joints[i].friction = tr_friction_default();
  }
  pair->joints[2] = tr_joint_default();
  pair->joints[2].type = TR_JOINT_SPRING;
  pair->joints[2].parent = 0;
  pair->joints[2].child = 1;
  pair->joints[2].spring = (TrJointSpring){100, 0.5};
  pair->joints[2].friction.model = TR_FRICTION_VISCOUS;
  pair->joints[2].friction.load = TR_LOAD_NONE;
  pair->joints[2].friction.viscous = 2;
  for (int i = 0; i < 3; i++) {
    pair->sensors[i] = one->sensors[0];
    pair->sensors[i].joint = i;
    g_snprintf(pair->joints[i].name, TR_NAME_SIZE, "j%d", i);
    g_snprintf(pair->sensors[i].name, TR_NAME_SIZE, "x%d", i);
  }
  tr_model_free(one);
  return pair;
}

/* The distance swings like one mass of m_1 m_2/(m_1 + m_2) = 3/4. */
static double
pair_distance(double t)
{
  double decay = 2 / (2 * 0.75), w = sqrt(100 / 0.75 - decay * decay);

  return 0.5 + 0.2 * exp(-decay * t) * (cos(w * t) + decay / w * sin(w * t));
}

static void
test_spring_between_bodies(void)
{
  static const char *const ids[] = {"joint.j2.stiffness", "joint.j2.rest", "joint.j2.viscous"};
  enum { N = 1501 };
  static double t[N], x[2][N];
  TrModel *model = make_pair();
  double pose[2 * TR_POSE], twist[2 * TR_TWIST], truth[3];
  TrSimOptions options = {
      .h = 1e-3, .duration = (N - 1) * 1e-3, .compliance_scale = 1, .damping_scale = 1};
  TrTrajectory *motion;
  TrChannel channels[2];
  TrLog log = {.name = "log", .end = (N - 1) * 1e-3, .n_channels = 2, .channels = channels};
  TrFree free[3];
  TrTask task = {.model = model, .n_free = 3, .free = free, .n_logs = 1, .logs = &log};
  TrError error = {0};
  TrFit *fit;

  tr_forward_kinematics(pose, twist, model, (double[]){0, 0.7, 0}, (double[]){0, 0, 0});
  tr_assert_ok(
      tr_simulate(&motion, model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, &error),
      &error);
  for (int k = 0; k < N; k++) {
    double distance = pair_distance(k * 1e-3);

    tr_assert_close(tr_joint_position(model, 2, tr_trajectory_pose(motion, k)), distance, 0, 3e-3);
    /* the truth, about the common centre of mass */
    t[k] = k * 1e-3;
    x[0][k] = 0.75 * (0.7 - distance) + 1e-7 * sin(77 * k);
    x[1][k] = 0.7 - 0.25 * (0.7 - distance) + 1e-7 * cos(59 * k);
  }
  tr_trajectory_free(motion);
  for (int i = 0; i < 2; i++) {
    channels[i] =
        (TrChannel){.kind = TR_SIGNAL_SENSOR, .index = i, .n = N, .t = t, .y = x[i], .scale = 1};
    model->sensors[i].sigma = 1e-7;
  }
  for (int i = 0; i < 3; i++) {
    free[i] = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&free[i].param, model, ids[i]));
    truth[i] = tr_param_get(model, free[i].param);
    free[i].start = 1.3 * truth[i];
    tr_param_set(model, free[i].param, free[i].start);
  }
  g_assert_cmpstr(tr_param_unit(model, free[0].param), ==, "N/m");
  task.settings = tr_settings_default();
  task.settings.formulation = TR_FORMULATION_SECOND_ORDER;
  task.settings.h = 2e-3;
  task.settings.cutoff = 100;
  task.settings.kappa = 1e-6;
  tr_assert_ok(tr_identify(&fit, &task, &error), &error);
  for (int i = 0; i < 3; i++) {
    g_test_message("%s true %g found %g sigma %g", ids[i], truth[i], fit->estimates[i].value,
                   fit->estimates[i].sigma);
    tr_assert_close(fit->estimates[i].value, truth[i], 5e-3, 0);
  }
  tr_fit_free(fit);
  tr_model_free(model);
}

/* Identification of the true motion, sampled at 1 kHz with noise of 1e-6 m. */
typedef struct Trial {
  TrModel *model;
  TrFit *fit;
  int n_free;
  double truth[12];
  char ids[12][TR_ID_SIZE];
} Trial;

static void
identify(Trial *trial, const Carriage *c, const char *const *ids, double factor)
{
  static double t[MAX_SAMPLES], x[MAX_SAMPLES], u[MAX_SAMPLES];
  g_autoptr(GRand) random = g_rand_new_with_seed(3);
  int n = 12001;
  TrChannel channels[2] = {
      {.kind = TR_SIGNAL_SENSOR, .n = (size_t)n, .t = t, .y = x, .scale = 1},
      {.kind = TR_SIGNAL_MOTOR, .n = (size_t)n, .t = t, .y = u, .linear = true, .scale = 1}};
  TrLog log = {.name = "log", .end = 12, .n_channels = 2, .channels = channels};
  TrFree free[12];
  TrTask task = {.free = free, .n_logs = 1, .logs = &log, .settings = tr_settings_default()};
  TrError error = {0};

  trial->model = make_model(c);
  trial->n_free = 0;
  fill_truth(c, 1e-3, n, t, x, u);
  for (int k = 0; k < n; k++)
    x[k] += 1e-6 * (g_rand_double(random) + g_rand_double(random) - 1) * sqrt(6);
  for (int i = 0; ids[i]; i++, trial->n_free++) {
    free[i] = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&free[i].param, trial->model, ids[i]));
    g_strlcpy(trial->ids[i], ids[i], TR_ID_SIZE);
    trial->truth[i] = tr_param_get(trial->model, free[i].param);
    free[i].start = factor * trial->truth[i];
    tr_param_set(trial->model, free[i].param, free[i].start);
  }
  trial->model->sensors[0].sigma = 1e-6;
  task.model = trial->model;
  task.n_free = trial->n_free;
  task.settings.formulation = TR_FORMULATION_SECOND_ORDER;
  task.settings.h = 2e-3;
  task.settings.cutoff = 50;
  task.settings.kappa = 1e-4;
  task.settings.max_iterations = 60;
  tr_assert_ok(tr_identify(&trial->fit, &task, &error), &error);
}

static void
check_recovery(Trial *trial, double rtol)
{
  for (int i = 0; i < trial->n_free; i++) {
    const TrEstimate *e = &trial->fit->estimates[i];

    g_test_message("%-24s true %9.5g found %9.5g sigma %.2g", trial->ids[i], trial->truth[i],
                   e->value, e->sigma);
    g_assert_true(e->identifiable);
    g_assert_cmpfloat(fabs(e->value - trial->truth[i]), <,
                      rtol * fabs(trial->truth[i]) + 3 * e->sigma);
  }
  tr_fit_free(trial->fit);
  tr_model_free(trial->model);
}

static void
test_recover_smooth(void)
{
  static const char *const ids[] = {"joint.s1.tanh.g0",
                                    "joint.s1.tanh.g1",
                                    "joint.s1.tanh.g2",
                                    "joint.s1.tanh.g3",
                                    "joint.s1.tanh.g5",
                                    "body.A.mass",
                                    NULL};
  Carriage c = smooth_carriage();
  Trial trial;

  identify(&trial, &c, ids, 1.15);
  check_recovery(&trial, 0.01);
}

static Carriage
leaning_carriage(void)
{
  Carriage c = smooth_carriage();

  c.friction.tanh[0] = 0;
  c.amplitude = 6;
  c.friction.rate = 1e-3;
  c.friction.asymmetry[TR_SIDE_DRY] = 0.3;
  c.friction.asymmetry[TR_SIDE_VISCOUS] = -0.25;
  c.friction.offset = 0.4;
  c.spring = (TrJointSpring){30, 0.04};
  return c;
}

/* A constant force and the rest of a spring have the same effect on the motion: one of them at a
 * time. */
static void
test_recover_lean_and_spring(void)
{
  static const char *const constant[] = {"joint.s1.rest", "joint.s1.offset"};
  Carriage c = leaning_carriage();

  for (int i = 0; i < 2; i++) {
    const char *const ids[] = {"joint.s1.tanh.g3",
                               "joint.s1.tanh.g5",
                               "joint.s1.asymmetry.dry",
                               "joint.s1.asymmetry.viscous",
                               "joint.s1.stiffness",
                               "body.A.mass",
                               constant[i],
                               NULL};
    Trial trial;

    identify(&trial, &c, ids, 1.3);
    check_recovery(&trial, 0.01);
  }
}

static void
test_offset_beside_rest(void)
{
  static const char *const ids[] = {"joint.s1.rest", "joint.s1.offset", "joint.s1.stiffness", NULL};
  Carriage c = leaning_carriage();
  Trial trial;

  identify(&trial, &c, ids, 1.1);
  g_assert_false(trial.fit->estimates[0].identifiable);
  g_assert_false(trial.fit->estimates[1].identifiable);
  g_assert_true(trial.fit->estimates[2].identifiable);
  tr_fit_free(trial.fit);
  tr_model_free(trial.model);
}

/* The friction curve is the resistance of the stepper. */
static void
test_force(void)
{
  Carriage c = smooth_carriage();

  c.friction.asymmetry[TR_SIDE_DRY] = 0.2;
  c.friction.offset = 0.1;
  for (double v = -2; v <= 2; v += 0.01)
    tr_assert_close(tr_friction_force(&c.friction, v, 1), resistance(&c.friction, v), 1e-12, 1e-14);
  c.friction.model = TR_FRICTION_STRIBECK;
  c.friction.coulomb = 1;
  c.friction.delta = 0.5;
  c.friction.zeta = 2;
  c.friction.viscous = 0.3;
  tr_assert_close(tr_friction_force(&c.friction, 0.7, 2),
                  0.3 * 0.7 + 1.2 * 2 * (1 + 0.5 * exp(-2 * 0.49)) + 0.1, 1e-12, 0);
  tr_assert_close(tr_friction_force(&c.friction, -0.7, 2),
                  -0.3 * 0.7 - 0.8 * 2 * (1 + 0.5 * exp(-2 * 0.49)) + 0.1, 1e-12, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/friction/force", test_force);
  g_test_add_func("/engine/friction/stepper-converges", test_stepper_converges);
  g_test_add_func("/engine/friction/steep-holds", test_steep_holds);
  g_test_add_func("/engine/friction/dry-lean", test_dry_lean);
  g_test_add_func("/engine/friction/spring-swings", test_spring_swings);
  g_test_add_func("/engine/friction/hinge-spring", test_hinge_spring);
  g_test_add_func("/engine/friction/spring-between-bodies", test_spring_between_bodies);
  g_test_add_func("/engine/friction/recover-smooth", test_recover_smooth);
  g_test_add_func("/engine/friction/recover-lean-and-spring", test_recover_lean_and_spring);
  g_test_add_func("/engine/friction/offset-beside-rest", test_offset_beside_rest);
  return g_test_run();
}
