/* Skyline Cholesky: factors of matrices whose rows begin with zeros; the factor's rows begin with
 * the same zeros (George and Liu 1981, the envelope).  For mass matrices, which are blocks on the
 * diagonal, and for the constraints of chains, which couple to their neighbours only.
 *
 * Row i of a[n x n], row-major and lower, begins at column first[i] <= i; the elements before it
 * are zero. */
#pragma once

#include "engine/base/base.h"
#include "engine/base/real.h"

/* Positions of the nonzero elements. */
typedef struct TrSkyline {
  int n;
  int *first; /* [n] first column of a row */
  int *end;   /* [n] last row of a column: no later row begins at it or before */
} TrSkyline;

/* `end` from `first`. */
void tr_skyline_find_ends(TrSkyline *skyline);

/* Factors in place into L, with inverse pivots on the diagonal.  Elements above the diagonal are
 * neither read nor written, elements before `first` are not written.  A pivot below the share
 * `floor` of its diagonal element is raised to it, as if the element were larger: that regularises
 * dependent rows.  Returns TR_NOT_DEFINITE when a pivot is not positive. */
TR_NODISCARD TrStatus tr_skyline_factor(TrReal *a, const TrSkyline *skyline, double floor);

/* b <- (L L^T)^-1 b for m columns of a matrix b[n x ...] with rows of `stride` numbers. */
void tr_skyline_solve(TrReal *b, int stride, const TrReal *l, const TrSkyline *skyline, int m);

/* Rows begin .. end - 1 of a matrix that no element of L couples to the others. */
typedef struct TrSkylineBlock {
  int begin, end;
} TrSkylineBlock;

/* The same for the rows of b that belong to one block; b is the whole matrix. */
void tr_skyline_solve_block(
    TrReal *b, int stride, const TrReal *l, const TrSkyline *skyline, TrSkylineBlock block, int m);
