/* The matrix of a time step of a mechanism of many bodies, factored in time and memory linear in
 * the bodies of a tree:
 *
 *   [ M_v  G^T   ] [ v       ]   [ p ]
 *   [ G    -Sigma] [ -lambda ] = [ c ]
 *
 * It is quasi-definite, so that L D L^T exists in any order (Vanderbei 1995).  The order is that of
 * the tree, leaves first, each body before the rows of the joint that carries it: then every pivot
 * block is an articulated inertia or the compliance of a joint over it, both definite (Baraff
 * 1996).  Rows that close loops, and those of gears, come last.  SuiteSparse's CHOLMOD factors. */
#pragma once

#include "engine/mbs/mechanism/mechanism.h"

typedef struct TrStepMatrix TrStepMatrix;

/* Numbers of one step. */
typedef struct TrStepRows {
  const double *jac;   /* [m x n] G */
  const double *sigma; /* [m] diagonal of Sigma */
  const double *axes;  /* [n_joints x n] directions of the joints' coordinates */
  const double *axial; /* [n_joints] inertia along each: M_v = M + axes^T diag(axial) axes */
} TrStepRows;

/* Number of bodies from which on the sparse matrix is faster than a dense one. */
enum { TR_SPARSE_BODIES = 6 };

/* Returns the matrix of a mechanism of a model; NULL when memory is out.  The caller frees it; one
 * thread at a time. */
TrStepMatrix *tr_step_matrix_new(const TrModel *model, const TrMechanism *mechanism);
void tr_step_matrix_free(TrStepMatrix *matrix);

/* Factors the matrix of a step.  Rows of loops have at least the share `floor` of their inverse
 * inertia as compliance, since some may depend on others.  Returns TR_NOT_DEFINITE when it is
 * singular, TR_NO_MEMORY. */
TR_NODISCARD TrStatus tr_step_matrix_factor(TrStepMatrix *matrix,
                                            const TrStepRows *rows,
                                            double floor);

/* Solves for twist v[n] and multipliers lambda[m] for the momentum p[n] and the rows c[m], NULL:
 * zero. */
void tr_step_matrix_solve(
    TrStepMatrix *matrix, double *v, double *lambda, const double *p, const double *c);
