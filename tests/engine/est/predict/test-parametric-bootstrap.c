/* Parametric bootstrap: noise of the right size about a motion that follows the estimates, the same
 * for the same draw. */
#include "engine/est/predict/parametric_bootstrap.h"

#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = 401, N_DRAWS = 200 };

#define STEP  0.01
#define NOISE 1e-3

/* A released pendulum, its fit, and whether its channel has a scale and an offset. */
typedef struct {
  TrModel *model;
  double t[N_NODES], y[N_NODES];
  TrChannel channel;
  TrLog log;
  TrFree free[1];
  TrTask task;
  TrFit *fit;
} Rig;

static void
set_up(Rig *rig)
{
  TrSimOptions options = {
      .h = STEP, .duration = (N_NODES - 1) * STEP, .compliance_scale = 1, .damping_scale = 1};
  double pose[TR_POSE], twist[TR_TWIST];
  TrTrajectory *motion;

  memset(rig, 0, sizeof *rig);
  rig->model = tr_mechanism_pendulum();
  rig->model->sensors[0].sigma = NOISE;
  tr_forward_kinematics(pose, twist, rig->model, (double[]){0.5}, (double[]){0});
  tr_assert_ok(
      tr_simulate(&motion, rig->model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, NULL),
      NULL);
  for (int k = 0; k < N_NODES; k++) {
    rig->t[k] = k * STEP;
    rig->y[k] =
        tr_joint_position(rig->model, 0, tr_trajectory_pose(motion, k)) + NOISE * sin(91.0 * k * k);
  }
  tr_trajectory_free(motion);
  rig->channel = (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = N_NODES, .t = rig->t, .y = rig->y};
  rig->log = (TrLog){
      .name = "log", .end = (N_NODES - 1) * STEP, .n_channels = 1, .channels = &rig->channel};
  rig->free[0] = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
  g_assert_true(tr_param_find(&rig->free[0].param, rig->model, "body.A.inertia.zz"));
  rig->free[0].start = 1.2 * tr_param_get(rig->model, rig->free[0].param);
  rig->task = (TrTask){.model = rig->model,
                       .n_free = 1,
                       .free = rig->free,
                       .n_logs = 1,
                       .logs = &rig->log,
                       .settings = tr_settings_default()};
  rig->task.settings.formulation = TR_FORMULATION_PREDICTED; /* that of the simulated truth */
  rig->task.settings.observations = TR_OBSERVE_NODE;
  rig->task.settings.kappa = 1e4;
  tr_assert_ok(tr_identify(&rig->fit, &rig->task, NULL), NULL);
}

static void
clear(Rig *rig)
{
  tr_fit_free(rig->fit);
  tr_model_free(rig->model);
}

static TrBootstrap *
draw(const Rig *rig, int i, bool has_state_errors)
{
  TrBootstrapOptions options = {.seed = 7, .draw = i, .has_state_errors = has_state_errors};
  TrBootstrap *redraw;
  TrError error = {0};

  tr_assert_ok(tr_bootstrap_new(&redraw, &rig->task, rig->fit, &options, &error), &error);
  g_assert_cmpuint(redraw->logs[0].channels[0].n, ==, N_NODES);
  return redraw;
}

/* Without state errors all draws have one motion, and noise of sigma about it. */
static void
test_noise(void)
{
  static double mean[N_NODES];
  double squares = 0;
  Rig rig;

  set_up(&rig);
  memset(mean, 0, sizeof mean);
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < N_DRAWS; i++) {
      TrBootstrap *redraw = draw(&rig, i, false);
      const double *y = redraw->logs[0].channels[0].y;

      for (int k = 0; k < N_NODES; k++)
        if (pass == 0)
          mean[k] += y[k] / N_DRAWS;
        else
          squares += (y[k] - mean[k]) * (y[k] - mean[k]);
      tr_bootstrap_free(redraw);
    }
  tr_assert_close(sqrt(squares / (N_NODES * (N_DRAWS - 1.0))), NOISE, 0.02, 0);
  /* the motion is that of the fit, whose estimate hardly differs from the truth */
  for (int k = 0; k < N_NODES; k++)
    tr_assert_close(mean[k], rig.y[k], 0, 3 * NOISE);
  clear(&rig);
}

/* With them the motions differ, and drift apart with time. */
static void
test_state_errors(void)
{
  double early = 0, late = 0, expected;
  Rig rig;

  set_up(&rig);
  expected = NOISE / sqrt(rig.fit->kappa);
  tr_assert_close(tr_bootstrap_state_sigma(&rig.task, rig.fit), expected, 1e-12, 0);
  rig.fit->state_sigmas[0].sigma *= 30; /* more than the noise */
  for (int i = 0; i < N_DRAWS; i++) {
    TrBootstrap *with = draw(&rig, i, true), *without = draw(&rig, 0, false);
    const double *a = with->logs[0].channels[0].y, *b = without->logs[0].channels[0].y;

    for (int k = 0; k < N_NODES / 10; k++) {
      early += pow(a[k] - b[k], 2);
      late += pow(a[N_NODES - 1 - k] - b[N_NODES - 1 - k], 2);
    }
    tr_bootstrap_free(with);
    tr_bootstrap_free(without);
  }
  g_assert_cmpfloat(late, >, 1.2 * early);
  clear(&rig);
}

/* The same draw is the same to the bit, another one is not. */
static void
test_draws(void)
{
  Rig rig;

  set_up(&rig);
  TrBootstrap *first = draw(&rig, 3, true), *again = draw(&rig, 3, true),
              *other = draw(&rig, 4, true);
  const double *a = first->logs[0].channels[0].y, *b = again->logs[0].channels[0].y;
  g_assert_cmpmem(a, N_NODES * sizeof *a, b, N_NODES * sizeof *b);
  g_assert_cmpfloat(a[0], !=, other->logs[0].channels[0].y[0]);
  tr_bootstrap_free(first);
  tr_bootstrap_free(again);
  tr_bootstrap_free(other);
  clear(&rig);
}

static bool
stop(void *user, const void *event)
{
  return false;
}

/* An error of the simulation is an error of the draw, without a result. */
static void
test_failures(void)
{
  TrBootstrapOptions options = {.seed = 7, .has_state_errors = true};
  TrBootstrap *redraw;
  TrError error = {0};
  Rig rig;

  set_up(&rig);
  rig.task.monitor = (TrMonitor){.func = stop};
  g_assert_cmpint(tr_bootstrap_new(&redraw, &rig.task, rig.fit, &options, &error), ==,
                  TR_CANCELLED);
  g_assert_null(redraw);
  rig.task.monitor = (TrMonitor){0};
  rig.fit->state_sigmas[0].sigma = 1e300; /* impulses that make the simulation fail */
  g_assert_cmpint(tr_bootstrap_new(&redraw, &rig.task, rig.fit, &options, &error), !=, TR_OK);
  g_assert_null(redraw);
  g_assert_nonnull(strstr(error.text, "simulation fails"));
  clear(&rig);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/redraw/noise", test_noise);
  g_test_add_func("/engine/redraw/state-errors", test_state_errors);
  g_test_add_func("/engine/redraw/draws", test_draws);
  g_test_add_func("/engine/redraw/failures", test_failures);
  return g_test_run();
}
