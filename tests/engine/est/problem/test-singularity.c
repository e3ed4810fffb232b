/* Unusable settings and singular systems are named: the setting, or the place of the singularity;
 * the fit holds the best values before it. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/problem/problem.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = 401, ARM = 0, PENDULUM = 1 };

#define STEP 0.01

/* A swing of the Furuta pendulum with one sensor or both in the log. */
typedef struct Fixture {
  TrModel *model;
  double t[N_NODES], y[2][N_NODES];
  TrChannel channels[2];
  TrLog log;
  TrFree free[2];
  TrTie tie;
  TrTask task;
} Fixture;

static void
set_up(Fixture *f)
{
  double pose[2 * TR_POSE], twist[2 * TR_TWIST];
  TrSimOptions options = {
      .h = STEP, .duration = (N_NODES - 1) * STEP, .compliance_scale = 1, .damping_scale = 1};
  TrTrajectory *motion;

  memset(f, 0, sizeof *f);
  f->model = tr_mechanism_furuta();
  tr_forward_kinematics(pose, twist, f->model, (double[]){0.2, 1.1}, (double[]){0.5, 0});
  tr_assert_ok(
      tr_simulate(&motion, f->model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, NULL),
      NULL);
  for (int k = 0; k < N_NODES; k++) {
    f->t[k] = k * STEP;
    for (int s = 0; s < 2; s++)
      f->y[s][k] =
          tr_joint_position(f->model, s, tr_trajectory_pose(motion, k)) + 1e-4 * sin(37 * k + s);
  }
  tr_trajectory_free(motion);
  for (int s = 0; s < 2; s++)
    f->channels[s] = (TrChannel){.kind = TR_SIGNAL_SENSOR,
                                 .index = s,
                                 .linear = true,
                                 .n = N_NODES,
                                 .t = f->t,
                                 .y = f->y[s],
                                 .scale = 1};
  f->log = (TrLog){
      .name = "swing", .end = (N_NODES - 1) * STEP, .n_channels = 2, .channels = f->channels};
  for (int i = 0; i < 2; i++) {
    TrParam param = {TR_PARAM_INERTIA, i, TR_ZZ};

    f->free[i] = (TrFree){.param = param,
                          .start = tr_param_get(f->model, param),
                          .min = -INFINITY,
                          .max = INFINITY,
                          .prior_sigma = INFINITY};
  }
  f->task = (TrTask){.model = f->model,
                     .n_free = 2,
                     .free = f->free,
                     .ties = &f->tie,
                     .n_logs = 1,
                     .logs = &f->log,
                     .settings = tr_settings_default()};
  f->task.settings.h = STEP;
}

/* Checks that the fit fails with the expected words and keeps the start values. */
static void
check_failure(const Fixture *f, TrStatus status, const char *const *words)
{
  TrFit *fit;
  TrError error = {0};

  g_assert_cmpint(tr_identify(&fit, &f->task, &error), ==, status);
  g_assert_nonnull(fit);
  g_test_message("%s", fit->message);
  g_assert_cmpint(fit->status, ==, status);
  g_assert_nonnull(strstr(fit->message, fit->singularity));
  for (; *words; words++)
    g_assert_nonnull(strstr(fit->singularity, *words));
  for (int i = 0; i < fit->n_free; i++) {
    g_assert_true(isfinite(fit->estimates[i].value));
    g_assert_true(isnan(fit->estimates[i].sigma));
    if (fit->iterations <= 1)
      g_assert_cmpfloat(fit->estimates[i].value, ==, f->free[i].start);
  }
  tr_fit_free(fit);
}

/* The arm's angle about its vertical axis is determined by its sensor alone. */
static void
test_motion(void)
{
  static const char *const words[] = {"'swing'", "joint 'h1'", "no channel measures it", NULL};
  Fixture f;

  set_up(&f);
  f.log.n_channels = 1;
  f.log.channels = &f.channels[PENDULUM];
  check_failure(&f, TR_NOT_DEFINITE, words);
  f.log.channels = f.channels;
  f.log.n_channels = 2;
  TrFit *fit;
  tr_assert_ok(tr_identify(&fit, &f.task, NULL), NULL);
  g_assert_cmpstr(fit->singularity, ==, "");
  tr_fit_free(fit);
  tr_model_free(f.model);
}

