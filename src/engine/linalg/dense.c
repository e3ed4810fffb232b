#include "engine/linalg/dense.h"

#include <math.h>

/* to[n] += f from[n] */
static void
add_row(double *restrict to, double f, const double *restrict from, int n)
{
  for (int j = 0; j < n; j++)
    to[j] += f * from[j];
}

void
tr_dense_add_product(double *c, double s, const double *a, const double *b, int m, int k, int n)
{
  for (int i = 0; i < m; i++)
    for (int l = 0; l < k; l++)
      if (a[i * k + l] != 0)
        add_row(c + i * n, s * a[i * k + l], b + l * n, n);
}

void
tr_dense_add_product_tn(double *c, double s, const double *a, const double *b, int m, int k, int n)
{
  for (int l = 0; l < m; l++)
    for (int i = 0; i < k; i++)
      if (a[l * k + i] != 0)
        add_row(c + i * n, s * a[l * k + i], b + l * n, n);
}

TrStatus
tr_dense_cholesky(double *a, int n)
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      double sum = a[i * n + j];

      for (int k = 0; k < j; k++)
        sum -= a[i * n + k] * a[j * n + k];
      if (j < i) {
        a[i * n + j] = sum / a[j * n + j];
      } else {
        if (!(sum > 0))
          return TR_NOT_DEFINITE;
        a[i * n + i] = sqrt(sum);
      }
    }
  }
  return TR_OK;
}

static void
scale_row(double *row, double f, int m)
{
  for (int c = 0; c < m; c++)
    row[c] *= f;
}

void
tr_dense_cholesky_solve(double *b, const double *l, int n, int m)
{
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++)
      add_row(b + i * m, -l[i * n + k], b + k * m, m);
    scale_row(b + i * m, 1 / l[i * n + i], m);
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++)
      add_row(b + i * m, -l[k * n + i], b + k * m, m);
    scale_row(b + i * m, 1 / l[i * n + i], m);
  }
}

static void
swap_numbers(double *a, double *b)
{
  double t = *a;

  *a = *b;
  *b = t;
}

/* Exchanges rows and columns i < j of a symmetric matrix, both triangles. */
static void
swap_symmetric(double *a, int i, int j, int n)
{
  for (int k = 0; k < n; k++)
    swap_numbers(&a[i * n + k], &a[j * n + k]);
  for (int k = 0; k < n; k++)
    swap_numbers(&a[k * n + i], &a[k * n + j]);
}

int
tr_dense_cholesky_pivoted(double *a, int *pivot, int n, double rtol)
{
  double largest = 0;

  for (int i = 0; i < n; i++) {
    pivot[i] = i;
    largest = fmax(largest, a[i * n + i]);
  }
  for (int k = 0; k < n; k++) {
    int best = k;

    for (int i = k + 1; i < n; i++)
      if (a[i * n + i] > a[best * n + best])
        best = i;
    if (!(a[best * n + best] > rtol * largest))
      return k;
    if (best != k) {
      int t = pivot[k];

      pivot[k] = pivot[best];
      pivot[best] = t;
      swap_symmetric(a, k, best, n);
    }
    a[k * n + k] = sqrt(a[k * n + k]);
    for (int i = k + 1; i < n; i++)
      a[i * n + k] /= a[k * n + k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j <= i; j++) {
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
        a[j * n + i] = a[i * n + j];
      }
  }
  return n;
}
