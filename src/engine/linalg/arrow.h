/* Bordered block-banded symmetric positive definite matrix: chains of blocks coupled to their next
 * few neighbours, and one dense border that all chains share.
 *
 *   [ H_1           B_1^T ] [x_1]     [g_1]
 *   [      H_2      B_2^T ] [x_2] = - [g_2]       H_c block-banded, B_c dense rows of the border
 *   [ B_1  B_2  ..  C     ] [ p ]     [g_p]
 *
 * This is the normal matrix of several trajectories with common parameters.  Natural order is
 * optimal for a chain, so elimination runs along it, block after block (METHOD §5).
 *
 * Storage: a panel per block, column-major with `rows` = n (1 + bandwidth) + border + 1: the block
 * of the diagonal (lower part), the blocks below it, the border's rows, the gradient as last row.
 * The corner is column-major (border + 1) squared, lower part, the gradient as last row. */
#pragma once

#include "engine/base/base.h"

typedef struct TrArrow {
  int n;         /* size of a block */
  int bandwidth; /* neighbours after a block that it couples to */
  int border;    /* size of the border, may be 0 */
  int n_chains;
  int *first; /* [n_chains + 1] block with which a chain begins */
  int rows;   /* of a panel */
  double *panels;
  double *corner;
} TrArrow;

/* All memory is taken here; NULL when there is none. */
TrArrow *tr_arrow_new(int n, int bandwidth, int border, int n_chains, const int *lengths);
void tr_arrow_free(TrArrow *arrow);

/* Sets everything to zero. */
void tr_arrow_clear(TrArrow *arrow);

static inline double *
tr_arrow_panel(const TrArrow *arrow, int block)
{
  return arrow->panels + (size_t)block * (size_t)arrow->n * (size_t)arrow->rows;
}

/* Element (i, j), i >= j, of the corner; i = border is the gradient's row. */
static inline double *
tr_arrow_corner(const TrArrow *arrow, int i, int j)
{
  return arrow->corner + (size_t)j * (size_t)(arrow->border + 1) + i;
}

/* Adds weight J^T J and weight J^T r for `n_rows` residuals that depend on `touched` consecutive
 * blocks (at most 1 + bandwidth, of one chain) from `block` and on the border.  jac is row-major
 * [n_rows x (touched n + border)]; r[n_rows]. */
void tr_arrow_add_residual(TrArrow *arrow,
                           int block,
                           int touched,
                           const double *jac,
                           const double *r,
                           int n_rows,
                           double weight);

/* The same for residuals that depend on one block only: jac [n_rows x n]. */
void tr_arrow_add_state_residual(
    TrArrow *arrow, int block, const double *jac, const double *r, int n_rows, double weight);

/* to = from, of the same sizes. */
void tr_arrow_copy(TrArrow *to, const TrArrow *from);

/* Adds to the diagonal of all blocks; the border's is left alone. */
void tr_arrow_add_diagonal(TrArrow *arrow, double value);

/* Largest element of the whole diagonal, before elimination. */
double tr_arrow_largest_diagonal(const TrArrow *arrow);

/* Eliminates all blocks in place: panels hold the Cholesky factor, the corner the Schur complement
 * S = C - B H^-1 B^T and its gradient s.  On TR_NOT_DEFINITE *failed (unless NULL) is the block. */
TR_NODISCARD TrStatus tr_arrow_eliminate(TrArrow *arrow, int *failed);

/* After a failure at a block: the change x[n] of its unknowns that nothing opposes, the last of
 * them by one, those before it as the rest wants; those behind it stand. */
void tr_arrow_weak_direction(double *x, const TrArrow *arrow, int block);

/* After elimination: x[n_blocks x n] = -H^-1 (g + B^T p) for a border step p[border]. */
void tr_arrow_back_substitute(double *x, const TrArrow *arrow, const double *p);

/* After elimination: x = -H^-1 B^T e_i, how the states follow the i-th border variable. */
void tr_arrow_response(double *x, const TrArrow *arrow, int i);
