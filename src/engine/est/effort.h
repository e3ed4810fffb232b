/* What the start motion of a log asks of the joints: inverse dynamics. */
#pragma once

#include "engine/est/prepare.h"

typedef struct TrEffort {
  int n_logs, n_joints;
  int *n_nodes;     /* [n_logs] */
  double **force;   /* [n_logs][n_nodes x n_joints] torque or force along each joint [N m, N] that
                       the step of a node needs: inertia, gyroscopic terms and gravity with the task's
                       numbers, without friction and motors; 0 at the first and last node, and in
                       closed loops at joints without a motor */
  double *reaction; /* [n_joints] largest force of the joint's linear constraint rows [N] */
} TrEffort;

/* The forces f that explain the start motion: min |r + (dr/df) f| per step, r the residual of
 * est/stage.h with no input, f along the joints.  gravity: with or without it.  TR_NO_MEMORY, or
 * what preparing the task returns. */
TR_NODISCARD TrStatus tr_effort_new(TrEffort **out, const TrTask *task, bool gravity);
void tr_effort_free(TrEffort *effort);
