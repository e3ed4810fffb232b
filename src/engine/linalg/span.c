#include "engine/linalg/span.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/vec.h"

static void
add_scaled(double *to, double s, const double *from, int n)
{
  for (int i = 0; i < n; i++)
    to[i] += s * from[i];
}

double
tr_span_remove(double *v, double *c, const TrSpan *span)
{
  TR_ASSERT(v && span && span->basis && span->rank >= 0 && span->rank <= span->n);
  for (int k = 0; c && k < span->rank; k++)
    c[k] = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < span->rank; k++) {
      const double *row = span->basis + k * span->n;
      double part = tr_vec_dot(v, row, span->n);

      add_scaled(v, -part, row, span->n);
      if (c)
        c[k] += part;
    }
  return sqrt(tr_vec_dot(v, v, span->n));
}

bool
tr_span_add(TrSpan *span, const double *a, double least, double *scratch)
{
  double length;

  memcpy(scratch, a, (size_t)span->n * sizeof *a);
  length = tr_span_remove(scratch, NULL, span);
  if (!(length > least) || span->rank == span->n)
    return false;
  for (int i = 0; i < span->n; i++)
    span->basis[span->rank * span->n + i] = scratch[i] / length;
  span->rank++;
  return true;
}

/* Finds the longest row of rest[m x n], and its length. */
static int
find_longest(double *longest, const double *rest, int m, int n)
{
  double most = -1;
  int best = 0;

  for (int r = 0; r < m; r++) {
    double square = tr_vec_dot(rest + r * n, rest + r * n, n);

    if (square > most) {
      most = square;
      best = r;
    }
  }
  *longest = sqrt(fmax(most, 0));
  return best;
}

int
tr_span_add_rows(TrSpan *span, const double *a, int m, double rtol, int *order, double *scratch)
{
  TR_ASSERT(span && tr_is_array(a, m) && tr_is_array(order, m) && scratch);

  int n = span->n, added = 0;
  double *rest = scratch + n, longest, left;

  memcpy(rest, a, (size_t)(m * n) * sizeof *a);
  find_longest(&longest, rest, m, n);
  for (int r = 0; r < m; r++)
    tr_span_remove(rest + r * n, NULL, span);
  while (added < m) {
    int row = find_longest(&left, rest, m, n);
    const double *new = span->basis + span->rank *n;

    if (!tr_span_add(span, rest + row * n, rtol * longest, scratch))
      break;
    for (int r = 0; r < m; r++)
      add_scaled(rest + r * n, -tr_vec_dot(rest + r * n, new, n), new, n);
    order[added++] = row;
  }
  return added;
}

size_t
tr_span_work_size(int m, int n)
{
  TR_ASSERT(m >= 0 && n >= 0);

  size_t rows = (size_t)m, columns = (size_t)n;

  return sizeof(double) * (2 * columns * columns + columns + 2 * rows * columns) +
         sizeof(int) * (rows + 1);
}

/* y[rank] of least squares of C y = b[m], C[m x rank], by Gram-Schmidt once more: C is well
 * conditioned, since its rows were chosen. */
static void
solve_coefficients(double *y, double *c, const double *b, int m, int rank, double *upper)
{
  for (int k = 0; k < rank; k++) {
    double square = 0, part = 0;

    for (int r = 0; r < m; r++)
      square += c[r * rank + k] * c[r * rank + k];
    upper[k * rank + k] = sqrt(square);
    for (int r = 0; r < m; r++) {
      c[r * rank + k] /= upper[k * rank + k];
      part += c[r * rank + k] * b[r];
    }
    y[k] = part;
    for (int j = k + 1; j < rank; j++) {
      double shared = 0;

      for (int r = 0; r < m; r++)
        shared += c[r * rank + k] * c[r * rank + j];
      upper[k * rank + j] = shared;
      for (int r = 0; r < m; r++)
        c[r * rank + j] -= shared * c[r * rank + k];
    }
  }
  for (int k = rank - 1; k >= 0; k--) {
    for (int j = k + 1; j < rank; j++)
      y[k] -= upper[k * rank + j] * y[j];
    y[k] /= upper[k * rank + k];
  }
}

int
tr_span_solve(double *x, const TrSpanEquations *equations, const TrSpan *beyond, void *work)
{
  TR_ASSERT(x && work && equations && equations->n > 0);
  TR_ASSERT(tr_is_array(equations->a, equations->m) && tr_is_array(equations->b, equations->m));

  const double *a = equations->a, *b = equations->b;
  int m = equations->m, n = equations->n;
  double *basis = work, *scratch = basis + n * n, *c = scratch + (m + 1) * n, *upper = c + m * n;
  int *order = (int *)(upper + n * n);
  int first = beyond ? beyond->rank : 0, rank;
  TrSpan span = {n, first, basis};

  if (beyond)
    memcpy(basis, beyond->basis, (size_t)(first * n) * sizeof *basis);
  rank = tr_span_add_rows(&span, a, m, equations->rtol, order, scratch);
  for (int r = 0; r < m; r++)
    for (int k = 0; k < rank; k++)
      c[r * rank + k] = tr_vec_dot(a + r * n, basis + (first + k) * n, n);
  solve_coefficients(scratch, c, b, m, rank, upper);
  memset(x, 0, (size_t)n * sizeof *x);
  for (int k = 0; k < rank; k++)
    add_scaled(x, scratch[k], basis + (first + k) * n, n);
  return rank;
}
