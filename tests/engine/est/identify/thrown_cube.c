#include "engine/est/identify/thrown_cube.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/random.h"
#include "engine/linalg/quat.h"
#include "engine/mbs/kinematics/readings.h"
#include "engine/sim/simulate.h"
#include "support/check.h"

#define PLACE_NOISE 2e-4
#define TURN_NOISE  8e-4

static const struct {
  TrParam param;
  double truth, start;
} quantities[TR_THROW_FREE] = {
    {{TR_PARAM_CONTACT_FRICTION, 0, 0}, 0.18, 0.4},
    {{TR_PARAM_CONTACT_RESTITUTION, 0, 0}, 0.25, 0.4},
    {{TR_PARAM_CONTACT_SIZE, 0, 0}, 0.051, 0.0525},
    {{TR_PARAM_INERTIA, 0, 0}, 9e-4, 6.5e-4},
};

/* Quantities that follow the half size along x and the moment of inertia about x. */
static const TrTie ties[] = {{{TR_PARAM_CONTACT_SIZE, 0, 1}, 2, 1},
                             {{TR_PARAM_CONTACT_SIZE, 0, 2}, 2, 1},
                             {{TR_PARAM_INERTIA, 0, 1}, 3, 1},
                             {{TR_PARAM_INERTIA, 0, 2}, 3, 1}};

static void
make_model(TrThrownCube *rig)
{
  rig->body = tr_body_default();
  rig->body.mass = 0.37;
  rig->joint = tr_joint_default();
  rig->joint.type = TR_JOINT_FREE;
  rig->contact = tr_contact_default();
  rig->contact.shape = TR_SHAPE_BOX;
  for (int i = 0; i < TR_THROW_CHANNELS; i++) {
    rig->sensors[i] = tr_sensor_default();
    rig->sensors[i].type = TR_SENSOR_BODY_POSE;
    rig->sensors[i].axis = i;
    rig->sensors[i].sigma = i < 3 ? PLACE_NOISE : TURN_NOISE;
    snprintf(rig->sensors[i].name, sizeof rig->sensors[i].name, "tracker.%d", i);
  }
  rig->model = (TrModel){.gravity = {.magnitude = 9.81, .direction = {0, 0, -1}},
                         .n_bodies = 1,
                         .bodies = &rig->body,
                         .n_joints = 1,
                         .joints = &rig->joint,
                         .n_sensors = TR_THROW_CHANNELS,
                         .sensors = rig->sensors,
                         .n_contacts = 1,
                         .contacts = &rig->contact};
}

static void
set_values(TrThrownCube *rig, const double *values)
{
  for (int i = 0; i < TR_THROW_FREE; i++)
    tr_param_set(&rig->model, quantities[i].param, values[i]);
  for (size_t k = 0; k < TR_COUNT(ties); k++)
    tr_param_set(&rig->model, ties[k].param, values[ties[k].master]);
}

static TrTrajectory *throw(TrThrownCube * rig, TrRandom *random)
{
  TrSimOptions options = {.h = TR_THROW_STEP,
                          .duration = (TR_THROW_NODES - 1) * TR_THROW_STEP,
                          .compliance_scale = 1,
                          .damping_scale = 1};
  double pose[TR_POSE] = {0}, twist[TR_TWIST], turn[3];
  TrTrajectory *motion;

  for (int i = 0; i < 3; i++) {
    turn[i] = 3 * tr_random_uniform(random) - 1.5;
    twist[i] = i < 2 ? 2 * tr_random_uniform(random) - 1 : -0.5;
    twist[3 + i] = 10 * tr_random_uniform(random) - 5;
  }
  pose[2] = 0.16;
  tr_quat_exp(pose + 3, turn);
  tr_assert_ok(
      tr_simulate(&motion, &rig->model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, NULL),
      NULL);
  return motion;
}

static void
make_log(TrThrownCube *rig, int log)
{
  TrRandom random = tr_random_stream(7, (uint64_t)log);
  TrTrajectory *motion = throw(rig, &random);

  rig->logs[log] = (TrLog){.end = (TR_THROW_NODES - 1) * TR_THROW_STEP,
                           .n_channels = TR_THROW_CHANNELS,
                           .channels = rig->channels[log]};
  snprintf(rig->logs[log].name, sizeof rig->logs[log].name, "throw %d", log + 1);
  for (int i = 0; i < TR_THROW_CHANNELS; i++) {
    double *y = rig->y[log][i];

    tr_motion_readings(y, &rig->model, i, motion);
    for (int k = 0; k < TR_THROW_NODES; k++)
      y[k] += rig->sensors[i].sigma * tr_random_normal(&random);
    rig->channels[log][i] =
        (TrChannel){.kind = TR_SIGNAL_SENSOR, .index = i, .n = TR_THROW_NODES, .t = rig->t, .y = y};
  }
  tr_trajectory_free(motion);
}

void
tr_thrown_cube_set_up(TrThrownCube *rig)
{
  double start[TR_THROW_FREE];

  memset(rig, 0, sizeof *rig);
  make_model(rig);
  for (int k = 0; k < TR_THROW_NODES; k++)
    rig->t[k] = k * TR_THROW_STEP;
  for (int i = 0; i < TR_THROW_FREE; i++) {
    rig->truth[i] = quantities[i].truth;
    start[i] = quantities[i].start;
    rig->free[i] = (TrFree){.param = quantities[i].param,
                            .start = start[i],
                            .min = 0,
                            .max = i == 1 ? 1 : INFINITY,
                            .prior_mean = start[i],
                            .prior_sigma = INFINITY};
  }
  set_values(rig, rig->truth);
  for (int log = 0; log < TR_THROWS; log++)
    make_log(rig, log);
  set_values(rig, start);
  memcpy(rig->ties, ties, sizeof ties);
  rig->task = (TrTask){.model = &rig->model,
                       .n_free = TR_THROW_FREE,
                       .free = rig->free,
                       .n_ties = TR_COUNT(ties),
                       .ties = rig->ties,
                       .n_logs = TR_THROWS,
                       .logs = rig->logs,
                       .settings = tr_settings_default()};
  rig->task.settings.h = TR_THROW_STEP;
  rig->task.settings.observations = TR_OBSERVE_NODE;
  rig->task.settings.formulation = TR_FORMULATION_PREDICTED;
}
