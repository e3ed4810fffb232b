#include "engine/linalg/dense.h"

/* to[n] += f from[n] */
static void
add_row(TrReal *restrict to, TrReal f, const TrReal *restrict from, int n)
{
  for (int j = 0; j < n; j++)
    to[j] += f * from[j];
}

void
tr_dense_add_product(TrReal *c, TrReal s, const TrReal *a, const TrReal *b, int m, int k, int n)
{
  for (int i = 0; i < m; i++)
    for (int l = 0; l < k; l++)
      if (tr_real_any(a[i * k + l] != 0))
        add_row(c + i * n, s * a[i * k + l], b + l * n, n);
}

void
tr_dense_add_product_tn(TrReal *c, TrReal s, const TrReal *a, const TrReal *b, int m, int k, int n)
{
  for (int l = 0; l < m; l++)
    for (int i = 0; i < k; i++)
      if (tr_real_any(a[l * k + i] != 0))
        add_row(c + i * n, s * a[l * k + i], b + l * n, n);
}

TrStatus
tr_dense_cholesky(TrReal *a, int n)
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      TrReal sum = a[i * n + j];

      for (int k = 0; k < j; k++)
        sum -= a[i * n + k] * a[j * n + k];
      if (j < i) {
        a[i * n + j] = sum / a[j * n + j];
      } else {
        if (!tr_real_all(sum > 0))
          return TR_NOT_DEFINITE;
        a[i * n + i] = tr_real_sqrt(sum);
      }
    }
  }
  return TR_OK;
}

static void
scale_row(TrReal *row, TrReal f, int m)
{
  for (int c = 0; c < m; c++)
    row[c] *= f;
}

void
tr_dense_cholesky_solve_columns(TrReal *b, int stride, const TrReal *l, int n, int m)
{
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++)
      if (tr_real_any(l[i * n + k] != 0))
        add_row(b + i * stride, -l[i * n + k], b + k * stride, m);
    scale_row(b + i * stride, 1 / l[i * n + i], m);
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++)
      if (tr_real_any(l[k * n + i] != 0))
        add_row(b + i * stride, -l[k * n + i], b + k * stride, m);
    scale_row(b + i * stride, 1 / l[i * n + i], m);
  }
}

void
tr_dense_cholesky_solve(TrReal *b, const TrReal *l, int n, int m)
{
  tr_dense_cholesky_solve_columns(b, m, l, n, m);
}

int
tr_dense_cholesky_semidefinite(TrReal *a, int n, double rtol)
{
  TrReal least = tr_real(0);
  int rank = 0;

  for (int i = 0; i < n; i++)
    least = tr_real_max(least, rtol * a[i * n + i]);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      TrReal sum = a[i * n + j];

      for (int k = 0; k < j; k++)
        sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = sum * a[j * n + j];
    }

    TrReal pivot = a[i * n + i];

    for (int k = 0; k < i; k++)
      pivot -= a[i * n + k] * a[i * n + k];
    a[i * n + i] = tr_real_select(pivot > least, 1 / tr_real_sqrt(pivot), tr_real(0));
    rank += tr_real_lane(&a[i * n + i], 0) > 0;
  }
  return rank;
}

void
tr_dense_semidefinite_solve(TrReal *b, const TrReal *l, int n)
{
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++)
      b[i] -= l[i * n + k] * b[k];
    b[i] *= l[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++)
      b[i] -= l[k * n + i] * b[k];
    b[i] *= l[i * n + i];
  }
}
