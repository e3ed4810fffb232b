/* A pendulum with a motor and one noisy angle, simulated by the stepper that is then fitted: gain,
 * inertia and viscous friction are free, and the weights follow from the noise. */
#pragma once

#include <glib.h>

#include "engine/est/task/fit.h"
#include "engine/mbs/model/model.h"

enum { TR_MOTOR_RIG_NODES = 401, TR_MOTOR_RIG_FREE = 3 };

/* Indices of the free parameters. */
enum { TR_MOTOR_RIG_GAIN, TR_MOTOR_RIG_INERTIA, TR_MOTOR_RIG_VISCOUS };

#define TR_MOTOR_RIG_STEP 0.01 /* [s] */

extern const char *const tr_motor_rig_ids[TR_MOTOR_RIG_FREE];

typedef struct TrMotorRun {
  int n_nodes;         /* at most TR_MOTOR_RIG_NODES */
  double angle, noise; /* [rad] at the start; sd of a sample */
  double drive;        /* amplitude of the motor's sweep */
  int rest;            /* steps before it begins */
  double start;        /* of the free parameters, in units of the truth */
  guint32 seed;
} TrMotorRun;

/* Points into itself: a copy needs new pointers to channels, log and task. */
typedef struct TrMotorRig {
  TrModel *model;
  double t[TR_MOTOR_RIG_NODES], u[TR_MOTOR_RIG_NODES], y[TR_MOTOR_RIG_NODES];
  double truth[TR_MOTOR_RIG_FREE];
  TrChannel channels[2];
  TrLog log;
  TrFree free[TR_MOTOR_RIG_FREE];
  TrTask task;
} TrMotorRig;

/* Sets up a rig; the caller frees the model. */
void tr_motor_rig_set_up(TrMotorRig *rig, const TrMotorRun *run);
