/* Driven joints: the motion prescribed by a channel, and its effect on joint, stepper and
 * estimator. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/signal/drive.h"
#include "engine/sim/inputs.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { MAX_SAMPLES = 2001 };

/* A channel with samples of f at t0 + i dt. */
typedef struct Samples {
  double t[MAX_SAMPLES], y[MAX_SAMPLES];
  TrChannel channel;
} Samples;

static void
fill_samples(Samples *s, TrSignalKind kind, double dt, int n, double (*f)(double t))
{
  for (int i = 0; i < n; i++) {
    s->t[i] = i * dt;
    s->y[i] = f(s->t[i]);
  }
  s->channel = (TrChannel){.kind = kind, .n = (size_t)n, .t = s->t, .y = s->y};
}

static double
swing(double t)
{
  return 0.2 * sin(3 * t) + 0.05 * sin(7 * t);
}

static double
swing_rate(double t)
{
  return 0.6 * cos(3 * t) + 0.35 * cos(7 * t);
}

static double
swing_acceleration(double t)
{
  return -1.8 * sin(3 * t) - 2.45 * sin(7 * t);
}

/* Largest error of a curve against the swing, within its samples. */
static double
measure_curve(const Samples *samples, int order, double h)
{
  TrDriveCurve curve;
  TrDriveNumbers numbers;
  double worst = 0;

  g_assert_true(tr_drive_curve_init(&curve, &samples->channel, order, false));
  numbers = tr_drive_curve_numbers(&curve);
  numbers.start_rate = swing_rate(0);
  for (double t = 0.1; t < 1.9; t += 0.0137) {
    TrDriveValue value;

    tr_drive_curve_at(&value, &curve, &numbers, t, h);
    worst = fmax(worst, fabs(value.value - swing(t)));
  }
  tr_drive_curve_clear(&curve);
  return worst;
}

/* Positions between samples to the third power of their distance, those under many samples by the
 * local fit; rates and accelerations are integrated. */
static void
test_curves(void)
{
  static Samples samples;

  fill_samples(&samples, TR_SIGNAL_MOTOR, 0.01, 201, swing);
  g_assert_cmpfloat(measure_curve(&samples, 0, 0.01), <, 5e-7);
  fill_samples(&samples, TR_SIGNAL_MOTOR, 0.001, 2001, swing);
  g_assert_cmpfloat(measure_curve(&samples, 0, 0.01), <, 5e-6);
  fill_samples(&samples, TR_SIGNAL_MOTOR, 0.001, 2001, swing_rate);
  samples.channel.linear = true;
  g_assert_cmpfloat(measure_curve(&samples, 1, 0.01), <, 1e-6);
  fill_samples(&samples, TR_SIGNAL_MOTOR, 0.001, 2001, swing_acceleration);
  samples.channel.linear = true;
  g_assert_cmpfloat(measure_curve(&samples, 2, 0.01), <, 1e-5);
}

/* A constant velocity of 1 m/s from 0.2 s and -2 m/s from 0.5 s, and the same as an acceleration.
 */
static void
test_integrals(void)
{
  static const double times[] = {0.2, 0.5}, held[] = {1, -2};
  TrChannel channel = {
      .kind = TR_SIGNAL_MOTOR, .n = 2, .t = times, .y = held, .start = 3, .start_rate = 0.5};
  TrDriveCurve curve;
  TrDriveNumbers numbers;
  TrDriveValue value;

  g_assert_true(tr_drive_curve_init(&curve, &channel, 1, false));
  numbers = tr_drive_curve_numbers(&curve);
  tr_drive_curve_at(&value, &curve, &numbers, 0.7, 0.01);
  tr_assert_close(value.value, 3 + 0.3 - 2 * 0.2, 1e-14, 0);
  tr_drive_curve_at(&value, &curve, &numbers, 0.1, 0.01);
  tr_assert_close(value.value, 3 - 0.1, 1e-14, 0);
  tr_drive_curve_clear(&curve);

  g_assert_true(tr_drive_curve_init(&curve, &channel, 2, false));
  numbers = tr_drive_curve_numbers(&curve);
  tr_drive_curve_at(&value, &curve, &numbers, 0.7, 0.01);
  tr_assert_close(value.value, 3 + 0.5 * 0.5 + 0.045 + 0.3 * 0.2 - 0.04, 1e-14, 0);
  tr_drive_curve_clear(&curve);
}

