/* Multi-step prediction: a log's motion as parameters predict it, simulated in one piece from the
 * start (open loop) or in pieces of a number of steps, each restarted from the known motion. */
#pragma once

#include "engine/est/predict/start_state.h"
#include "engine/est/task/task_subset.h"

/* The simulated pieces; owned. */
typedef struct TrMultiStepPrediction {
  int n;
  TrTrajectory **motions; /* [n] in order.  A piece covers the times after the end of the one before
                             it; up to two nodes of the known motion precede it, for sensors that
                             read several nodes */
  int *lead;              /* [n] number of these nodes */
  TrTrajectory *known;    /* the estimated motion, with quaternions that do not change sign */
} TrMultiStepPrediction;

/* Options of the prediction. */
typedef struct TrMultiStepOptions {
  TrSimOptions sim;
  TrStartState start;
  int steps;                  /* of a piece; 0: one piece */
  const TrTrajectory *motion; /* the log's estimated motion, with nodes at sim.h apart where there
                                 is more than one piece */
} TrMultiStepOptions;

/* Returns TR_BAD_SETTING for a motion with another step, TR_CANCELLED, or the numerical failures of
 * tr_simulate(); *out is NULL then.  The caller frees *out. */
TR_NODISCARD TrStatus tr_multi_step_prediction_new(TrMultiStepPrediction **out,
                                                   const TrAppliedTask *applied,
                                                   const TrMultiStepOptions *options,
                                                   TrError *error);
void tr_multi_step_prediction_free(TrMultiStepPrediction *pieces);

/* Returns the pieces as one motion, each node from the piece that covers it; the caller frees it;
 * NULL when memory is out. */
TrTrajectory *tr_multi_step_prediction_join(const TrMultiStepPrediction *pieces);
