/* Logs of a pendulum that is let go, with random impulses of the size that belongs to a kappa, and
 * noise; two parameters are free, and start off the truth. */
#pragma once

#include <glib.h>

#include "engine/est/task/fit.h"

enum { TR_DRAWN_NODES = 601, TR_DRAWN_FREE = 2 };

#define TR_DRAWN_STEP  0.01 /* [s] */
#define TR_DRAWN_NOISE 1e-3 /* [rad] the sensor's stated sigma */

/* Points into itself. */
typedef struct TrDrawnLog {
  TrModel *model;
  double t[TR_DRAWN_NODES], y[TR_DRAWN_NODES], truth[TR_DRAWN_FREE];
  TrChannel channel;
  TrLog log;
  TrFree free[TR_DRAWN_FREE];
  TrTask task;
  GRand *random;
} TrDrawnLog;

/* Sets up the task without samples; the caller tears it down. */
void tr_drawn_log_set_up(TrDrawnLog *f);
void tr_drawn_log_tear_down(TrDrawnLog *f);

/* Draws the samples. */
void tr_drawn_log_draw(TrDrawnLog *f, double noise, double kappa);

/* Returns the fit of the task; the caller frees it. */
TrFit *tr_drawn_log_identify(TrDrawnLog *f);
