#include "engine/est/identify/shaken_pendulum.h"

#include <math.h>
#include <string.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

/* The amplitude grows by so much a second. */
static double
shake(double t, double growth)
{
  return sin(4 * G_PI * t) * (1 + growth * t);
}

/* Noise that is white enough, and the same everywhere. */
static double
get_noise(int k)
{
  return TR_SHAKEN_NOISE * sin(91.0 * k * k);
}

void
tr_shaken_set_up(TrShaken *rig, double growth, double delay)
{
  TrSimOptions options = {.h = TR_SHAKEN_STEP,
                          .duration = (TR_SHAKEN_NODES - 1) * TR_SHAKEN_STEP,
                          .compliance_scale = 1,
                          .damping_scale = 1};
  double pose[TR_POSE], twist[TR_TWIST];
  TrTrajectory *motion;

  memset(rig, 0, sizeof *rig);
  rig->model = tr_mechanism_pendulum();
  rig->model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  rig->model->joints[0].friction.viscous = 4e-3;
  rig->model->motors[0] = (TrMotor){.name = "m1", .joint = 0, .gain = 0.1, .gear = 1};
  rig->model->sensors[0].sigma = TR_SHAKEN_NOISE;
  rig->channels[0] =
      (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = TR_SHAKEN_NODES, .t = rig->t, .y = rig->y};
  rig->channels[1] = (TrChannel){
      .kind = TR_SIGNAL_MOTOR, .n = TR_SHAKEN_NODES, .t = rig->t, .y = rig->u, .linear = true};
  for (int k = 0; k < TR_SHAKEN_NODES; k++) {
    rig->t[k] = k * TR_SHAKEN_STEP;
    rig->u[k] = shake(rig->t[k] - delay, growth);
  }
  tr_forward_kinematics(pose, twist, rig->model, (double[]){0.3}, (double[]){0});
  tr_assert_ok(tr_simulate(&motion, rig->model, &(TrSimCase){pose, twist, 1, &rig->channels[1]},
                           &options, NULL, NULL),
               NULL);
  for (int k = 0; k < TR_SHAKEN_NODES; k++) {
    rig->u[k] = shake(rig->t[k], growth);
    rig->y[k] = tr_joint_position(rig->model, 0, tr_trajectory_pose(motion, k)) + get_noise(k);
  }
  tr_trajectory_free(motion);
  rig->log = (TrLog){.name = "log",
                     .start = 1,
                     .end = (TR_SHAKEN_NODES - 1) * TR_SHAKEN_STEP,
                     .n_channels = 2,
                     .channels = rig->channels};
  rig->task = (TrTask){.model = rig->model,
                       .free = rig->free,
                       .n_logs = 1,
                       .logs = &rig->log,
                       .settings = tr_settings_default()};
  rig->task.settings.observations = TR_OBSERVE_NODE;
  rig->task.settings.kappa = 1e4;
}

TrFree *
tr_shaken_add_free(TrShaken *rig, const char *id, double start)
{
  TrFree *f = &rig->free[rig->task.n_free++];

  *f = (TrFree){.start = start, .min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
  if (id)
    g_assert_true(tr_param_find(&f->param, rig->model, id));
  return f;
}

void
tr_shaken_free_delay(TrShaken *rig)
{
  TrFree *delay = tr_shaken_add_free(rig, NULL, 0.5);

  delay->param = (TrParam){TR_PARAM_CHANNEL_DELAY, 0, 1};
  delay->min = 0;
  delay->max = 0.7;
  tr_shaken_add_free(rig, "motor.m1.gain", 0.08)->min = 0.01;
}
