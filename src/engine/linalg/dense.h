/* Small dense kernels, row-major unless stated otherwise.  Plain loops whose inner index is
 * contiguous: the compiler vectorises them, and the result does not depend on how it does. */
#pragma once

#include "engine/base/base.h"
#include "engine/base/real.h"
#include "engine/linalg/product_shape.h"

/* c[m x n] += s a[m x k] b[k x n]. */
void
tr_dense_add_product(TrReal *c, TrReal s, const TrReal *a, const TrReal *b, TrProductSize size);

/* c[k x n] += s a^T b with a[m x k], b[m x n]. */
void
tr_dense_add_product_tn(TrReal *c, TrReal s, const TrReal *a, const TrReal *b, TrProductSize size);

/* The same for n columns of matrices with longer rows. */
void tr_dense_add_columns_tn(
    TrReal *c, TrReal s, const TrReal *a, const TrReal *b, TrProductShape shape);

/* Cholesky factor L (row-major, lower) of the symmetric a[n x n], in place; the part above the
 * diagonal is neither read nor written.  TR_NOT_DEFINITE when a pivot is not positive. */
TR_NODISCARD TrStatus tr_dense_cholesky(TrReal *a, int n);

/* b[n x m] <- (L L^T)^-1 b. */
void tr_dense_cholesky_solve(TrReal *b, const TrReal *l, int n, int m);

/* The same for m columns of a matrix with rows of `stride` numbers. */
void tr_dense_cholesky_solve_columns(TrReal *b, int stride, const TrReal *l, int n, int m);

/* The same for a semidefinite a, with inverse pivots on the diagonal.  A row whose pivot is below
 * rtol times the largest diagonal element depends on those before it: its inverse pivot is zero.
 * Returns the rank (of the first lane). */
int tr_dense_cholesky_semidefinite(TrReal *a, int n, double rtol);

/* b[n] <- the solution by the independent rows, zero for the others. */
void tr_dense_semidefinite_solve(TrReal *b, const TrReal *l, int n);

/* Returns log |det a| of a square a[n x n], which is destroyed; -INFINITY where it is singular. */
double tr_dense_log_determinant(double *a, int n);

/* Eigenvalues (ascending) of the symmetric a[n x n], of which the lower part is read; a is replaced
 * by the eigenvectors, one a row.  Allocates; TR_NOT_FINITE for bad input. */
TR_NODISCARD TrStatus tr_dense_symmetric_eigen(double *a, double *values, int n);

/* The same in scratch[n x n], without allocating. */
TR_NODISCARD TrStatus tr_dense_symmetric_eigen_in(double *a,
                                                  double *values,
                                                  int n,
                                                  double *scratch);
