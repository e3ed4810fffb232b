/* kappa by open-loop error: logs of a pendulum with a dry friction that the model lacks, or with a
 * correct model; tries, choice and outcomes. */
#include "engine/est/identify/kappa_search.h"

#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/multistart.h"
#include "engine/est/predict/validate.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = 301, N_FREE = 3, N_LOGS = 2 };

#define STEP  0.01
#define NOISE 1e-3

/* A pendulum under a motor: the first log is fitted, the second one validates. */
typedef struct Rig {
  TrModel *model;
  double t[N_NODES], u[N_LOGS][N_NODES], y[N_LOGS][N_NODES];
  TrChannel channels[N_LOGS][2];
  TrLog logs[N_LOGS];
  TrFree free[N_FREE];
  TrTask task;
} Rig;

/* Noise that is white enough, and the same everywhere. */
static double
get_noise(int k)
{
  return NOISE * sin(91.0 * k * k);
}

static void
simulate_log(Rig *rig, const TrModel *truth, int log, double angle, double rate)
{
  TrSimOptions options = {
      .h = STEP, .duration = (N_NODES - 1) * STEP, .compliance_scale = 1, .damping_scale = 1};
  double pose[TR_POSE], twist[TR_TWIST];
  TrTrajectory *motion;

  tr_forward_kinematics(pose, twist, truth, &angle, &rate);
  tr_assert_ok(tr_simulate(&motion, truth, &(TrSimCase){pose, twist, 1, &rig->channels[log][1]},
                           &options, NULL, NULL),
               NULL);
  for (int k = 0; k < N_NODES; k++)
    rig->y[log][k] =
        tr_joint_position(truth, 0, tr_trajectory_pose(motion, k)) + get_noise(k + 7 * log);
  tr_trajectory_free(motion);
}

static void
make_log(Rig *rig, const TrModel *truth, int log)
{
  for (int k = 0; k < N_NODES; k++)
    rig->u[log][k] =
        (log ? 0.7 : 1) * sin(2 * G_PI * (log ? 0.9 : 0.6 + 0.2 * k * STEP) * k * STEP);
  rig->channels[log][0] = (TrChannel){
      .kind = TR_SIGNAL_SENSOR, .n = N_NODES, .t = rig->t, .y = rig->y[log], .scale = 1};
  rig->channels[log][1] =
      (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = N_NODES, .t = rig->t, .y = rig->u[log], .scale = 1};
  rig->logs[log] =
      (TrLog){.end = (N_NODES - 1) * STEP, .n_channels = 2, .channels = rig->channels[log]};
  g_strlcpy(rig->logs[log].name, log ? "validation" : "fitted", sizeof rig->logs[log].name);
  simulate_log(rig, truth, log, log ? 0.4 : 0.8, 0);
}

/* coulomb: dry friction of the logs; the model has none. */
static void
make_rig(Rig *rig, double coulomb)
{
  static const char *const ids[N_FREE] = {"motor.m1.gain", "joint.h1.viscous", "body.A.inertia.zz"};
  TrModel *truth;

  memset(rig, 0, sizeof *rig);
  rig->model = tr_mechanism_pendulum();
  rig->model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  rig->model->joints[0].friction.viscous = 4e-3;
  rig->model->motors[0].gain = 0.1;
  rig->model->sensors[0].sigma = NOISE;
  truth = tr_model_copy(rig->model);
  if (coulomb > 0)
    truth->joints[0].friction.model = TR_FRICTION_COULOMB;
  truth->joints[0].friction.coulomb = coulomb;
  truth->joints[0].friction.load = TR_LOAD_NONE;
  for (int k = 0; k < N_NODES; k++)
    rig->t[k] = k * STEP;
  for (int l = 0; l < N_LOGS; l++)
    make_log(rig, truth, l);
  tr_model_free(truth);
  for (int i = 0; i < N_FREE; i++) {
    rig->free[i] = (TrFree){.min = 1e-6, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&rig->free[i].param, rig->model, ids[i]));
    rig->free[i].start = tr_param_get(rig->model, rig->free[i].param);
  }
  rig->task = (TrTask){.model = rig->model,
                       .n_free = N_FREE,
                       .free = rig->free,
                       .n_logs = 1,
                       .logs = &rig->logs[0],
                       .n_validation = 1,
                       .validation = &rig->logs[1],
                       .settings = tr_settings_default()};
  rig->task.settings.kappa_rule = TR_KAPPA_VALIDATE;
  rig->task.settings.max_iterations = 50;
}

static TrFit *
identify(const TrTask *task)
{
  TrError error = {0};
  TrFit *fit;

  tr_assert_ok(tr_identify(&fit, task, &error), &error);
  return fit;
}

