/* Span of rows: an orthonormal basis that grows row by row, by Gram-Schmidt, each row twice (Bjorck
 * 1996, 2.4.5).  If the row with the largest remainder is taken first, it is a QR factorisation
 * with column pivoting, which reveals ranks. */
#pragma once

#include "engine/base/base.h"

/* A basis under construction. */
typedef struct TrSpan {
  int n, rank;
  double *basis; /* [n x n] owned by the caller; the first `rank` rows are set */
} TrSpan;

/* v[n] <- its part orthogonal to the span; if c[rank] is given, the components along the basis.
 * Returns the remaining length. */
double tr_span_remove(double *v, double *c, const TrSpan *span);

/* Adds the row a[n] unless its remainder is shorter than `least`; scratch[n].  Returns whether it
 * was added. */
bool tr_span_add(TrSpan *span, const double *a, double least, double *scratch);

/* Adds rows of a[m x n], the one with the largest remainder first, until none exceeds rtol times
 * the longest row. order[m]: the added rows in their order; scratch[(m + 1) n].  Returns their
 * number. */
int
tr_span_add_rows(TrSpan *span, const double *a, int m, double rtol, int *order, double *scratch);

/* Equations a x = b; a row whose remainder is below rtol times the longest counts as dependent. */
typedef struct TrSpanEquations {
  const double *a, *b; /* [m x n], [m] */
  int m, n;
  double rtol;
} TrSpanEquations;

/* Least-squares solution x[n] of least length.  It lies within the span of the rows and orthogonal
 * to `beyond` (NULL: none), and b is the right side for such an x. work: tr_span_work_size() bytes.
 * Returns the rank. */
int tr_span_solve(double *x, const TrSpanEquations *equations, const TrSpan *beyond, void *work);
size_t tr_span_work_size(int m, int n);
