/* Independent columns of a matrix, chosen from the left to the right, and the others as
 * combinations of them: a QR factorisation that reveals the rank and keeps the order of the columns
 * (SuiteSparseQR, Davis 2011).
 *
 *   A = Q R,   A = A_leads F,   F = R_leads^-1 R
 *
 * A column whose part outside the span of the columns before it is no longer than a tolerance
 * depends on them. */
#pragma once

#include "engine/base/base.h"

typedef struct TrLeadColumns {
  int rank;
  int *lead;      /* [rank] the independent columns, ascending */
  double *factor; /* [rank x n] column j is the sum over k of factor[k n + j] column lead[k] */
} TrLeadColumns;

/* Factorises a[m x n] with m >= n, whose columns have lengths of about one and leads that stand out
 * by more than 1e-7.  The digits do not depend on the threads of the BLAS.  Allocates; free with
 * tr_lead_columns_clear(), also after an error.  TR_NO_MEMORY; TR_NOT_DEFINITE where a lead stands
 * out by less. */
TR_NODISCARD TrStatus
tr_lead_columns_find(TrLeadColumns *out, const double *a, int m, int n, double tolerance);
void tr_lead_columns_clear(TrLeadColumns *columns);
