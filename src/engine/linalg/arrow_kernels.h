/* Kernels of the bordered block-banded factorisation, one table for each instruction set.
 *
 * A panel holds the columns of one block: its own rows, those of the next `bandwidth` blocks and
 * those of the border with the gradient behind them.  The rows of each of these begin a strip of
 * `lanes` rows, filled up with zeros, so that no vector straddles two of them; a strip is stored
 * column after column.  Element (i, j), i counted in padded rows, lies at
 *
 *   panel[(i / lanes) strip_size + j lanes + i % lanes]
 *
 * so that a vector of rows is contiguous, and so are the same rows of the next column.  Elements
 * above the diagonal of the own block are never used.  The corner has the border, the gradient and
 * the auxiliary columns as rows and as columns and is stored in the same way, in strips of
 * corner_strip_size. */
#pragma once

#include "engine/base/base.h"
#include "engine/base/cpu.h"

/* Sizes of panels and of the corner. */
typedef struct TrArrowShape {
  int n, bandwidth, border;
  int corner_columns; /* border, gradient and auxiliary columns */
  int lanes;          /* rows of a strip */
  int block_strips;   /* of the rows of a block */
  int border_strips;  /* of those of the border, the gradient and the auxiliary columns */
  int strips;         /* of a panel */
  size_t strip_size, panel_size;
  size_t corner_strip_size, corner_size;
} TrArrowShape;

/* Residuals with their derivatives, row-major jac[n_rows x columns]: by `touched` blocks from the
 * block-th of a part on, the last one first where `is_reversed`, then by the border.  Each row is
 * multiplied by `root`. */
typedef struct TrArrowRows {
  const double *jac, *r;
  int n_rows, columns, block, touched;
  bool is_reversed;
  double root;
} TrArrowRows;

/* Rows of a stack, rows that a bit of a mask covers, and rows that are checked for zeros at once.
 */
enum { TR_ARROW_STACK_ROWS = 48, TR_ARROW_MASK_ROWS = 2, TR_ARROW_BODY_ROWS = 6 };

/* Residuals on a few blocks of a part that wait to be added: rows of J^T and of r in strips ordered
 * as in the panel of the first of these blocks. */
typedef struct TrArrowStack {
  double *packed;  /* [strips x TR_ARROW_STACK_ROWS x lanes] */
  unsigned *masks; /* [strips] rows that are not zero */
  int n_rows;
  int block, touched; /* the first block, and their number */
} TrArrowStack;

/* Scratch of one thread. */
typedef struct TrArrowWork {
  double *triangles; /* [n + 3 rounded down to fours x 4] on the diagonal of the current panel */
  double *y;         /* [strips x lanes] */
} TrArrowWork;

/* Functions of one instruction set. */
typedef struct TrArrowKernels {
  /* Sets a panel to zero. */
  void (*clear)(const TrArrowShape *shape, double *panel);
  /* Puts rows on a stack that has room for them. */
  void (*pack)(const TrArrowShape *shape, TrArrowStack *stack, const TrArrowRows *rows);
  /* Adds J^T J and J^T r of a stack to the part's panels and corner, whose last element becomes the
   * sum of r^2, and clears the stack. */
  void (*add)(const TrArrowShape *shape, double *panels, double *corner, TrArrowStack *stack);
  /* Subtracts from a panel the products of the eliminated panels at distances first .. last before
   * it. */
  void (*subtract)(const TrArrowShape *shape, double *panel, int first, int last);
  /* The same for distances 1 .. last, and then its Cholesky factor in place.  Returns the number of
   * pivots that are positive and finite: n unless the matrix is not definite.  The first bad one
   * keeps its value, and the columns before it are factored. */
  int (*factor)(const TrArrowShape *shape, double *panel, int last, TrArrowWork *work);
  /* corner += B B^T for the rows of the border, the gradient and the auxiliary columns in a
   * factored panel. */
  void (*reduce)(const TrArrowShape *shape, double *corner, const double *panel);
  /* y[0 .. n) = x with L^T x = -(rows below the block)^T y, for a factored panel; y[strips x lanes]
   * holds the factors of these rows, and zeros in place of x. */
  void (*solve)(const TrArrowShape *shape, const double *panel, double *y);
} TrArrowKernels;
