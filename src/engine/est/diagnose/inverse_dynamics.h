/* Joint forces that the start motion of a log requires (inverse dynamics). */
#pragma once

#include "engine/est/prepare/prepare.h"

enum { TR_INVERSE_DYNAMICS_SLOPES = 2000 }; /* nodes of a log, about, whose slopes are kept */

/* Joint forces of the start motions of all logs, and their slopes. */
typedef struct TrInverseDynamics {
  int n_logs, n_joints, n_free;
  int *n_nodes;   /* [n_logs] */
  double **force; /* [n_logs][n_nodes x n_joints] torque or force along each joint [N m, N] that the
                     step of a node requires: inertia, gyroscopic terms and gravity with the task's
                     numbers, without motors and the friction of that joint; 0 at the first and last
                     node, at driven joints, and in closed loops at joints without a motor, whose
                     friction counts for the joints that have one */
  int stride;     /* slopes belong to the nodes 0, stride, 2 stride, ... */
  double **slope; /* [n_logs][n_nodes/stride + 1 x n_joints x n_free] of the force by the
                     task's free quantities; 0 by those of motors and channels; NULL until they
                     are added */
  double *reaction; /* [n_joints] largest force of the joint's linear constraint rows [N] */
} TrInverseDynamics;

/* Options of the computation. */
typedef struct TrInverseDynamicsOptions {
  bool gravity;              /* counts; else the forces lack it */
  const TrPrepared *motions; /* the task's prepared motions; NULL: they are computed */
  int n_slopes; /* nodes of a log, about, whose slopes are kept; 0: TR_INVERSE_DYNAMICS_SLOPES, less
                   of large mechanisms */
} TrInverseDynamicsOptions;

/* Computes the joint forces f of the start motion: min |r + (dr/df) f| in each step, r the residual
 * of est/step/residual.h without input.  The caller frees *out with tr_inverse_dynamics_free().
 * Returns TR_NO_MEMORY, or the error of preparing the task. */
TR_NODISCARD TrStatus tr_inverse_dynamics_new(TrInverseDynamics **out,
                                              const TrTask *task,
                                              TrInverseDynamicsOptions options);

/* Adds the slopes to forces with gravity of the same task, by one evaluation of the motion for each
 * free quantity; the task must free no geometry (tr_inverse_dynamics_knows_slopes()). motions: as
 * above. */
TR_NODISCARD TrStatus tr_inverse_dynamics_add_slopes(TrInverseDynamics *dynamics,
                                                     const TrTask *task,
                                                     const TrPrepared *motions);

/* Returns false where centres of mass, anchors or lengths are free: the poses of the start motion
 * depend on them. */
bool tr_inverse_dynamics_knows_slopes(const TrTask *task);
void tr_inverse_dynamics_free(TrInverseDynamics *dynamics);
