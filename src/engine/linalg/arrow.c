#include "engine/linalg/arrow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t
panels_size(const TrArrow *arrow)
{
  return (size_t)arrow->first[arrow->n_chains] * (size_t)arrow->n * (size_t)arrow->rows;
}

static size_t
corner_size(const TrArrow *arrow)
{
  return (size_t)(arrow->border + 1) * (size_t)(arrow->border + 1);
}

TrArrow *
tr_arrow_new(int n, int bandwidth, int border, int n_chains, const int *lengths)
{
  TrArrow *arrow = calloc(1, sizeof *arrow);

  if (!arrow)
    return NULL;
  arrow->n = n;
  arrow->bandwidth = bandwidth;
  arrow->border = border;
  arrow->n_chains = n_chains;
  arrow->rows = n * (1 + bandwidth) + border + 1;
  arrow->first = calloc((size_t)n_chains + 1, sizeof *arrow->first);
  if (!arrow->first) {
    tr_arrow_free(arrow);
    return NULL;
  }
  for (int c = 0; c < n_chains; c++)
    arrow->first[c + 1] = arrow->first[c] + lengths[c];
  arrow->panels = calloc(panels_size(arrow), sizeof *arrow->panels);
  arrow->corner = calloc(corner_size(arrow), sizeof *arrow->corner);
  if (!arrow->panels || !arrow->corner) {
    tr_arrow_free(arrow);
    return NULL;
  }
  return arrow;
}

void
tr_arrow_free(TrArrow *arrow)
{
  if (!arrow)
    return;
  free(arrow->first);
  free(arrow->panels);
  free(arrow->corner);
  free(arrow);
}

void
tr_arrow_clear(TrArrow *arrow)
{
  memset(arrow->panels, 0, panels_size(arrow) * sizeof *arrow->panels);
  memset(arrow->corner, 0, corner_size(arrow) * sizeof *arrow->corner);
}

void
tr_arrow_copy(TrArrow *to, const TrArrow *from)
{
  memcpy(to->panels, from->panels, panels_size(from) * sizeof *to->panels);
  memcpy(to->corner, from->corner, corner_size(from) * sizeof *to->corner);
}

void
tr_arrow_add_diagonal(TrArrow *arrow, double value)
{
  for (int k = 0; k < arrow->first[arrow->n_chains]; k++)
    for (int j = 0; j < arrow->n; j++)
      tr_arrow_panel(arrow, k)[(size_t)j * (size_t)arrow->rows + (size_t)j] += value;
}

double
tr_arrow_largest_diagonal(const TrArrow *arrow)
{
  double largest = 0;

  for (int k = 0; k < arrow->first[arrow->n_chains]; k++)
    for (int j = 0; j < arrow->n; j++)
      largest =
          fmax(largest, tr_arrow_panel(arrow, k)[(size_t)j * (size_t)arrow->rows + (size_t)j]);
  for (int i = 0; i < arrow->border; i++)
    largest = fmax(largest, *tr_arrow_corner(arrow, i, i));
  return largest;
}

static void
add_scaled(double *restrict to, double s, const double *restrict from, int n)
{
  for (int i = 0; i < n; i++)
    to[i] += s * from[i];
}

/* One residual's products with the columns of block `i` of those that it touches. */
static void
add_block_columns(const TrArrow *arrow,
                  double *panel,
                  int i,
                  int touched,
                  const double *row,
                  int border,
                  double r,
                  double weight)
{
  int n = arrow->n, below = (touched - i) * n, rows = arrow->rows;

  for (int a = 0; a < n; a++) {
    double f = weight * row[i * n + a];
    double *column = panel + (size_t)a * (size_t)rows;

    if (f == 0)
      continue;
    add_scaled(column + a, f, row + i * n + a, below - a);
    add_scaled(column + rows - 1 - arrow->border, f, row + touched * n, border);
    column[rows - 1] += f * r;
  }
}

static void
add_corner_columns(const TrArrow *arrow, const double *row, double r, double weight)
{
  int p = arrow->border;

  for (int q = 0; q < p; q++) {
    double f = weight * row[q];

    if (f == 0)
      continue;
    add_scaled(tr_arrow_corner(arrow, q, q), f, row + q, p - q);
    *tr_arrow_corner(arrow, p, q) += f * r;
  }
}

void
tr_arrow_add_residual(TrArrow *arrow,
                      int block,
                      int touched,
                      const double *jac,
                      const double *r,
                      int n_rows,
                      double weight)
{
  int columns = touched * arrow->n + arrow->border;

  TR_ASSERT(touched <= 1 + arrow->bandwidth);
  for (int k = 0; k < n_rows; k++) {
    const double *row = jac + (size_t)k * (size_t)columns;

    for (int i = 0; i < touched; i++)
      add_block_columns(arrow, tr_arrow_panel(arrow, block + i), i, touched, row, arrow->border,
                        r[k], weight);
    add_corner_columns(arrow, row + touched * arrow->n, r[k], weight);
  }
}

void
tr_arrow_add_state_residual(
    TrArrow *arrow, int block, const double *jac, const double *r, int n_rows, double weight)
{
  for (int k = 0; k < n_rows; k++)
    add_block_columns(arrow, tr_arrow_panel(arrow, block), 0, 1, jac + k * arrow->n, 0, r[k],
                      weight);
}

