/* Scores of known motions: the parameters that a log was made with predict it to the noise, others
 * do not; the start state is found; p-values agree with a reference. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/lsq/consistency.h"
#include "engine/est/predict/validate.h"
#include "engine/est/task/task_subset.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = 401, N_SAMPLES = 1601 };

#define STEP  0.01
#define NOISE 1e-3

/* A pendulum under a motor, its angle sampled four times a step, with noise. */
typedef struct {
  TrModel *model;
  TrChannel channels[2];
  TrLog log;
  TrFree free[2]; /* gain, viscous */
  TrTask task;
  TrTrajectory *truth;
  double t[N_SAMPLES], u[N_SAMPLES], y[N_SAMPLES], truth_values[2];
} Fixture;

static double
draw_normal(GRand *random)
{
  double u = g_rand_double_range(random, 1e-12, 1), v = g_rand_double(random);

  return sqrt(-2 * log(u)) * cos(2 * G_PI * v);
}

static void
simulate_truth(Fixture *f, double angle, double rate)
{
  TrSimOptions options = {
      .h = STEP, .duration = (N_NODES - 1) * STEP, .compliance_scale = 1, .damping_scale = 1};
  double pose[TR_POSE], twist[TR_TWIST];

  tr_forward_kinematics(pose, twist, f->model, &angle, &rate);
  tr_assert_ok(tr_simulate(&f->truth, f->model, &(TrSimCase){pose, twist, 1, &f->channels[1]},
                           &options, NULL, NULL),
               NULL);
}

static void
fill_samples(Fixture *f)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(7);

  for (int i = 0; i < N_SAMPLES; i++) {
    int k = MIN(i / 4, N_NODES - 2);
    double x = f->t[i] / STEP - k;
    double q0 = tr_joint_position(f->model, 0, tr_trajectory_pose(f->truth, k));
    double q1 = tr_joint_position(f->model, 0, tr_trajectory_pose(f->truth, k + 1));

    q1 = q0 + remainder(q1 - q0, 2 * G_PI);
    f->y[i] = q0 + x * (q1 - q0) + NOISE * draw_normal(random);
  }
}

static void
set_up(Fixture *f, gconstpointer data)
{
  static const char *const ids[2] = {"motor.m1.gain", "joint.h1.viscous"};

  memset(f, 0, sizeof *f);
  f->model = tr_mechanism_pendulum();
  f->model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  f->model->joints[0].friction.viscous = 4e-3;
  f->model->motors[0].gain = 0.1;
  f->model->sensors[0].sigma = NOISE;
  for (int i = 0; i < N_SAMPLES; i++) {
    f->t[i] = i * STEP / 4;
    f->u[i] = 3 * sin(2 * G_PI * (0.5 + 0.1 * f->t[i]) * f->t[i]);
  }
  f->channels[0] =
      (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = N_SAMPLES, .t = f->t, .y = f->y, .scale = 1};
  f->channels[1] =
      (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = N_SAMPLES, .t = f->t, .y = f->u, .scale = 1};
  simulate_truth(f, 2.5, -4);
  fill_samples(f);
  f->log =
      (TrLog){.name = "log", .end = (N_NODES - 1) * STEP, .n_channels = 2, .channels = f->channels};
  for (int i = 0; i < 2; i++) {
    f->free[i] = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&f->free[i].param, f->model, ids[i]));
    f->truth_values[i] = f->free[i].start = tr_param_get(f->model, f->free[i].param);
  }
  f->task = (TrTask){.model = f->model,
                     .n_free = 2,
                     .free = f->free,
                     .n_logs = 1,
                     .logs = &f->log,
                     .settings = tr_settings_default()};
  f->task.settings.formulation = TR_FORMULATION_PREDICTED; /* that of the simulated truth */
  f->task.settings.kappa = 1e6;
  f->task.settings.weighting = TR_WEIGHTING_JOINT;
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  tr_trajectory_free(f->truth);
  tr_model_free(f->model);
}

static TrLogScore *
score(Fixture *f, const double *values, TrScoreOptions options)
{
  TrLogScore *out;
  TrError error = {0};

  tr_assert_ok(tr_score_log(&out, &f->task, 0, values, &options, &error), &error);
  g_assert_cmpint(out->n_sensors, ==, 1);
  return out;
}

