/* The only place that knows LAPACK.  Its matrices are column-major: a symmetric matrix reads the
 * same either way, a general one is transposed on the way in. */
#include "engine/linalg/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void dsyev_(const char *jobz,
            const char *uplo,
            const int *n,
            double *a,
            const int *lda,
            double *w,
            double *work,
            const int *lwork,
            int *info,
            size_t len_jobz,
            size_t len_uplo);
void dgelsd_(const int *m,
             const int *n,
             const int *nrhs,
             double *a,
             const int *lda,
             double *b,
             const int *ldb,
             double *s,
             const double *rcond,
             int *rank,
             double *work,
             const int *lwork,
             int *iwork,
             int *info);

TrStatus
tr_dense_symmetric_eigen(double *a, double *values, int n)
{
  int lwork = 34 * n + 1, info = 0;
  double *work = malloc((size_t)lwork * sizeof *work);

  if (!work)
    return TR_NO_MEMORY;
  dsyev_("V", "U", &n, a, &n, values, work, &lwork, &info, 1, 1);
  free(work);
  return info == 0 ? TR_OK : TR_NOT_CONVERGED;
}

/* Column-major copy of a[m x n] and right side padded to max(m, n), in one block. */
static TrStatus
solve_transposed(double *copy,
                 double *side,
                 int *rank,
                 const double *a,
                 const double *b,
                 int m,
                 int n,
                 double rcond)
{
  int smaller = m < n ? m : n, larger = m < n ? n : m, one = 1, info = 0, query = -1, iwork_size;
  double *singular = malloc((size_t)smaller * sizeof *singular);
  double best = 0;

  for (int i = 0; i < m; i++) {
    side[i] = b[i];
    for (int j = 0; j < n; j++)
      copy[j * m + i] = a[i * n + j];
  }
  if (!singular)
    return TR_NO_MEMORY;
  dgelsd_(&m, &n, &one, copy, &m, side, &larger, singular, &rcond, rank, &best, &query, &iwork_size,
          &info);

  int lwork = (int)best;
  double *work = malloc((size_t)lwork * sizeof *work);
  int *iwork = malloc((size_t)(iwork_size > 1 ? iwork_size : 1) * sizeof *iwork);

  info = 1;
  if (work && iwork)
    dgelsd_(&m, &n, &one, copy, &m, side, &larger, singular, &rcond, rank, work, &lwork, iwork,
            &info);
  free(singular);
  free(work);
  free(iwork);
  return info == 0 ? TR_OK : TR_NOT_CONVERGED;
}

TrStatus
tr_dense_least_norm(
    double *x, int *rank, const double *a, const double *b, int m, int n, double rcond)
{
  int found = 0;
  double *copy = calloc((size_t)m * (size_t)n, sizeof *copy);
  double *side = calloc((size_t)(m < n ? n : m), sizeof *side);
  TrStatus status = TR_NO_MEMORY;

  if (copy && side)
    status = solve_transposed(copy, side, &found, a, b, m, n, rcond);
  if (status == TR_OK) {
    memcpy(x, side, (size_t)n * sizeof *x);
    if (rank)
      *rank = found;
  }
  free(copy);
  free(side);
  return status;
}
