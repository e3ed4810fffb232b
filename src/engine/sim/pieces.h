/* Dry friction, smooth friction and stops in a step of many bodies, in time linear in the bodies.
 *
 * The impulse F along a joint falls with its rate s+ after the step: by friction, which jumps where
 * the rate changes its sign, and by the springs of the stops.  On each piece of that line
 *
 *   s+ + give F = target,   give = 0 where the joint sticks,   or F is fixed where it slides,
 *
 * so that with one piece chosen for each joint the step is a linear system, whose sparse matrix has
 * one more row for each joint that is held (sim/step_matrix.h).  The pieces are those where s+ and
 * F lie on them: the solution of the programme of the small mechanisms (theory 3.4).  They are
 * found from those of the step before by block pivoting: all friction and all stops that are off
 * their piece change (Júdice and Pires 1994).  Where that does not make them fewer, the active set
 * of the programme is followed instead, which changes by one; where this does not end or a system
 * is singular, the programme itself is solved. */
#pragma once

#include "engine/base/base.h"

struct TrSpook;
typedef struct TrPieces TrPieces;

/* Returns the pieces of a stepper; NULL when memory is out.  The caller frees them. */
TrPieces *tr_pieces_new(const struct TrSpook *spook);
void tr_pieces_free(TrPieces *pieces);

/* Joints [n_joints] along which friction or a stop acts. */
const bool *tr_pieces_joints(const TrPieces *pieces);

/* Limits the turns of pivoting that make nothing better, and those of the active set; 0: it is not
 * tried. */
void tr_pieces_limit(TrPieces *pieces, int patience, int most);

/* Rounds so far that have solved the programme. */
int tr_pieces_programmes(const TrPieces *pieces);

/* Begins a step: its matrix has new numbers. */
void tr_pieces_begin(struct TrSpook *spook);

/* One round with the momentum, the bounds and the lines of smooth friction of the stepper: twist,
 * multipliers and impulses along the joints.  *change: largest relative change of bounds and lines
 * that follows from them.  TR_NO_MEMORY, TR_NOT_DEFINITE, TR_NOT_CONVERGED. */
TR_NODISCARD TrStatus tr_pieces_solve(struct TrSpook *spook,
                                      double *twist,
                                      int round,
                                      double *change);
