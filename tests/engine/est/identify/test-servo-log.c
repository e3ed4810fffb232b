/* Gains of a servo and the inertia that it moves, from logs of a sampled controller with a delay,
 * whose effort reaches its limit, with a known truth. */
#include <math.h>

#include "engine/est/identify/identify.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_SAMPLES = 6001, MAX_FREE = 5 };
#define SAMPLE_STEP 1e-3
#define NOISE       1e-4

typedef struct Log {
  TrModel *model;
  double t[N_SAMPLES], set[N_SAMPLES], y[N_SAMPLES], truth[MAX_FREE];
  TrChannel channels[2];
  TrLog log;
  TrFree free[MAX_FREE];
  TrTask task;
} Log;

static double
set_value(TrCommand command, double t)
{
  double place = 0.7 * sin(1.9 * t + 0.4 * t * t) + 0.25 * (fmod(t, 1.2) < 0.6);

  return command == TR_COMMAND_POSITION ? place : 2.5 * sin(2.3 * t + 0.5 * t * t);
}

/* Simulates the log with a short step. */
static void
record(Log *s)
{
  enum { PARTS = 5 };
  TrSimOptions options = {.h = SAMPLE_STEP / PARTS,
                          .duration = (N_SAMPLES - 1) * SAMPLE_STEP,
                          .compliance_scale = 1,
                          .damping_scale = 1};
  g_autoptr(GRand) random = g_rand_new_with_seed(3);
  double pose[TR_POSE], twist[TR_TWIST];
  TrTrajectory *motion;

  for (int k = 0; k < N_SAMPLES; k++) {
    s->t[k] = k * SAMPLE_STEP;
    s->set[k] = set_value(s->model->motors[0].servo.command, s->t[k]);
  }
  s->channels[0] =
      (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = N_SAMPLES, .t = s->t, .y = s->set, .linear = true};
  s->channels[1] = (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = N_SAMPLES, .t = s->t, .y = s->y};
  tr_forward_kinematics(pose, twist, s->model, (double[]){0.2}, (double[]){0});
  tr_assert_ok(tr_simulate(&motion, s->model, &(TrSimCase){pose, twist, 1, s->channels}, &options,
                           NULL, NULL),
               NULL);
  for (int k = 0; k < N_SAMPLES; k++)
    s->y[k] = tr_joint_position(s->model, 0, tr_trajectory_pose(motion, k * PARTS)) +
              g_rand_double_range(random, -NOISE, NOISE) * sqrt(3);
  tr_trajectory_free(motion);
}

/* Frees the quantities, which start away from the truth. */
static void
set_up(Log *s, TrServo servo, double limit, const char *const *ids)
{
  s->model = tr_mechanism_pendulum();
  s->model->joints[0].friction = tr_friction_default();
  s->model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  s->model->joints[0].friction.viscous = 5e-3;
  s->model->motors[0].gain = 0.4;
  s->model->motors[0].servo = servo;
  s->model->motors[0].limit = limit;
  s->model->sensors[0].sigma = NOISE;
  record(s);
  s->log = (TrLog){.name = "log",
                   .end = (N_SAMPLES - 1) * SAMPLE_STEP,
                   .n_channels = 2,
                   .channels = s->channels};
  s->task = (TrTask){.model = s->model,
                     .free = s->free,
                     .n_logs = 1,
                     .logs = &s->log,
                     .settings = tr_settings_default()};
  s->task.settings.h = 2e-3;
  for (int i = 0; ids[i]; i++) {
    TrFree *f = &s->free[s->task.n_free];

    *f = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&f->param, s->model, ids[i]));
    s->truth[s->task.n_free++] = tr_param_get(s->model, f->param);
    f->start = (i % 2 == 0 ? 0.6 : 1.5) * tr_param_get(s->model, f->param);
    tr_param_set(s->model, f->param, f->start);
  }
}