/* Cholesky of the block on the diagonal, applied to all rows below it. */
static bool
factor_panel(double *panel, int n, int rows)
{
  for (int j = 0; j < n; j++) {
    double *column = panel + (size_t)j * (size_t)rows;
    double pivot = column[j];

    if (!(pivot > 0) || !isfinite(pivot))
      return false;

    double inverse = 1 / sqrt(pivot);

    for (int i = j; i < rows; i++)
      column[i] *= inverse;
    for (int k = j + 1; k < n; k++) {
      double *next = panel + (size_t)k * (size_t)rows;

      add_scaled(next + k, -column[k], column + k, rows - k);
    }
  }
  return true;
}

/* to[0..count) -= sum_j panel[at + i, j] panel[pivot, j] over the n columns of a panel. */
static void
subtract_products(
    double *restrict to, const double *panel, int n, int rows, int at, int pivot, int count)
{
  int j = 0;

  for (; j + 3 < n; j += 4) {
    const double *restrict a = panel + (size_t)j * (size_t)rows + at;
    const double *restrict b = a + rows, *restrict c = b + rows, *restrict d = c + rows;
    double fa = a[pivot - at], fb = b[pivot - at], fc = c[pivot - at], fd = d[pivot - at];

    for (int i = 0; i < count; i++)
      to[i] -= a[i] * fa + b[i] * fb + c[i] * fc + d[i] * fd;
  }
  for (; j < n; j++) {
    const double *restrict a = panel + (size_t)j * (size_t)rows + at;
    double f = a[pivot - at];

    for (int i = 0; i < count; i++)
      to[i] -= a[i] * f;
  }
}

/* Takes the factored panel's outer product off the next `after` panels and off the corner. */
static void
update_behind(TrArrow *arrow, const double *panel, int block, int after)
{
  int n = arrow->n, rows = arrow->rows, border = rows - 1 - arrow->border;

  for (int i = 1; i <= after; i++)
    for (int c = 0; c < n; c++) {
      double *column = tr_arrow_panel(arrow, block + i) + (size_t)c * (size_t)rows;
      int pivot = n * i + c;

      subtract_products(column + c, panel, n, rows, pivot, pivot, n * (1 + after) - pivot);
      subtract_products(column + border, panel, n, rows, border, pivot, arrow->border + 1);
    }
  for (int q = 0; q < arrow->border; q++)
    subtract_products(tr_arrow_corner(arrow, q, q), panel, n, rows, border + q, border + q,
                      arrow->border + 1 - q);
}

TrStatus
tr_arrow_eliminate(TrArrow *arrow, int *failed)
{
  for (int c = 0; c < arrow->n_chains; c++)
    for (int k = arrow->first[c]; k < arrow->first[c + 1]; k++) {
      double *panel = tr_arrow_panel(arrow, k);
      int left = arrow->first[c + 1] - 1 - k;

      if (!factor_panel(panel, arrow->n, arrow->rows)) {
        if (failed)
          *failed = k;
        return TR_NOT_DEFINITE;
      }
      update_behind(arrow, panel, k, left < arrow->bandwidth ? left : arrow->bandwidth);
    }
  return TR_OK;
}

void
tr_arrow_weak_direction(double *x, const TrArrow *arrow, int block)
{
  const double *panel = tr_arrow_panel(arrow, block);
  size_t rows = (size_t)arrow->rows;
  int last = 0;

  memset(x, 0, (size_t)arrow->n * sizeof *x);
  while (last + 1 < arrow->n && panel[(size_t)last * rows + (size_t)last] > 0 &&
         isfinite(panel[(size_t)last * rows + (size_t)last]))
    last++;
  x[last] = 1;
  for (int i = last - 1; i >= 0; i--) {
    const double *column = panel + (size_t)i * rows;

    for (int k = i + 1; k <= last; k++)
      x[i] -= column[k] * x[k];
    x[i] /= column[i];
  }
}

static double
dot(const double *restrict a, const double *restrict b, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Solves one block: L^T x = -(gradient + border p + blocks below x_below), from the last column. */
static void
solve_block(double *x,
            const TrArrow *arrow,
            const double *panel,
            int after,
            const double *p,
            double gradient)
{
  int n = arrow->n, rows = arrow->rows, border = rows - 1 - arrow->border;

  for (int j = n - 1; j >= 0; j--) {
    const double *column = panel + (size_t)j * (size_t)rows;
    double sum = gradient * column[rows - 1] + dot(column + border, p, arrow->border) +
                 dot(column + j + 1, x + j + 1, n * (1 + after) - j - 1);

    x[j] = -sum / column[j];
  }
}

static void
solve_chains(double *x, const TrArrow *arrow, const double *p, double gradient)
{
  for (int c = 0; c < arrow->n_chains; c++)
    for (int k = arrow->first[c + 1] - 1; k >= arrow->first[c]; k--) {
      int left = arrow->first[c + 1] - 1 - k;

      solve_block(x + (size_t)k * (size_t)arrow->n, arrow, tr_arrow_panel(arrow, k),
                  left < arrow->bandwidth ? left : arrow->bandwidth, p, gradient);
    }
}

void
tr_arrow_back_substitute(double *x, const TrArrow *arrow, const double *p)
{
  solve_chains(x, arrow, p, 1);
}

void
tr_arrow_response(double *x, const TrArrow *arrow, int i)
{
  /* the corner's last column is free: a unit vector lives there for the call */
  double *unit = tr_arrow_corner(arrow, 0, arrow->border);

  memset(unit, 0, (size_t)arrow->border * sizeof *unit);
  unit[i] = 1;
  solve_chains(x, arrow, unit, 0);
}
