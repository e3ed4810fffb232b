/* Convex quadratic programme in a box, for the few variables of a parameter step. */
#pragma once

#include "engine/base/base.h"

/* Returns the bytes of workspace for n variables. */
size_t tr_boxqp_work_size(int n);

/* min 1/2 x^T A x + g^T x  subject to  lower <= x <= upper */
typedef struct TrBoxqp {
  const double *a;             /* [n x n] row-major symmetric positive definite, lower part read */
  const double *g;             /* [n] */
  const double *lower, *upper; /* [n] lower <= 0 <= upper, or both equal; infinite where free */
  int n;
} TrBoxqp;

/* Solves for x[n].  An active set grows and shrinks by one variable at a time; for a definite A it
 * ends after finitely many steps at the exact solution.  Returns TR_NOT_DEFINITE when the free part
 * of A is not; work of tr_boxqp_work_size(n) bytes. */
TR_NODISCARD TrStatus tr_boxqp_solve(double *x, const TrBoxqp *problem, void *work);
