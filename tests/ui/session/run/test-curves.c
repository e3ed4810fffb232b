/* Curves of the fit plots: the prediction lies on the samples wherever the trim of a log begins. */
#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "ui/session/run/curves.h"

enum { SAMPLES = 101, TRIMMED = 60 };

#define STEP 0.05
#define RATE 4.0 /* [rad/s] */

/* A shaft that turns several times before the trim: its encoder counts the turns, its pose does
 * not. */
static void
test_turns_before_the_trim(void)
{
  TrBody body = tr_body_default();
  TrJoint joint = tr_joint_default();
  TrSensor sensor = tr_sensor_default();
  TrModel model = {.gravity = tr_gravity_default(),
                   .n_bodies = 1,
                   .bodies = &body,
                   .n_joints = 1,
                   .joints = &joint,
                   .n_sensors = 1,
                   .sensors = &sensor};
  double t[SAMPLES], y[SAMPLES], factor = 180 / G_PI;
  TrChannel channel = {.kind = TR_SIGNAL_SENSOR, .n = SAMPLES, .t = t, .y = y};
  TrLog log = {.name = "log", .end = (SAMPLES - 1) * STEP, .n_channels = 1, .channels = &channel};
  TrTask task = {.model = &model, .n_logs = 1, .logs = &log, .settings = tr_settings_default()};
  TrTrajectory *motion = tr_trajectory_new(SAMPLES - TRIMMED, 1, TRIMMED * STEP, STEP);

  for (int k = 0; k < SAMPLES; k++) {
    t[k] = k * STEP;
    y[k] = RATE * t[k];
    if (k >= TRIMMED)
      tr_forward_kinematics(tr_trajectory_pose(motion, k - TRIMMED),
                            tr_trajectory_twist(motion, k - TRIMMED), &model, &y[k],
                            (double[]){RATE});
  }
  g_autoptr(GPtrArray) curves =
      trammel_curves_new_predicted(&task, &model, (const TrTrajectory *const[]){motion}, 0);
  const TrammelCurve *curve = g_ptr_array_index(curves, 0);
  g_assert_cmpuint(curve->n, ==, SAMPLES - TRIMMED);
  for (gsize i = 0; i < curve->n; i++)
    g_assert_cmpfloat_with_epsilon(curve->y[i], factor * y[TRIMMED + i], 1e-9);
  tr_trajectory_free(motion);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/curves/turns-before-the-trim", test_turns_before_the_trim);
  return g_test_run();
}
