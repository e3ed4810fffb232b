/* Logs with values of their own: an arm with and without a weight.
 *
 * Alone, neither log determines the numbers that both together do: a known weight gives the scale
 * of forces, and the difference of the logs gives an unknown load. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/task/own_values.h"
#include "engine/est/task/task_subset.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"
#include "support/seed.h"

enum { N_NODES = 401, MAX_FREE = 6, N_LOGS = 2 };

#define STEP  0.01 /* [s] */
#define NOISE 1e-4 /* [rad] */

/* Absent load: its mass and its moments of inertia. */
static const char *const load_ids[] = {"body.B.mass", "body.B.inertia.xx", "body.B.inertia.yy",
                                       "body.B.inertia.zz"};
static const double absent[] = {1e-6, 1e-9, 1e-9, 1e-9};

/* Two logs of an arm with a motor; a load is fixed at its end. */
typedef struct Rig {
  TrModel *model;
  double t[N_NODES], u[N_NODES], y[N_LOGS][N_NODES];
  TrChannel channels[N_LOGS][2];
  TrOwnValue own[N_LOGS][TR_COUNT(load_ids)];
  TrLog logs[N_LOGS];
  double truth[MAX_FREE];
  TrFree free[MAX_FREE];
  TrTask task;
} Rig;

static TrModel *
make_arm(void)
{
  TrModel *model = tr_mechanism_double_pendulum();

  free(model->motors);
  model->motors = calloc(1, sizeof *model->motors);
  model->motors[0] = tr_motor_default();
  strcpy(model->motors[0].name, "m1");
  model->motors[0].gain = 0.1;
  model->n_motors = 1;
  model->bodies[1].com[0] = 0.02;
  model->n_sensors = 1;
  model->sensors[0].sigma = NOISE;
  model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  model->joints[0].friction.viscous = 5e-3;
  model->joints[1].type = TR_JOINT_FIXED;
  model->joints[1].friction.model = TR_FRICTION_NONE;
  return model;
}

static double
draw_noise(void)
{
  double a = g_test_rand_double_range(1e-12, 1), b = g_test_rand_double();

  return NOISE * sqrt(-2 * log(a)) * cos(2 * G_PI * b);
}

/* Simulates a log with the model that it has, its own values included. */
static void
simulate(Rig *rig, int log)
{
  TrModel *model = tr_log_model_new(rig->model, &rig->logs[log]);
  TrSimOptions options = {.h = STEP,
                          .duration = (N_NODES - 1) * STEP,
                          .compliance_scale = 1,
                          .damping_scale = 1,
                          .solver = TR_SOLVER_SECOND_ORDER};
  double pose[2 * TR_POSE], twist[2 * TR_TWIST], angle[2] = {log == 0 ? 0.8 : -0.5, 0};
  TrTrajectory *motion;

  tr_forward_kinematics(pose, twist, model, angle, (double[]){0, 0});
  tr_assert_ok(tr_simulate(&motion, model, &(TrSimCase){pose, twist, 1, &rig->channels[log][1]},
                           &options, NULL, NULL),
               NULL);
  for (int k = 0; k < N_NODES; k++)
    rig->y[log][k] = tr_joint_position(model, 0, tr_trajectory_pose(motion, k)) + draw_noise();
  tr_trajectory_free(motion);
  tr_model_free(model);
}

static void
add_log(Rig *rig, int log, bool has_load)
{
  rig->channels[log][0] =
      (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = N_NODES, .t = rig->t, .y = rig->y[log]};
  rig->channels[log][1] =
      (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = N_NODES, .t = rig->t, .y = rig->u};
  rig->logs[log] = (TrLog){.end = (N_NODES - 1) * STEP,
                           .n_channels = 2,
                           .channels = rig->channels[log],
                           .own = rig->own[log]};
  snprintf(rig->logs[log].name, sizeof rig->logs[log].name, "%s", has_load ? "loaded" : "empty");
  for (gsize i = 0; i < TR_COUNT(load_ids) && !has_load; i++) {
    TrOwnValue *own = &rig->own[log][rig->logs[log].n_own++];

    g_assert_true(tr_param_find(&own->param, rig->model, load_ids[i]));
    own->value = absent[i];
  }
  simulate(rig, log);
}

static void
add_free(Rig *rig, const char *id)
{
  TrFree *f = &rig->free[rig->task.n_free];

  *f = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
  g_assert_true(tr_param_find(&f->param, rig->model, id));
  rig->truth[rig->task.n_free++] = tr_param_get(rig->model, f->param);
}

/* Moves the free parameters away from the truth. */
static void
leave_truth(Rig *rig)
{
  for (int i = 0; i < rig->task.n_free; i++) {
    rig->free[i].start = 1.15 * rig->truth[i];
    tr_param_set(rig->model, rig->free[i].param, rig->free[i].start);
  }
}

