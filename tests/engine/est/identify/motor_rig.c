#include "engine/est/identify/motor_rig.h"

#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

const char *const tr_motor_rig_ids[TR_MOTOR_RIG_FREE] = {"motor.m1.gain", "body.A.inertia.zz",
                                                         "joint.h1.viscous"};

static void
change_model(TrModel *model, double noise)
{
  model->joints[0].friction.model = TR_FRICTION_VISCOUS;
  model->joints[0].friction.viscous = 2e-3;
  model->motors[0].rotor_inertia = 0;
  model->motors[0].gain = 0.1;
  model->sensors[0].sigma = noise;
}

static void
drive(TrMotorRig *rig, const TrMotorRun *run)
{
  gsize n = (gsize)run->n_nodes;

  for (int k = 0; k < run->n_nodes; k++) {
    double s = fmax(0, (k - run->rest) * TR_MOTOR_RIG_STEP);

    rig->t[k] = k * TR_MOTOR_RIG_STEP;
    rig->u[k] = run->drive * sin(2 * G_PI * (1 + 0.4 * s) * s);
  }
  rig->channels[0] = (TrChannel){.kind = TR_SIGNAL_SENSOR, .n = n, .t = rig->t, .y = rig->y};
  rig->channels[1] = (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = n, .t = rig->t, .y = rig->u};
}

static void
simulate(TrMotorRig *rig, const TrMotorRun *run)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(run->seed);
  TrSimOptions options = {.h = TR_MOTOR_RIG_STEP,
                          .duration = (run->n_nodes - 1) * TR_MOTOR_RIG_STEP,
                          .compliance_scale = 1,
                          .damping_scale = 1};
  double pose[TR_POSE], twist[TR_TWIST];
  TrTrajectory *motion;

  tr_forward_kinematics(pose, twist, rig->model, &run->angle, (double[]){0});
  tr_assert_ok(tr_simulate(&motion, rig->model, &(TrSimCase){pose, twist, 1, &rig->channels[1]},
                           &options, NULL, NULL),
               NULL);
  for (int k = 0; k < run->n_nodes; k++) {
    double a = g_rand_double_range(random, 1e-12, 1), b = g_rand_double(random);

    rig->y[k] = tr_joint_position(rig->model, 0, tr_trajectory_pose(motion, k)) +
                run->noise * sqrt(-2 * log(a)) * cos(2 * G_PI * b);
  }
  tr_trajectory_free(motion);
}

static void
free_parameters(TrMotorRig *rig, double start)
{
  for (int i = 0; i < TR_MOTOR_RIG_FREE; i++) {
    TrFree *free = &rig->free[i];

    *free = (TrFree){.min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};
    g_assert_true(tr_param_find(&free->param, rig->model, tr_motor_rig_ids[i]));
    rig->truth[i] = tr_param_get(rig->model, free->param);
    free->start = start * rig->truth[i];
    tr_param_set(rig->model, free->param, free->start);
  }
}

void
tr_motor_rig_set_up(TrMotorRig *rig, const TrMotorRun *run)
{
  *rig = (TrMotorRig){.model = tr_mechanism_pendulum()};
  change_model(rig->model, run->noise);
  drive(rig, run);
  simulate(rig, run);
  free_parameters(rig, run->start);
  rig->log = (TrLog){.name = "log",
                     .end = (run->n_nodes - 1) * TR_MOTOR_RIG_STEP,
                     .n_channels = 2,
                     .channels = rig->channels};
  rig->task = (TrTask){.model = rig->model,
                       .n_free = TR_MOTOR_RIG_FREE,
                       .free = rig->free,
                       .n_logs = 1,
                       .logs = &rig->log,
                       .settings = tr_settings_default()};
  rig->task.settings.observations = TR_OBSERVE_NODE;
  /* as for a log whose forces are known: only the sensor has noise */
  rig->task.settings.kappa = 1e13 * run->noise * run->noise;
}