/* A curve and the time at which its step is differentiated. */
typedef struct CurveAt {
  TrDriveCurve curve;
  TrDriveNumbers numbers;
  double t;
} CurveAt;

static void
put_step(double *out, const TrDriveStep *step)
{
  out[0] = step->position.value;
  out[1] = step->rate.value;
  out[2] = step->rate_after.value;
}

static void
step_at(double *out, const double *dx, void *user)
{
  const CurveAt *at = user;
  TrDriveNumbers numbers = at->numbers;
  TrDriveStep step;

  numbers.offset += dx[0];
  numbers.scale += dx[1];
  numbers.late += dx[2];
  numbers.start += dx[3];
  numbers.start_rate += dx[4];
  tr_drive_curve_step(&step, &at->curve, &numbers, at->t, 0.02);
  put_step(out, &step);
}

static void
fill_row(double *row, const TrDriveValue *value)
{
  row[0] = value->by_offset;
  row[1] = value->by_scale;
  row[2] = value->by_late;
  row[3] = value->by_start;
  row[4] = value->by_start_rate;
}

static void
test_derivatives(void)
{
  static Samples samples;

  fill_samples(&samples, TR_SIGNAL_MOTOR, 0.0095, 200, swing);
  samples.channel.linear = true;
  for (int order = 0; order <= 2; order++) {
    CurveAt at = {.numbers = {0.3, 1.7, 0.003, 0.2, -0.4}, .t = 0.51};
    double jac[3 * 5];
    TrDriveStep step;
    TrDerivative derivative = {.name = "drive",
                               .m = 3,
                               .n = 5,
                               .jacobian = jac,
                               .func = step_at,
                               .user = &at,
                               .rtol = 1e-6,
                               .step = 1e-4};

    g_assert_true(tr_drive_curve_init(&at.curve, &samples.channel, order, false));
    tr_drive_curve_step(&step, &at.curve, &at.numbers, at.t, 0.02);
    fill_row(jac, &step.position);
    fill_row(jac + 5, &step.rate);
    fill_row(jac + 10, &step.rate_after);
    tr_assert_derivative(&derivative);
    tr_drive_curve_clear(&at.curve);
  }
}

/* Angles beyond a turn return to their values before wrapping. */
static double
wrapped(double t)
{
  return remainder(9 * t, 2 * M_PI);
}

static void
test_turns(void)
{
  static Samples samples;
  TrDriveCurve curve;
  TrDriveNumbers numbers;

  fill_samples(&samples, TR_SIGNAL_MOTOR, 0.01, 201, wrapped);
  g_assert_true(tr_drive_curve_init(&curve, &samples.channel, 0, true));
  numbers = tr_drive_curve_numbers(&curve);
  for (double t = 0; t <= 2; t += 0.077) {
    TrDriveValue value;

    tr_drive_curve_at(&value, &curve, &numbers, t, 0.01);
    tr_assert_close(value.value, 9 * t, 1e-9, 1e-12);
  }
  tr_drive_curve_clear(&curve);
}

static TrTrajectory *
simulate(const TrModel *model, const TrChannel *channel, const double *rate, double h)
{
  TrSimOptions options = {.h = h, .duration = 1.9, .compliance_scale = 1, .damping_scale = 1};
  double pose[2 * TR_POSE], twist[2 * TR_TWIST], position[2] = {0, 0.3};
  TrTrajectory *trajectory;
  TrError error = {0};

  tr_forward_kinematics(pose, twist, model, position, rate);
  tr_assert_ok(tr_simulate(&trajectory, model, &(TrSimCase){pose, twist, 1, channel}, &options,
                           NULL, &error),
               &error);
  return trajectory;
}

