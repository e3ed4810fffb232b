/* Observations of irregular logs: stamps off the grid, missing samples, few samples a step, nodes
 * without any.  Every sample is used once, and the estimates hold. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/prepare/prepare.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { MAX_SAMPLES = 4096 };

#define STEP     0.01
#define DURATION 4.0

/* A free swing of the pendulum, sampled at any times from a fine simulation. */
typedef struct Fixture {
  TrModel *model;
  TrTrajectory *motion;
  double t[MAX_SAMPLES], y[MAX_SAMPLES];
  TrChannel channel;
  TrLog log;
  TrFree free[2];
  TrTask task;
} Fixture;

static Fixture *
set_up(void)
{
  Fixture *f = g_new0(Fixture, 1);
  double pose[TR_POSE], twist[TR_TWIST];
  TrSimOptions options = {
      .h = 1e-4, .duration = DURATION, .compliance_scale = 1, .damping_scale = 1};

  f->model = tr_mechanism_pendulum();
  f->model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  f->model->joints[0].friction.viscous = 2e-3;
  f->model->joints[0].damping_time = NAN;
  f->model->motors[0].rotor_inertia = 0;
  f->model->sensors[0].sigma = 1e-4;
  tr_forward_kinematics(pose, twist, f->model, (double[]){1}, (double[]){0});
  tr_assert_ok(
      tr_simulate(&f->motion, f->model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, NULL),
      NULL);
  f->log = (TrLog){.name = "log", .end = DURATION, .n_channels = 1, .channels = &f->channel};
  f->task = (TrTask){.model = f->model,
                     .n_free = 2,
                     .free = f->free,
                     .n_logs = 1,
                     .logs = &f->log,
                     .settings = tr_settings_default()};
  for (int i = 0; i < 2; i++) {
    const char *ids[2] = {"body.A.inertia.zz", "joint.h1.viscous"};

    f->free[i] = (TrFree){.min = 0, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&f->free[i].param, f->model, ids[i]));
    f->free[i].start = 2 * tr_param_get(f->model, f->free[i].param);
  }
  return f;
}

static void
tear_down(Fixture *f)
{
  tr_trajectory_free(f->motion);
  tr_model_free(f->model);
  g_free(f);
}

static void
add_sample(Fixture *f, double t)
{
  double position = t / f->motion->h;
  int k = CLAMP((int)position, 0, f->motion->n_nodes - 2);
  double a = tr_joint_position(f->model, 0, tr_trajectory_pose(f->motion, k));
  double b = tr_joint_position(f->model, 0, tr_trajectory_pose(f->motion, k + 1));
  size_t i = f->channel.n++;

  g_assert_cmpuint(i, <, MAX_SAMPLES);
  f->t[i] = t;
  f->y[i] = a + (position - k) * (b - a) + 1e-4 * sin(1234.5 * (double)i);
}

/* Samples at about `rate`, jittered by a share of their distance, some left out. */
static void
sample(Fixture *f, double rate, double jitter, int drop_every)
{
  int n = (int)(DURATION * rate);

  f->channel = (TrChannel){.kind = TR_SIGNAL_SENSOR, .t = f->t, .y = f->y};
  for (int i = 0; i <= n; i++) {
    double t = CLAMP((i + jitter * 0.5 * sin(77.7 * i)) / rate, 0, DURATION - 1e-9);

    if (drop_every == 0 || i % drop_every != 1)
      add_sample(f, t);
  }
}

static int
count_samples(const Fixture *f, int *n_observations)
{
  TrPrepared prepared;
  TrError error = {0};
  int n = 0;

  tr_assert_ok(tr_prepare(&prepared, &f->task, &error), &error);
  *n_observations = prepared.logs[0].n_observations;
  for (int i = 0; i < prepared.logs[0].n_observations; i++) {
    const TrObservation *o = &prepared.logs[0].observations[i];

    g_assert_cmpfloat(o->fraction, >=, 0);
    g_assert_cmpfloat(o->fraction, <, 1);
    n += o->n_samples;
  }
  tr_prepared_clear(&prepared);
  return n;
}

static void
check_estimates(const Fixture *f, double rtol)
{
  TrFit *fit;
  TrError error = {0};

  tr_assert_ok(tr_identify(&fit, &f->task, &error), &error);
  tr_assert_close(fit->estimates[0].value, tr_param_get(f->model, f->free[0].param), rtol, 0);
  tr_assert_close(fit->estimates[1].value, tr_param_get(f->model, f->free[1].param), 10 * rtol, 0);
  tr_fit_free(fit);
}

static const struct {
  const char *name;
  double rate, jitter;
  int drop_every;
  bool joined; /* whether samples are joined into node values */
} cases[] = {
    {"fast and even", 1000, 0, 0, true},     {"fast with jitter", 870, 0.8, 0, true},
    {"samples missing", 1000, 0.3, 3, true}, {"two a step", 200, 0.5, 0, false},
    {"one a step", 100, 0.9, 0, false},      {"one in three steps", 33, 0.7, 0, false},
};

static void
test_every_sample_once(void)
{
  Fixture *f = set_up();

  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    int n_observations, used;

    sample(f, cases[i].rate, cases[i].jitter, cases[i].drop_every);
    used = count_samples(f, &n_observations);
    g_test_message("%s: %d of %zu samples in %d observations", cases[i].name, used, f->channel.n,
                   n_observations);
    g_assert_cmpint(used, >=, (int)f->channel.n - 1);
    g_assert_cmpint(used, <=, (int)f->channel.n);
    if (cases[i].joined)
      g_assert_cmpint(n_observations, <, used / 2);
    else
      g_assert_cmpint(n_observations, ==, used);
  }
  tear_down(f);
}

static void
test_estimates(void)
{
  Fixture *f = set_up();

  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_test_message("%s", cases[i].name);
    sample(f, cases[i].rate, cases[i].jitter, cases[i].drop_every);
    check_estimates(f, 1e-2);
  }
  tear_down(f);
}

/* Setting `node`: one sample a node, none where no stamp is near; the fit copes with the holes. */
static void
test_node_setting(void)
{
  Fixture *f = set_up();
  int n_observations;

  f->task.settings.observations = TR_OBSERVE_NODE;
  sample(f, 1000, 0, 0);
  g_assert_cmpint(count_samples(f, &n_observations), ==, (int)(DURATION / STEP) + 1);
  check_estimates(f, 1e-2);
  sample(f, 1000, 0, 3);
  count_samples(f, &n_observations);
  g_assert_cmpint(n_observations, <, (int)(DURATION / STEP) * 3 / 4);
  check_estimates(f, 1e-2);
  tear_down(f);
}

/* Angles that jump by a turn are the same angles. */
static void
test_wrapped_angles(void)
{
  Fixture *f = set_up();

  sample(f, 1000, 0, 0);
  for (size_t i = 0; i < f->channel.n; i++)
    f->y[i] = remainder(f->y[i] + 2.6, 2 * G_PI);
  /* the joint's zero turned by the same angle */
  memcpy(f->model->joints[0].child_frame.quat, (double[]){cos(1.3), 0, 0, sin(1.3)},
         4 * sizeof(double));
  check_estimates(f, 1e-2);
  tear_down(f);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/observe/every-sample-once", test_every_sample_once);
  g_test_add_func("/engine/est/observe/estimates", test_estimates);
  g_test_add_func("/engine/est/observe/node-setting", test_node_setting);
  g_test_add_func("/engine/est/observe/wrapped-angles", test_wrapped_angles);
  return g_test_run();
}
