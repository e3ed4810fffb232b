#include <math.h>
#include <string.h>

#include "engine/derivatives.h"
#include "engine/est/problem.h"
#include "engine/mbs/kinematics.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum {
  MAX_BODIES = TR_TEST_BODIES,
  MAX_N = 6 * MAX_BODIES,
  N_NODES = 8,
  MAX_FREE = 40,
  MAX_TOUCHED = 3
};

#define STEP  0.01
#define DELAY 0.0032

/* A log of all sensors of a mechanism; arms are free, and the numbers of one channel. */
typedef struct Fixture {
  TrModel *model;
  double t[N_NODES], y[MAX_BODIES][N_NODES];
  TrChannel channels[MAX_BODIES];
  TrLog log;
  TrFree free[MAX_FREE];
  TrTask task;
  TrPrepared prepared;
  TrProblem *problem;
  TrObservation observation;
  double parameters[MAX_FREE];
} Fixture;

static void
add_free(Fixture *f, TrParam param, double start)
{
  g_assert_cmpint(f->task.n_free, <, MAX_FREE);
  f->free[f->task.n_free++] = (TrFree){
      .param = param, .start = start, .min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
}

static void
free_params(Fixture *f, int sensor, int prediction)
{
  for (int i = 0; i < tr_param_count(f->model); i++) {
    TrParam param = tr_param_at(f->model, i);

    if (tr_param_can_be_free(f->model, param) && tr_param_moves_arms(param))
      add_free(f, param, tr_param_get(f->model, param));
  }
  add_free(f, (TrParam){TR_PARAM_CHANNEL_OFFSET, 0, sensor}, 0.02);
  add_free(f, (TrParam){TR_PARAM_CHANNEL_SCALE, 0, sensor}, 1.1);
  if (prediction == TR_ON_PARABOLA)
    add_free(f, (TrParam){TR_PARAM_CHANNEL_DELAY, 0, sensor}, DELAY);
}

static void
fill_samples(Fixture *f)
{
  double q[TR_TEST_JOINTS], pose[MAX_BODIES * TR_POSE];

  for (int k = 0; k < N_NODES; k++) {
    f->t[k] = k * STEP;
    for (int j = 0; j < f->model->n_joints; j++)
      q[j] = 0.4 + 0.7 * j + 0.05 * (1 + j) * k + 0.01 * k * k;
    tr_mechanism_motion(pose, NULL, f->model, q, NULL);
    for (int s = 0; s < f->model->n_sensors; s++)
      f->y[s][k] = tr_joint_position(f->model, f->model->sensors[s].joint, pose);
  }
}

static void
set_up(Fixture *f, int mechanism, int sensor, int prediction)
{
  memset(f, 0, sizeof *f);
  f->model = tr_mechanisms[mechanism].create();
  for (int b = 0; b < f->model->n_bodies; b++)
    memcpy(f->model->bodies[b].com, (double[3]){0.01, -0.02, 0.015}, 3 * sizeof(double));
  for (int m = 0; m < f->model->n_motors; m++)
    f->model->motors[m].drive = TR_DRIVE_NONE; /* the log has no channel for it */
  fill_samples(f);
  for (int s = 0; s < f->model->n_sensors; s++)
    f->channels[s] = (TrChannel){
        .kind = TR_SIGNAL_SENSOR, .index = s, .n = N_NODES, .t = f->t, .y = f->y[s], .scale = 1};
  f->log = (TrLog){.name = "log",
                   .end = (N_NODES - 1) * STEP,
                   .n_channels = f->model->n_sensors,
                   .channels = f->channels};
  f->task = (TrTask){.model = f->model,
                     .free = f->free,
                     .n_logs = 1,
                     .logs = &f->log,
                     .settings = tr_settings_default()};
  f->task.settings.h = STEP;
  f->task.settings.observations = TR_OBSERVE_NODE;
  free_params(f, sensor, prediction);
  tr_assert_ok(tr_prepare(&f->prepared, &f->task, NULL), NULL);
  f->problem = tr_problem_new(&f->task, &f->prepared);
  memcpy(f->parameters, f->problem->parameters, (size_t)f->problem->p * sizeof(double));
  f->observation = (TrObservation){.sensor = sensor,
                                   .channel = sensor,
                                   .node = 3,
                                   .fraction = prediction == TR_BETWEEN ? 0.37 : 0,
                                   .t = 3 * STEP,
                                   .y = f->y[sensor][3],
                                   .variance = 1,
                                   .n_samples = 1};
}

static void
tear_down(Fixture *f)
{
  tr_problem_free(f->problem);
  tr_prepared_clear(&f->prepared);
  tr_model_free(f->model);
}

/* Off the constraints, where the estimator looks while it iterates. */
static void
scatter(Fixture *f)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  int n_bodies = f->model->n_bodies;
  double shift[MAX_N];

  for (int k = 0; k < N_NODES; k++) {
    double *pose = f->problem->pose + k * n_bodies * TR_POSE;

    for (int i = 0; i < 6 * n_bodies; i++)
      shift[i] = g_rand_double_range(random, -0.05, 0.05);
    tr_pose_retract(pose, n_bodies, pose, shift);
  }
}

