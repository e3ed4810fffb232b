#include "engine/linalg/columns.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/SuiteSparseQR_C.h>

#include "engine/linalg/dense.h"

/* Solutions of the normal equations, the later ones for what the earlier ones leave. */
enum { REFINEMENTS = 3 };

typedef struct Work {
  cholmod_common common;
  cholmod_sparse *a, *r;
} Work;

/* The leads, and the Cholesky factor of their products. */
typedef struct Leads {
  int m, rank;
  const double *columns; /* [m x rank] */
  const double *square;  /* [rank x rank] */
} Leads;

/* The matrix by columns, without its zeros. */
static TrStatus
take_matrix(Work *w, const double *a, int m, int n)
{
  size_t at = 0, most = (size_t)m * (size_t)n;
  int64_t *first, *row;
  double *value;

  w->a = cholmod_l_allocate_sparse((size_t)m, (size_t)n, most, true, true, 0, CHOLMOD_REAL,
                                   &w->common);
  if (!w->a)
    return TR_NO_MEMORY;
  first = w->a->p;
  row = w->a->i;
  value = w->a->x;
  for (int j = 0; j < n; j++) {
    first[j] = (int64_t)at;
    for (int i = 0; i < m; i++) {
      double element = a[(size_t)i * (size_t)n + (size_t)j];

      if (element == 0)
        continue;
      row[at] = i;
      value[at++] = element;
    }
  }
  first[n] = (int64_t)at;
  return TR_OK;
}

/* Lists the leads: R is a staircase, and each of them begins a row. */
static void
list_leads(TrLeadColumns *out, const cholmod_sparse *r)
{
  const int64_t *first = r->p, *row = r->i;
  int found = 0;

  for (int j = 0; j < (int)r->ncol && found < out->rank; j++)
    if (first[j + 1] > first[j] && row[first[j + 1] - 1] == found)
      out->lead[found++] = j;
}

/* Chooses the leads. */
static TrStatus
choose(TrLeadColumns *out, Work *w, double tolerance)
{
  int64_t rank = SuiteSparseQR_C(SPQR_ORDERING_FIXED, tolerance, 0, 0, w->a, NULL, NULL, NULL, NULL,
                                 &w->r, NULL, NULL, NULL, NULL, &w->common);

  if (rank < 0)
    return TR_NO_MEMORY;
  out->rank = (int)rank;
  out->lead = calloc((size_t)rank + 1, sizeof *out->lead);
  if (!out->lead)
    return TR_NO_MEMORY;
  list_leads(out, w->r);
  return TR_OK;
}

/* F += (L^T L)^-1 L^T (A - L F) for the leads L[m x rank], in rest[m x n] and step[rank x n]. */
static void
refine(double *factor, double *rest, double *step, const Leads *leads, const double *a, int n)
{
  int m = leads->m, rank = leads->rank;

  memcpy(rest, a, (size_t)m * (size_t)n * sizeof *rest);
  memset(step, 0, (size_t)rank * (size_t)n * sizeof *step);
  tr_dense_add_product(rest, -1, leads->columns, factor, (TrProductSize){m, rank, n});
  tr_dense_add_product_tn(step, 1, leads->columns, rest, (TrProductSize){m, rank, n});
  tr_dense_cholesky_solve(step, leads->square, rank, n);
  for (size_t i = 0; i < (size_t)rank * (size_t)n; i++)
    factor[i] += step[i];
}

/* Computes the factors by the normal equations of the leads, refined until they have the accuracy
 * of R.  Those of R itself differ in the last bits with the threads of the BLAS. */
static TrStatus
combine(TrLeadColumns *out, const double *a, int m, int n)
{
  size_t rank = (size_t)out->rank;
  double *columns = calloc((size_t)m * rank + 1, sizeof *columns);
  double *square = calloc(rank * rank + 1, sizeof *square);
  double *rest = malloc((size_t)m * (size_t)n * sizeof *rest + 1);
  double *step = malloc(rank * (size_t)n * sizeof *step + 1);
  Leads leads = {m, out->rank, columns, square};
  TrStatus status = TR_NO_MEMORY;

  out->factor = calloc(rank * (size_t)n + 1, sizeof *out->factor);
  if (columns && square && rest && step && out->factor) {
    for (int i = 0; i < m; i++)
      for (size_t k = 0; k < rank; k++)
        columns[(size_t)i * rank + k] = a[(size_t)i * (size_t)n + (size_t)out->lead[k]];
    tr_dense_add_product_tn(square, 1, columns, columns, (TrProductSize){m, out->rank, out->rank});
    status = tr_dense_cholesky(square, out->rank);
  }
  for (int i = 0; status == TR_OK && i < REFINEMENTS; i++)
    refine(out->factor, rest, step, &leads, a, n);
  for (size_t k = 0; status == TR_OK && k < rank * rank; k++) /* the leads themselves */
    out->factor[k / rank * (size_t)n + (size_t)out->lead[k % rank]] = k / rank == k % rank;
  free(columns);
  free(square);
  free(rest);
  free(step);
  return status;
}

TrStatus
tr_lead_columns_find(TrLeadColumns *out, const double *a, int m, int n, double tolerance)
{
  TR_ASSERT(out && a && m >= n && n >= 0 && tolerance >= 0);

  Work w = {0};
  TrStatus status;

  *out = (TrLeadColumns){0};
  cholmod_l_start(&w.common);
  w.common.print = 0;
  status = take_matrix(&w, a, m, n);
  if (status == TR_OK)
    status = choose(out, &w, tolerance);
  if (status == TR_OK)
    status = combine(out, a, m, n);
  cholmod_l_free_sparse(&w.a, &w.common);
  cholmod_l_free_sparse(&w.r, &w.common);
  cholmod_l_finish(&w.common);
  return status;
}

void
tr_lead_columns_clear(TrLeadColumns *columns)
{
  free(columns->lead);
  free(columns->factor);
  *columns = (TrLeadColumns){0};
}