/* Sets up a log without and one with the load; `ids` ends with NULL. */
static void
set_up(Rig *rig, const char *const *ids)
{
  *rig = (Rig){.model = make_arm()};
  for (int k = 0; k < N_NODES; k++) {
    double s = k * STEP;

    rig->t[k] = s;
    rig->u[k] = 12 * sin(2 * G_PI * (0.5 + 0.4 * s) * s);
  }
  add_log(rig, 0, false);
  add_log(rig, 1, true);
  rig->task = (TrTask){.model = rig->model,
                       .free = rig->free,
                       .n_logs = N_LOGS,
                       .logs = rig->logs,
                       .settings = tr_settings_default()};
  rig->task.settings.observations = TR_OBSERVE_NODE;
  for (int i = 0; ids[i]; i++)
    add_free(rig, ids[i]);
  leave_truth(rig);
}

static TrFit *
identify(const TrTask *task)
{
  TrError error = {0};
  TrFit *fit;

  tr_assert_ok(tr_identify(&fit, task, &error), &error);
  return fit;
}

static int
count_known(const TrFit *fit)
{
  int n = 0;

  for (int i = 0; i < fit->n_free; i++)
    n += fit->estimates[i].identifiable && isfinite(fit->estimates[i].sigma);
  return n;
}

/* Requires all parameters, their intervals about the truth and sigmas below a share of them. */
static void
check_estimates(const Rig *rig, const TrFit *fit, double share)
{
  g_assert_cmpint(count_known(fit), ==, fit->n_free);
  for (int i = 0; i < fit->n_free; i++) {
    const TrEstimate *e = &fit->estimates[i];

    g_test_message("%d: %.6g +- %.2g, truth %.6g", i, e->value, e->sigma, rig->truth[i]);
    g_assert_cmpfloat(e->sigma, <, share * fabs(rig->truth[i]));
    g_assert_cmpfloat(fabs(e->value - rig->truth[i]), <, 4 * e->sigma);
  }
}

/* One log alone. */
static TrFit *
identify_one(const Rig *rig, int log)
{
  TrTask task = rig->task;

  task.n_logs = 1;
  task.logs = &rig->logs[log];
  return identify(&task);
}

static const char *const scale_ids[] = {"motor.m1.gain", "body.A.inertia.zz", "body.A.mass",
                                        "joint.h1.viscous", NULL};

static const char *const arm_and_load_ids[] = {
    "body.A.inertia.zz", "body.A.mass", "joint.h1.viscous", "body.B.mass", "body.B.com.x", NULL};

/* Without the weight the forces have no scale: gain, inertia, weight and friction can all be larger
 * by the same factor. */
static void
test_known_weight(void)
{
  Rig rig;
  TrFit *alone, *both;

  set_up(&rig, scale_ids);
  alone = identify_one(&rig, 0);
  g_assert_cmpint(count_known(alone), <, alone->n_free);
  both = identify(&rig.task);
  check_estimates(&rig, both, 0.02);
  tr_fit_free(alone);
  tr_fit_free(both);
  tr_model_free(rig.model);
}

/* With the load alone, the arm's weight and the load's cannot be told apart. */
static void
test_unknown_load(void)
{
  Rig rig;
  TrFit *alone, *both;

  set_up(&rig, arm_and_load_ids);
  alone = identify_one(&rig, 1);
  g_assert_cmpint(count_known(alone), <, alone->n_free);
  both = identify(&rig.task);
  check_estimates(&rig, both, 0.05);
  tr_fit_free(alone);
  tr_fit_free(both);
  tr_model_free(rig.model);
}

/* Own values equal to the common ones change nothing; and any number of threads gives the same
 * bits. */
static void
test_same_numbers(void)
{
  static const char *const ids[] = {"motor.m1.gain", "joint.h1.viscous", NULL};
  Rig rig;
  TrFit *plain, *own, *shared;

  set_up(&rig, ids);
  rig.logs[0].n_own = 0;
  simulate(&rig, 0);
  plain = identify(&rig.task);
  rig.logs[0].n_own = 1;
  rig.own[0][0].value = tr_param_get(rig.model, rig.own[0][0].param);
  own = identify(&rig.task);
  rig.task.settings.threads = 4;
  shared = identify(&rig.task);
  for (int i = 0; i < plain->n_free; i++) {
    g_assert_cmpfloat(plain->estimates[i].value, ==, own->estimates[i].value);
    g_assert_cmpfloat(plain->estimates[i].sigma, ==, own->estimates[i].sigma);
    g_assert_cmpfloat(own->estimates[i].value, ==, shared->estimates[i].value);
  }
  tr_fit_free(plain);
  tr_fit_free(own);
  tr_fit_free(shared);
  tr_model_free(rig.model);
}

/* Where all logs have the same values of their own, those of the model do not matter, whatever they
 * are: masses, places and motors. */