static void
residual_at(double *r, const double *dx, void *user)
{
  Fixture *f = user;
  int n_bodies = f->model->n_bodies, n = 6 * n_bodies, size = n_bodies * TR_POSE;
  double poses[N_NODES * MAX_BODIES * TR_POSE], parameters[MAX_FREE];
  TrObservationValue value;

  memcpy(poses, f->problem->pose, (size_t)(N_NODES * size) * sizeof *poses);
  tr_problem_use(f->problem, f->problem->model, f->parameters);
  tr_observation_eval(&value, f->problem, 0, &f->observation, poses, NULL);
  for (int k = 0; k < value.touched; k++)
    tr_pose_retract(poses + (value.node + k) * size, n_bodies, poses + (value.node + k) * size,
                    dx + k * n);
  for (int i = 0; i < f->problem->p; i++)
    parameters[i] = f->parameters[i] + dx[value.touched * n + i];
  tr_problem_use(f->problem, f->problem->model, parameters);
  tr_observation_eval(&value, f->problem, 0, &f->observation, poses, NULL);
  *r = value.residual;
}

static void
cover(TrCoverage *coverage, Fixture *f, int prediction, const char *name)
{
  const TrSensor *sensor = &f->model->sensors[f->observation.sensor];
  double jac[MAX_TOUCHED * MAX_N + MAX_FREE];
  int states;
  TrObservationValue value;
  TrDerivative derivative = {.name = name,
                             .m = 1,
                             .jacobian = jac,
                             .func = residual_at,
                             .user = f,
                             .step = 1e-3,
                             .rtol = 1e-7,
                             .is_exact = true};

  tr_observation_eval(&value, f->problem, 0, &f->observation, f->problem->pose, jac);
  g_assert_cmpint(value.touched, ==, prediction + 1);
  states = value.touched * 6 * f->model->n_bodies;
  derivative.n = states + f->problem->p;
  tr_assert_derivative(&derivative);
  for (int i = 0; i < f->problem->p; i++)
    if (jac[states + i] != 0)
      coverage->observation[f->free[i].param.kind] = true;
  coverage->sensor[sensor->type][f->model->joints[sensor->joint].type][prediction] = true;
}

void
tr_cover_observations(TrCoverage *coverage)
{
  for (int i = 0; i < tr_n_mechanisms; i++) {
    TrModel *model = tr_mechanisms[i].create();

    for (int s = 0; s < model->n_sensors; s++)
      for (int prediction = 0; prediction < TR_N_PREDICTIONS; prediction++) {
        g_autofree char *name = g_strdup_printf("%s, %s, %d", tr_mechanisms[i].name,
                                                model->sensors[s].name, prediction);
        Fixture f;

        set_up(&f, i, s, prediction);
        scatter(&f);
        cover(coverage, &f, prediction, name);
        tear_down(&f);
      }
    tr_model_free(model);
  }
}
