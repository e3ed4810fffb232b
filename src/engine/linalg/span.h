/* What rows span: an orthonormal basis that grows row by row, by Gram-Schmidt, each row twice
 * (Bjorck 1996, section 2.4.5).  With the row that is left over most taken first it is a QR
 * factorisation with column pivoting, which reveals ranks. */
#pragma once

#include "engine/base/base.h"

typedef struct TrSpan {
  int n, rank;
  double *basis; /* [n x n] of whoever makes it; the first `rank` rows */
} TrSpan;

/* v[n] <- what of v is orthogonal to the span; if c[rank] is given, the parts that were taken off
 * along the basis.  Returns the length that is left. */
double tr_span_remove(double *v, double *c, const TrSpan *span);

/* Adds the row a[n] unless it has less than `least` left; scratch[n].  Whether it was added. */
bool tr_span_add(TrSpan *span, const double *a, double least, double *scratch);

/* Adds rows of a[m x n], the one with most left first, until none has more left than rtol times the
 * longest row.  order[m]: the rows that were added, in their order; scratch[(m + 1) n].  Returns
 * how many. */
int
tr_span_add_rows(TrSpan *span, const double *a, int m, double rtol, int *order, double *scratch);

/* x[n] of least length with a x = b as nearly as it goes (least squares), for rows of a[m x n].
 * A row counts as dependent that has less left than rtol times the longest.  x is within what the
 * rows span beyond `within` (nothing: NULL), to which it is orthogonal, and b is what the rows
 * shall give then.  work: tr_span_work_size() bytes.  Returns the rank. */
int tr_span_solve(double *x,
                  const double *a,
                  const double *b,
                  int m,
                  int n,
                  double rtol,
                  const TrSpan *beyond,
                  void *work);
size_t tr_span_work_size(int m, int n);
