/* Cholesky factors of matrices of which each row begins with zeros: where they end the factor's row
 * ends with them (George and Liu 1981, the envelope).  For mass matrices, which are blocks on the
 * diagonal, and for the constraints of chains, which know only their neighbours.
 *
 * Row i of a[n x n], row-major and lower, begins at column first[i] <= i; what lies before it is
 * zero. */
#pragma once

#include "engine/base/base.h"
#include "engine/base/real.h"

typedef struct TrSkyline {
  int n;
  int *first; /* [n] column with which a row begins */
  int *end;   /* [n] row with which a column ends: no later one begins before it or at it */
} TrSkyline;

/* `end` from `first`. */
void tr_skyline_find_ends(TrSkyline *skyline);

/* L in place, with inverse pivots on the diagonal.  What lies above the diagonal is neither read
 * nor written, what lies before `first` is not written.  A pivot below the share `floor` of its
 * diagonal element is lifted to it, as if the element were larger: that regularises rows that
 * depend on others. TR_NOT_DEFINITE when a pivot is not positive. */
TR_NODISCARD TrStatus tr_skyline_factor(TrReal *a, const TrSkyline *skyline, double floor);

/* b <- (L L^T)^-1 b for m columns of a matrix b[n x ...] with rows of `stride` numbers. */
void tr_skyline_solve(TrReal *b, int stride, const TrReal *l, const TrSkyline *skyline, int m);
