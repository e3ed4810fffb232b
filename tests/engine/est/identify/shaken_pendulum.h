/* Logs of a pendulum that a motor shakes, with a delay of its input: the delay of a periodic input
 * has an optimum in every period. */
#pragma once

#include <glib.h>

#include "engine/est/task/task.h"

enum { TR_SHAKEN_NODES = 401, TR_SHAKEN_FREE = 4 };

#define TR_SHAKEN_STEP  0.01
#define TR_SHAKEN_NOISE 1e-3
#define TR_SHAKEN_DELAY 0.05

/* A pendulum that a motor shakes at 2 Hz; the log begins after a second of it. */
typedef struct TrShaken {
  TrModel *model;
  double t[TR_SHAKEN_NODES], u[TR_SHAKEN_NODES], y[TR_SHAKEN_NODES];
  TrChannel channels[2];
  TrLog log;
  TrFree free[TR_SHAKEN_FREE];
  TrTask task;
} TrShaken;

/* Sets up the log; the amplitude grows by the share `growth` a second, and the true input
 * is `delay` [s] behind that of the log.  The caller frees the model. */
void tr_shaken_set_up(TrShaken *rig, double growth, double delay);

/* Adds a free quantity of this id, NULL for one that the caller names. */
TrFree *tr_shaken_add_free(TrShaken *rig, const char *id, double start);

/* Frees the delay, which starts in the wrong period, and the gain. */
void tr_shaken_free_delay(TrShaken *rig);
