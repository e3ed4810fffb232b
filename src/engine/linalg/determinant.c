/* Determinant by Gaussian elimination with row pivots. */
#include <math.h>

#include "engine/linalg/dense.h"

/* Row with the largest element of a column, from its diagonal on. */
static int
find_pivot(const double *a, int n, int column)
{
  int best = column;

  for (int r = column + 1; r < n; r++)
    if (fabs(a[r * n + column]) > fabs(a[best * n + column]))
      best = r;
  return best;
}

static void
swap_rows(double *a, int n, int one, int other)
{
  for (int k = 0; one != other && k < n; k++) {
    double kept = a[one * n + k];

    a[one * n + k] = a[other * n + k];
    a[other * n + k] = kept;
  }
}

double
tr_dense_log_determinant(double *a, int n)
{
  TR_ASSERT(a && n >= 0);

  double sum = 0;

  for (int c = 0; c < n; c++) {
    swap_rows(a, n, c, find_pivot(a, n, c));
    sum += log(fabs(a[c * n + c]));
    for (int r = c + 1; a[c * n + c] != 0 && r < n; r++) {
      double factor = a[r * n + c] / a[c * n + c];

      for (int k = c + 1; factor != 0 && k < n; k++)
        a[r * n + k] -= factor * a[c * n + k];
    }
  }
  return sum;
}
