/* Fixed-lag smoothing (theory 13): a window of the last nodes slides along a log.  Nodes that
 * leave it are marginalised into an arrival cost (est/problem/arrival_cost.h), so that each window
 * costs the same however long the log is, and the parameters follow as the samples come in.
 *
 * A window that has not converged, or in which a bound stops a parameter, is no place to linearise
 * at: it grows, up to four times its length, instead of sliding, and is shortened again later. */
#pragma once

#include "engine/est/task/fit.h"

typedef struct TrFixedLagOptions {
  int window; /* nodes in the window, W, but for a poor start */
  int shift;  /* nodes by which it moves on; 0 < shift <= window - 4 */
} TrFixedLagOptions;

typedef struct TrFixedLag {
  int n_windows, n_free;
  double *t;                /* [n_windows] of the newest node [s] */
  double *parameters;       /* [n_windows x n_free] */
  double *sigma;            /* [n_windows x n_free] of the information at the stated weights; NAN
                               where a parameter is not determined yet */
  TrTrajectory *trajectory; /* each node as the last window that had it saw it */
  TrModel *model;           /* with the last parameters in place */
  int iterations;           /* of all windows */
} TrFixedLag;

/* The task has one log and a formulation whose unknowns are the poses, and its kappa is a number.
 * TR_NOT_CONVERGED where a window did not converge, TR_CANCELLED: *out holds what there is.  With
 * bad input *out is NULL. */
TR_NODISCARD TrStatus tr_fixed_lag(TrFixedLag **out,
                                   const TrTask *task,
                                   const TrFixedLagOptions *options,
                                   TrError *error);
void tr_fixed_lag_free(TrFixedLag *lag);
