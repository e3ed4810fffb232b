#include "engine/linalg/arrow_inverse.h"

#include <stdlib.h>
#include <string.h>

#include "engine/linalg/arrow_private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/product.h"

struct TrArrowInverse {
  TrArrow *z; /* panels and corner hold blocks of the inverse; the gradient's rows are unused */
  const TrProductKernels *products;
  double *panel;  /* [(n + r) x n] rows of a panel of the factor, without their padding */
  double *last;   /* [r x r] Z_JJ, r = bandwidth n + border */
  double *divide; /* [n x n] L_kk^-1 */
  double *x;      /* [r x n] R L_kk^-1 */
  double *cross;  /* [r x n] Z_Jk */
  double *own;    /* [n x n] */
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
    inverse->products = tr_product_kernels(tr_cpu());
    inverse->panel = calloc((n + r) * n, sizeof(double));
    inverse->divide = calloc(n * n, sizeof(double));
    inverse->last = calloc(r * r + 1, sizeof(double));
    inverse->x = calloc(r * n + 1, sizeof(double));
    inverse->cross = calloc(r * n + 1, sizeof(double));
    inverse->own = calloc(n * n, sizeof(double));
  }
  free(lengths);
  if (!inverse || !inverse->z || !inverse->panel || !inverse->divide || !inverse->last ||
      !inverse->x || !inverse->cross || !inverse->own) {
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
  free(inverse->panel);
  free(inverse->divide);
  free(inverse->last);
  free(inverse->x);
  free(inverse->cross);
  free(inverse->own);
  free(inverse);
}

/* Padded row of a panel's i-th row, where the panel knows `blocks` blocks. */
static int
find_row(const TrArrowShape *shape, int blocks, int i)
{
  int n = shape->n;

  return i < blocks * n ? tr_arrow_row(shape, i / n, i % n)
                        : tr_arrow_border_row(shape, i - blocks * n);
}

/* tr_arrow_copy_run() beside and below the diagonal of a symmetric out[size x size], from element
 * (i, j) on; `at` is the column of the panel. */
static void
copy_both(double *out,
          size_t size,
          size_t i,
          size_t j,
          const TrArrowShape *shape,
          const double *panel,
          int row,
          int at,
          int count)
{
  tr_arrow_copy_run(out + j * size + i, 1, shape, panel, row, at, count);
  tr_arrow_copy_run(out + i * size + j, size, shape, panel, row, at, count);
}

/* Z of `count` blocks of a part from its k-th on and of the border; the blocks in the order of the
 * matrix, whatever that of the part. */
static void
gather(double *out, const TrArrow *z, const TrArrowPart *part, int k, int count, bool is_reversed)
{
  const TrArrowShape *shape = &z->shape;
  size_t n = (size_t)z->n, inner = (size_t)count * n, size = inner + (size_t)z->border;

  for (int b = 0; b < count; b++) {
    const double *panel = tr_arrow_part_panel(z, part, k + b);
    size_t column = (size_t)(is_reversed ? count - 1 - b : b) * n;

    for (int j = 0; j < z->n; j++) {
      size_t own = column + (size_t)j;

      copy_both(out, size, own, own, shape, panel, j, j, z->n - j);
      for (int d = 1; b + d < count; d++)
        copy_both(out, size, (size_t)(is_reversed ? count - 1 - b - d : b + d) * n, own, shape,
                  panel, tr_arrow_row(shape, d, 0), j, z->n);
      copy_both(out, size, inner, own, shape, panel, tr_arrow_border_row(shape, 0), j, z->border);
    }
  }
  for (int j = 0; j < z->border; j++)
    for (int i = j; i < z->border; i++)
      out[(inner + (size_t)i) * size + inner + (size_t)j] =
          out[(inner + (size_t)j) * size + inner + (size_t)i] = *tr_arrow_corner(z, i, j);
}

void
tr_arrow_inverse_get(double *out, const TrArrowInverse *inverse, int block, int touched)
{
  const TrArrow *z = inverse->z;
  const TrArrowPart *part = &z->parts[tr_arrow_part(z, block, touched)];
  bool is_reversed = part->direction < 0;
  int k = is_reversed ? part->block - (block + touched - 1) : block - part->block;

  gather(out, z, part, k, touched, is_reversed);
}

