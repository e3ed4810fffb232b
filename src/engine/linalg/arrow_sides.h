/* Right-hand sides of an eliminated arrow matrix and the products of each two of them through its
 * inverse.
 *
 * Forwards along each chain, with L the factor of tr_arrow_eliminate(): Y = L^-1 X, and
 *
 *   X^T H^-1 X = Y^T Y
 *
 * so that no side is solved for. */
#pragma once

#include "engine/linalg/arrow.h"

/* Sides under way. */
typedef struct TrArrowSides TrArrowSides;

/* Returns the memory of n sides for this matrix, which must outlive it; NULL when memory is out.
 * The caller frees it. */
TrArrowSides *tr_arrow_sides_new(const TrArrow *arrow, int n);
void tr_arrow_sides_free(TrArrowSides *sides);

/* Sets all sides to zero. */
void tr_arrow_sides_clear(TrArrowSides *sides);

/* Adds factor row[touched n + border] to a side: at `touched` consecutive blocks from `block` on
 * and at the border.  Rows of one part (tr_arrow_part()) must be added by one thread at a time. */
void tr_arrow_sides_add(
    TrArrowSides *sides, int side, int block, int touched, double factor, const double *row);

/* Sets out[n x n] = X^T H^-1 X and leaves the sides undefined; the halves of the chains are shared
 * by the matrix's team.  Returns TR_NOT_DEFINITE when the Schur complement is not positive
 * definite. */
TR_NODISCARD TrStatus tr_arrow_sides_products(double *out, TrArrowSides *sides);
