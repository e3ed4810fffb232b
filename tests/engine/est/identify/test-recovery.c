/* Data made by the stepper itself are identified without bias: over noise draws the mean of every
 * estimate lies within two standard errors of the truth, and sigma matches the scatter. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = 501, N_DRAWS = 20, N_FREE = 5 };

#define STEP  0.01
#define NOISE 1e-3

static const char *const ids[N_FREE] = {"motor.m1.gain", "body.A.inertia.zz", "body.B.inertia.yy",
                                        "joint.h1.viscous", "joint.h2.viscous"};

static double
draw_normal(GRand *random)
{
  double u = g_rand_double_range(random, 1e-12, 1), v = g_rand_double(random);

  return sqrt(-2 * log(u)) * cos(2 * G_PI * v);
}

/* True motion under a chirp of the motor. */
static TrTrajectory *
make_truth(const TrModel *model, TrChannel *input)
{
  double pose[2 * TR_POSE], twist[2 * TR_TWIST];
  TrSimOptions options = {
      .h = STEP, .duration = (N_NODES - 1) * STEP, .compliance_scale = 1, .damping_scale = 1};
  TrTrajectory *truth;

  tr_forward_kinematics(pose, twist, model, (double[]){0, 0.3}, (double[]){0, 0});
  tr_assert_ok(
      tr_simulate(&truth, model, &(TrSimCase){pose, twist, 1, input}, &options, NULL, NULL), NULL);
  return truth;
}

static void
test_unbiased(void)
{
  static double t[N_NODES], u[N_NODES], y[2][N_NODES], noise[2][N_NODES];
  g_autoptr(GRand) random = g_rand_new_with_seed(1);
  TrModel *model = tr_mechanism_furuta();
  TrChannel channels[3] = {{.kind = TR_SIGNAL_SENSOR, .index = 0, .n = N_NODES, .t = t, .y = y[0]},
                           {.kind = TR_SIGNAL_SENSOR, .index = 1, .n = N_NODES, .t = t, .y = y[1]},
                           {.kind = TR_SIGNAL_MOTOR, .index = 0, .n = N_NODES, .t = t, .y = u}};
  TrLog log = {.name = "log", .end = (N_NODES - 1) * STEP, .n_channels = 3, .channels = channels};
  TrFree free[N_FREE];
  TrTask task = {.model = model,
                 .n_free = N_FREE,
                 .free = free,
                 .n_logs = 1,
                 .logs = &log,
                 .settings = tr_settings_default()};
  double truth[N_FREE], sum[N_FREE] = {0}, square[N_FREE] = {0}, sigma[N_FREE] = {0};
  TrTrajectory *motion;

  model->motors[0].gain = 0.1;
  for (int j = 0; j < 2; j++) {
    model->joints[j].friction.viscous *= 2;
    model->sensors[j].sigma = NOISE;
    model->joints[j].compliance_linear = model->joints[j].compliance_angular = 1e-9;
  }
  for (int k = 0; k < N_NODES; k++) {
    t[k] = k * STEP;
    u[k] = 3 * sin(2 * G_PI * (0.6 + 0.25 * t[k]) * t[k]);
  }
  motion = make_truth(model, &channels[2]);
  for (int i = 0; i < N_FREE; i++) {
    free[i] = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&free[i].param, model, ids[i]));
    truth[i] = tr_param_get(model, free[i].param);
    free[i].start = 1.7 * truth[i];
  }
  /* the fixed inertias keep their true values; kappa as for a log without disturbance */
  task.settings.formulation = TR_FORMULATION_PREDICTED; /* that of the simulated truth */
  task.settings.kappa = 1e6;
  task.settings.observations = TR_OBSERVE_NODE;
  for (int draw = 0; draw < N_DRAWS; draw++) {
    TrFit *fit;
    TrError error = {0};

    /* every second draw is the mirror image of the one before: chance cancels in the mean, a bias
     * stays */
    for (int k = 0; k < N_NODES; k++)
      for (int j = 0; j < 2; j++) {
        noise[j][k] = draw % 2 ? -noise[j][k] : NOISE * draw_normal(random);
        y[j][k] = tr_joint_position(model, j, tr_trajectory_pose(motion, k)) + noise[j][k];
      }
    tr_assert_ok(tr_identify(&fit, &task, &error), &error);
    for (int i = 0; i < N_FREE; i++) {
      double d = fit->estimates[i].value - truth[i];

      g_assert_true(fit->estimates[i].identifiable);
      sum[i] += d / N_DRAWS;
      square[i] += d * d / N_DRAWS;
      sigma[i] += fit->estimates[i].sigma_linear / N_DRAWS;
    }
    tr_fit_free(fit);
  }
  for (int i = 0; i < N_FREE; i++) {
    double scatter = sqrt((square[i] - sum[i] * sum[i]) * N_DRAWS / (N_DRAWS - 1));

    g_test_message("%-20s truth %.5g, mean error %+.2e, standard error %.2e, scatter %.2e, "
                   "sigma_linear %.2e",
                   ids[i], truth[i], sum[i], scatter / sqrt(N_DRAWS), scatter, sigma[i]);
    g_assert_cmpfloat(fabs(sum[i]), <=, 2 * scatter / sqrt(N_DRAWS));
    /* sigma_linear takes the state error for noise, of which this log has none: it may be larger */
    g_assert_cmpfloat(scatter, <, 1.5 * sigma[i]);
    g_assert_cmpfloat(scatter, >, 0.2 * sigma[i]);
  }
  tr_trajectory_free(motion);
  tr_model_free(model);
}