/* The true parameters predict to the noise, from either start, over the whole length. */
static void
test_truth(Fixture *f, gconstpointer data)
{
  for (int start = TR_START_ESTIMATED; start <= TR_START_FIRST_SAMPLE; start++) {
    TrLogScore *s = score(f, f->truth_values, (TrScoreOptions){.start = start, .h = NAN});
    const TrSensorScore *sensor = &s->sensors[0];

    g_test_message("start %d: rmse %g, %g %%, horizon %g", start, sensor->rmse,
                   sensor->nrmse_percent, sensor->horizon);
    g_assert_cmpint(s->status, ==, TR_OK);
    g_assert_cmpuint(sensor->n_samples, ==, N_SAMPLES);
    g_assert_cmpfloat(sensor->rmse, >, 0.9 * NOISE);
    g_assert_cmpfloat(sensor->rmse, <, start == TR_START_ESTIMATED ? 1.5 * NOISE : 400 * NOISE);
    g_assert_cmpfloat(sensor->nrmse_percent, <, 10);
    tr_assert_close(sensor->horizon, s->duration, 1e-12, 0);
    tr_assert_close(s->mean_rmse, sensor->rmse, 1e-12, 0);
    /* four samples are joined into one value at a node */
    g_assert_cmpfloat(s->observation_mse, >, 0.2 * NOISE * NOISE);
    g_assert_cmpfloat(s->observation_mse, <, 1.2 * NOISE * NOISE);
    g_assert_null(s->motion);
    tr_log_score_free(s);
  }
}

static void
test_wrong_parameters(Fixture *f, gconstpointer data)
{
  double wrong[2] = {1.5 * f->truth_values[0], f->truth_values[1]};
  TrScoreOptions options = {.h = NAN, .traces = true};
  TrLogScore *right = score(f, f->truth_values, options), *s = score(f, wrong, options);
  const TrSensorScore *sensor = &s->sensors[0];
  double sum = 0, horizon = s->duration;

  g_assert_cmpfloat(sensor->rmse, >, 20 * right->sensors[0].rmse);
  g_assert_cmpfloat(s->state_mse, >, 10 * right->state_mse);
  g_assert_cmpfloat(s->observation_mse, >, right->observation_mse);
  /* the figures follow from the traces */
  for (size_t i = sensor->n_samples; i-- > 0;) {
    double error = remainder(sensor->simulated[i] - sensor->measured[i], 2 * G_PI);

    sum += error * error;
    if (fabs(error) > sensor->threshold)
      horizon = sensor->t[i] - s->start;
  }
  tr_assert_close(sensor->rmse, sqrt(sum / (double)sensor->n_samples), 1e-12, 0);
  tr_assert_close(sensor->horizon, horizon, 1e-12, 0);
  g_assert_cmpfloat(sensor->horizon, <, s->duration);
  g_assert_cmpfloat(sensor->threshold, >, 0.1);
  g_assert_cmpint(s->motion->n_nodes, ==, N_NODES);
  tr_log_score_free(right);
  tr_log_score_free(s);
}

/* Over its period, a joint is predicted to the noise by the true parameters; a failure of the whole
 * open loop, far from the start, does not count there. */
static void
test_period(Fixture *f, gconstpointer data)
{
  double wrong[2] = {1.5 * f->truth_values[0], f->truth_values[1]};
  TrScoreOptions options = {.h = NAN, .traces = true};
  TrLogScore *right = score(f, f->truth_values, options), *s = score(f, wrong, options);
  TrLogScore *again;
  int joint;

  g_assert_cmpint(right->n_joints, ==, 1);
  g_assert_cmpfloat(right->joints[0].period, >, 0.3);
  g_assert_cmpfloat(right->joints[0].period, <, 3);
  g_assert_cmpfloat(tr_log_score_worst_joint(right, &joint), <, 0.01);
  g_assert_cmpint(joint, ==, 0);
  g_assert_cmpfloat(tr_log_score_worst_joint(s, NULL), >, 10 * right->joints[0].error);
  g_assert_cmpfloat(100 * tr_log_score_worst_joint(s, NULL), <, s->sensors[0].nrmse_percent);
  options.motion = right->estimated;
  again = score(f, f->truth_values, options);
  g_assert_true(isnan(tr_log_score_worst_joint(again, &joint)) && joint == -1);
  tr_log_score_take_re_estimation(again, right);
  g_assert_cmpfloat(again->joints[0].error, ==, right->joints[0].error);
  tr_log_score_free(right);
  tr_log_score_free(s);
  tr_log_score_free(again);
}

