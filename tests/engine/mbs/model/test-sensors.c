/* Sensors and motors against a pendulum whose equation of motion is integrated by itself: with J, l
 * of the hinge and the angle s from hanging,
 *
 *   J s'' = - m g l sin s - b s' + motor
 *
 * All readings follow from s, s' and s'' in closed form.  The fitted values must be J, b and the
 * motor's numbers. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/prepare/prepare.h"
#include "engine/mbs/kinematics/readings.h"
#include "engine/mbs/model/sensor.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { MAX_SAMPLES = 4001, MAX_CHANNELS = 8, MAX_FREE = 4, SUBSTEPS = 20 };

#define DURATION 4.0
#define ARM      0.092 /* of the centre of mass */
#define VISCOUS  2e-3
#define NOISE    1e-3 /* of the scale of each reading */

/* Position of the body's sensors from its centre of mass, and their frame: a rotation about z. */
#define POINT_X 0.05
#define POINT_Y 0.03
#define TURN    0.4

typedef struct Rig {
  TrModel *model;
  double t[MAX_SAMPLES], y[MAX_CHANNELS][MAX_SAMPLES], u[MAX_SAMPLES];
  double s[MAX_SAMPLES], rate[MAX_SAMPLES], acceleration[MAX_SAMPLES], torque[MAX_SAMPLES];
  int n, n_channels;
  double input_delay; /* true, of the motor */
  TrChannel channels[MAX_CHANNELS];
  TrLog log;
  TrFree free[MAX_FREE];
  double truth[MAX_FREE];
  TrTask task;
} Rig;

static double
input_at(const Rig *rig, double t)
{
  const TrMotor *motor = &rig->model->motors[0];
  double u = 1.2 * sin(2 * G_PI * (0.4 + 0.3 * t) * t);

  return motor->limit > 0 ? CLAMP(u, -motor->limit, motor->limit) : u;
}

/* Motor and friction. */
static double
torque_at(const Rig *rig, double t, double rate)
{
  const TrMotor *motor = &rig->model->motors[0];
  double u = rig->model->n_motors ? input_at(rig, t - rig->input_delay) : 0;
  double w =
      motor->resistance > 0 ? (u - motor->back_emf * motor->gear * rate) / motor->resistance : u;

  return motor->gear * motor->gain * w - VISCOUS * rate;
}

static double
accelerate(const Rig *rig, double t, double s, double rate)
{
  const TrBody *body = &rig->model->bodies[0];
  double inertia = body->inertia[TR_ZZ] + body->mass * ARM * ARM;

  return (torque_at(rig, t, rate) - body->mass * rig->model->gravity.magnitude * ARM * sin(s)) /
         inertia;
}