double
tr_arrow_inverse_corner(const TrArrowInverse *inverse, int i, int j)
{
  return *tr_arrow_corner(inverse->z, i, j);
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

/* inverse[n x n] = L^-1 for the block of a panel, whose upper part is zero. */
static void
invert_triangle(double *inverse, const double *l, int n)
{
  memset(inverse, 0, (size_t)(n * n) * sizeof *inverse);
  for (int i = 0; i < n; i++) {
    double *row = inverse + i * n, reciprocal = 1 / l[i * n + i];

    for (int k = 0; k < i; k++)
      for (int j = 0; j <= k; j++)
        row[j] -= l[i * n + k] * inverse[k * n + j];
    for (int j = 0; j < i; j++)
      row[j] *= reciprocal;
    row[i] = reciprocal;
  }
}

/* Z_Jk into cross and Z_kk into own, from the panel's rows and Z_JJ. */
static void
multiply(TrArrowInverse *inverse, int n, int r)
{
  double *x = inverse->x, *cross = inverse->cross, *own = inverse->own, *w = inverse->divide;
  const TrProductKernels *products = inverse->products;

  memset(x, 0, (size_t)(r * n) * sizeof *x);
  memset(cross, 0, (size_t)(r * n) * sizeof *cross);
  memset(own, 0, (size_t)(n * n) * sizeof *own);
  invert_triangle(w, inverse->panel, n);
  products->add(x, n, 1, tr_matrix_view(inverse->panel + n * n, n), w, n, r, n, n);
  products->add(cross, n, -1, tr_matrix_view(inverse->last, r), x, n, r, r, n);
  products->add(own, n, 1, tr_matrix_view_transposed(w, n), w, n, n, n, n);
  products->add(own, n, -1, tr_matrix_view_transposed(x, n), cross, n, n, r, n);
}

/* The k-th block of a part, those behind it being there. */
static void
invert_panel(TrArrowInverse *inverse, const TrArrow *factor, int part_index, int k)
{
  const TrArrowPart *part = &factor->parts[part_index];
  const TrArrowShape *shape = &factor->shape;
  int left = tr_arrow_part_size(part) - 1 - k;
  int n = factor->n, after = left < factor->bandwidth ? left : factor->bandwidth;
  int r = after * n + factor->border;
  double *to = tr_arrow_part_panel(inverse->z, &inverse->z->parts[part_index], k);

  tr_arrow_unpack_panel(inverse->panel, factor, tr_arrow_part_panel(factor, part, k), 1 + after);
  gather(inverse->last, inverse->z, &inverse->z->parts[part_index], k + 1, after, false);
  multiply(inverse, n, r);
  for (int j = 0; j < n; j++) {
    for (int i = j; i < n; i++)
      to[tr_arrow_panel_place(shape, i, j)] = inverse->own[i * n + j];
    for (int i = 0; i < r; i++)
      to[tr_arrow_panel_place(shape, find_row(shape, 1 + after, n + i), j)] =
          inverse->cross[i * n + j];
  }
}

/* The blocks in the middle of a chain again, in the order of its second part. */
static void
mirror_middle(TrArrow *z, int chain)
{
  const TrArrowShape *shape = &z->shape;
  const TrArrowPart *first = &z->parts[2 * chain], *second = first + 1;

  for (int k = second->n_blocks; k < tr_arrow_part_size(second); k++) {
    int place = tr_arrow_part_block(second, k) - first->block;
    double *to = tr_arrow_part_panel(z, second, k);

    memcpy(to, tr_arrow_part_panel(z, first, place), shape->panel_size * sizeof *to);
    for (int d = 1; k + d < tr_arrow_part_size(second); d++) {
      const double *from = tr_arrow_part_panel(z, first, place - d);

      for (int j = 0; j < shape->n; j++)
        for (int i = 0; i < shape->n; i++)
          to[tr_arrow_panel_place(shape, tr_arrow_row(shape, d, i), j)] =
              from[tr_arrow_panel_place(shape, tr_arrow_row(shape, d, j), i)];
    }
  }
}

TrStatus
tr_arrow_inverse_fill(TrArrowInverse *inverse, const TrArrow *factor)
{
  TR_TRY(invert_corner(inverse, factor));
  for (int c = 0; c < factor->n_chains; c++) {
    const TrArrowPart *first = &factor->parts[2 * c], *second = first + 1;

    for (int k = tr_arrow_part_size(first) - 1; k >= 0; k--)
      invert_panel(inverse, factor, 2 * c, k);
    mirror_middle(inverse->z, c);
    for (int k = second->n_blocks - 1; k >= 0; k--)
      invert_panel(inverse, factor, 2 * c + 1, k);
  }
  return TR_OK;
}
