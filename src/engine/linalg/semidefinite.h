/* Convex quadratic programme over matrix inequalities of order four, by a barrier method (Boyd and
 * Vandenberghe 2004, chapter 11).
 *
 *   min 1/2 x^T A x + g^T x + pull sum_b (tr(R_b^-1 P_b(x)) - log det P_b(x))
 *   subject to  C x <= d,  P_b(x) = P_b0 + sum_i x_i P_bi positive semidefinite
 *
 * The pseudo-inertia of a body is such a P_b; `pull` draws it to R_b in the log-det distance, which
 * is convex and infinite at the border (Lee, Wensing and Park 2020). */
#pragma once

#include "engine/base/base.h"

enum { TR_PSEUDO = 4, TR_PSEUDO_SIZE = TR_PSEUDO * TR_PSEUDO };

typedef struct TrSemidefinite {
  int n, n_rows, n_blocks;
  const double *a;         /* [n x n] symmetric positive semidefinite, lower part read */
  const double *g;         /* [n] */
  const double *rows;      /* [n_rows x n] C */
  const double *most;      /* [n_rows] d */
  const double *block;     /* [n_blocks x (n + 1) x 16] P_b0, P_b1 ... P_bn, symmetric */
  const double *reference; /* [n_blocks x 16] R_b; read where pull > 0 */
  double pull;             /* >= 0 */
  double gap;              /* > 0: the objective may end so much above its minimum */
} TrSemidefinite;

/* Solves for x[n]; x at the call is the start.  Where it is on the border or outside, a first phase
 * moves it inside; conditions that leave nothing between them may be missed by 1e-10 of their
 * sizes. Allocates.  Returns TR_BAD_SETTING when conditions contradict, TR_NO_MEMORY, or
 * TR_NOT_DEFINITE when A is not semidefinite. */
TR_NODISCARD TrStatus tr_semidefinite_solve(double *x, const TrSemidefinite *problem);