/* Open-loop error of the validation log with the parameters of a fit. */
static double
score(const Rig *rig, const TrFit *fit)
{
  TrScoreOptions options = {.start = TR_START_ESTIMATED, .h = NAN};
  TrTask task = rig->task;
  double values[N_FREE], error;
  TrLogScore *out;

  task.logs = &rig->logs[1];
  tr_settings_hold_kappa(&task.settings, fit);
  for (int i = 0; i < N_FREE; i++)
    values[i] = fit->estimates[i].value;
  tr_assert_ok(tr_score_log(&out, &task, 0, values, &options, NULL), NULL);
  error = out->sensors[0].nrmse_percent / 100;
  tr_log_score_free(out);
  return error;
}

/* With an incomplete model, the chosen kappa predicts no worse than the other rules'. */
static void
test_model_error(void)
{
  static const TrKappaRule others[] = {TR_KAPPA_AUTO, TR_KAPPA_NATURAL};
  double best, other;
  TrFit *fit;
  Rig rig;

  make_rig(&rig, 0.02);
  fit = identify(&rig.task);
  best = score(&rig, fit);
  g_assert_nonnull(fit->kappa_search);
  g_assert_true(fit->kappa_search->has_own_logs);
  g_assert_true(fit->weight_is_frozen_in_step);
  tr_assert_close(fit->kappa_search->tries[fit->kappa_search->chosen].score, best, 1e-3, 0);
  tr_fit_free(fit);
  for (size_t i = 0; i < G_N_ELEMENTS(others); i++) {
    rig.task.settings.kappa_rule = others[i];
    fit = identify(&rig.task);
    other = score(&rig, fit);
    g_test_message("rule %d: kappa %g, error %g; validated: %g", others[i], fit->kappa, other,
                   best);
    g_assert_null(fit->kappa_search);
    g_assert_cmpfloat(best, <=, (1 + TR_EQUAL_SCORES) * other);
    tr_fit_free(fit);
  }
  tr_model_free(rig.model);
}

/* The tries cover the range, in order, with half decades; no score is better than the chosen one.
 */