static void
test_step(void)
{
  static const char *const words[] = {"'swing'", "masses, inertias", "0.01 s", NULL};
  Fixture f;

  set_up(&f);
  f.task.n_free = 1;
  f.task.n_ties = 1;
  f.tie = (TrTie){{TR_PARAM_INERTIA, 1, TR_YY}, 0, -1};
  check_failure(&f, TR_NOT_DEFINITE, words);
  tr_model_free(f.model);
}

static void
test_kappa(void)
{
  static const char *const words[] = {"kappa is 1e+40", "typical", "set it closer", NULL};
  Fixture f;

  set_up(&f);
  f.task.settings.kappa = 1e40;
  check_failure(&f, TR_NOT_DEFINITE, words);
  tr_model_free(f.model);
}

/* A value far beyond its size is attributed to the numbers, not to a wrong kappa. */
static void
test_numbers(void)
{
  static const char *const words[] = {"larger than any number", "a mass", "units", NULL};

  for (int i = 0; i < 2; i++) {
    Fixture f;

    set_up(&f);
    if (i == 0)
      f.model->bodies[1].mass = 1e300;
    else
      f.model->sensors[0].sigma = 1e-200;
    check_failure(&f, TR_NOT_FINITE, words);
    tr_model_free(f.model);
  }
}

/* The parameter with the least information is named. */
static void
test_parameters(void)
{
  Fixture f;
  TrPrepared prepared;
  char text[TR_ERROR_SIZE];

  set_up(&f);
  tr_assert_ok(tr_prepare(&prepared, &f.task, NULL), NULL);
  TrProblem *problem = tr_problem_new(&f.task, &prepared);
  tr_singularity_describe(text, problem);
  g_assert_cmpstr(text, ==, "");
  problem->schur[0] = 3;
  problem->schur[3] = -1e-9;
  tr_singularity_note_parameters(problem);
  tr_singularity_describe(text, problem);
  g_assert_nonnull(strstr(text, "body.B.inertia.zz; fix it"));
  tr_problem_free(problem);
  tr_prepared_clear(&prepared);
  tr_model_free(f.model);
}

/* The automatic limit of iterations grows with the free parameters; a number is kept. */
static void
test_limit(void)
{
  TrSettings settings = tr_settings_default();

  g_assert_cmpint(tr_settings_limit(&settings, 0), ==, 20);
  g_assert_cmpint(tr_settings_limit(&settings, 3), ==, 20);
  g_assert_cmpint(tr_settings_limit(&settings, 20), ==, 70);
  settings.max_iterations = 5;
  g_assert_cmpint(tr_settings_limit(&settings, 20), ==, 5);
}

/* Every unusable setting fails with its name, before anything is computed. */
static void
test_settings(void)
{
  const TrSettings good = tr_settings_default();
  TrSettings bad[] = {good, good, good, good, good, good, good, good, good, good};
  static const char *const words[G_N_ELEMENTS(bad)] = {"h is 0",
                                                       "h is -1",
                                                       "h is nan",
                                                       "kappa is 0",
                                                       "kappa is inf",
                                                       "kappa is",
                                                       "max_iterations is -1",
                                                       "cutoff (0 Hz)",
                                                       "compliance_scale (-1)",
                                                       "friction_rate (-2)"};
  Fixture f;

  bad[0].h = 0;
  bad[1].h = -1;
  bad[2].h = NAN;
  bad[3].kappa = 0;
  bad[4].kappa = INFINITY;
  bad[5].kappa = -3;
  bad[6].max_iterations = -1;
  bad[7].cutoff = 0;
  bad[8].compliance_scale = -1;
  bad[9].friction_rate = -2;
  set_up(&f);
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
    TrError error = {0};
    TrFit *fit;

    f.task.settings = bad[i];
    g_assert_cmpint(tr_identify(&fit, &f.task, &error), ==, TR_BAD_SETTING);
    g_assert_null(fit);
    g_test_message("%s", error.text);
    g_assert_nonnull(strstr(error.text, words[i]));
    g_assert_nonnull(strstr(error.text, "must"));
  }
  tr_model_free(f.model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/trouble/motion", test_motion);
  g_test_add_func("/engine/est/trouble/step", test_step);
  g_test_add_func("/engine/est/trouble/kappa", test_kappa);
  g_test_add_func("/engine/est/trouble/numbers", test_numbers);
  g_test_add_func("/engine/est/trouble/parameters", test_parameters);
  g_test_add_func("/engine/est/trouble/settings", test_settings);
  g_test_add_func("/engine/est/trouble/limit", test_limit);
  return g_test_run();
}