/* Multi-step prediction: with as many steps as the log has it is the open loop to the bit; few
 * steps limit the errors of a wrong model. */
static void
test_steps(Fixture *f, gconstpointer data)
{
  static const int steps[] = {1, 10, 100};
  double wrong[2] = {1.5 * f->truth_values[0], f->truth_values[1]}, last = 0;
  TrLogScore *open = score(f, wrong, (TrScoreOptions){.h = NAN});
  TrLogScore *all = score(f, wrong, (TrScoreOptions){.h = NAN, .steps = N_NODES - 1});

  g_assert_cmpfloat(open->sensors[0].rmse, ==, all->sensors[0].rmse);
  for (size_t i = 0; i < G_N_ELEMENTS(steps); i++) {
    TrLogScore *s = score(f, wrong, (TrScoreOptions){.h = NAN, .steps = steps[i]});

    g_test_message("%d steps: rmse %g", steps[i], s->sensors[0].rmse);
    g_assert_cmpint(s->status, ==, TR_OK);
    g_assert_cmpint(s->steps, ==, steps[i]);
    g_assert_cmpuint(s->sensors[0].n_samples, ==, N_SAMPLES);
    g_assert_cmpfloat(s->sensors[0].rmse, >, last);
    g_assert_cmpfloat(s->observation_mse, ==, open->observation_mse);
    last = s->sensors[0].rmse;
    tr_log_score_free(s);
  }
  g_assert_cmpfloat(last, <, open->sensors[0].rmse);
  tr_log_score_free(open);
  tr_log_score_free(all);
}

/* A piece is a simulation of its own from the estimated motion at its node. */
static void
test_pieces(Fixture *f, gconstpointer data)
{
  enum { STEPS = 10, NODE = 20, SPAN = 6 };
  TrLogScore *s =
      score(f, f->truth_values, (TrScoreOptions){.h = NAN, .traces = true, .steps = STEPS});
  TrSimOptions options = {.h = STEP,
                          .start = NODE * STEP,
                          .duration = STEPS * STEP,
                          .compliance_scale = 1,
                          .damping_scale = 1};
  double pose[TR_POSE], twist[TR_TWIST], expected;
  TrTrajectory *piece;

  tr_start_from_node(pose, twist, s->estimated, NODE);
  tr_assert_ok(tr_simulate(&piece, f->model, &(TrSimCase){pose, twist, 1, &f->channels[1]},
                           &options, NULL, NULL),
               NULL);
  expected = tr_joint_position(f->model, 0, tr_trajectory_pose(piece, SPAN));
  g_assert_cmpint(s->motion->n_nodes, ==, N_NODES);
  tr_assert_close(tr_joint_position(f->model, 0, tr_trajectory_pose(s->motion, NODE + SPAN)),
                  expected, 0, 1e-12);
  /* a node between two pieces belongs to the first, which predicts it */
  tr_assert_close(remainder(s->sensors[0].simulated[4 * (NODE + SPAN)] - expected, 2 * G_PI), 0, 0,
                  1e-9);
  expected = tr_joint_position(f->model, 0, tr_trajectory_pose(piece, STEPS));
  tr_assert_close(remainder(s->sensors[0].simulated[4 * (NODE + STEPS)] - expected, 2 * G_PI), 0, 0,
                  1e-9);
  g_assert_cmpfloat(s->sensors[0].rmse, <, 1.5 * NOISE);
  tr_trajectory_free(piece);
  tr_log_score_free(s);
}

/* Pieces begin at the nodes of the estimated motion, so another step is refused. */
static void
test_steps_refused(Fixture *f, gconstpointer data)
{
  TrScoreOptions options = {.h = STEP / 2, .steps = 5};
  TrLogScore *s;
  TrError error = {0};

  g_assert_cmpint(tr_score_log(&s, &f->task, 0, f->truth_values, &options, &error), ==,
                  TR_BAD_SETTING);
  g_assert_null(s);
  g_assert_nonnull(strstr(error.text, "0.005 s"));
}