static void
test_any_common_values(void)
{
  static const char *const ids[] = {"body.A.inertia.zz", "joint.h1.viscous", NULL};
  static const char *const owned[] = {"body.B.mass", "body.B.com.x", "motor.m1.gain"};
  Rig rig;
  TrFit *plain, *own;

  set_up(&rig, ids);
  rig.logs[0].n_own = rig.logs[1].n_own = 0;
  simulate(&rig, 0);
  plain = identify(&rig.task);
  for (int l = 0; l < N_LOGS; l++) {
    rig.logs[l].n_own = TR_COUNT(owned);
    for (gsize i = 0; i < TR_COUNT(owned); i++) {
      TrOwnValue *value = &rig.own[l][i];

      g_assert_true(tr_param_find(&value->param, rig.model, owned[i]));
      value->value = tr_param_get(rig.model, value->param);
    }
  }
  for (gsize i = 0; i < TR_COUNT(owned); i++)
    tr_param_set(rig.model, rig.own[0][i].param, 1.7 * rig.own[0][i].value);
  own = identify(&rig.task);
  for (int i = 0; i < plain->n_free; i++) {
    tr_assert_close(own->estimates[i].value, plain->estimates[i].value, 1e-9, 0);
    tr_assert_close(own->estimates[i].sigma, plain->estimates[i].sigma, 1e-6, 0);
  }
  tr_assert_close(own->cost.total, plain->cost.total, 1e-9, 0);
  tr_fit_free(plain);
  tr_fit_free(own);
  tr_model_free(rig.model);
}

/* A task of the log without the load has no parameters of the load. */
static void
test_subset(void)
{
  Rig rig;
  TrTaskSubset *empty, *loaded;

  set_up(&rig, arm_and_load_ids);
  empty = tr_task_subset_new(&rig.task, (const bool[]){true, false});
  loaded = tr_task_subset_new(&rig.task, (const bool[]){false, true});
  g_assert_cmpint(empty->task.n_free, ==, 4); /* com.x acts, on a mass of nearly nothing */
  g_assert_cmpint(empty->index[3], ==, 4);
  g_assert_cmpint(loaded->task.n_free, ==, 5);
  tr_task_subset_free(empty);
  tr_task_subset_free(loaded);
  tr_model_free(rig.model);
}

/* The model of a log in a fit, and of a task applied to it. */
static void
test_models_of_logs(void)
{
  Rig rig;
  TrFit *fit;
  TrParam mass;

  set_up(&rig, arm_and_load_ids);
  g_assert_true(tr_param_find(&mass, rig.model, "body.B.mass"));
  fit = identify(&rig.task);
  g_assert_nonnull(fit->logs[0].model);
  g_assert_null(fit->logs[1].model);
  g_assert_cmpfloat(tr_param_get(tr_fit_model_of_log(fit, 0), mass), ==, absent[0]);
  g_assert_cmpfloat(tr_param_get(tr_fit_model_of_log(fit, 1), mass), ==, fit->estimates[3].value);
  g_assert_cmpfloat(fit->logs[0].model->joints[0].friction.viscous, ==, fit->estimates[2].value);
  for (int l = 0; l < N_LOGS; l++) {
    TrAppliedTask *applied = tr_applied_task_new(&rig.task, l, rig.truth);

    g_assert_cmpfloat(tr_param_get(applied->model, mass), ==, l == 0 ? absent[0] : rig.truth[3]);
    tr_applied_task_free(applied);
  }
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

static void
expect_error(const TrTask *task, TrStatus expected, const char *part)
{
  TrError error = {0};
  TrFit *fit;

  g_test_message("%s", part);
  g_assert_cmpint(tr_identify(&fit, task, &error), ==, expected);
  g_assert_nonnull(strstr(error.text, part));
}

static void
test_errors(void)
{
  Rig rig;

  set_up(&rig, arm_and_load_ids);
  rig.own[0][0].value = 0;
  expect_error(&rig.task, TR_BAD_MODEL, "log 'empty' with its own values: ");
  rig.own[0][0].value = NAN;
  expect_error(&rig.task, TR_BAD_LOG, "body.B.mass must be a finite number");
  rig.own[0][0].value = absent[0];
  rig.logs[1].n_own = 1;
  rig.own[1][0] = (TrOwnValue){rig.own[0][0].param, 0.3};
  expect_error(&rig.task, TR_BAD_SETTING, "body.B.mass is free, but every log");
  g_assert_true(tr_param_find(&rig.own[1][0].param, rig.model, "joint.h1.compliance.linear"));
  expect_error(&rig.task, TR_BAD_LOG, "cannot have a value of its own");
  rig.logs[1].n_own = 0;
  rig.task.settings.formulation = TR_FORMULATION_REGRESSION;
  expect_error(&rig.task, TR_BAD_SETTING, "which a regression cannot use");
  tr_model_free(rig.model);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/est/identify/own-values/known-weight", test_known_weight);
  g_test_add_func("/engine/est/identify/own-values/unknown-load", test_unknown_load);
  g_test_add_func("/engine/est/identify/own-values/same-numbers", test_same_numbers);
  g_test_add_func("/engine/est/identify/own-values/any-common-values", test_any_common_values);
  g_test_add_func("/engine/est/identify/own-values/subset", test_subset);
  g_test_add_func("/engine/est/identify/own-values/models-of-logs", test_models_of_logs);
  g_test_add_func("/engine/est/identify/own-values/errors", test_errors);
  return g_test_run();
}