static void
assert_found(Log *s)
{
  TrError error = {0};
  TrFit *fit;

  tr_assert_ok(tr_identify(&fit, &s->task, &error), &error);
  tr_assert_ok(fit->status, NULL);
  for (int i = 0; i < s->task.n_free; i++) {
    const TrEstimate *e = &fit->estimates[i];
    char id[TR_ID_SIZE];

    tr_param_id(id, s->model, s->free[i].param);
    g_test_message("%s: %g ± %g, truth %g", id, e->value, e->sigma, s->truth[i]);
    g_assert_cmpfloat(fabs(e->value - s->truth[i]), <, fmax(0.02 * s->truth[i], 4 * e->sigma));
    g_assert_cmpfloat(e->sigma, <, 0.1 * s->truth[i]);
  }
  tr_fit_free(fit);
  tr_model_free(s->model);
}

static TrServo
make_servo(TrCommand command)
{
  TrServo servo = tr_motor_default().servo;

  servo.command = command;
  servo.kp = command == TR_COMMAND_POSITION ? 8 : 0.6;
  servo.kd = command == TR_COMMAND_POSITION ? 0.5 : 0;
  servo.ki = command == TR_COMMAND_POSITION ? 0 : 5;
  servo.sample_time = 5e-3;
  servo.delay = 7e-3;
  return servo;
}

static void
test_position(void)
{
  static const char *const ids[] = {"motor.m1.kp", "motor.m1.kd", "body.A.inertia.zz",
                                    "joint.h1.viscous", NULL};
  g_autofree Log *s = g_new0(Log, 1);

  set_up(s, make_servo(TR_COMMAND_POSITION), 0, ids);
  assert_found(s);
}

/* Where the effort is at its limit for a part of the time, the torque constant is seen beside kp.
 */
static void
test_limit(void)
{
  static const char *const ids[] = {"motor.m1.kp", "motor.m1.kd", "motor.m1.gain",
                                    "joint.h1.viscous", NULL};
  g_autofree Log *s = g_new0(Log, 1);

  set_up(s, make_servo(TR_COMMAND_POSITION), 2, ids);
  assert_found(s);
}

static void
test_velocity(void)
{
  static const char *const ids[] = {"motor.m1.kp", "motor.m1.ki", "body.A.inertia.zz", NULL};
  g_autofree Log *s = g_new0(Log, 1);

  set_up(s, make_servo(TR_COMMAND_VELOCITY), 0, ids);
  assert_found(s);
}

/* A controller that acts all the time, as a part of the loop that is solved with the motion; jumps
 * of the set value are no impulses where kd acts on the measured rate. */
static void
test_pid(void)
{
  static const char *const ids[] = {"motor.m1.kp", "motor.m1.ki", "motor.m1.kd",
                                    "body.A.inertia.zz", NULL};
  g_autofree Log *s = g_new0(Log, 1);
  TrServo servo = make_servo(TR_COMMAND_POSITION);

  servo.ki = 6;
  servo.sample_time = servo.delay = 0;
  servo.is_damper = true;
  set_up(s, servo, 0, ids);
  assert_found(s);
}

/* A set value has no corrections of its own. */
static void
test_channel(void)
{
  static const char *const ids[] = {"motor.m1.kp", NULL};
  g_autofree Log *s = g_new0(Log, 1);
  TrError error = {0};
  TrFit *fit = NULL;

  set_up(s, make_servo(TR_COMMAND_POSITION), 0, ids);
  s->free[0].param = (TrParam){TR_PARAM_CHANNEL_DELAY, 0, 0};
  s->free[0].start = 0;
  g_assert_cmpint(tr_identify(&fit, &s->task, &error), ==, TR_BAD_SETTING);
  g_assert_nonnull(strstr(error.text, "set value of a servo"));
  tr_fit_free(fit);
  tr_model_free(s->model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/servo-log/position", test_position);
  g_test_add_func("/engine/est/servo-log/limit", test_limit);
  g_test_add_func("/engine/est/servo-log/velocity", test_velocity);
  g_test_add_func("/engine/est/servo-log/pid", test_pid);
  g_test_add_func("/engine/est/servo-log/channel", test_channel);
  return g_test_run();
}
