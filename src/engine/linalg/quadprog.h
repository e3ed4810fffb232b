/* Convex quadratic programme with linear constraints and a box, for the few variables of a
 * parameter step: the dual active-set method of Goldfarb and Idnani 1983 (theory 7.3).
 *
 * It begins at the free minimum and takes in one violated constraint after the other, so that it
 * needs no feasible start and notices when there is none. */
#pragma once

#include "engine/base/base.h"

/* min 1/2 x^T A x + g^T x  subject to  lower <= x <= upper,  least <= C x <= most */
typedef struct TrQuadprog {
  int n, n_rows;
  const double *a;             /* [n x n] symmetric positive definite, lower part read */
  const double *g;             /* [n] */
  const double *lower, *upper; /* [n] infinite where free; both equal: held */
  const double *rows;          /* [n_rows x n] C */
  const double *least, *most;  /* [n_rows] infinite where free; both equal: an equality */
} TrQuadprog;

/* How it ended. */
typedef struct TrQuadprogEnd {
  bool is_infeasible;
  int conflict; /* then: the constraint that cannot be met beside those before it, counted as the
                   n variables' bounds and then the rows; -1 otherwise */
} TrQuadprogEnd;

/* Bytes of workspace. */
size_t tr_quadprog_work_size(int n, int n_rows);

/* x[n], and unless NULL push[n + n_rows]: the multipliers of the bounds and of the rows, positive
 * where the lower side holds x back, negative where the upper one does, 0 where neither:
 * A x + g = push_bounds + C^T push_rows.  TR_NOT_DEFINITE when A is not; TR_NOT_CONVERGED with
 * end->is_infeasible where nothing meets all constraints. */
TR_NODISCARD TrStatus tr_quadprog_solve(
    double *x, double *push, TrQuadprogEnd *end, const TrQuadprog *problem, void *work);
