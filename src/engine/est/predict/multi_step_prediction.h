/* A log's motion as parameters predict it: simulated in one piece from the start, which is the open
 * loop, or anew every so many steps from the motion as it is known there. */
#pragma once

#include "engine/est/predict/start_state.h"
#include "engine/est/task/task_subset.h"

typedef struct TrPieces {
  int n;
  TrTrajectory **motions; /* [n] in turn.  A piece answers for the times after the end of the one
                             before it; up to two nodes of the known motion precede it, for sensors
                             that read several nodes */
  int *lead;              /* [n] how many those are */
  TrTrajectory *known;    /* the estimated motion, with quaternions that do not change sign */
} TrPieces;

typedef struct TrPieceOptions {
  TrSimOptions sim;
  TrStartState start;
  int steps;                  /* of a piece; 0: one piece */
  const TrTrajectory *motion; /* the log's estimated motion, with nodes at sim.h apart where there
                                 is more than one piece */
} TrPieceOptions;

/* TR_BAD_SETTING for a motion with another step; TR_CANCELLED; numerical failures as
 * tr_simulate() has them.  *out is NULL then. */
TR_NODISCARD TrStatus tr_pieces_new(TrPieces **out,
                                    const TrAppliedTask *applied,
                                    const TrPieceOptions *options,
                                    TrError *error);
void tr_pieces_free(TrPieces *pieces);

/* The pieces as one motion, each node from the piece that answers for it; NULL when memory is
 * out. */
TrTrajectory *tr_pieces_join(const TrPieces *pieces);
