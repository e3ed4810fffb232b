/* Symmetric eigenproblem by cyclic Jacobi rotations: exact to rounding relative to the largest
 * element, quick for the few dozens of parameters it serves, the same digits everywhere. */
#include "engine/linalg/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limit of the sweeps; convergence is quadratic after a few. */
enum { MAX_SWEEPS = 60 };

/* Rotates rows i and j of m[n x n]: row_i <- c row_i - s row_j, row_j <- s row_i + c row_j. */
static void
rotate_rows(double *m, int n, int i, int j, double c, double s)
{
  for (int k = 0; k < n; k++) {
    double a = m[i * n + k], b = m[j * n + k];

    m[i * n + k] = c * a - s * b;
    m[j * n + k] = s * a + c * b;
  }
}

static void
rotate_columns(double *m, int n, int i, int j, double c, double s)
{
  for (int k = 0; k < n; k++) {
    double a = m[k * n + i], b = m[k * n + j];

    m[k * n + i] = c * a - s * b;
    m[k * n + j] = s * a + c * b;
  }
}

/* Makes the element (i, j) zero; vectors[n x n] has the eigenvectors as rows. */
static void
annihilate(double *a, double *vectors, int n, int i, int j)
{
  double theta = (a[j * n + j] - a[i * n + i]) / (2 * a[i * n + j]);
  double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(1 + theta * theta));
  double c = 1 / sqrt(1 + t * t), s = t * c;

  rotate_rows(a, n, i, j, c, s);
  rotate_columns(a, n, i, j, c, s);
  rotate_rows(vectors, n, i, j, c, s);
  a[i * n + j] = a[j * n + i] = 0;
}

/* One sweep over all pairs; false when no element was worth a rotation. */
static bool
sweep(double *a, double *vectors, int n)
{
  bool any = false;

  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double small = 1e-17 * sqrt(fabs(a[i * n + i])) * sqrt(fabs(a[j * n + j]));

      if (fabs(a[i * n + j]) <= small)
        continue;
      annihilate(a, vectors, n, i, j);
      any = true;
    }
  return any;
}

/* Ascending eigenvalues, with their rows. */
static void
sort_rows(double *values, double *vectors, int n)
{
  for (int i = 0; i < n; i++) {
    int least = i;

    for (int j = i + 1; j < n; j++)
      if (values[j] < values[least])
        least = j;
    if (least == i)
      continue;

    double t = values[i];

    values[i] = values[least];
    values[least] = t;
    for (int k = 0; k < n; k++) {
      t = vectors[i * n + k];
      vectors[i * n + k] = vectors[least * n + k];
      vectors[least * n + k] = t;
    }
  }
}

static bool
all_finite(const double *a, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      if (!isfinite(a[i * n + j]))
        return false;
  return true;
}

TrStatus
tr_dense_symmetric_eigen(double *a, double *values, int n)
{
  TR_ASSERT(tr_is_array(a, n) && tr_is_array(values, n));

  double *full = malloc(((size_t)n * (size_t)n + 1) * sizeof *full);
  TrStatus status = full ? tr_dense_symmetric_eigen_in(a, values, n, full) : TR_NO_MEMORY;

  free(full);
  return status;
}

TrStatus
tr_dense_symmetric_eigen_in(double *a, double *values, int n, double *full)
{
  TR_ASSERT(tr_is_array(a, n) && tr_is_array(values, n) && tr_is_array(full, n));

  int sweeps = 0;

  if (!all_finite(a, n))
    return TR_NOT_FINITE;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      full[i * n + j] = i >= j ? a[i * n + j] : a[j * n + i];
  memset(a, 0, (size_t)n * (size_t)n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i * n + i] = 1;
  while (sweeps < MAX_SWEEPS && sweep(full, a, n))
    sweeps++;
  for (int i = 0; i < n; i++)
    values[i] = full[i * n + i];
  sort_rows(values, a, n);
  return sweeps < MAX_SWEEPS ? TR_OK : TR_NOT_CONVERGED;
}
