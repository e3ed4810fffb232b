/* The matrix of a time step of a mechanism of many bodies, factored in time and memory linear in
 * the bodies of a tree:
 *
 *   [ M_v  G^T   ] [ v       ]   [ p ]
 *   [ G    -Sigma] [ -lambda ] = [ c ]
 *
 * It is quasi-definite, so that L D L^T exists in any order (Vanderbei 1995).  The order is that of
 * the tree, leaves first, each body before the rows of the joint that carries it: then every pivot
 * block is an articulated inertia or the compliance of a joint over it, both definite (Baraff
 * 1996).  Rows that close loops, and those of gears, come last.  SuiteSparse's CHOLMOD factors.
 *
 * Each joint with an axis may have one more row behind those of its constraints, which holds its
 * rate:  s+ + give F = target  with the impulse F along the axis as its multiplier.  Where the row
 * is off, F is zero. */
#pragma once

#include "engine/sim/local_rows.h"

typedef struct TrStepMatrix TrStepMatrix;

/* Numbers of one step. */
typedef struct TrStepRows {
  const double *jac;   /* G, local rows (sim/local_rows.h) */
  const double *sigma; /* [m] diagonal of Sigma */
  const double *axes;  /* G-bar, local rows: directions of the joints' coordinates */
  const double *axial; /* [n_joints] inertia along each: M_v = M + axes^T diag(axial) axes */
  const double *give;  /* [n_joints] compliance of the rows that hold rates, negative where they are
                          off; NULL: all are */
} TrStepRows;

/* Right sides and solution of a step. */
typedef struct TrStepSides {
  const double *p;      /* [n] momentum */
  const double *c;      /* [m] of the rows; NULL: zero */
  const double *target; /* [n_joints] of the rows that hold rates, zero where they are off; NULL:
                           zero */
  double *v;            /* [n] twist */
  double *lambda;       /* [m] */
  double *held;         /* [n_joints] impulses of the rows that hold rates; nullable */
} TrStepSides;

/* Number of bodies from which on the sparse matrix is faster than a dense one. */
enum { TR_SPARSE_BODIES = 6 };

/* Returns the matrix of a mechanism of a model; NULL when memory is out.  can_hold[n_joints]:
 * joints whose rate may be held, NULL: none.  The caller frees it; one thread at a time. */
TrStepMatrix *
tr_step_matrix_new(const TrModel *model, const TrMechanism *mechanism, const bool *can_hold);
void tr_step_matrix_free(TrStepMatrix *matrix);

/* Factors the matrix of a step.  Rows of loops, and rows that hold their joints, have at least the
 * share `floor` of their inverse inertia as compliance, since some may depend on others.  Returns
 * TR_NOT_DEFINITE when it is singular, TR_NO_MEMORY. */
TR_NODISCARD TrStatus tr_step_matrix_factor(TrStepMatrix *matrix,
                                            const TrStepRows *rows,
                                            double floor);

/* Solves for twist and multipliers. */
void tr_step_matrix_solve(TrStepMatrix *matrix, const TrStepSides *sides);
