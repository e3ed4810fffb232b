/* The blocks of an arrow matrix's inverse that lie where the matrix itself has blocks.
 *
 * From the factor L of tr_arrow_eliminate(), backwards along each chain: with R the rows of L below
 * the block k and X = R L_kk^-1,
 *
 *   Z_Jk = -Z_JJ X,   Z_kk = L_kk^-T L_kk^-1 - X^T Z_Jk,   Z_border = S^-1
 *
 * where J are the neighbours after k and the border (Takahashi's recursion).  They are what the
 * covariances of residuals need; the whole inverse is never formed. */
#pragma once

#include "engine/linalg/arrow.h"

typedef struct TrArrowInverse TrArrowInverse;

/* Of matrices of this one's sizes; NULL when memory is out. */
TrArrowInverse *tr_arrow_inverse_new(const TrArrow *like);
void tr_arrow_inverse_free(TrArrowInverse *inverse);

/* From an eliminated matrix.  TR_NOT_DEFINITE when S is not positive definite. */
TR_NODISCARD TrStatus tr_arrow_inverse_fill(TrArrowInverse *inverse, const TrArrow *factor);

/* Element of the border's block, S^-1; i >= j. */
double tr_arrow_inverse_corner(const TrArrowInverse *inverse, int i, int j);

/* Covariance of `touched` consecutive blocks from `block` and the border: full and symmetric,
 * out[(touched n + border)^2]; touched <= 1 + bandwidth. */
void tr_arrow_inverse_get(double *out, const TrArrowInverse *inverse, int block, int touched);
