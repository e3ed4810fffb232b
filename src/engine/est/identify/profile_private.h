/* Internal interface of est/identify/profile: fits of one problem with parameters fixed, for
 * profiles and grids. */
#pragma once

#include "engine/est/identify/profile.h"
#include "engine/est/problem/problem.h"

/* A saved point of the problem. */
typedef struct TrSnapshot {
  double *pose, *velocity, *parameters; /* velocity NULL where there is none */
} TrSnapshot;

/* State of a run of profiles. */
typedef struct TrProfiler {
  TrProblem *problem;
  TrProfiles *result;
  const TrFit *fit;
  const TrProfileOptions *options;
  const TrMonitor *monitor;
  double *floor, *ceiling; /* [p] of the problem, while parameters are fixed */
  TrSnapshot estimate;
  int most;       /* fits at most */
  int iterations; /* of the last fit */
} TrProfiler;

/* Allocates a snapshot; false, with NULL arrays, when memory is out. */
bool tr_snapshot_init(TrSnapshot *snapshot, const TrProblem *problem);
void tr_snapshot_clear(TrSnapshot *snapshot);
void tr_snapshot_save(TrSnapshot *snapshot, const TrProblem *problem);
void tr_snapshot_restore(const TrSnapshot *snapshot, TrProblem *problem);

/* Fits from the present point with n parameters fixed at values; returns delta of the result.
 * Fails with TR_CANCELLED or the error of the fit. */
TR_NODISCARD TrStatus
tr_profiler_fit(TrProfiler *p, double *delta, int n, const int *parameters, const double *values);

/* Fills the grid of the pair, whose profiles are done.  Returns TR_CANCELLED, TR_NO_MEMORY or
 * TR_OK. */
TR_NODISCARD TrStatus tr_profiler_fill_grid(TrProfiler *p);
