#include "engine/linalg/skyline.h"

#include "engine/linalg/column_tiles.h"

static int
later(int a, int b)
{
  return a > b ? a : b;
}

void
tr_skyline_find_ends(TrSkyline *skyline)
{
  for (int i = 0; i < skyline->n; i++)
    for (int j = skyline->first[i]; j <= i; j++)
      skyline->end[j] = i + 1;
}

TrStatus
tr_skyline_factor(TrReal *a, const TrSkyline *skyline, double floor)
{
  const int *first = skyline->first, n = skyline->n;

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

/* b <- L^-1 b */
TR_TILE_INLINE void
solve_forward(TrReal *b,
              int stride,
              const TrReal *l,
              const TrSkyline *skyline,
              TrSkylineBlock block,
              int width)
{
  int n = skyline->n;
  TrReal *to = b + block.begin * stride;

  l += block.begin * n;
  for (int i = block.begin; i < block.end; i++, l += n, to += stride) {
    int first = skyline->first[i];
    const TrReal *from = b + first * stride;
    TrReal x[TR_TILE_COLUMNS];

    TR_EACH_COLUMN (j, width)
      x[j] = to[j];
    for (int k = first; k < i; k++, from += stride)
      TR_EACH_COLUMN (j, width)
        x[j] -= l[k] * from[j];
    TR_EACH_COLUMN (j, width)
      to[j] = x[j] * l[i];
  }
}

/* b <- L^-T b */
TR_TILE_INLINE void
solve_backward(TrReal *b,
               int stride,
               const TrReal *l,
               const TrSkyline *skyline,
               TrSkylineBlock block,
               int width)
{
  int n = skyline->n, last = block.end - 1;
  const TrReal *pivot = l + last * (n + 1);
  TrReal *to = b + last * stride;

  for (int i = last; i >= block.begin; i--, pivot -= n + 1, to -= stride) {
    const TrReal *factor = pivot + n, *from = to + stride;
    TrReal x[TR_TILE_COLUMNS];

    TR_EACH_COLUMN (j, width)
      x[j] = to[j];
    for (int left = skyline->end[i] - i - 1; left > 0; left--, factor += n, from += stride)
      TR_EACH_COLUMN (j, width)
        x[j] -= *factor * from[j];
    TR_EACH_COLUMN (j, width)
      to[j] = x[j] * *pivot;
  }
}

TR_TILE_INLINE void
solve_tile(TrReal *b,
           int stride,
           const TrReal *l,
           const TrSkyline *skyline,
           TrSkylineBlock block,
           int width)
{
  solve_forward(b, stride, l, skyline, block, width);
  solve_backward(b, stride, l, skyline, block, width);
}

void
tr_skyline_solve(TrReal *b, int stride, const TrReal *l, const TrSkyline *skyline, int m)
{
  tr_skyline_solve_block(b, stride, l, skyline, (TrSkylineBlock){0, skyline->n}, m);
}

void
tr_skyline_solve_block(
    TrReal *b, int stride, const TrReal *l, const TrSkyline *skyline, TrSkylineBlock block, int m)
{
#define SOLVE(j, width) solve_tile(b + (j), stride, l, skyline, block, width)
  TR_EACH_TILE(m, SOLVE);
#undef SOLVE
}
