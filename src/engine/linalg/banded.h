/* Square banded matrices with an LU factorisation with row exchanges. */
#pragma once

#include "engine/base/base.h"

/* Elements (i, j) with |i - j| <= width; others are zero. */
typedef struct TrBanded {
  int n, width;
  double *a;  /* [n x (3 width + 1)] row i: columns i - width .. i + 2 width */
  int *pivot; /* [n] row that came to each row */
} TrBanded;

/* Allocates a matrix of zeros; false when memory is out.  Clear it in any case. */
bool tr_banded_init(TrBanded *matrix, int n, int width);
void tr_banded_clear(TrBanded *matrix);

/* Copies the elements of a matrix that is not factored, of the same size. */
void tr_banded_copy(TrBanded *to, const TrBanded *from);

/* Sets all elements to zero. */
void tr_banded_zero(TrBanded *matrix);

/* Element (i, j) of a matrix that is not factored, |i - j| <= width. */
static inline double *
tr_banded_at(const TrBanded *matrix, int i, int j)
{
  return matrix->a + (size_t)i * (size_t)(3 * matrix->width + 1) + (j - i + matrix->width);
}

/* Sets out[n] = A x of a matrix that is not factored. */
void tr_banded_apply(double *out, const TrBanded *matrix, const double *x);

/* Factors in place.  Returns TR_NOT_DEFINITE when a pivot is zero or not finite. */
TR_NODISCARD TrStatus tr_banded_factor(TrBanded *matrix);

/* x <- A^-1 x for x[n], of a factored matrix. */
void tr_banded_solve(double *x, const TrBanded *matrix);