/* theta'' of the pendulum on a cart whose motion is the swing. */
static double
pendulum_acceleration(const TrModel *model, double t, double theta, double rate)
{
  const TrBody *pendulum = &model->bodies[1];
  double l = 0.15, inertia = pendulum->inertia[TR_ZZ] + pendulum->mass * l * l;
  double moment = pendulum->mass * l;

  return (-moment * (model->gravity.magnitude * sin(theta) + cos(theta) * swing_acceleration(t)) -
          model->joints[1].friction.viscous * rate) /
         inertia;
}

/* Runge-Kutta of fourth order from 0.3 rad at rest, up to the end. */
static void
solve_pendulum(double *theta, double *rate, const TrModel *model, double end)
{
  int n = 20000;
  double h = end / n;

  *theta = 0.3;
  *rate = 0;
  for (int i = 0; i < n; i++) {
    double t = i * h, r[4], a[4], share[] = {0, 0.5, 0.5, 1}, angle = *theta, speed = *rate;

    for (int k = 0; k < 4; k++) {
      r[k] = speed;
      a[k] = pendulum_acceleration(model, t + share[k] * h, angle, speed);
      if (k < 3) {
        angle = *theta + share[k + 1] * h * r[k];
        speed = *rate + share[k + 1] * h * a[k];
      }
    }
    *theta += h / 6 * (r[0] + 2 * r[1] + 2 * r[2] + r[3]);
    *rate += h / 6 * (a[0] + 2 * a[1] + 2 * a[2] + a[3]);
  }
}

static TrModel *
new_cart_pole(TrDrive drive)
{
  TrModel *model = tr_mechanism_driven_cart_pole();

  model->motors[0].drive = drive;
  model->motors[0].compliance = 1e-9;
  for (int j = 0; j < 2; j++)
    model->joints[j].compliance_linear = model->joints[j].compliance_angular = 1e-9;
  model->joints[0].friction.coulomb = model->joints[1].friction.coulomb = 0;
  return model;
}

/* The cart follows its channel, whichever order it has, and the pendulum follows the equation of
 * its one coordinate, to first order in h. */
static void
test_cart_follows(void)
{
  static double (*const channels[])(double) = {swing, swing_rate, swing_acceleration};
  static Samples samples;
  double rate[2] = {swing_rate(0), 0};

  for (int order = 0; order <= 2; order++) {
    TrModel *model = new_cart_pole((TrDrive)(TR_DRIVE_POSITION + order));
    double errors[2], h = 2e-3;

    fill_samples(&samples, TR_SIGNAL_MOTOR, 0.001, 2001, channels[order]);
    samples.channel.linear = true;
    samples.channel.start_rate = swing_rate(0);
    for (int k = 0; k < 2; k++, h /= 2) {
      TrTrajectory *t = simulate(model, &samples.channel, rate, h);
      int last = t->n_nodes - 1;
      double theta, speed;

      for (int i = 1; i <= last; i++)
        tr_assert_close(tr_joint_position(model, 0, tr_trajectory_pose(t, i)), swing(i * h), 0,
                        1e-5);
      solve_pendulum(&theta, &speed, model, last * h);
      errors[k] = fabs(tr_joint_position(model, 1, tr_trajectory_pose(t, last)) - theta);
      tr_trajectory_free(t);
    }
    g_test_message("%s: pendulum off by %.3g and %.3g rad", tr_drive_name(model->motors[0].drive),
                   errors[0], errors[1]);
    g_assert_cmpfloat(errors[0], <, 0.01);
    g_assert_cmpfloat(errors[1], <, 0.6 * errors[0]);
    tr_model_free(model);
  }
}

/* Force on the cart: (M + m) z'' + m l (theta'' cos theta - theta'^2 sin theta) and its friction.
 */
