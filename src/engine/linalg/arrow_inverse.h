/* Blocks of the inverse of an arrow matrix at the places where the matrix itself has blocks.
 *
 * From the factor L of tr_arrow_eliminate(), backwards along each chain: with R the rows of L below
 * the block k and X = R L_kk^-1,
 *
 *   Z_Jk = -Z_JJ X,   Z_kk = L_kk^-T L_kk^-1 - X^T Z_Jk,   Z_border = S^-1
 *
 * where J are the neighbours after k and the border (Takahashi's recursion).  Covariances of
 * residuals need these blocks only; the whole inverse is never formed. */
#pragma once

#include "engine/linalg/arrow.h"

/* Blocks of an inverse. */
typedef struct TrArrowInverse TrArrowInverse;

/* Returns the inverse's memory for this matrix, which must outlive it; NULL when memory is out.
 * The caller frees it. */
TrArrowInverse *tr_arrow_inverse_new(const TrArrow *arrow);
void tr_arrow_inverse_free(TrArrowInverse *inverse);

/* Computes the blocks from the eliminated matrix; the halves of its chains are shared by its team.
 * Returns TR_NOT_DEFINITE when S is not positive definite. */
TR_NODISCARD TrStatus tr_arrow_inverse_fill(TrArrowInverse *inverse);

/* Element of the border's block, S^-1. */
double tr_arrow_inverse_corner(const TrArrowInverse *inverse, int i, int j);

/* row Z row^T for a row[touched n + border] by `touched` consecutive blocks from `block` on and the
 * border, many of which are zero; touched <= 1 + bandwidth. */
double
tr_arrow_inverse_form(const TrArrowInverse *inverse, int block, int touched, const double *row);
