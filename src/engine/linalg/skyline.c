#include "engine/linalg/skyline.h"

/* Columns that are solved for at a time. */
enum { TILE = 8 };

static int
later(int a, int b)
{
  return a > b ? a : b;
}

TrStatus
tr_skyline_factor(TrReal *a, const int *first, int n, double floor)
{
  for (int i = 0; i < n; i++) {
    TrReal *row = a + i * n, pivot, least;

    for (int j = first[i]; j < i; j++) {
      const TrReal *other = a + j * n;
      TrReal sum = row[j];

      for (int k = later(first[i], first[j]); k < j; k++)
        sum -= row[k] * other[k];
      row[j] = sum * other[j];
    }
    pivot = row[i];
    least = floor * pivot;
    for (int k = first[i]; k < i; k++)
      pivot -= row[k] * row[k];
    pivot = tr_real_select(pivot < least, least, pivot);
    if (!tr_real_all(pivot > 0))
      return TR_NOT_DEFINITE;
    row[i] = 1 / tr_real_sqrt(pivot);
  }
  return TR_OK;
}

static inline __attribute__((always_inline)) void
solve_tile(TrReal *b, int stride, const TrReal *l, const int *first, int n, int width)
{
  for (int i = 0; i < n; i++) {
    const TrReal *row = l + i * n;
    TrReal x[TILE];

    for (int j = 0; j < width; j++)
      x[j] = b[i * stride + j];
    for (int k = first[i]; k < i; k++)
      for (int j = 0; j < width; j++)
        x[j] -= row[k] * b[k * stride + j];
    for (int j = 0; j < width; j++)
      b[i * stride + j] = x[j] * row[i];
  }
  for (int i = n - 1; i >= 0; i--) {
    TrReal x[TILE];

    for (int j = 0; j < width; j++)
      x[j] = b[i * stride + j];
    for (int k = i + 1; k < n; k++) {
      if (first[k] > i)
        continue;
      for (int j = 0; j < width; j++)
        x[j] -= l[k * n + i] * b[k * stride + j];
    }
    for (int j = 0; j < width; j++)
      b[i * stride + j] = x[j] * l[i * n + i];
  }
}

void
tr_skyline_solve(TrReal *b, int stride, const TrReal *l, const int *first, int n, int m)
{
  int j = 0;

  for (; j + TILE <= m; j += TILE)
    solve_tile(b + j, stride, l, first, n, TILE);
  for (; j + 4 <= m; j += 4)
    solve_tile(b + j, stride, l, first, n, 4);
  for (; j + 2 <= m; j += 2)
    solve_tile(b + j, stride, l, first, n, 2);
  for (; j < m; j++)
    solve_tile(b + j, stride, l, first, n, 1);
}
