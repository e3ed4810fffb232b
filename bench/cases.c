#include "bench/cases.h"

#include <glib.h>
#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/mechanisms.h"

#define STEP  0.01
#define KAPPA 100.0
#define NOISE 1e-3

/* Links of the chain: a bar's length and mass. */
#define LINK      0.2
#define LINK_MASS 0.3

/* Up to this many nodes the log has ten samples a step, like a real one; beyond it one, to keep the
 * simulation short. */
enum { MOST_FINE_NODES = 1000, FINE_SAMPLES = 10 };

/* Motor's input [V]: a slow sweep of frequencies with a push now and then. */
static double
drive(double t)
{
  double sweep = 3 * sin(2 * G_PI * (0.6 + 0.04 * fmod(t, 10)) * t);

  return sweep + (fmod(t, 1.7) < 0.2 ? 2 : 0);
}

static double
draw_normal(GRand *random)
{
  double u = g_rand_double_range(random, 1e-15, 1), v = g_rand_double(random);

  return sqrt(-2 * log(u)) * cos(2 * G_PI * v);
}

static void
set_channels(BenchCase *c)
{
  int n_joints = c->model->n_joints;

  for (int j = 0; j <= n_joints; j++)
    c->channels[j] = (TrChannel){.kind = j < n_joints ? TR_SIGNAL_SENSOR : TR_SIGNAL_MOTOR,
                                 .index = j < n_joints ? j : 0,
                                 .n = (size_t)c->n_samples,
                                 .t = c->t,
                                 .y = j < n_joints ? c->y[j] : c->u};
}

static void
sample(BenchCase *c, const TrTrajectory *motion)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(1);

  for (int k = 0; k < c->n_samples; k++)
    for (int j = 0; j < c->model->n_joints; j++)
      c->y[j][k] = tr_joint_position(c->model, j, tr_trajectory_pose(motion, k)) +
                   NOISE * draw_normal(random);
}

/* Simulates the log of the model as it is, from its joints' positions. */
static void
simulate(BenchCase *c, const double *position, int n_nodes)
{
  int per_step = n_nodes <= MOST_FINE_NODES ? FINE_SAMPLES : 1;
  TrSimOptions options = {.h = STEP / per_step,
                          .duration = (n_nodes - 1) * STEP,
                          .compliance_scale = 1,
                          .damping_scale = 1};
  double pose[BENCH_MAX_BODIES * TR_POSE], twist[BENCH_MAX_BODIES * TR_TWIST];
  double rate[BENCH_MAX_BODIES] = {0};
  TrTrajectory *motion = NULL;
  TrError error = {0};

  c->n_samples = (n_nodes - 1) * per_step + 1;
  c->t = g_new(double, c->n_samples);
  c->u = g_new(double, c->n_samples);
  for (int k = 0; k < c->n_samples; k++) {
    c->t[k] = k * options.h;
    c->u[k] = drive(c->t[k]);
  }
  for (int j = 0; j < c->model->n_joints; j++)
    c->y[j] = g_new(double, c->n_samples);
  set_channels(c);
  tr_forward_kinematics(pose, twist, c->model, position, rate);
  if (tr_simulate(&motion, c->model, &(TrSimCase){pose, twist, c->model->n_joints + 1, c->channels},
                  &options, NULL, &error) != TR_OK)
    g_error("The log could not be simulated: %s", error.text);
  sample(c, motion);
  tr_trajectory_free(motion);
}

static void
set_task(BenchCase *c, int n_nodes)
{
  c->log = (TrLog){.name = "log",
                   .end = (n_nodes - 1) * STEP,
                   .n_channels = c->model->n_joints + 1,
                   .channels = c->channels};
  c->task = (TrTask){.model = c->model,
                     .free = c->free,
                     .n_logs = 1,
                     .logs = &c->log,
                     .settings = tr_settings_default()};
  c->task.settings.h = STEP;
  c->task.settings.kappa = KAPPA;
}