static double
cart_force(const TrModel *model, double t)
{
  double theta, rate, acceleration, moment = model->bodies[1].mass * 0.15;

  solve_pendulum(&theta, &rate, model, t);
  acceleration = pendulum_acceleration(model, t, theta, rate);
  return (model->bodies[0].mass + model->bodies[1].mass) * swing_acceleration(t) +
         moment * (acceleration * cos(theta) - rate * rate * sin(theta)) +
         model->joints[0].friction.viscous * swing_rate(t);
}

/* The force of the drive is that of the inverse dynamics in the one coordinate, to first order in
 * h, and exists in every step. */
static void
test_force(void)
{
  static Samples samples;
  double rate[2] = {swing_rate(0), 0}, errors[2], h = 2e-3;
  TrModel *model = new_cart_pole(TR_DRIVE_POSITION);

  fill_samples(&samples, TR_SIGNAL_MOTOR, 0.001, 2001, swing);
  for (int k = 0; k < 2; k++, h /= 2) {
    TrTrajectory *t = simulate(model, &samples.channel, rate, h);
    int every = t->n_nodes / 20;

    errors[k] = 0;
    g_assert_cmpint(t->n_drives, ==, 1);
    g_assert_true(isnan(t->drive_force[t->n_nodes - 1]));
    for (int i = every; i + 1 < t->n_nodes; i += every)
      errors[k] = fmax(errors[k], fabs(t->drive_force[i] - cart_force(model, i * h)));
    tr_trajectory_free(t);
  }
  g_test_message("force off by %.3g and %.3g N of %.3g N", errors[0], errors[1],
                 fabs(cart_force(model, 0.5)));
  g_assert_cmpfloat(errors[0], <, 0.02);
  g_assert_cmpfloat(errors[1], <, 0.6 * errors[0]);
  tr_model_free(model);
}

/* An arm that turns at 10 rad/s is 19 rad on after 1.9 s. */
static double
ten(double t)
{
  return 10;
}

static void
test_arm_turns(void)
{
  static Samples samples;
  TrModel *model = tr_mechanism_driven_furuta();
  double rate[2] = {10, 0}, turned = 0;
  TrTrajectory *t;

  model->motors[0].compliance = 1e-9;
  fill_samples(&samples, TR_SIGNAL_MOTOR, 0.1, 20, ten);
  t = simulate(model, &samples.channel, rate, 0.002);
  for (int i = 1; i < t->n_nodes; i++) {
    double step = tr_joint_position(model, 0, tr_trajectory_pose(t, i)) -
                  tr_joint_position(model, 0, tr_trajectory_pose(t, i - 1));

    turned += remainder(step, 2 * M_PI);
  }
  tr_assert_close(turned, 10 * (t->n_nodes - 1) * t->h, 0, 1e-3);
  tr_trajectory_free(t);
  tr_model_free(model);
}

/* ---- identification ---- */

enum { FREE_INERTIA, FREE_VISCOUS, FREE_START, MAX_FREE };

typedef struct Rig {
  TrModel *model;
  Samples cart, angle;
  double measured[MAX_SAMPLES];
  TrChannel channels[2];
  TrLog log;
  TrFree free[MAX_FREE];
  TrTask task;
} Rig;

