/* Sizes of the matrices of a product. */
#pragma once

/* Sizes of c += a b with c[m x n], a[m x k], b[k x n]; of c += a^T b with c[k x n], a[m x k],
 * b[m x n]. */
typedef struct TrProductSize {
  int m, k, n;
} TrProductSize;

/* The same for matrices whose rows are longer than the columns that take part. */
typedef struct TrProductShape {
  TrProductSize size;
  int c_stride, b_stride; /* numbers from one row of c, of b, to the next */
} TrProductShape;