/* Runge and Kutta's fourth order in steps far below the samples'. */
static void
integrate(Rig *rig, double s, double rate, double sample_rate)
{
  double h = 1 / sample_rate / SUBSTEPS;

  rig->n = (int)lround(DURATION * sample_rate) + 1;
  for (int i = 0; i < rig->n; i++) {
    rig->t[i] = i / sample_rate;
    rig->u[i] = 1.2 * sin(2 * G_PI * (0.4 + 0.3 * rig->t[i]) * rig->t[i]);
    rig->s[i] = s;
    rig->rate[i] = rate;
    rig->acceleration[i] = accelerate(rig, rig->t[i], s, rate);
    rig->torque[i] = torque_at(rig, rig->t[i], rate);
    for (int k = 0; k < SUBSTEPS; k++) {
      double t = rig->t[i] + k * h;
      double a1 = accelerate(rig, t, s, rate), v1 = rate;
      double v2 = rate + h / 2 * a1, a2 = accelerate(rig, t + h / 2, s + h / 2 * v1, v2);
      double v3 = rate + h / 2 * a2, a3 = accelerate(rig, t + h / 2, s + h / 2 * v2, v3);
      double v4 = rate + h * a3, a4 = accelerate(rig, t + h, s + h * v3, v4);

      s += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
      rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
  }
}

/* Component along an axis of the sensor's frame of a vector given in the body's axes. */
static double
along_axis(int axis, double x, double y)
{
  if (axis == 2)
    return 0;
  return axis == 0 ? cos(TURN) * x + sin(TURN) * y : -sin(TURN) * x + cos(TURN) * y;
}

/* A coordinate of the point in the world. */
static double
read_place(int axis, double s)
{
  double x = ARM + POINT_X, y = POINT_Y; /* from the hinge; the body's x points down at rest */

  return axis == 2 ? 0 : axis == 0 ? x * sin(s) + y * cos(s) : -x * cos(s) + y * sin(s);
}

static double
read_point(int axis, double s)
{
  return along_axis(axis, read_place(0, s), read_place(1, s));
}

static double
read_accelerometer(int axis, double g, double s, double rate, double acceleration)
{
  double x = ARM + POINT_X, y = POINT_Y;

  return along_axis(axis, -rate * rate * x - acceleration * y - g * cos(s),
                    -rate * rate * y + acceleration * x + g * sin(s));
}

/* The reading of a sensor at a sample. */
static double
read_sensor(const Rig *rig, const TrSensor *sensor, int i)
{
  double s = rig->s[i], half = (s - G_PI / 2 + TURN) / 2;

  switch (sensor->type) {
  case TR_SENSOR_JOINT_POSITION:
    return s;
  case TR_SENSOR_JOINT_VELOCITY:
    return rig->rate[i];
  case TR_SENSOR_JOINT_TORQUE:
    return rig->torque[i];
  case TR_SENSOR_POINT_POSITION:
    return read_point(sensor->axis, s);
  case TR_SENSOR_BODY_ORIENTATION:
    return sensor->axis == 0 ? cos(half) : sensor->axis == 3 ? sin(half) : 0;
  case TR_SENSOR_BODY_POSE:
    if (tr_sensor_is_point(sensor))
      return read_place(sensor->axis, s);
    return sensor->axis == 3 ? cos(half) : sensor->axis == 6 ? sin(half) : 0;
  case TR_SENSOR_GYRO:
    return sensor->axis == 2 ? rig->rate[i] : 0;
  default:
    return read_accelerometer(sensor->axis, rig->model->gravity.magnitude, s, rig->rate[i],
                              rig->acceleration[i]);
  }
}

/* A pendulum with devices of these types, with or without its motor. */
static void
set_up(Rig *rig, const TrSensorType *types, int n_types, bool has_motor)
{
  TrModel *model = rig->model = tr_mechanism_pendulum();

  model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  model->joints[0].friction.viscous = VISCOUS;
  model->joints[0].compliance_linear = model->joints[0].compliance_angular = 1e-9;
  model->joints[0].damping_time = NAN;
  model->motors[0].rotor_inertia = 0;
  model->n_motors = has_motor;
  model->sensors = g_realloc(model->sensors, MAX_CHANNELS * sizeof *model->sensors);
  model->n_sensors = 0;
  for (int d = 0; d < n_types; d++)
    for (int axis = 0; axis < tr_sensor_class(types[d])->n_axes; axis++) {
      const TrSensorClass *class = tr_sensor_class(types[d]);
      TrSensor *sensor = &model->sensors[model->n_sensors++];

      *sensor = tr_sensor_default();
      sensor->type = types[d];
      sensor->axis = axis;
      g_snprintf(sensor->name, sizeof sensor->name, "%s%s", class->name,
                 class->axes ? class->axes[axis] : "");
      memcpy(sensor->point, (double[]){POINT_X, POINT_Y, 0}, sizeof sensor->point);
      memcpy(sensor->quat, (double[]){cos(TURN / 2), 0, 0, sin(TURN / 2)}, sizeof sensor->quat);
    }
}

static void
tear_down(Rig *rig)
{
  tr_model_free(rig->model);
  g_free(rig);
}

/* Reproducible noise: only its size matters. */
static double
scatter_of(int i, int channel)
{
  return sqrt(3) *
         (2 * fmod(0.5 + 0.754877666 * (i + 1) + 0.569840291 * (channel + 1) * (i % 7), 1) - 1);
}

static double
scale_of(const TrSensor *sensor)
{
  return sensor->type == TR_SENSOR_ACCELEROMETER ? 10 : 1;
}

/* A log of all sensors and the motor. */
static void
record(Rig *rig, double h)
{
  const TrModel *model = rig->model;

  for (int s = 0; s < model->n_sensors; s++) {
    for (int i = 0; i < rig->n; i++)
      rig->y[s][i] = read_sensor(rig, &model->sensors[s], i) +
                     NOISE * scale_of(&model->sensors[s]) * scatter_of(i, s);
    rig->channels[s] = (TrChannel){.kind = TR_SIGNAL_SENSOR,
                                   .index = s,
                                   .n = (size_t)rig->n,
                                   .t = rig->t,
                                   .y = rig->y[s],
                                   .scale = 1};
  }
  rig->n_channels = model->n_sensors;
  if (model->n_motors)
    rig->channels[rig->n_channels++] = (TrChannel){.kind = TR_SIGNAL_MOTOR,
                                                   .linear = true,
                                                   .n = (size_t)rig->n,
                                                   .t = rig->t,
                                                   .y = rig->u,
                                                   .scale = 1};
  rig->log = (TrLog){
      .name = "log", .end = DURATION, .n_channels = rig->n_channels, .channels = rig->channels};
  rig->task = (TrTask){.model = model,
                       .free = rig->free,
                       .n_logs = 1,
                       .logs = &rig->log,
                       .settings = tr_settings_default()};
  rig->task.settings.h = h;
  rig->task.settings.formulation = TR_FORMULATION_SECOND_ORDER;
}

/* Frees a number of the model, from `share` times its truth on. */
static void
set_free(Rig *rig, const char *id, double share)
{
  TrFree *f = &rig->free[rig->task.n_free];

  *f = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
  g_assert_true(tr_param_find(&f->param, rig->model, id));
  rig->truth[rig->task.n_free++] = tr_param_get(rig->model, f->param);
  f->start = share * tr_param_get(rig->model, f->param);
}

/* Every estimate within `rtol` of its truth, and all of them determined. */
static void
expect_truth(Rig *rig, const char *what, double rtol)
{
  TrFit *fit;
  TrError error = {0};

  tr_assert_ok(tr_identify(&fit, &rig->task, &error), &error);
  for (int i = 0; i < rig->task.n_free; i++) {
    char id[TR_ID_SIZE];

    tr_task_param_id(id, &rig->task, rig->free[i].param);
    g_test_message("%s: %s = %.6g, truth %.6g, sigma %.2g, kappa %.3g", what, id,
                   fit->estimates[i].value, rig->truth[i], fit->estimates[i].sigma, fit->kappa);
  }
  for (int i = 0; i < rig->task.n_free; i++) {
    g_assert_true(fit->estimates[i].identifiable);
    tr_assert_close(fit->estimates[i].value, rig->truth[i], rtol, 0);
  }
  tr_fit_free(fit);
}

/* Readings of exact poses differ from the closed forms by errors of order h^2. */
static void
test_readings(void)
{
  for (int type = 0; type < TR_N_SENSOR_TYPES; type++) {
    Rig *rig = g_new0(Rig, 1);
    double worst[2] = {0};

    if (type == TR_SENSOR_JOINT_TORQUE)
      goto next; /* poses alone have none */
    set_up(rig, (TrSensorType[]){(TrSensorType)type}, 1, false);
    integrate(rig, 0.9, 1.5, 1000);
    for (int coarse = 0; coarse < 2; coarse++) {
      int stride = coarse ? 10 : 5, n = (rig->n - 1) / stride + 1;
      TrTrajectory *motion = tr_trajectory_new(n, 1, 0, stride / 1000.0);
      g_autofree double *y = g_new(double, n);

      for (int k = 0; k < n; k++)
        tr_mechanism_motion(tr_trajectory_pose(motion, k), NULL, rig->model, &rig->s[k * stride],
                            NULL);
      for (int s = 0; s < rig->model->n_sensors; s++) {
        tr_motion_readings(y, rig->model, s, motion);
        for (int k = 1; k + 1 < n; k++)
          worst[coarse] = fmax(worst[coarse],
                               fabs(y[k] - read_sensor(rig, &rig->model->sensors[s], k * stride)));
      }
      tr_trajectory_free(motion);
    }
    g_test_message("%s: off by %.2g at h = 5 ms, by %.2g at 10 ms",
                   tr_sensor_type_name((TrSensorType)type), worst[0], worst[1]);
    g_assert_cmpfloat(worst[0], <, 0.05);
    g_assert_true(worst[1] < 1e-12 || (worst[1] > 3.5 * worst[0] && worst[1] < 4.5 * worst[0]));
    tr_model_free(rig->model);
  next:
    g_free(rig);
  }
}

/* Inertia and friction from a free swing seen by one kind of sensor, or by an inertial unit. */
static void
test_swing(void)
{
  static const struct {
    const char *name;
    TrSensorType types[2];
    int n_types;
    double angle, rate, sample_rate;
  } cases[] = {
      {"position", {TR_SENSOR_JOINT_POSITION}, 1, 1.1, 0, 1000},
      {"velocity", {TR_SENSOR_JOINT_VELOCITY}, 1, 0, 6, 1000},
      {"point", {TR_SENSOR_POINT_POSITION}, 1, 1.1, 0, 1000},
      {"orientation", {TR_SENSOR_BODY_ORIENTATION}, 1, 1.1, 0, 1000},
      {"pose", {TR_SENSOR_BODY_POSE}, 1, 1.1, 0, 1000},
      {"gyro and accelerometer", {TR_SENSOR_GYRO, TR_SENSOR_ACCELEROMETER}, 2, 1.1, 0, 1000},
      {"both, between the nodes", {TR_SENSOR_GYRO, TR_SENSOR_ACCELEROMETER}, 2, 1.1, 0, 400},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    Rig *rig = g_new0(Rig, 1);

    set_up(rig, cases[i].types, cases[i].n_types, false);
    integrate(rig, cases[i].angle, cases[i].rate, cases[i].sample_rate);
    record(rig, 0.005);
    set_free(rig, "body.A.inertia.zz", 1.4);
    set_free(rig, "joint.h1.viscous", 0.5);
    expect_truth(rig, cases[i].name, 0.02);
    tear_down(rig);
  }
}

/* A torque sensor determines the gain of the motor, given the inertia. */
static void
test_torque(void)
{
  Rig *rig = g_new0(Rig, 1);

  set_up(rig, (TrSensorType[]){TR_SENSOR_JOINT_TORQUE, TR_SENSOR_JOINT_VELOCITY}, 2, true);
  integrate(rig, 0, 0, 1000);
  record(rig, 0.005);
  set_free(rig, "motor.m1.gain", 0.6);
  set_free(rig, "body.A.inertia.zz", 1.4);
  set_free(rig, "joint.h1.viscous", 0.5);
  expect_truth(rig, "torque and velocity", 0.03);
  tear_down(rig);
}

/* The winding: gain and back-EMF at a known resistance. */
static void
test_voltage(void)
{
  Rig *rig = g_new0(Rig, 1);

  set_up(rig, (TrSensorType[]){TR_SENSOR_JOINT_POSITION}, 1, true);
  rig->model->motors[0] =
      (TrMotor){.name = "m1", .gain = 0.12, .gear = 2, .resistance = 1.5, .back_emf = 0.1};
  integrate(rig, 0, 0, 1000);
  record(rig, 0.005);
  set_free(rig, "motor.m1.gain", 0.7);
  set_free(rig, "motor.m1.back_emf", 1.5);
  set_free(rig, "body.A.inertia.zz", 1.3);
  expect_truth(rig, "voltage", 0.03);
  tear_down(rig);
}

/* A command beyond the limit is cut, sample by sample. */
static void
test_limit(void)
{
  Rig *rig = g_new0(Rig, 1);

  set_up(rig, (TrSensorType[]){TR_SENSOR_JOINT_POSITION}, 1, true);
  rig->model->motors[0].limit = 0.7;
  integrate(rig, 0, 0, 1000);
  record(rig, 0.005);
  set_free(rig, "motor.m1.gain", 0.7);
  set_free(rig, "body.A.inertia.zz", 1.3);
  expect_truth(rig, "limit", 0.03);
  rig->model->motors[0].limit = 0;
  g_assert_cmpfloat(fabs(rig->truth[0] - 0.1), <, 1e-12);
  tear_down(rig);
}

/* The command acts later than it is stamped. */
static void
test_delay(void)
{
  Rig *rig = g_new0(Rig, 1);

  set_up(rig, (TrSensorType[]){TR_SENSOR_JOINT_POSITION}, 1, true);
  rig->input_delay = 0.013;
  integrate(rig, 0, 0, 1000);
  record(rig, 0.005);
  set_free(rig, "motor.m1.gain", 0.7);
  set_free(rig, "body.A.inertia.zz", 1.3);
  rig->free[rig->task.n_free] = (TrFree){
      .param = {TR_PARAM_CHANNEL_DELAY, 0, 1}, .min = 0, .max = 0.1, .prior_sigma = INFINITY};
  rig->truth[rig->task.n_free++] = rig->input_delay;
  expect_truth(rig, "delay", 0.03);
  tear_down(rig);
}

/* The stepper under voltage and with a limit follows the equation; efforts are its torques. */
static void
test_stepper(void)
{
  Rig *rig = g_new0(Rig, 1);
  double pose[TR_POSE], twist[TR_TWIST], zero = 0, worst = 0, torque = 0;
  TrSimOptions options = {.h = 1e-3,
                          .duration = DURATION,
                          .compliance_scale = 1,
                          .damping_scale = 1,
                          .solver = TR_SOLVER_SECOND_ORDER};
  TrTrajectory *motion;
  TrError error = {0};

  set_up(rig, (TrSensorType[]){TR_SENSOR_JOINT_POSITION, TR_SENSOR_JOINT_TORQUE}, 2, true);
  rig->model->motors[0] = (TrMotor){
      .name = "m1", .gain = 0.12, .gear = 2, .resistance = 1.5, .back_emf = 0.1, .limit = 0.9};
  integrate(rig, 0, 0, 1000);
  record(rig, 1e-3);
  tr_mechanism_motion(pose, twist, rig->model, &zero, &zero);
  tr_assert_ok(tr_simulate(&motion, rig->model,
                           &(TrSimCase){pose, twist, rig->n_channels, rig->channels}, &options,
                           NULL, &error),
               &error);
  for (int s = 0; s < 2; s++) {
    g_autofree double *y = g_new(double, motion->n_nodes);
    double *most = s == 0 ? &worst : &torque;

    tr_motion_readings(y, rig->model, s, motion);
    /* the step of the last node is not part of the motion */
    for (int k = 0; k + 1 < motion->n_nodes; k++)
      *most = fmax(*most, fabs(y[k] - read_sensor(rig, &rig->model->sensors[s], k)));
  }
  g_test_message("angle off by %.2g rad, torque by %.2g N m", worst, torque);
  g_assert_cmpfloat(worst, <, 2e-3);
  g_assert_cmpfloat(torque, <, 2e-3);
  tr_trajectory_free(motion);
  tear_down(rig);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/sensors/readings", test_readings);
  g_test_add_func("/engine/sensors/swing", test_swing);
  g_test_add_func("/engine/sensors/torque", test_torque);
  g_test_add_func("/engine/sensors/voltage", test_voltage);
  g_test_add_func("/engine/sensors/limit", test_limit);
  g_test_add_func("/engine/sensors/delay", test_delay);
  g_test_add_func("/engine/sensors/stepper", test_stepper);
  return g_test_run();
}
