/* The only place that knows LAPACK.  Its matrices are column-major; a symmetric one reads the same
 * either way. */
#include "engine/linalg/dense.h"

#include <cblas.h>
#include <stdlib.h>

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

TrStatus
tr_dense_symmetric_eigen(double *a, double *values, int n)
{
  int lwork = 34 * n + 1, info = 0;
  double *work = malloc((size_t)lwork * sizeof *work);

  if (!work)
    return TR_NO_MEMORY;
  /* the same digits whatever the number of cores */
  openblas_set_num_threads(1);
  dsyev_("V", "U", &n, a, &n, values, work, &lwork, &info, 1, 1);
  free(work);
  return info == 0 ? TR_OK : TR_NOT_CONVERGED;
}