static void
test_tries(void)
{
  const TrKappaSearch *search;
  TrFit *fit;
  Rig rig;

  make_rig(&rig, 0.02);
  fit = identify(&rig.task);
  search = fit->kappa_search;
  g_assert_cmpint(search->n_tries, >=, 10);
  g_assert_cmpint(search->n_tries, <=, TR_MAX_KAPPA_TRIES);
  tr_assert_close(search->tries[0].kappa / fit->kappa_ref, TR_LEAST_KAPPA, 1e-9, 0);
  tr_assert_close(search->tries[search->n_tries - 1].kappa / fit->kappa_ref, TR_MOST_KAPPA, 1e-9,
                  0);
  for (int i = 0; i < search->n_tries; i++) {
    const TrKappaTry *tried = &search->tries[i];

    g_test_message("kappa %g: score %g, status %d", tried->kappa, tried->score, tried->status);
    if (i > 0)
      g_assert_cmpfloat(tried->kappa, >, tried[-1].kappa);
    if (tried->status == TR_OK)
      g_assert_cmpfloat(search->tries[search->chosen].score, <=,
                        (1 + TR_EQUAL_SCORES) * tried->score);
  }
  tr_assert_close(fit->kappa, search->tries[search->chosen].kappa, 1e-12, 0);
  g_assert_cmpint(fit->history[0].iteration, ==, 0);
  g_assert_cmpint(fit->n_history, <=, tr_settings_limit(&rig.task.settings, rig.task.n_free) + 1);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* Without validation logs the fitted ones are simulated: their errors fall with kappa. */
static void
test_fitted_logs(void)
{
  const TrKappaSearch *search;
  TrFit *fit;
  Rig rig;

  make_rig(&rig, 0.02);
  rig.task.n_validation = 0;
  fit = identify(&rig.task);
  search = fit->kappa_search;
  g_assert_false(search->has_own_logs);
  g_assert_cmpfloat(search->tries[search->n_tries - 1].score, <, search->tries[0].score);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* A search is stopped by the monitor, after so many events and polls. */
typedef struct Stop {
  int left, events;
} Stop;

static bool
count_down(void *user, const void *event)
{
  Stop *stop = user;

  stop->events += event != NULL;
  return stop->left-- > 0;
}

static void
test_cancelled(void)
{
  Rig rig;

  make_rig(&rig, 0.02);
  for (int left = 1; left < 400; left += 57) {
    Stop stop = {.left = left};
    TrFit *fit;

    rig.task.monitor = (TrMonitor){.func = count_down, .user = &stop};
    g_assert_cmpint(tr_identify(&fit, &rig.task, NULL), ==, TR_CANCELLED);
    g_assert_nonnull(fit);
    g_assert_cmpint(fit->status, ==, TR_CANCELLED);
    g_assert_cmpint(fit->kappa_search->chosen, ==, -1);
    tr_fit_free(fit);
  }
  tr_model_free(rig.model);
}

/* Several starts keep the summary, and begin at the kappa that was found. */
static void
test_starts(void)
{
  TrFit *fit;
  Rig rig;

  make_rig(&rig, 0);
  tr_assert_ok(tr_multistart(&fit, &rig.task, 3, 1, NULL), NULL);
  g_assert_nonnull(fit->kappa_search);
  tr_assert_close(fit->kappa, fit->kappa_search->tries[fit->kappa_search->chosen].kappa, 1e-12, 0);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* With nothing free kappa is that of the variances. */
static void
test_nothing_free(void)
{
  TrFit *fit;
  Rig rig;

  make_rig(&rig, 0);
  rig.task.n_free = 0;
  fit = identify(&rig.task);
  g_assert_null(fit->kappa_search);
  g_assert_cmpint(fit->variances.rounds, >, 1);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* A constant sensor in the simulated log leaves all without a score. */
static void
test_unscored(void)
{
  TrFit *fit;
  Rig rig;

  make_rig(&rig, 0);
  for (int k = 0; k < N_NODES; k++)
    rig.y[1][k] = 0.3;
  fit = identify(&rig.task);
  g_assert_cmpint(fit->kappa_search->chosen, ==, -1);
  g_assert_true(isnan(fit->kappa_search->tries[0].score));
  g_assert_cmpint(fit->variances.rounds, >, 1);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* Simulations with errors as large as the signal carry no information on kappa, though they have
 * scores: here the log shows another motion than the model's. */
static void
test_useless(void)
{
  TrFit *fit;
  Rig rig;

  make_rig(&rig, 0);
  for (int k = 0; k < N_NODES; k++)
    rig.y[1][k] = 0.2 * sin(2.4 * k) + get_noise(k);
  fit = identify(&rig.task);
  g_assert_cmpint(fit->kappa_search->chosen, ==, -1);
  for (int i = 0; i < fit->kappa_search->n_tries; i++)
    g_assert_false(fit->kappa_search->tries[i].score < TR_USELESS_SCORE);
  g_assert_true(isfinite(fit->kappa_search->tries[0].score));
  g_assert_cmpint(fit->variances.rounds, >, 1);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

static void
test_bad_input(void)
{
  TrError error = {0};
  TrFit *fit;
  Rig rig;

  make_rig(&rig, 0);
  rig.task.settings.h = -1;
  g_assert_cmpint(tr_identify(&fit, &rig.task, &error), ==, TR_BAD_SETTING);
  g_assert_null(fit);
  g_assert_nonnull(strstr(error.text, "time step"));
  rig.task.settings.h = STEP;
  rig.free[0].start = -1;
  g_assert_cmpint(tr_identify(&fit, &rig.task, &error), ==, TR_BAD_SETTING);
  g_assert_null(fit);
  tr_model_free(rig.model);
}

/* Events that a monitor received of the fits of a search. */
typedef struct {
  int last;
  double kappa[TR_MAX_KAPPA_TRIES + 2];
} Heard;

static bool
hear(void *user, const void *event)
{
  const TrFitEvent *fit = event;
  Heard *heard = user;

  if (!fit)
    return true;
  g_assert_cmpint(fit->iteration.round - heard->last, >=, 0);
  g_assert_cmpint(fit->iteration.round - heard->last, <=, 1);
  heard->last = fit->iteration.round;
  g_assert_cmpint(heard->last, <=, TR_MAX_KAPPA_TRIES + 1);
  heard->kappa[heard->last] = fit->iteration.kappa;
  return true;
}

/* The fits are counted through, each with its kappa; the last one is that of the result. */
static void
test_rounds(void)
{
  Heard heard = {0};
  TrFit *fit;
  Rig rig;

  make_rig(&rig, 0.02);
  rig.task.monitor = (TrMonitor){.func = hear, .user = &heard};
  fit = identify(&rig.task);
  g_assert_cmpint(heard.last, ==, fit->kappa_search->n_tries + 1);
  tr_assert_close(heard.kappa[heard.last], fit->kappa, 1e-12, 0);
  tr_assert_close(heard.kappa[1] / fit->kappa_ref, 1e3, 1e-9, 0);
  for (int i = 2; i < heard.last; i++)
    g_assert_true(heard.kappa[i] != heard.kappa[i - 1]);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/kappa-search/model-error", test_model_error);
  g_test_add_func("/kappa-search/tries", test_tries);
  g_test_add_func("/kappa-search/fitted-logs", test_fitted_logs);
  g_test_add_func("/kappa-search/cancelled", test_cancelled);
  g_test_add_func("/kappa-search/starts", test_starts);
  g_test_add_func("/kappa-search/nothing-free", test_nothing_free);
  g_test_add_func("/kappa-search/unscored", test_unscored);
  g_test_add_func("/kappa-search/useless", test_useless);
  g_test_add_func("/kappa-search/bad-input", test_bad_input);
  g_test_add_func("/kappa-search/rounds", test_rounds);
  return g_test_run();
}
