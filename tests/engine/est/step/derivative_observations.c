/* Derivatives of predicted observations against differences (derivatives.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/problem.h"
#include "engine/est/step/derivatives.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/kinematics/readings.h"
#include "engine/mbs/model/sensor.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum {
  MAX_BODIES = TR_TEST_BODIES,
  MAX_N = 6 * MAX_BODIES,
  MAX_SENSORS = 3 * TR_TEST_JOINTS + 20 * TR_TEST_BODIES,
  N_NODES = 8,
  MAX_FREE = 300,
  MAX_TOUCHED = 4
};

#define STEP  0.01
#define DELAY 0.0032

/* A log of all sensors of a mechanism; everything is free, and the numbers of one channel. */
typedef struct Fixture {
  TrModel *model;
  double t[N_NODES], y[MAX_SENSORS][N_NODES];
  TrChannel channels[MAX_SENSORS];
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

    if (tr_param_can_be_free(f->model, param))
      add_free(f, param, tr_param_get(f->model, param));
  }
  add_free(f, (TrParam){TR_PARAM_CHANNEL_OFFSET, 0, sensor}, 0.02);
  add_free(f, (TrParam){TR_PARAM_CHANNEL_SCALE, 0, sensor}, 1.1);
  if (prediction == TR_LATE)
    add_free(f, (TrParam){TR_PARAM_CHANNEL_DELAY, 0, sensor}, DELAY);
}

/* A device of a type on every joint or body. */
static void
add_devices(TrModel *model, TrSensorType type)
{
  const TrSensorClass *class = tr_sensor_class(type);

  for (int i = 0; i < (class->is_of_joint ? model->n_joints : model->n_bodies); i++)
    for (int axis = 0; axis < class->n_axes; axis++) {
      if (class->is_of_joint && !tr_joint_has_axis(&model->joints[i]))
        continue;

      TrSensor *sensor = &model->sensors[model->n_sensors++];

      g_assert_cmpint(model->n_sensors, <=, MAX_SENSORS);
      *sensor = tr_sensor_default();
      g_snprintf(sensor->name, sizeof sensor->name, "%s%d%s", class->name, i,
                 class->axes ? class->axes[axis] : "");
      sensor->type = type;
      sensor->joint = sensor->body = i;
      sensor->axis = axis;
      sensor->sigma = 1;
      if (class->is_of_joint)
        continue;
      memcpy(sensor->point, (double[3]){0.05, 0.03, -0.02}, sizeof sensor->point);
      memcpy(sensor->quat, (double[4]){0.5, -0.5, 0.1, 0.7}, sizeof sensor->quat);
    }
}

/* A mechanism with sensors of all types, friction under load, a motor under voltage and arms. */
static TrModel *
make_model(int mechanism)
{
  TrModel *model = tr_mechanisms[mechanism].create();

  for (int b = 0; b < model->n_bodies; b++)
    memcpy(model->bodies[b].com, (double[3]){0.01, -0.02, 0.015}, 3 * sizeof(double));
  for (int j = 0; j < model->n_joints; j++) {
    TrFriction *friction = &model->joints[j].friction;

    model->joints[j].compliance_linear = model->joints[j].compliance_angular = 1e-4;
    if (!tr_joint_has_axis(&model->joints[j]))
      continue;
    friction->model = TR_FRICTION_STRIBECK;
    friction->coulomb = 0.002; /* the load's feedback must be weak: five passes close it */
    friction->delta = 0.001;
    friction->zeta = 0.3;
    friction->rate = 2;
    model->joints[j].spring.stiffness = 3;
  }
  for (int m = 0; m < model->n_motors; m++) {
    model->motors[m].drive = TR_DRIVE_NONE; /* the log has no channel for it */
    model->motors[m].resistance = 1.7;
    model->motors[m].back_emf = 0.3;
  }
  model->n_sensors = 0;
  free(model->sensors);
  model->sensors = calloc(MAX_SENSORS, sizeof *model->sensors);
  for (int type = 0; type < TR_N_SENSOR_TYPES; type++)
    add_devices(model, (TrSensorType)type);
  return model;
}

/* Readings of a curved motion. */
static void
fill_samples(Fixture *f)
{
  TrTrajectory *motion = tr_trajectory_new(N_NODES, f->model->n_bodies, 0, STEP);
  double q[TR_TEST_JOINTS];

  for (int k = 0; k < N_NODES; k++) {
    f->t[k] = k * STEP;
    for (int j = 0; j < f->model->n_joints; j++)
      q[j] = 0.4 + 0.7 * j + 0.05 * (1 + j) * k + 0.01 * k * k;
    tr_mechanism_motion(tr_trajectory_pose(motion, k), NULL, f->model, q, NULL);
  }
  g_assert_true(tr_trajectory_take_effort(motion, f->model->n_joints));
  for (int s = 0; s < f->model->n_sensors; s++)
    tr_motion_readings(f->y[s], f->model, s, motion);
  tr_trajectory_free(motion);
}

static void
set_up(Fixture *f, int mechanism, int sensor, int prediction)
{
  memset(f, 0, sizeof *f);
  f->model = make_model(mechanism);
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
                                   .t = (prediction == TR_BETWEEN ? 3.37 : 3) * STEP,
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

/* Moves poses off the constraints, as during iterations; by little where the step around the nodes
 * matters, whose forces are stiff. */
static void
scatter(Fixture *f)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  int n_bodies = f->model->n_bodies;
  const TrSensor *sensor = &f->model->sensors[f->observation.sensor];
  double noise = sensor->type == TR_SENSOR_JOINT_TORQUE ? 5e-3 : 0.05, shift[MAX_N];

  for (int k = 0; k < N_NODES; k++) {
    double *pose = f->problem->pose + k * n_bodies * TR_POSE;

    for (int i = 0; i < 6 * n_bodies; i++)
      shift[i] = g_rand_double_range(random, -noise, noise);
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

static int
touched_by(TrSensorType type, int prediction)
{
  TrSensorSpan span = tr_sensor_class(type)->span;

  if (span == TR_SPAN_POSE)
    return prediction + 1;
  return span == TR_SPAN_STEP && prediction != TR_AT_NODE ? 4 : 3;
}

/* Step of the differences: rounding in the multipliers of a step limits those of torques. */
static double
step_of(TrSensorType type)
{
  return type == TR_SENSOR_JOINT_TORQUE ? 2e-5 : 1e-3;
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
                             .step = step_of(sensor->type),
                             .rtol = sensor->type == TR_SENSOR_JOINT_TORQUE ? 1e-5 : 1e-7,
                             .is_exact = true};

  tr_observation_eval(&value, f->problem, 0, &f->observation, f->problem->pose, jac);
  g_assert_cmpint(value.touched, ==, touched_by(sensor->type, prediction));
  states = value.touched * 6 * f->model->n_bodies;
  derivative.n = states + f->problem->p;
  tr_assert_derivative(&derivative);
  for (int i = 0; i < f->problem->p; i++)
    if (jac[states + i] != 0)
      coverage->observation[f->free[i].param.kind] = true;
  coverage->sensor[sensor->type][prediction] = true;
  if (tr_sensor_class(sensor->type)->is_of_joint)
    coverage->joint[sensor->type][f->model->joints[sensor->joint].type] = true;
}

void
tr_cover_observations(TrCoverage *coverage)
{
  for (int i = 0; i < tr_n_mechanisms; i++) {
    TrModel *model = make_model(i);

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
