/* Bordered block-banded symmetric positive definite matrix: chains of blocks coupled to their next
 * few neighbours, and one dense border common to all chains.
 *
 *   [ H_1           B_1^T ] [x_1]     [g_1]
 *   [      H_2      B_2^T ] [x_2] = - [g_2]       H_c block-banded, B_c dense rows of the border
 *   [ B_1  B_2  ..  C     ] [ p ]     [g_p]
 *
 * This is the normal matrix of several trajectories with common parameters.  Natural order is
 * optimal for a chain, so elimination runs along it, block after block (theory 7.1); and it always
 * runs from both ends to the middle, so that two threads may share the work and the result does not
 * depend on whether they do.  Each half of a chain is a separate part: residuals of different parts
 * may be added, and the blocks of different parts eliminated, by different threads.
 *
 * The border may carry auxiliary columns (`guests`) behind the gradient's: derivatives from which
 * the Schur complement follows with these columns in place of others.  They are eliminated but not
 * solved for.
 *
 * Panels are stored as linalg/arrow_kernels.h and linalg/arrow_private.h define.  The corner is
 * column-major (border + 1 + max_auxiliary) squared, lower part, with the gradient as border-th row
 * and the auxiliary columns behind it. */
#pragma once

#include "engine/base/base.h"
#include "engine/base/team.h"
#include "engine/linalg/arrow_kernels.h"

/* A matrix with its gradient, before or after elimination. */
typedef struct TrArrow {
  int n;             /* size of a block */
  int bandwidth;     /* neighbours after a block that it couples to */
  int border;        /* size of the border, may be 0 */
  int guests;        /* auxiliary columns behind the gradient's ... */
  int max_auxiliary; /* ... and their largest number */
  int n_chains;
  int *first; /* [n_chains + 1] first block of a chain */
  TrArrowShape shape;
  const TrArrowKernels *kernels;
  struct TrArrowPart *parts; /* [2 n_chains] */
  void *scratch;             /* of the parts */
  double *panels;
  double *corner;
  double decrease; /* after elimination: g^T H^-1 g of the states */
  TrTeam *team;    /* that shares the work; not owned, may be NULL */
} TrArrow;

/* Allocates all memory, for the instruction set of tr_cpu(); NULL when memory is out.  The caller
 * frees it. */
TrArrow *tr_arrow_new(int n, int bandwidth, int border, int n_chains, const int *lengths);
TrArrow *tr_arrow_new_with_auxiliary(
    int n, int bandwidth, int border, int max_auxiliary, int n_chains, const int *lengths);
void tr_arrow_free(TrArrow *arrow);

/* Sets everything to zero. */
void tr_arrow_clear(TrArrow *arrow);

/* The same, and sets the number of auxiliary columns from now on. */
void tr_arrow_invite(TrArrow *arrow, int guests);

/* Element (i, j), i >= j, of the corner; i = border is the gradient's row, followed by the
 * auxiliary columns.  Before elimination valid only after tr_arrow_join(). */
static inline double *
tr_arrow_corner(const TrArrow *arrow, int i, int j)
{
  return arrow->corner + (size_t)j * (size_t)(arrow->border + 1 + arrow->max_auxiliary) + i;
}

/* Element of the diagonal of a block for its j-th unknown, and element of the gradient.  Before
 * elimination valid only after tr_arrow_join(). */
double tr_arrow_diagonal(const TrArrow *arrow, int block, int j);
double tr_arrow_gradient(const TrArrow *arrow, int block, int j);

/* Element of the matrix between unknown i of one block and j of another one, at most `bandwidth`
 * apart in a chain; and between the border's q-th variable and the j-th of a block.  As above. */
double tr_arrow_element(const TrArrow *arrow, int block, int i, int other, int j);
double tr_arrow_border_element(const TrArrow *arrow, int q, int block, int j);

/* Part (chain times two, plus one for its second half) of residuals on `touched` blocks from
 * `block` on.  Residuals of one part must be added by one thread at a time. */
int tr_arrow_part(const TrArrow *arrow, int block, int touched);

/* Residuals that depend on the same consecutive blocks of one chain and on the border. */
typedef struct TrArrowResidual {
  int block, touched; /* first block, and number of blocks, at most 1 + bandwidth */
  const double *jac;  /* [n_rows x (touched n + border)] row-major; with auxiliary columns [n_rows x
                         (touched n + border + 1 + guests)], of which the column before the
                         auxiliary ones is not read */
  const double *r;    /* [n_rows] */
  int n_rows;
  double weight;
} TrArrowResidual;

/* Adds weight J^T J and weight J^T r.  Zeros are skipped where whole groups of rows do not depend
 * on a few neighbouring unknowns. */
void tr_arrow_add_residual(TrArrow *arrow, const TrArrowResidual *residual);

/* Adds up the separate sums of the parts, after the last residual; tr_arrow_eliminate() does so
 * too. */
void tr_arrow_join(TrArrow *arrow);

/* to = from, of the same sizes. */
void tr_arrow_copy(TrArrow *to, const TrArrow *from);

/* Adds a value to the diagonal of all blocks, none of them eliminated; not to the border's. */
void tr_arrow_add_diagonal(TrArrow *arrow, double value);

/* Largest element of the whole diagonal, before elimination. */
double tr_arrow_largest_diagonal(TrArrow *arrow);

/* Eliminates all blocks in place: panels hold the Cholesky factor, the corner the Schur complement
 * S = C - B H^-1 B^T and its gradient s.  On TR_NOT_DEFINITE *failed (unless NULL) is the block. */
TR_NODISCARD TrStatus tr_arrow_eliminate(TrArrow *arrow, int *failed);

/* Returns the logarithm of the determinant of all blocks together, without the border, after
 * elimination. */
double tr_arrow_log_determinant(const TrArrow *arrow);

/* Null direction x[n] of a block's unknowns, after elimination failed there: the last of them one,
 * those before it at their minimum; those behind it do not move. */
void tr_arrow_weak_direction(double *x, const TrArrow *arrow, int block);

/* Smallest relative pivot after elimination: among the blocks that were eliminated last, which
 * collect the information on the motion of a whole chain, the pivot that is the smallest share of
 * its diagonal element before elimination.  Where rounding exceeds the information, this is
 * certainly not a small number. */
typedef struct TrArrowPivot {
  int block, row;
  double value, share;
} TrArrowPivot;

TrArrowPivot tr_arrow_least_pivot(const TrArrow *arrow);

/* Direction x[n_blocks x n]: the pivot's unknown one, those eliminated before it at their minimum,
 * the others zero.  Up to rounding x^T H x is the pivot. */
void tr_arrow_pivot_direction(double *x, const TrArrow *arrow, const TrArrowPivot *pivot);

/* Counts a pivot as zero from now on: the elimination then failed there. */
void tr_arrow_reject_pivot(TrArrow *arrow, const TrArrowPivot *pivot);

/* After elimination: x[n_blocks x n] = -H^-1 (g + B^T p) for a border step p[border]. */
void tr_arrow_back_substitute(double *x, const TrArrow *arrow, const double *p);

/* After elimination: x = -H^-1 B^T, the response of the states to the border's variables; row-major
 * x[n_blocks n x tr_arrow_response_stride()], rows filled up with zeros.  Returns TR_NO_MEMORY or
 * TR_OK. */
TR_NODISCARD TrStatus tr_arrow_responses(double *x, const TrArrow *arrow);
int tr_arrow_response_stride(const TrArrow *arrow);