/* A log of the stepper: the motor's channel and the pendulum's angle with a little noise. */
static void
set_up_rig(Rig *rig, TrDrive drive, double (*channel)(double), double h)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  double rate[2] = {swing_rate(0), 0};
  TrTrajectory *t;

  memset(rig, 0, sizeof *rig);
  rig->model = new_cart_pole(drive);
  fill_samples(&rig->cart, TR_SIGNAL_MOTOR, 0.001, 2001, channel);
  rig->cart.channel.linear = true;
  rig->cart.channel.start_rate = swing_rate(0);
  t = simulate(rig->model, &rig->cart.channel, rate, h);
  for (int i = 0; i < t->n_nodes; i++) {
    rig->angle.t[i] = i * h;
    rig->angle.y[i] = tr_joint_position(rig->model, 1, tr_trajectory_pose(t, i)) +
                      g_rand_double_range(random, -2e-4, 2e-4);
    rig->measured[i] = tr_joint_position(rig->model, 0, tr_trajectory_pose(t, i)) + 0.05 +
                       g_rand_double_range(random, -1e-4, 1e-4);
  }
  rig->channels[0] = rig->cart.channel;
  rig->channels[1] = (TrChannel){.kind = TR_SIGNAL_SENSOR,
                                 .index = 1,
                                 .n = (size_t)t->n_nodes,
                                 .t = rig->angle.t,
                                 .y = rig->angle.y};
  rig->log = (TrLog){
      .name = "swing", .end = (t->n_nodes - 1) * h, .n_channels = 2, .channels = rig->channels};
  rig->model->sensors[0].sigma = rig->model->sensors[1].sigma = 1e-4;
  tr_trajectory_free(t);
  rig->task = (TrTask){.model = rig->model,
                       .free = rig->free,
                       .n_logs = 1,
                       .logs = &rig->log,
                       .settings = tr_settings_default()};
  rig->task.settings.h = h;
}