/* Excluded samples are not compared, nor those outside of the trim. */
static void
test_excluded(Fixture *f, gconstpointer data)
{
  static const double excluded[1][2] = {{2, 3}};
  TrLogScore *s;

  f->log.start = 1;
  f->log.n_excluded = 1;
  f->log.excluded = excluded;
  s = score(f, f->truth_values, (TrScoreOptions){.h = NAN, .traces = true});
  g_assert_cmpuint(s->sensors[0].n_samples, ==, N_SAMPLES - 400 - 401);
  g_assert_cmpfloat(s->sensors[0].rmse, <, 10 * NOISE);
  for (size_t i = 0; i < s->sensors[0].n_samples; i++)
    g_assert_true(s->sensors[0].t[i] >= 1 - 1e-9 &&
                  (s->sensors[0].t[i] < 2 || s->sensors[0].t[i] > 3));
  tr_log_score_free(s);
}

static bool
on_polled_cb(void *user, const void *event)
{
  return ++*(int *)user < 3;
}

static void
test_cancelled(Fixture *f, gconstpointer data)
{
  int polls = 0;
  TrScoreOptions options = {.h = NAN};
  TrLogScore *s;
  TrError error = {0};

  f->task.monitor = (TrMonitor){on_polled_cb, &polls};
  g_assert_cmpint(tr_score_log(&s, &f->task, 0, f->truth_values, &options, &error), ==,
                  TR_CANCELLED);
  g_assert_null(s);
}

/* Parameters of channels are applied to the samples. */
static void
test_applied_channels(Fixture *f, gconstpointer data)
{
  TrFree free[3] = {f->free[0],
                    {.param = {TR_PARAM_CHANNEL_OFFSET, 0, 0}},
                    {.param = {TR_PARAM_CHANNEL_DELAY, 0, 0}}};
  TrTie tie = {{TR_PARAM_CHANNEL_DELAY, 0, 1}, 2, 2};
  TrAppliedTask *applied;

  f->task.n_free = 3;
  f->task.free = free;
  f->task.n_ties = 1;
  f->task.ties = &tie;
  applied = tr_applied_task_new(&f->task, 0, (double[]){0.2, 0.5, 0.01});
  g_assert_cmpint(applied->task.n_free + applied->task.n_ties, ==, 0);
  g_assert_cmpfloat(applied->task.model->motors[0].gain, ==, 0.2);
  g_assert_cmpfloat(f->model->motors[0].gain, ==, 0.1);
  for (int i = 0; i < N_SAMPLES; i += 100) {
    tr_assert_close(applied->log.channels[0].t[i], f->t[i] - 0.01, 0, 1e-15);
    tr_assert_close(applied->log.channels[0].y[i], f->y[i] - 0.5, 0, 1e-15);
    tr_assert_close(applied->log.channels[1].t[i], f->t[i] + 0.02, 0, 1e-15);
    g_assert_cmpfloat(applied->log.channels[1].y[i], ==, f->u[i]);
  }
  g_assert_cmpfloat(applied->log.channels[1].delay, ==, 0.02);
  tr_applied_task_free(applied);
}

/* Of two logs the second: parameters of the first's channels are dropped, a tie whose master is
 * dropped becomes free in its place. */
static void
test_subtask(Fixture *f, gconstpointer data)
{
  TrLog logs[2] = {f->log, f->log};
  TrFree free[3] = {{.param = {TR_PARAM_CHANNEL_OFFSET, 0, 0}, .min = -1, .max = 1},
                    f->free[0],
                    {.param = {TR_PARAM_CHANNEL_DELAY, 0, 1},
                     .start = 0.01,
                     .min = 0,
                     .max = 0.1,
                     .prior_mean = 0.01,
                     .prior_sigma = 0.02}};
  TrTie ties[3] = {{{TR_PARAM_CHANNEL_DELAY, 1, 1}, 2, -2},
                   {{TR_PARAM_CHANNEL_DELAY, 1, 0}, 2, 4},
                   {{TR_PARAM_BIAS, 0, 0}, 1, 3}};
  TrTaskSubset *sub;

  f->task.n_free = 3;
  f->task.free = free;
  f->task.n_ties = 3;
  f->task.ties = ties;
  f->task.n_logs = 2;
  f->task.logs = logs;
  sub = tr_task_subset_new(&f->task, (bool[]){false, true});
  g_assert_cmpint(sub->task.n_logs, ==, 1);
  g_assert_cmpint(sub->log_index[0], ==, 1);
  g_assert_cmpint(sub->task.n_free, ==, 2);
  g_assert_cmpint(sub->index[0], ==, 1);
  g_assert_cmpint(sub->index[1], ==, 2);
  g_assert_cmpfloat(sub->factor[1], ==, -2);
  g_assert_cmpint(sub->free[1].param.owner, ==, 0);
  g_assert_cmpint(sub->free[1].param.axis, ==, 1);
  tr_assert_close(sub->free[1].start, -0.02, 1e-15, 0);
  tr_assert_close(sub->free[1].min, -0.2, 1e-15, 0);
  tr_assert_close(sub->free[1].max, 0, 0, 1e-15);
  tr_assert_close(sub->free[1].prior_sigma, 0.04, 1e-15, 0);
  g_assert_cmpint(sub->task.n_ties, ==, 2);
  g_assert_cmpint(sub->ties[0].master, ==, 1);
  g_assert_cmpfloat(sub->ties[0].factor, ==, -2);
  g_assert_cmpint(sub->ties[0].param.owner, ==, 0);
  g_assert_cmpint(sub->ties[1].master, ==, 0);
  g_assert_cmpfloat(sub->ties[1].factor, ==, 3);
  tr_task_subset_free(sub);
}

