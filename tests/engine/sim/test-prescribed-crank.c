/* Inverse dynamics of a closed loop (theory 12.5): the crank of a four-bar is prescribed, and its
 * torque is compared with a solution in the one coordinate. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_SAMPLES = 2001 };

static double
crank_angle(double t)
{
  return 0.6 * (1 - cos(2 * t));
}

/* Centres of mass and angles of crank, coupler and rocker at a crank angle, by circles: the
 * coupler's end lies 2 m from the crank's and sqrt(13) m from (4, 0), above the line between. */
static void
place_bars(double out[9], double angle)
{
  double x1 = cos(angle), y1 = sin(angle), dx = 4 - x1, dy = -y1, d = hypot(dx, dy);
  double along = (4 - 13 + d * d) / (2 * d), across = sqrt(4 - along * along);
  double x2 = x1 + (along * dx - across * dy) / d, y2 = y1 + (along * dy + across * dx) / d;

  memcpy(out,
         (double[]){x1 / 2, y1 / 2, angle, (x1 + x2) / 2, (y1 + y2) / 2, atan2(y2 - y1, x2 - x1),
                    (x2 + 4) / 2, y2 / 2, atan2(-y2, 4 - x2)},
         9 * sizeof *out);
}

/* Inertia and potential energy in the crank's angle. */
static void
find_energies(double *inertia, double *potential, double angle)
{
  static const double mass[3] = {1, 2, 4}, square[3] = {1, 4, 13};
  double at[9], before[9], after[9], step = 1e-5;

  place_bars(at, angle);
  place_bars(before, angle - step);
  place_bars(after, angle + step);
  *inertia = *potential = 0;
  for (int b = 0; b < 3; b++) {
    double slope[3];

    for (int i = 0; i < 3; i++)
      slope[i] = (after[3 * b + i] - before[3 * b + i]) / (2 * step);
    *inertia += mass[b] *
                (slope[0] * slope[0] + slope[1] * slope[1] + square[b] / 12 * slope[2] * slope[2]);
    *potential += mass[b] * 9.81 * at[3 * b + 1];
  }
}

/* I theta'' + I' theta'^2/2 + V' */
static double
crank_torque(double t)
{
  double angle = crank_angle(t), rate = 1.2 * sin(2 * t), acceleration = 2.4 * cos(2 * t);
  double step = 1e-3, inertia, unused, before[2], after[2];

  find_energies(&inertia, &unused, angle);
  find_energies(&before[0], &before[1], angle - step);
  find_energies(&after[0], &after[1], angle + step);
  return inertia * acceleration + (after[0] - before[0]) / (4 * step) * rate * rate +
         (after[1] - before[1]) / (2 * step);
}

/* A four-bar whose crank is driven: it follows within 1 mrad, and the torque is that of the one
 * coordinate. */
static void
test_four_bar(void)
{
  static double times[N_SAMPLES], angles[N_SAMPLES];
  TrChannel channel = {.kind = TR_SIGNAL_MOTOR, .n = N_SAMPLES, .t = times, .y = angles};
  TrModel *model = tr_mechanism_hinge_four_bar();
  TrSimOptions options = {.h = 1e-3, .duration = 1.9, .compliance_scale = 1, .damping_scale = 1};
  double pose[3 * TR_POSE], twist[3 * TR_TWIST] = {0}, lag = 0, off = 0, largest = 0;
  TrTrajectory *t;
  TrError error = {0};

  model->n_motors = 1;
  model->motors = calloc(1, sizeof *model->motors);
  model->motors[0] = tr_motor_default();
  model->motors[0].drive = TR_DRIVE_POSITION;
  for (int i = 0; i < N_SAMPLES; i++) {
    times[i] = 1e-3 * i;
    angles[i] = crank_angle(times[i]);
  }
  tr_assert_ok(tr_start_pose(pose, model, &error), &error);
  tr_assert_ok(
      tr_simulate(&t, model, &(TrSimCase){pose, twist, 1, &channel}, &options, NULL, &error),
      &error);
  for (int i = 1; i + 1 < t->n_nodes; i++) {
    double time = i * options.h, torque = crank_torque(time);

    lag =
        fmax(lag, fabs(tr_joint_position(model, 0, tr_trajectory_pose(t, i)) - crank_angle(time)));
    largest = fmax(largest, fabs(torque));
    if (i > 10)
      off = fmax(off, fabs(t->drive_force[i] - torque));
  }
  g_test_message("follows within %.3g rad, torque off by %.3g N m of %.3g", lag, off, largest);
  g_assert_cmpfloat(lag, <, 1e-3);
  g_assert_cmpfloat(off, <, 0.01 * largest);
  tr_trajectory_free(t);
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/inverse-dynamics/four-bar", test_four_bar);
  return g_test_run();
}