enum { MAX_SWING = 4 };

/* A free swing of the pendulum, made by the stepper, with some parameters free and 1.4 times too
 * large. */
typedef struct Swing {
  TrModel *model;
  double t[N_NODES], y[N_NODES], truth[MAX_SWING];
  TrChannel channel;
  TrLog log;
  TrFree free[MAX_SWING];
  TrTask task;
} Swing;

static void
set_up_swing(Swing *s, const char *const *free, int n_free)
{
  TrSimOptions options = {
      .h = STEP, .duration = (N_NODES - 1) * STEP, .compliance_scale = 1, .damping_scale = 1};
  double pose[TR_POSE], twist[TR_TWIST];
  TrTrajectory *motion;

  s->model = tr_mechanism_pendulum();
  s->model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  s->model->joints[0].friction.viscous = 2e-3;
  s->model->motors[0].rotor_inertia = 0;
  s->model->sensors[0].sigma = 1e-4;
  tr_forward_kinematics(pose, twist, s->model, (double[]){1.5}, (double[]){0});
  tr_assert_ok(
      tr_simulate(&motion, s->model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, NULL),
      NULL);
  for (int k = 0; k < N_NODES; k++) {
    s->t[k] = k * STEP;
    s->y[k] = tr_joint_position(s->model, 0, tr_trajectory_pose(motion, k)) + 1e-4 * sin(91 * k);
  }
  tr_trajectory_free(motion);
  for (int i = 0; i < n_free; i++) {
    s->free[i] = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&s->free[i].param, s->model, free[i]));
    s->truth[i] = tr_param_get(s->model, s->free[i].param);
    s->free[i].start = 1.4 * s->truth[i];
    tr_param_set(s->model, s->free[i].param, s->free[i].start);
  }
  s->channel = (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = N_NODES, .t = s->t, .y = s->y};
  s->log =
      (TrLog){.name = "log", .end = (N_NODES - 1) * STEP, .n_channels = 1, .channels = &s->channel};
  s->task = (TrTask){.model = s->model,
                     .n_free = n_free,
                     .free = s->free,
                     .n_logs = 1,
                     .logs = &s->log,
                     .settings = tr_settings_default()};
  s->task.settings.formulation = TR_FORMULATION_PREDICTED;
  s->task.settings.observations = TR_OBSERVE_NODE;
}

/* A free swing with mass, inertia and friction free determines their ratios alone: the fit reports
 * that, keeps the size of the start and finds the ratios. */
static void
test_scale_is_reported(void)
{
  static const char *const scaled[3] = {"body.A.mass", "body.A.inertia.zz", "joint.h1.viscous"};
  Swing s;
  TrFit *fit;
  TrError error = {0};

  set_up_swing(&s, scaled, 3);
  tr_assert_ok(tr_identify(&fit, &s.task, &error), &error);
  g_assert_cmpint(fit->n_directions, ==, 1);
  for (int i = 0; i < 3; i++) {
    g_assert_false(fit->estimates[i].identifiable);
    g_assert_true(isnan(fit->estimates[i].sigma));
    tr_assert_close(fit->estimates[i].value / fit->estimates[0].value, s.truth[i] / s.truth[0],
                    5e-3, 0);
  }
  g_assert_cmpfloat(fit->estimates[0].value, >, s.truth[0]);
  tr_fit_free(fit);
  tr_model_free(s.model);
}

/* With a known weight, the position of its centre is determined beside the inertia only by the
 * discretisation: the data determine m g a/J, and the fit converges as fast as with the arm
 * known. */
static void
test_arm_is_reported(void)
{
  static const char *const loose[4] = {"joint.h1.child_frame.position.x", "body.A.inertia.zz",
                                       "joint.h1.viscous", "body.A.mass"};

  for (int with_mass = 0; with_mass < 2; with_mass++) {
    Swing s;
    TrFit *fit;
    TrError error = {0};

    set_up_swing(&s, loose, 3 + with_mass);
    s.task.settings.kappa = 1e5;
    tr_assert_ok(tr_identify(&fit, &s.task, &error), &error);
    g_test_message("%d iterations, %d directions", fit->iterations, fit->n_directions);
    g_assert_cmpint(fit->iterations, <=, 8);
    g_assert_cmpint(fit->n_directions, ==, 1 + with_mass);

    double mass = with_mass ? fit->estimates[3].value : 0.428, arm = -fit->estimates[0].value;
    double inertia = fit->estimates[1].value + mass * arm * arm;
    double true_inertia = s.truth[1] + 0.428 * s.truth[0] * s.truth[0];

    tr_assert_close(mass * arm / inertia, -0.428 * s.truth[0] / true_inertia, 2e-3, 0);
    tr_assert_close(fit->estimates[2].value / inertia, s.truth[2] / true_inertia, 2e-2, 0);
    for (int i = 0; i < 2; i++)
      g_assert_false(fit->estimates[i].identifiable);
    tr_fit_free(fit);
    tr_model_free(s.model);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/recovery/unbiased", test_unbiased);
  g_test_add_func("/engine/est/recovery/scale-is-reported", test_scale_is_reported);
  g_test_add_func("/engine/est/recovery/arm-is-reported", test_arm_is_reported);
  return g_test_run();
}