/* Long windows for noisy samples of a slow motion, short ones for exact samples of a fast one. */
static void
test_local_motion(void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(3);
  double t[500], y[500];
  TrLocalMotion slow, fast;

  for (int i = 0; i < 500; i++) {
    t[i] = 1 + i * 1e-3;
    y[i] = 0.3 + 0.5 * sin(2 * (t[i] - 1)) + 0.01 * draw_normal(random);
  }
  tr_local_motion(&slow, t, y, 500, 1, 0.01);
  g_test_message("slow: %zu samples, %g, %g", slow.n_samples, slow.position, slow.rate);
  g_assert_cmpuint(slow.n_samples, >, 200);
  tr_assert_close(slow.rate, 1, 0.1, 0);
  tr_assert_close(slow.position, 0.3, 0, 0.005);
  /* a first sample that is off does not matter */
  y[0] += 0.5;
  tr_local_motion(&slow, t, y, 500, 1, 0.01);
  tr_assert_close(slow.position, 0.3, 0, 0.005);
  tr_assert_close(slow.rate, 1, 0.1, 0);
  for (int i = 0; i < 500; i++)
    y[i] = cos(40 * (t[i] - 1)) + sin(40 * (t[i] - 1));
  tr_local_motion(&fast, t, y, 500, 1, 1e-6);
  g_test_message("fast: %zu samples, %g", fast.n_samples, fast.rate);
  g_assert_cmpuint(fast.n_samples, <, 40);
  tr_assert_close(fast.rate, 40, 0.01, 0);
  tr_assert_close(fast.acceleration, -1600, 0.05, 0);
  tr_local_motion(&fast, t, y, 2, 1, 1e-6);
  tr_assert_close(fast.rate, (y[1] - y[0]) / 1e-3, 1e-12, 0);
  tr_local_motion(&fast, t, y, 1, 1, 1e-6);
  g_assert_cmpfloat(fast.rate, ==, 0);
  g_assert_cmpfloat(fast.position, ==, 1);
}

/* Both starts: pose at the trim's start, twist half a step before it. */
static void
test_start_states(Fixture *f, gconstpointer data)
{
  double pose[TR_POSE], twist[TR_TWIST], expected;
  TrFit *fit;
  TrError error = {0};

  f->log.start = 0.5;
  /* mean over the step that ends at the start */
  expected = remainder(tr_joint_position(f->model, 0, tr_trajectory_pose(f->truth, 50)) -
                           tr_joint_position(f->model, 0, tr_trajectory_pose(f->truth, 49)),
                       2 * G_PI) /
             STEP;
  tr_assert_ok(tr_start_from_samples(pose, twist, f->model, &f->log, STEP, &error), &error);
  tr_assert_close(tr_joint_velocity(f->model, 0, pose, twist), expected, 0, 0.3);
  tr_assert_close(tr_joint_position(f->model, 0, pose),
                  tr_joint_position(f->model, 0, tr_trajectory_pose(f->truth, 50)), 0, 3 * NOISE);

  f->task.n_free = 0;
  tr_assert_ok(tr_identify(&fit, &f->task, &error), &error);
  tr_assert_ok(
      tr_start_from_motion(pose, twist, fit->logs[0].trajectory, f->model, &f->log,
                           &(TrSimOptions){.h = STEP, .compliance_scale = 1, .damping_scale = 1}),
      &error);
  tr_assert_close(tr_joint_velocity(f->model, 0, pose, twist), expected, 0, 0.01);
  tr_fit_free(fit);
}

