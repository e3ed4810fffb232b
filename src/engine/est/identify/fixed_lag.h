/* Fixed-lag smoothing (theory 13): a window of the last nodes slides along a log.  Nodes that
 * leave it are marginalised into an arrival cost (est/problem/arrival_cost.h), so that each window
 * costs the same whatever the length of the log, and the parameters follow as the samples arrive.
 *
 * A window that has not converged, or in which a bound stops a parameter, is no valid point of
 * linearisation: it grows, up to four times its length, instead of sliding, and is shortened again
 * later. */
#pragma once

#include "engine/est/task/fit.h"

/* Length and shift of the window. */
typedef struct TrFixedLagOptions {
  int window; /* nodes in the window, W; more after a poor start */
  int shift;  /* nodes by which it slides; 0 < shift <= window - 4 */
} TrFixedLagOptions;

/* Parameters over time, and the motion. */
typedef struct TrFixedLag {
  int n_windows, n_free;
  double *t;                /* [n_windows] of the newest node [s] */
  double *parameters;       /* [n_windows x n_free] */
  double *sigma;            /* [n_windows x n_free] from the information at the stated weights; NAN
                               where a parameter is not determined yet */
  TrTrajectory *trajectory; /* each node as estimated by the last window that contained it */
  TrModel *model;           /* with the last parameters */
  int iterations;           /* of all windows */
} TrFixedLag;

/* Runs over a task with one log, a formulation whose unknowns are the poses, and a number for
 * kappa.  Returns TR_NOT_CONVERGED where a window did not converge, or TR_CANCELLED: *out then
 * holds the windows done so far.  On bad input *out is NULL and `error` says why.  The caller frees
 * *out. */
TR_NODISCARD TrStatus tr_fixed_lag(TrFixedLag **out,
                                   const TrTask *task,
                                   const TrFixedLagOptions *options,
                                   TrError *error);
void tr_fixed_lag_free(TrFixedLag *lag);
