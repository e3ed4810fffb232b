/* Signs of measured quaternions in a log whose trim begins after the body has turned. */
#include <math.h>

#include "engine/est/prepare/prepare.h"
#include "engine/mbs/kinematics/readings.h"
#include "support/check.h"

enum { SAMPLES = 301, AXES = 4 };

#define STEP 0.01
#define RATE 5.0 /* [rad/s] */

/* A spinning body, its quaternion with the sign that a tracker gives: w never negative. */
typedef struct Spin {
  TrBody body;
  TrJoint joint;
  TrSensor sensors[AXES];
  TrModel model;
  double t[SAMPLES], y[AXES][SAMPLES];
  TrChannel channels[AXES];
  TrLog log;
  TrTask task;
} Spin;

static void
make_model(Spin *spin)
{
  spin->body = tr_body_default();
  spin->joint = tr_joint_default();
  spin->joint.type = TR_JOINT_BALL;
  for (int i = 0; i < AXES; i++) {
    spin->sensors[i] = tr_sensor_default();
    spin->sensors[i].type = TR_SENSOR_BODY_ORIENTATION;
    spin->sensors[i].axis = i;
    spin->sensors[i].sigma = 1e-3;
  }
  spin->model = (TrModel){.gravity = tr_gravity_default(),
                          .n_bodies = 1,
                          .bodies = &spin->body,
                          .n_joints = 1,
                          .joints = &spin->joint,
                          .n_sensors = AXES,
                          .sensors = spin->sensors};
}

static void
set_up(Spin *spin, double start)
{
  *spin = (Spin){0};
  make_model(spin);
  for (int k = 0; k < SAMPLES; k++) {
    double half = RATE * k * STEP / 2, sign = cos(half) < 0 ? -1 : 1;

    spin->t[k] = k * STEP;
    spin->y[0][k] = sign * cos(half);
    spin->y[3][k] = sign * sin(half);
  }
  for (int i = 0; i < AXES; i++)
    spin->channels[i] = (TrChannel){
        .kind = TR_SIGNAL_SENSOR, .index = i, .n = SAMPLES, .t = spin->t, .y = spin->y[i]};
  spin->log = (TrLog){
      .name = "spin", .start = start, .end = 3, .n_channels = AXES, .channels = spin->channels};
  spin->task = (TrTask){
      .model = &spin->model, .n_logs = 1, .logs = &spin->log, .settings = tr_settings_default()};
  spin->task.settings.h = STEP;
  spin->task.settings.observations = TR_OBSERVE_NODE;
}

/* Wherever the trim begins, the observations are the readings of the start motion. */
static void
test_trimmed(void)
{
  for (double start = 0; start < 2.6; start += 0.25) {
    Spin spin;
    TrPrepared prepared;
    TrError error = {0};
    const TrPreparedLog *log;

    set_up(&spin, start);
    tr_assert_ok(tr_prepare(&prepared, &spin.task, &error), &error);
    log = &prepared.logs[0];
    g_assert_cmpint(log->n_observations, ==, AXES * log->n_nodes);
    for (int i = 0; i < AXES; i++) {
      double readings[SAMPLES];

      tr_motion_readings(readings, &spin.model, i, log->start);
      for (int o = 0; o < log->n_observations; o++)
        if (log->observations[o].sensor == i)
          tr_assert_close(log->observations[o].y, readings[log->observations[o].node], 0, 0.05);
    }
    tr_prepared_clear(&prepared);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/signs/trimmed", test_trimmed);
  return g_test_run();
}
