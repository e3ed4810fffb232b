#include "engine/est/identify/session_task.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_SAMPLES = 251 };

const char *const tr_session_ids[N_FREE] = {"motor.m1.gain", "body.A.inertia.zz",
                                            "body.B.inertia.yy", "joint.h1.viscous",
                                            "joint.h2.viscous"};

static double t[N_SAMPLES], u[N_SAMPLES], y[2][N_SAMPLES];

const TrChannel tr_session_channels[3] = {
    {.kind = TR_SIGNAL_SENSOR, .index = 0, .n = N_SAMPLES, .t = t, .y = y[0]},
    {.kind = TR_SIGNAL_SENSOR, .index = 1, .n = N_SAMPLES, .t = t, .y = y[1]},
    {.kind = TR_SIGNAL_MOTOR, .index = 0, .n = N_SAMPLES, .t = t, .y = u}};

static void
make_samples(const TrModel *model)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(7);
  double pose[2 * TR_POSE], twist[2 * TR_TWIST];
  TrSimOptions options = {
      .h = STEP, .duration = (N_SAMPLES - 1) * STEP, .compliance_scale = 1, .damping_scale = 1};
  TrTrajectory *motion;

  for (int k = 0; k < N_SAMPLES; k++) {
    t[k] = k * STEP;
    u[k] = 3 * sin(2 * G_PI * (0.6 + 0.25 * t[k]) * t[k]);
  }
  tr_forward_kinematics(pose, twist, model, (double[]){0, 0.3}, (double[]){0, 0});
  tr_assert_ok(tr_simulate(&motion, model, &(TrSimCase){pose, twist, 1, &tr_session_channels[2]},
                           &options, NULL, NULL),
               NULL);
  for (int k = 0; k < N_SAMPLES; k++)
    for (int j = 0; j < 2; j++)
      y[j][k] = tr_joint_position(model, j, tr_trajectory_pose(motion, k)) +
                g_rand_double_range(random, -2e-3, 2e-3);
  tr_trajectory_free(motion);
}

void
tr_session_fixture_init(Fixture *f)
{
  f->model = tr_mechanism_furuta();
  f->model->motors[0].gain = 0.1;
  for (int j = 0; j < 2; j++) {
    f->model->sensors[j].sigma = 1e-3;
    f->model->joints[j].state_error[TR_KIND_TORQUE] = 1;
  }
  make_samples(f->model);
  f->log = (TrLog){.name = "log",
                   .end = (N_SAMPLES - 1) * STEP,
                   .n_channels = 3,
                   .channels = tr_session_channels};
  f->task = (TrTask){.model = f->model,
                     .n_free = N_FREE,
                     .free = f->free,
                     .n_logs = 1,
                     .logs = &f->log,
                     .settings = tr_settings_default()};
  for (int i = 0; i < N_FREE; i++) {
    f->free[i] = (TrFree){.min = 0, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&f->free[i].param, f->model, tr_session_ids[i]));
    f->free[i].start = 1.5 * tr_param_get(f->model, f->free[i].param);
  }
  f->task.settings.formulation = TR_FORMULATION_PREDICTED; /* that of the simulated truth */
  f->task.settings.kappa = 1e4;
  f->task.settings.observations = TR_OBSERVE_NODE;
  f->task.settings.max_iterations = 60;
}

void
tr_session_fixture_clear(Fixture *f)
{
  tr_model_free(f->model);
}

static void
change_kappa(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  task->settings.kappa *= 30;
}

static void
change_weighting(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  task->settings.weighting = TR_WEIGHTING_HELD;
}

static void
change_compliance(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  task->settings.compliance_scale = 300;
}

static void
change_damping_time(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  task->settings.damping_scale = 3;
}

static void
change_loss(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  task->settings.loss = TR_LOSS_HUBER;
}

static void
change_bound(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  free[0].max = free[0].start;
  free[0].min = 0.9 * free[0].start;
}

static void
change_prior(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  free[3].prior_mean = free[3].start;
  free[3].prior_sigma = 0.01 * free[3].start;
}

static void
change_start(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  free[1].start *= 0.8;
}

static void
change_start_in_model(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  free[1].start *= 0.8;
  tr_param_set(model, free[1].param, free[1].start);
}

static void
change_transform(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  free[1].transform = TR_TRANSFORM_LOG;
}

static void
change_step(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  task->settings.h = 0.0125;
  task->settings.observations = TR_OBSERVE_LOCAL_FIT;
}

static void
change_trim(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  log->start = 0.5;
  log->end = 2.3;
}

static void
change_excluded(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  static const double ranges[1][2] = {{1.0, 1.2}};

  log->n_excluded = 1;
  log->excluded = ranges;
}

static void
change_sigma(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  model->sensors[0].sigma *= 3;
}

static void
change_fixed_value(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  model->bodies[1].mass *= 1.1;
}

static void
change_smoothing(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  task->settings.friction_rate = 0.1;
}

static void
change_cutoff(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  task->settings.cutoff = 8;
}

static void
change_formulation(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  task->settings.formulation = TR_FORMULATION_SECOND_ORDER;
}

static void
change_free(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  tr_param_set(model, free[4].param, free[4].start);
  task->n_free = 4;
}

static void
change_tie(TrTask *task, TrFree *free, TrLog *log, TrModel *model)
{
  static TrTie tie;

  task->n_free = 4;
  tie = (TrTie){.param = free[4].param, .master = 3, .factor = 0.5};
  task->n_ties = 1;
  task->ties = &tie;
}

const Change tr_session_changes[] = {
    {"kappa", TR_REWORK_WEIGHTS, change_kappa},
    {"weighting", TR_REWORK_LOGS, change_weighting},
    {"compliance", TR_REWORK_WEIGHTS, change_compliance},
    {"damping-time", TR_REWORK_WEIGHTS, change_damping_time},
    {"loss", TR_REWORK_WEIGHTS, change_loss},
    {"bound", TR_REWORK_WEIGHTS, change_bound},
    {"prior", TR_REWORK_WEIGHTS, change_prior},
    {"start", TR_REWORK_WEIGHTS, change_start},
    {"start-in-model", TR_REWORK_WEIGHTS, change_start_in_model},
    {"transform", TR_REWORK_WEIGHTS, change_transform},
    {"step", TR_REWORK_LOGS, change_step},
    {"trim", TR_REWORK_LOGS, change_trim},
    {"excluded", TR_REWORK_LOGS, change_excluded},
    {"sigma", TR_REWORK_LOGS, change_sigma},
    {"fixed-value", TR_REWORK_LOGS, change_fixed_value},
    {"smoothing", TR_REWORK_LOGS, change_smoothing},
    {"cutoff", TR_REWORK_LOGS, change_cutoff},
    {"formulation", TR_REWORK_LOGS, change_formulation},
    {"free", TR_REWORK_LOGS, change_free},
    {"tie", TR_REWORK_LOGS, change_tie},
};

const int tr_n_session_changes = sizeof tr_session_changes / sizeof *tr_session_changes;

void
tr_session_make_changed(Changed *c, const Fixture *f, const Change *change)
{
  c->task = f->task;
  memcpy(c->free, f->free, sizeof c->free);
  c->log = f->log;
  c->model = tr_model_copy(f->model);
  c->task.free = c->free;
  c->task.logs = &c->log;
  c->task.model = c->model;
  if (change)
    change->make(&c->task, c->free, &c->log, c->model);
}
