/* What profiles and their grids share: fits of one problem with parameters held. */
#pragma once

#include "engine/est/identify/profile.h"
#include "engine/est/problem/problem.h"

/* A point of the problem to come back to. */
typedef struct TrSnapshot {
  double *pose, *velocity, *parameters; /* velocity NULL where there is none */
} TrSnapshot;

typedef struct TrProfiler {
  TrProblem *problem;
  TrProfiles *result;
  const TrFit *fit;
  const TrProfileOptions *options;
  const TrMonitor *monitor;
  double *floor, *ceiling; /* [p] of the problem, while parameters are held */
  TrSnapshot estimate;
  int most;       /* fits at most */
  int iterations; /* of the last fit */
} TrProfiler;

/* NULLs when memory is out; false. */
bool tr_snapshot_init(TrSnapshot *snapshot, const TrProblem *problem);
void tr_snapshot_clear(TrSnapshot *snapshot);
void tr_snapshot_save(TrSnapshot *snapshot, const TrProblem *problem);
void tr_snapshot_restore(const TrSnapshot *snapshot, TrProblem *problem);

/* Fits from the present point with n parameters held at values; delta of the result.  TR_CANCELLED,
 * or why the fit failed. */
TR_NODISCARD TrStatus
tr_profiler_fit(TrProfiler *p, double *delta, int n, const int *parameters, const double *values);

/* The grid of the pair, whose profiles are done.  TR_CANCELLED, TR_NO_MEMORY or TR_OK. */
TR_NODISCARD TrStatus tr_profiler_fill_grid(TrProfiler *p);
