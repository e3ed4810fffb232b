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

/* LU factorisation with row pivoting of a[n x n] in place; pivot[n].  TR_NOT_DEFINITE when
 * singular. */
TR_NODISCARD TrStatus tr_dense_lu(double *a, int *pivot, int n);

/* b[n x m] <- A^-1 b from the factors of tr_dense_lu(). */
void tr_dense_lu_solve(double *b, const double *lu, const int *pivot, int n, int m);

/* Eigenvalues (ascending) of the symmetric a[n x n], which is replaced by the eigenvectors, one a
 * row.  Uses LAPACK. */
TR_NODISCARD TrStatus tr_dense_symmetric_eigen(double *a, double *values, int n);

/* x[n] of smallest norm among those that minimise |a x - b|, a[m x n]; singular values below
 * rcond times the largest count as zero.  a and b are kept.  Uses LAPACK; allocates.  rank may be
 * NULL. */
TR_NODISCARD TrStatus tr_dense_least_norm(
    double *x, int *rank, const double *a, const double *b, int m, int n, double rcond);
