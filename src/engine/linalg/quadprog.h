/* Convex quadratic programme with linear constraints and a box, for the few variables of a
 * parameter step: the dual active-set method of Goldfarb and Idnani 1983 (theory 7.3).
 *
 * It starts at the unconstrained minimum and adds one violated constraint after the other, so that
 * it needs no feasible start and detects infeasibility. */
#pragma once

#include "engine/base/base.h"

/* min 1/2 x^T A x + g^T x  subject to  lower <= x <= upper,  least <= C x <= most */
typedef struct TrQuadprog {
  int n, n_rows;
  const double *a;             /* [n x n] symmetric positive definite, lower part read */
  const double *g;             /* [n] */
  const double *lower, *upper; /* [n] infinite where free; both equal: fixed */
  const double *rows;          /* [n_rows x n] C */
  const double *least, *most;  /* [n_rows] infinite where free; both equal: an equality */
} TrQuadprog;

/* Outcome of a programme. */
typedef struct TrQuadprogEnd {
  bool is_infeasible;
  int conflict; /* the constraint that contradicts those before it if infeasible, counted as the n
                   variables' bounds and then the rows; else -1 */
} TrQuadprogEnd;

/* Returns the bytes of workspace. */
size_t tr_quadprog_work_size(int n, int n_rows);

/* Solves for x[n] and, unless NULL, push[n + n_rows]: the multipliers of the bounds and of the
 * rows, positive where the lower side is active, negative where the upper one is, 0 where neither:
 * A x + g = push_bounds + C^T push_rows.  Returns TR_NOT_DEFINITE when A is not; TR_NOT_CONVERGED
 * with end->is_infeasible when no x meets all constraints. */
TR_NODISCARD TrStatus tr_quadprog_solve(
    double *x, double *push, TrQuadprogEnd *end, const TrQuadprog *problem, void *work);
