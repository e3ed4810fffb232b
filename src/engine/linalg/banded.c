#include "engine/linalg/banded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t
size_of(const TrBanded *m)
{
  return (size_t)m->n * (size_t)(3 * m->width + 1);
}

bool
tr_banded_init(TrBanded *m, int n, int width)
{
  TR_ASSERT(m && n >= 0 && width >= 0);
  m->n = n;
  m->width = width < n ? width : n;
  m->a = calloc(size_of(m) + 1, sizeof *m->a);
  m->pivot = calloc((size_t)n + 1, sizeof *m->pivot);
  return m->a && m->pivot;
}

void
tr_banded_clear(TrBanded *m)
{
  free(m->a);
  free(m->pivot);
}

void
tr_banded_copy(TrBanded *to, const TrBanded *from)
{
  TR_ASSERT(to->n == from->n && to->width == from->width);
  memcpy(to->a, from->a, size_of(from) * sizeof *to->a);
}

void
tr_banded_zero(TrBanded *m)
{
  memset(m->a, 0, size_of(m) * sizeof *m->a);
}

static int
least(int a, int b)
{
  return a < b ? a : b;
}

void
tr_banded_apply(double *out, const TrBanded *m, const double *x)
{
  for (int i = 0; i < m->n; i++) {
    int first = i > m->width ? i - m->width : 0, end = least(i + m->width + 1, m->n);
    const double *row = tr_banded_at(m, i, first);

    out[i] = 0;
    for (int j = first; j < end; j++)
      out[i] += row[j - first] * x[j];
  }
}

/* Row among k .. last with the largest element in column k. */
static int
find_pivot(const TrBanded *m, int k, int last)
{
  int best = k;

  for (int i = k + 1; i <= last; i++)
    if (fabs(*tr_banded_at(m, i, k)) > fabs(*tr_banded_at(m, best, k)))
      best = i;
  return best;
}

TrStatus
tr_banded_factor(TrBanded *m)
{
  for (int k = 0; k < m->n; k++) {
    int last = least(k + m->width, m->n - 1), end = least(k + 2 * m->width + 1, m->n);
    int best = find_pivot(m, k, last);
    double *row = tr_banded_at(m, k, k), *other = tr_banded_at(m, best, k);

    m->pivot[k] = best;
    if (!(fabs(*other) > 0) || !isfinite(*other))
      return TR_NOT_DEFINITE;
    for (int j = 0; best != k && j < end - k; j++) {
      double kept = row[j];

      row[j] = other[j];
      other[j] = kept;
    }
    for (int i = k + 1; i <= last; i++) {
      double *below = tr_banded_at(m, i, k), factor = below[0] / row[0];

      below[0] = factor;
      for (int j = 1; factor != 0 && j < end - k; j++)
        below[j] -= factor * row[j];
    }
  }
  return TR_OK;
}

void
tr_banded_solve(double *x, const TrBanded *m)
{
  for (int k = 0; k < m->n; k++) {
    int last = least(k + m->width, m->n - 1);
    double kept = x[k];

    x[k] = x[m->pivot[k]];
    x[m->pivot[k]] = m->pivot[k] == k ? x[k] : kept;
    for (int i = k + 1; i <= last; i++)
      x[i] -= *tr_banded_at(m, i, k) * x[k];
  }
  for (int k = m->n - 1; k >= 0; k--) {
    const double *row = tr_banded_at(m, k, k);
    int end = least(k + 2 * m->width + 1, m->n);

    for (int j = k + 1; j < end; j++)
      x[k] -= row[j - k] * x[j];
    x[k] /= row[0];
  }
}