static void
free_parameter(Rig *rig, TrParam param, double start)
{
  rig->free[rig->task.n_free++] = (TrFree){
      .param = param, .start = start, .min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
}

/* The force in the fit is that of the simulation with the same numbers, whose cart has the mass of
 * the fitted model. */
static void
check_fitted_force(const TrFit *fit, const TrModel *model)
{
  const TrTrajectory *motion = fit->logs[0].trajectory;

  g_assert_cmpint(motion->n_drives, ==, 1);
  g_assert_true(isnan(motion->drive_force[0]));
  for (int k = 40; k + 1 < motion->n_nodes; k += 40)
    tr_assert_close(motion->drive_force[k], cart_force(model, 0.005 * k), 0.02, 0.03);
}

/* Inertia and friction of the pendulum from its angle alone: the cart's effect on it is known from
 * the cart's motion.  The motor's force is not measured, and the cart's mass and friction do not
 * matter. */
static void
test_identify(void)
{
  static double (*const channels[])(double) = {swing, swing_rate, swing_acceleration};
  static Rig rig;

  for (int order = 0; order <= 2; order++) {
    TrFit *fit;
    TrError error = {0};
    double inertia;

    set_up_rig(&rig, (TrDrive)(TR_DRIVE_POSITION + order), channels[order], 0.005);
    inertia = rig.model->bodies[1].inertia[TR_ZZ];
    rig.model->bodies[0].mass *= 1.7;
    free_parameter(&rig, (TrParam){TR_PARAM_INERTIA, 1, TR_ZZ}, 3 * inertia);
    free_parameter(&rig, (TrParam){TR_PARAM_VISCOUS, 1, 0}, 1e-2);
    tr_assert_ok(tr_identify(&fit, &rig.task, &error), &error);
    for (int i = 0; i < 2; i++)
      g_test_message("%s: %g +- %g", tr_drive_name(rig.model->motors[0].drive),
                     fit->estimates[i].value, fit->estimates[i].sigma);
    tr_assert_close(fit->estimates[FREE_INERTIA].value, inertia, 5e-3, 0);
    tr_assert_close(fit->estimates[FREE_VISCOUS].value, 1e-3, 0.03, 0);
    for (int k = 0; k < fit->logs[0].n_nodes; k++)
      tr_assert_close(
          tr_joint_position(fit->model, 0, tr_trajectory_pose(fit->logs[0].trajectory, k)),
          swing(0.005 * k), 0, 5e-4);
    check_fitted_force(fit, rig.model);
    tr_fit_free(fit);
    tr_model_free(rig.model);
  }
}

/* The start of a cart with a known velocity comes from its measured position. */
static void
test_free_start(void)
{
  static Rig rig;
  TrFit *fit;
  TrError error = {0};
  TrChannel channels[3];
  double inertia;

  set_up_rig(&rig, TR_DRIVE_VELOCITY, swing_rate, 0.005);
  inertia = rig.model->bodies[1].inertia[TR_ZZ];
  memcpy(channels, rig.channels, sizeof rig.channels);
  channels[2] = channels[1];
  channels[2].index = 0;
  channels[2].y = rig.measured;
  rig.log.channels = channels;
  rig.log.n_channels = 3;
  free_parameter(&rig, (TrParam){TR_PARAM_INERTIA, 1, TR_ZZ}, 2 * inertia);
  free_parameter(&rig, (TrParam){TR_PARAM_VISCOUS, 1, 0}, 1e-3);
  free_parameter(&rig, (TrParam){TR_PARAM_CHANNEL_START, 0, 0}, 0);
  tr_assert_ok(tr_identify(&fit, &rig.task, &error), &error);
  g_test_message("start %g +- %g", fit->estimates[FREE_START].value,
                 fit->estimates[FREE_START].sigma);
  g_assert_true(fit->estimates[FREE_START].identifiable);
  tr_assert_close(fit->estimates[FREE_START].value, 0.05, 0, 1e-4);
  tr_assert_close(fit->estimates[FREE_INERTIA].value, inertia, 5e-3, 0);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* ---- invalid drives ---- */

static void
assert_refused(TrModel *model, const char *words)
{
  TrError error = {0};

  g_assert_cmpint(tr_model_check(model, &error), ==, TR_BAD_MODEL);
  g_test_message("%s", error.text);
  g_assert_nonnull(strstr(error.text, words));
}

static void
test_two_drives(void)
{
  TrModel *model = tr_mechanism_driven_cart_pole();
  TrMotor motors[2] = {model->motors[0], model->motors[0]};
  TrMotor *own = model->motors;

  g_strlcpy(motors[1].name, "second", sizeof motors[1].name);
  model->motors = motors;
  model->n_motors = 2;
  assert_refused(model, "'m1' and 'second' both prescribe the motion of joint 's1'");
  motors[1].drive = TR_DRIVE_NONE;
  tr_assert_ok(tr_model_check(model, NULL), NULL);
  motors[0].compliance = -1;
  assert_refused(model, "motor 'm1': compliance");
  motors[0].compliance = 0;
  model->joints[0].type = TR_JOINT_FIXED;
  assert_refused(model, "joint 's1'");
  model->motors = own;
  model->n_motors = 1;
  tr_model_free(model);
}

static void
test_no_channel(void)
{
  static Rig rig;
  TrError error = {0};
  TrFit *fit;

  set_up_rig(&rig, TR_DRIVE_POSITION, swing, 0.005);
  rig.log.channels = rig.channels + 1;
  rig.log.n_channels = 1;
  g_assert_cmpint(tr_identify(&fit, &rig.task, &error), ==, TR_BAD_LOG);
  g_test_message("%s", error.text);
  g_assert_nonnull(strstr(
      error.text, "log 'swing': motor 'm1' with drive 'position' prescribes the motion of joint "
                  "'s1', but no column gives it"));
  /* inputs may go after their model, as those of a session that gets another task */
  TrModel gone = *rig.model;
  TrInputs *inputs = tr_inputs_new(&gone, 0, NULL);
  gone.n_motors = 1000;
  tr_inputs_free(inputs);
  tr_model_free(rig.model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/drive/curves", test_curves);
  g_test_add_func("/engine/drive/integrals", test_integrals);
  g_test_add_func("/engine/drive/derivatives", test_derivatives);
  g_test_add_func("/engine/drive/turns", test_turns);
  g_test_add_func("/engine/drive/cart-follows", test_cart_follows);
  g_test_add_func("/engine/drive/force", test_force);
  g_test_add_func("/engine/drive/arm-turns", test_arm_turns);
  g_test_add_func("/engine/drive/identify", test_identify);
  g_test_add_func("/engine/drive/free-start", test_free_start);
  g_test_add_func("/engine/drive/two-drives", test_two_drives);
  g_test_add_func("/engine/drive/no-channel", test_no_channel);
  return g_test_run();
}
