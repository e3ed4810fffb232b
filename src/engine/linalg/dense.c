#include "engine/linalg/dense.h"

#include "engine/linalg/column_tiles.h"

/* Columns that are solved for at a time, and rows that are added at a time. */
enum { SOLVED = 4, BATCH = 32 };

/* Rows of b with their factors. */
typedef struct Sum {
  int n;
  TrReal factor[BATCH];
  const TrReal *row[BATCH];
} Sum;

/* to[at ... at + width) += the sum */
TR_TILE_INLINE void
add_sum_tile(TrReal *to, const Sum *sum, int at, int width)
{
  TrReal t[TR_TILE_COLUMNS];

  to += at;
  TR_HIDE_ORIGIN(to);
  TR_EACH_COLUMN (k, width)
    t[k] = to[k];
  for (int i = 0; i < sum->n; i++) {
    const TrReal *from = sum->row[i] + at;
    TrReal f = sum->factor[i];

    TR_HIDE_ORIGIN(from);
    TR_EACH_COLUMN (k, width)
      t[k] += f * from[k];
  }
  TR_EACH_COLUMN (k, width)
    to[k] = t[k];
}

/* to[0..n) += the sum */
static void
add_sum(TrReal *to, const Sum *sum, int n)
{
#define ADD(at, width) add_sum_tile(to, sum, at, width)
  TR_EACH_TILE(n, ADD);
#undef ADD
}

/* Numbers at[0], at[step] ... of a matrix. */
typedef struct Factors {
  const TrReal *at;
  int step, n;
} Factors;

/* c[n] += s sum_l a_l b[l b_step ...]; many of a are zero. */
static void
add_combination(TrReal *c, TrReal s, Factors a, const TrReal *b, int b_step, int n)
{
  Sum sum;

  sum.n = 0; /* only the count: clearing the arrays would take long */
  for (int l = 0; l < a.n; l++) {
    TrReal f = a.at[l * a.step];

    if (!tr_real_any(f != 0))
      continue;
    sum.factor[sum.n] = s * f;
    sum.row[sum.n++] = b + l * b_step;
    if (sum.n == BATCH) {
      add_sum(c, &sum, n);
      sum.n = 0;
    }
  }
  if (sum.n > 0)
    add_sum(c, &sum, n);
}

/* A matrix whose element (i, j) is at[i row + j column]. */
typedef struct Strided {
  const TrReal *at;
  int row, column;
} Strided;

/* c[m] += s a[m x k] b[k]. */
static void
add_to_vector(TrReal *c, TrReal s, Strided a, const TrReal *b, int m, int k)
{
  for (int i = 0; i < m; i++) {
    TrReal sum = tr_real(0);

    for (int l = 0; l < k; l++)
      sum += a.at[i * a.row + l * a.column] * b[l];
    c[i] += s * sum;
  }
}

void
tr_dense_add_product(TrReal *c, TrReal s, const TrReal *a, const TrReal *b, TrProductSize size)
{
  int k = size.k, n = size.n;

  if (n == 1) {
    add_to_vector(c, s, (Strided){a, k, 1}, b, size.m, k);
    return;
  }
  for (int i = 0; i < size.m; i++)
    add_combination(c + i * n, s, (Factors){a + i * k, 1, k}, b, n, n);
}

void
tr_dense_add_product_tn(TrReal *c, TrReal s, const TrReal *a, const TrReal *b, TrProductSize size)
{
  if (size.n == 1) {
    add_to_vector(c, s, (Strided){a, 1, size.k}, b, size.k, size.m);
    return;
  }
  tr_dense_add_columns_tn(c, s, a, b, (TrProductShape){size, size.n, size.n});
}

void
tr_dense_add_columns_tn(TrReal *c, TrReal s, const TrReal *a, const TrReal *b, TrProductShape shape)
{
  int m = shape.size.m, k = shape.size.k;

  for (int i = 0; i < k; i++)
    add_combination(c + i * shape.c_stride, s, (Factors){a + i, k, m}, b, shape.b_stride,
                    shape.size.n);
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

/* x <- L^-T L^-1 x for `width` columns. */
static inline __attribute__((always_inline)) void
solve_tile(TrReal *b, int stride, const TrReal *l, int n, int width)
{
  for (int i = 0; i < n; i++) {
    TrReal x[SOLVED], inverse = 1 / l[i * n + i];

    for (int j = 0; j < width; j++)
      x[j] = b[i * stride + j];
    for (int k = 0; k < i; k++)
      for (int j = 0; j < width; j++)
        x[j] -= l[i * n + k] * b[k * stride + j];
    for (int j = 0; j < width; j++)
      b[i * stride + j] = x[j] * inverse;
  }
  for (int i = n - 1; i >= 0; i--) {
    TrReal x[SOLVED], inverse = 1 / l[i * n + i];

    for (int j = 0; j < width; j++)
      x[j] = b[i * stride + j];
    for (int k = i + 1; k < n; k++)
      for (int j = 0; j < width; j++)
        x[j] -= l[k * n + i] * b[k * stride + j];
    for (int j = 0; j < width; j++)
      b[i * stride + j] = x[j] * inverse;
  }
}

void
tr_dense_cholesky_solve_columns(TrReal *b, int stride, const TrReal *l, int n, int m)
{
  int j = 0;

  for (; j + SOLVED <= m; j += SOLVED)
    solve_tile(b + j, stride, l, n, SOLVED);
  for (; j < m; j++)
    solve_tile(b + j, stride, l, n, 1);
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