static void
test_p_values(void)
{
  /* chi2, dof, scipy.stats.chi2.sf */
  static const double reference[][3] = {
      {1e-06, 1, 0.99920211557217786},
      {0.5, 1, 0.47950012218695337},
      {0.7, 1, 0.40278369424647564},
      {2.0, 1, 0.15729920705028105},
      {5, 1, 0.025347318677468325},
      {44, 1, 3.2837586498733747e-11},
      {1e-06, 2, 0.99999950000012505},
      {0.5, 2, 0.77880078307140488},
      {1.4, 2, 0.49658530379140953},
      {3.0, 2, 0.22313016014842982},
      {7, 2, 0.030197383422318501},
      {48, 2, 3.7751345442790964e-11},
      {1e-06, 3, 0.99999999973403852},
      {0.5, 3, 0.9188914116546758},
      {2.0999999999999996, 3, 0.55191276333971029},
      {4.0, 3, 0.26146412994911117},
      {9, 3, 0.029290886534888261},
      {52, 3, 2.9950800926884938e-11},
      {1e-06, 7, 1},
      {0.5, 7, 0.99944648139042491},
      {4.8999999999999995, 7, 0.67216532752820157},
      {8.0, 7, 0.3325939025993081},
      {17, 7, 0.017396182569124504},
      {68, 7, 3.7432770317624976e-12},
      {1e-06, 30, 1},
      {0.5, 30, 1},
      {21.0, 30, 0.88788787762799382},
      {31.0, 30, 0.4154071101477918},
      {63, 30, 0.00039302095660806652},
      {160, 30, 1.1002556518118726e-19},
      {1e-06, 200, 1},
      {0.5, 200, 1},
      {140.0, 200, 0.99956962740502009},
      {201.0, 200, 0.46682861375255341},
      {403, 200, 8.5607352476638543e-16},
      {840, 200, 2.7817893634991905e-79},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(reference); i++)
    tr_assert_close(tr_chi2_p_value(reference[i][0], (int)reference[i][1]), reference[i][2], 1e-11,
                    0);
  g_assert_cmpfloat(tr_chi2_p_value(0, 3), ==, 1);
  g_assert_cmpfloat(tr_chi2_p_value(INFINITY, 3), ==, 0);
  g_assert_true(isnan(tr_chi2_p_value(NAN, 3)));
  g_assert_true(isnan(tr_chi2_p_value(1, 0)));
}

static void
test_consistency(void)
{
  TrConsistency c;

  tr_consistency(&c, (double[]){1, 3, 9}, (double[]){1, 1, NAN}, 3);
  g_assert_cmpint(c.n, ==, 2);
  tr_assert_close(c.value, 2, 1e-15, 0);
  tr_assert_close(c.sigma, sqrt(0.5), 1e-15, 0);
  tr_assert_close(c.chi2, 2, 1e-15, 0);
  g_assert_cmpint(c.dof, ==, 1);
  tr_assert_close(c.p_value, erfc(1), 1e-12, 0);
  tr_consistency(&c, (double[]){1, 2, 5}, (double[]){1, 1, 0.5}, 3);
  tr_assert_close(c.value, (1 + 2 + 20) / 6.0, 1e-15, 0);
  g_assert_cmpint(c.farthest, ==, 0);
  tr_consistency(&c, (double[]){4}, (double[]){2}, 1);
  g_assert_cmpfloat(c.value, ==, 4);
  g_assert_true(isnan(c.p_value) && c.farthest == -1);
  tr_consistency(&c, (double[]){4}, (double[]){NAN}, 1);
  g_assert_true(isnan(c.value) && c.n == 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
  g_test_add("/engine/est/validate/" name, Fixture, NULL, set_up, function, tear_down)
  ADD("truth", test_truth);
  ADD("wrong-parameters", test_wrong_parameters);
  ADD("period", test_period);
  ADD("excluded", test_excluded);
  ADD("steps", test_steps);
  ADD("pieces", test_pieces);
  ADD("steps-refused", test_steps_refused);
  ADD("cancelled", test_cancelled);
  ADD("applied-channels", test_applied_channels);
  ADD("subtask", test_subtask);
  ADD("start-states", test_start_states);
  g_test_add_func("/engine/est/validate/local-motion", test_local_motion);
  g_test_add_func("/engine/est/validate/p-values", test_p_values);
  g_test_add_func("/engine/est/validate/consistency", test_consistency);
  return g_test_run();
}
