/* Internal interface of sim/pieces. */
#pragma once

#include "engine/sim/spook_private.h"

/* Dry friction: at one of its bounds, or within them. */
typedef enum TrSide { TR_AT_LEAST = -1, TR_STICKS, TR_AT_BOUND } TrSide;

/* Bits of what has left its piece: friction, and the stops by their index at the joint. */
enum { TR_WRONG_FRICTION = 1, TR_WRONG_STOP = 2, TR_MAX_JOINT_STOPS = 2 };

typedef struct TrPiece {
  bool is_dry;
  int first_stop, n_stops; /* stops of a joint follow each other */
  TrSide side, next;       /* next: to which friction would change */
  bool is_closed[TR_MAX_JOINT_STOPS];
  double least_give;  /* of a stop */
  double line, level; /* smooth friction in this round: level - line s+ */
  int wrong;
} TrPiece;

struct TrPieces {
  int patience, most, n_programmes;
  bool is_stale;                                          /* the matrix has new numbers */
  TrPiece *pieces;                                        /* [n_joints] */
  bool *acts;                                             /* [n_joints] */
  double *block;                                          /* owns the arrays below */
  double *give, *target, *fixed, *held, *factored, *rate; /* [n_joints] */
  double *momentum;                                       /* [n] */
  double *now; /* [n_joints + n_stops] impulses of the descent, within their bounds */
};

/* Returns whether a joint's friction may stick, and whether it does on its present piece. */
static inline bool
tr_pieces_may_stick(const TrSpook *s, int joint)
{
  return s->pieces->pieces[joint].is_dry && s->least[joint] < s->bound[joint];
}

static inline bool
tr_pieces_stick(const TrSpook *s, int joint)
{
  return tr_pieces_may_stick(s, joint) && s->pieces->pieces[joint].side == TR_STICKS;
}

/* Solves the linear system of the present pieces for twist and multipliers. */
TR_NODISCARD TrStatus tr_pieces_solve_system(TrPieces *pieces, TrSpook *s, double *twist);

/* Reads the impulses of friction and stops out of the solution, and notes what is off its piece;
 * returns their number. */
int tr_pieces_read(TrPieces *pieces, TrSpook *s, const double *twist);

/* Finds the pieces by the active set of the programme (linalg/boxqp.h), which grows and shrinks by
 * one: each of its systems costs as much as a turn of the pivoting, and the programme's minimum
 * falls.  TR_NOT_CONVERGED where that does not end. */
TR_NODISCARD TrStatus tr_pieces_descend(TrPieces *pieces, TrSpook *s, double *twist);
