/* Throws of a cube onto a table, simulated by the stepper and seen by a tracker with noise. */
#pragma once

#include "engine/est/task/task.h"

enum {
  TR_THROWS = 4,
  TR_THROW_NODES = 90,
  TR_THROW_CHANNELS = 7,
  TR_THROW_FREE = 4 /* friction, restitution, half size, inertia */
};

#define TR_THROW_STEP (1. / 148)

/* A task with automatic kappa whose start values are off. */
typedef struct TrThrownCube {
  TrBody body;
  TrJoint joint;
  TrContact contact;
  TrSensor sensors[TR_THROW_CHANNELS];
  TrModel model;
  double t[TR_THROW_NODES], y[TR_THROWS][TR_THROW_CHANNELS][TR_THROW_NODES];
  TrChannel channels[TR_THROWS][TR_THROW_CHANNELS];
  TrLog logs[TR_THROWS];
  TrFree free[TR_THROW_FREE];
  TrTie ties[4];
  double truth[TR_THROW_FREE];
  TrTask task;
} TrThrownCube;

/* Points into itself: do not copy. */
void tr_thrown_cube_set_up(TrThrownCube *rig);