static void
set_free(BenchCase *c, const char *id, double start)
{
  TrFree *f = &c->free[c->task.n_free++];

  g_assert_cmpint(c->task.n_free, <=, BENCH_MAX_FREE);
  *f = (TrFree){.start = start, .min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
  g_assert_true(tr_param_find(&f->param, c->model, id));
  tr_param_set(c->model, f->param, start);
}

BenchCase *
bench_furuta_new(int n_nodes)
{
  static const struct {
    const char *id;
    double start;
  } start[] = {
      {"motor.m1.gain", 0.1},      {"body.A.inertia.xx", 0.01}, {"body.A.inertia.yy", 0.01},
      {"body.A.inertia.zz", 0.01}, {"body.B.inertia.yy", 0.01}, {"body.B.inertia.zz", 0.01},
      {"joint.h1.viscous", 1e-4},  {"joint.h2.viscous", 1e-4},  {"joint.h1.coulomb", 1e-4},
      {"joint.h2.coulomb", 1e-4},  {"gravity.tilt.x", 0},       {"gravity.tilt.z", 0},
      {"motor.m1.bias", 0}};
  static const double hanging[] = {0, 0.05};
  BenchCase *c = g_new0(BenchCase, 1);

  c->model = tr_mechanism_furuta_swing();
  c->model->motors[0].bias = 0.01;
  simulate(c, hanging, n_nodes);
  set_task(c, n_nodes);
  for (size_t i = 0; i < G_N_ELEMENTS(start); i++)
    set_free(c, start[i].id, start[i].start);
  return c;
}

/* Link i from its centre of mass, the axis of its hinge across: every other one turned by a right
 * angle about the link. */
static void
add_link(TrModel *model, int i)
{
  TrBody *body = &model->bodies[i];
  TrJoint *joint = &model->joints[i];
  bool turned = i % 2 == 1;
  TrFrame across = {.quat = {M_SQRT1_2, turned ? M_SQRT1_2 : -M_SQRT1_2, 0, 0}};

  *body = tr_body_default();
  g_snprintf(body->name, sizeof body->name, "b%d", i);
  body->mass = LINK_MASS;
  body->inertia[TR_XX] = 1e-4;
  body->inertia[TR_YY] = body->inertia[TR_ZZ] = LINK_MASS * LINK * LINK / 12;
  *joint = tr_joint_default();
  g_snprintf(joint->name, sizeof joint->name, "j%d", i);
  joint->parent = i - 1;
  joint->child = i;
  joint->damping_time = 0.02;
  joint->friction.model = TR_FRICTION_VISCOUS;
  joint->friction.viscous = 0.01;
  /* the first link points down, each other one along its parent */
  joint->parent_frame = i ? across : (TrFrame){.quat = {M_SQRT1_2, 0, 0, -M_SQRT1_2}};
  joint->parent_frame.position[0] = i ? LINK / 2 : 0;
  joint->child_frame = i ? across : tr_frame_identity();
  joint->child_frame.position[0] = -LINK / 2;
  model->sensors[i] = tr_sensor_default();
  g_snprintf(model->sensors[i].name, sizeof model->sensors[i].name, "s%d", i);
  model->sensors[i].joint = i;
  model->sensors[i].sigma = 1;
}

static TrModel *
make_chain(int n_bodies)
{
  TrModel *model = calloc(1, sizeof *model);

  model->gravity = tr_gravity_default();
  model->n_bodies = model->n_joints = model->n_sensors = n_bodies;
  model->n_motors = 1;
  model->bodies = calloc((size_t)n_bodies, sizeof *model->bodies);
  model->joints = calloc((size_t)n_bodies, sizeof *model->joints);
  model->sensors = calloc((size_t)n_bodies, sizeof *model->sensors);
  model->motors = calloc(1, sizeof *model->motors);
  for (int i = 0; i < n_bodies; i++)
    add_link(model, i);
  model->motors[0] = tr_motor_default();
  g_strlcpy(model->motors[0].name, "m", sizeof model->motors[0].name);
  model->motors[0].gain = 0.05;
  return model;
}

BenchCase *
bench_chain_new(int n_bodies, int n_nodes)
{
  static const double hanging[BENCH_MAX_BODIES] = {0.3};
  BenchCase *c = g_new0(BenchCase, 1);

  c->model = make_chain(n_bodies);
  simulate(c, hanging, n_nodes);
  set_task(c, n_nodes);
  set_free(c, "motor.m.gain", 0.04);
  set_free(c, "motor.m.bias", 0);
  set_free(c, "gravity.tilt.x", 0);
  set_free(c, "gravity.tilt.z", 0);
  for (int i = 0; i < MIN(n_bodies, 4); i++) {
    g_autofree char *inertia = g_strdup_printf("body.b%d.inertia.zz", i);
    g_autofree char *viscous = g_strdup_printf("joint.j%d.viscous", i);

    set_free(c, inertia, 0.002);
    set_free(c, viscous, 0.005);
  }
  return c;
}

void
bench_case_free(BenchCase *c)
{
  g_free(c->t);
  g_free(c->u);
  for (int j = 0; j < c->model->n_joints; j++)
    g_free(c->y[j]);
  tr_model_free(c->model);
  g_free(c);
}
