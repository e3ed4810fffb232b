/* Small dense kernels, row-major unless said otherwise.  Plain loops whose inner index is
 * contiguous: the compiler vectorises them and the result does not depend on how. */
#pragma once

#include "engine/base/base.h"

/* c[m x n] += s a[m x k] b[k x n]. */
void
tr_dense_add_product(double *c, double s, const double *a, const double *b, int m, int k, int n);

/* c[k x n] += s a^T b with a[m x k], b[m x n]. */
void
tr_dense_add_product_tn(double *c, double s, const double *a, const double *b, int m, int k, int n);

/* Cholesky factor L (row-major, lower) of the symmetric a[n x n], in place; the part above the
 * diagonal is neither read nor written.  TR_NOT_DEFINITE when a pivot is not positive. */
TR_NODISCARD TrStatus tr_dense_cholesky(double *a, int n);

/* b[n x m] <- (L L^T)^-1 b. */
void tr_dense_cholesky_solve(double *b, const double *l, int n, int m);

/* Eigenvalues (ascending) of the symmetric a[n x n], of which the lower part is read; a is replaced
 * by the eigenvectors, one a row.  Allocates; TR_NOT_FINITE for bad input. */
TR_NODISCARD TrStatus tr_dense_symmetric_eigen(double *a, double *values, int n);

/* The same in scratch[n x n], without allocating. */
TR_NODISCARD TrStatus tr_dense_symmetric_eigen_in(double *a,
                                                  double *values,
                                                  int n,
                                                  double *scratch);

/* Cholesky factor with symmetric pivoting of the semidefinite a[n x n], in place: after it the
 * leading rank x rank part of row-major a holds the factor of the rows pivot[0..rank).  Pivots
 * below rtol times the largest diagonal element end it.  Returns the rank. */
int tr_dense_cholesky_pivoted(double *a, int *pivot, int n, double rtol);
