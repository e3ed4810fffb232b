#include "engine/linalg/arrow_inverse.h"

#include <stdlib.h>
#include <string.h>

#include "engine/linalg/dense.h"

struct TrArrowInverse {
  TrArrow *z;    /* panels and corner hold blocks of the inverse; the gradient's rows are unused */
  double *last;  /* [r x r] Z_JJ, r = bandwidth n + border */
  double *x;     /* [r x n] R L_kk^-1 */
  double *cross; /* [r x n] Z_Jk */
  double *own;   /* [n x n] */
};

TrArrowInverse *
tr_arrow_inverse_new(const TrArrow *like)
{
  TrArrowInverse *inverse = calloc(1, sizeof *inverse);
  size_t n = (size_t)like->n, r = (size_t)like->bandwidth * n + (size_t)like->border;
  int *lengths = calloc((size_t)like->n_chains + 1, sizeof *lengths);

  for (int c = 0; lengths && c < like->n_chains; c++)
    lengths[c] = like->first[c + 1] - like->first[c];
  if (inverse && lengths) {
    inverse->z = tr_arrow_new(like->n, like->bandwidth, like->border, like->n_chains, lengths);
    inverse->last = calloc(r * r + 1, sizeof(double));
    inverse->x = calloc(r * n + 1, sizeof(double));
    inverse->cross = calloc(r * n + 1, sizeof(double));
    inverse->own = calloc(n * n, sizeof(double));
  }
  free(lengths);
  if (!inverse || !inverse->z || !inverse->last || !inverse->x || !inverse->cross ||
      !inverse->own) {
    tr_arrow_inverse_free(inverse);
    return NULL;
  }
  return inverse;
}

void
tr_arrow_inverse_free(TrArrowInverse *inverse)
{
  if (!inverse)
    return;
  tr_arrow_free(inverse->z);
  free(inverse->last);
  free(inverse->x);
  free(inverse->cross);
  free(inverse->own);
  free(inverse);
}

/* Element of Z among `count` blocks from `block` and, after them, the border; row >= column. */
static double
element(const TrArrow *z, int block, int count, int row, int column)
{
  int n = z->n, inner = count * n;
  const double *panel;

  if (column >= inner)
    return *tr_arrow_corner(z, row - inner, column - inner);
  panel = tr_arrow_panel(z, block + column / n) + (size_t)(column % n) * (size_t)z->rows;
  return row >= inner ? panel[z->rows - 1 - z->border + row - inner] : panel[row - column / n * n];
}

static void
gather(double *out, const TrArrow *z, int block, int count)
{
  int size = count * z->n + z->border;

  for (int j = 0; j < size; j++)
    for (int i = j; i < size; i++)
      out[i * size + j] = out[j * size + i] = element(z, block, count, i, j);
}

void
tr_arrow_inverse_get(double *out, const TrArrowInverse *inverse, int block, int touched)
{
  gather(out, inverse->z, block, touched);
}

/* S^-1 into the corner. */
static TrStatus
invert_corner(TrArrowInverse *inverse, const TrArrow *factor)
{
  int p = factor->border;
  double *s = inverse->last, *unit = inverse->x;

  for (int i = 0; i < p; i++)
    for (int j = 0; j <= i; j++)
      s[i * p + j] = *tr_arrow_corner(factor, i, j);
  TR_TRY(tr_dense_cholesky(s, p));
  for (int j = 0; j < p; j++) {
    memset(unit, 0, (size_t)p * sizeof *unit);
    unit[j] = 1;
    tr_dense_cholesky_solve(unit, s, p, 1);
    for (int i = j; i < p; i++)
      *tr_arrow_corner(inverse->z, i, j) = unit[i];
  }
  return TR_OK;
}

/* x[r x n] = R L^-1 for the rows R of a panel below its block; `kept` rows of neighbours are left
 * at the end of the chain. */
static void
divide_rows(double *x, const TrArrow *factor, const double *panel, int kept)
{
  int n = factor->n, rows = factor->rows, r = kept + factor->border;

  for (int i = 0; i < r; i++) {
    int at = i < kept ? n + i : rows - 1 - factor->border + i - kept;
    double *row = x + (size_t)i * (size_t)n;

    for (int j = n - 1; j >= 0; j--) {
      const double *column = panel + (size_t)j * (size_t)rows;
      double sum = column[at];

      for (int k = j + 1; k < n; k++)
        sum -= row[k] * column[k];
      row[j] = sum / column[j];
    }
  }
}

/* own = (L L^T)^-1 for the block of a panel. */
static void
invert_block(double *own, const TrArrow *factor, const double *panel)
{
  int n = factor->n;

  memset(own, 0, (size_t)(n * n) * sizeof *own);
  for (int c = 0; c < n; c++) {
    double *x = own + c * n; /* column c of the inverse, which is symmetric */

    x[c] = 1;
    for (int j = 0; j < n; j++) {
      const double *column = panel + (size_t)j * (size_t)factor->rows;

      x[j] /= column[j];
      for (int i = j + 1; i < n; i++)
        x[i] -= column[i] * x[j];
    }
    for (int j = n - 1; j >= 0; j--) {
      const double *column = panel + (size_t)j * (size_t)factor->rows;

      for (int i = j + 1; i < n; i++)
        x[j] -= column[i] * x[i];
      x[j] /= column[j];
    }
  }
}

static void
invert_panel(TrArrowInverse *inverse, const TrArrow *factor, int block, int after)
{
  int n = factor->n, kept = after * n, r = kept + factor->border;
  double *to = tr_arrow_panel(inverse->z, block);

  divide_rows(inverse->x, factor, tr_arrow_panel(factor, block), kept);
  gather(inverse->last, inverse->z, block + 1, after);
  memset(inverse->cross, 0, (size_t)(r * n) * sizeof(double));
  tr_dense_add_product(inverse->cross, -1, inverse->last, inverse->x, r, r, n);
  invert_block(inverse->own, factor, tr_arrow_panel(factor, block));
  tr_dense_add_product_tn(inverse->own, -1, inverse->x, inverse->cross, r, n, n);
  for (int j = 0; j < n; j++) {
    double *column = to + (size_t)j * (size_t)factor->rows;

    for (int i = j; i < n; i++)
      column[i] = inverse->own[i * n + j];
    for (int i = 0; i < r; i++)
      column[i < kept ? n + i : factor->rows - 1 - factor->border + i - kept] =
          inverse->cross[i * n + j];
  }
}

TrStatus
tr_arrow_inverse_fill(TrArrowInverse *inverse, const TrArrow *factor)
{
  TR_TRY(invert_corner(inverse, factor));
  for (int c = 0; c < factor->n_chains; c++)
    for (int k = factor->first[c + 1] - 1; k >= factor->first[c]; k--) {
      int left = factor->first[c + 1] - 1 - k;

      invert_panel(inverse, factor, k, left < factor->bandwidth ? left : factor->bandwidth);
    }
  return TR_OK;
}
