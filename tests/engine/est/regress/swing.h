/* A driven pendulum whose motion and torque are formulas: q = a sin(w t) + b sin(2.3 w t). */
#pragma once

#include "engine/est/identify/identify.h"

enum { N = 4001 };

typedef struct {
  TrModel *model;
  double t[N], q[N], u[N];
  TrChannel channels[2];
  TrLog log;
  TrFree free[4];
  TrTask task;
} Swing;

/* A regression of its inertia, viscous and dry friction; the fourth of `free` is the gain. */
Swing *make_swing(void);
void free_swing(Swing *swing);

/* A free quantity from zero up. */
TrFree free_of(TrParamKind kind, int owner, int axis, double start);
