/* Back substitution for all border variables at once: each panel is read once. */
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/arrow_private.h"
#include "engine/linalg/product.h"

typedef struct Responses {
  const TrArrow *arrow;
  const TrProductKernels *products;
  double *x; /* [blocks n x stride] */
  int stride;
  double *rows; /* [((1 + bandwidth) n + border) x n] of the current panel */
} Responses;

/* x[n x stride] = rows below the block, transposed, times the values that belong to them. */
static void
add_rows(const Responses *r, double *x, const TrArrowPart *part, int k, int after)
{
  const TrArrow *arrow = r->arrow;
  int n = arrow->n;
  const double *border = r->rows + (1 + after) * n * n;

  memset(x, 0, (size_t)(n * r->stride) * sizeof *x);
  for (int i = 0; i < n; i++)
    for (int a = 0; a < arrow->border; a++)
      x[i * r->stride + a] = border[a * n + i];
  for (int d = 1; d <= after; d++) {
    size_t block = (size_t)tr_arrow_part_block(part, k + d);

    r->products->add(x, 1, tr_matrix_view_transposed(r->rows + d * n * n, n),
                     r->x + block * (size_t)(n * r->stride),
                     (TrProductShape){{n, n, r->stride}, r->stride, r->stride});
  }
}

/* x <- -L^-T x. */
static void
solve_block(double *x, int stride, const double *l, int n)
{
  for (int i = n - 1; i >= 0; i--) {
    double *row = x + i * stride, reciprocal = -1 / l[i * n + i];

    for (int a = 0; a < stride; a++)
      row[a] *= reciprocal;
    for (int k = 0; k < i; k++)
      for (int a = 0; a < stride; a++)
        x[k * stride + a] += l[i * n + k] * row[a];
  }
}

/* Solves the blocks end - 1 .. begin of a part. */
static void
solve_blocks(const Responses *r, const TrArrowPart *part, int begin, int end)
{
  const TrArrow *arrow = r->arrow;

  for (int k = end - 1; k >= begin; k--) {
    int left = tr_arrow_part_size(part) - 1 - k;
    int after = left < arrow->bandwidth ? left : arrow->bandwidth;
    double *x = r->x + (size_t)tr_arrow_part_block(part, k) * (size_t)(arrow->n * r->stride);

    tr_arrow_unpack_panel(r->rows, arrow, tr_arrow_part_panel(arrow, part, k), 1 + after);
    add_rows(r, x, part, k, after);
    solve_block(x, r->stride, r->rows, arrow->n);
  }
}

int
tr_arrow_response_stride(const TrArrow *arrow)
{
  enum { WIDEST = 8 };

  return (arrow->border + WIDEST - 1) / WIDEST * WIDEST;
}

TrStatus
tr_arrow_responses(double *x, const TrArrow *arrow)
{
  size_t n = (size_t)arrow->n;
  size_t rows = (size_t)(1 + arrow->bandwidth) * n + (size_t)arrow->border;
  Responses r = {.arrow = arrow,
                 .products = tr_product_kernels(tr_cpu()),
                 .x = x,
                 .stride = tr_arrow_response_stride(arrow),
                 .rows = malloc(rows * n * sizeof(double))};

  if (!r.rows)
    return TR_NO_MEMORY;
  for (int c = 0; c < arrow->n_chains; c++) {
    const TrArrowPart *first = &arrow->parts[2 * c], *second = first + 1;

    solve_blocks(&r, first, 0, tr_arrow_part_size(first));
    solve_blocks(&r, second, 0, second->n_blocks);
  }
  free(r.rows);
  return TR_OK;
}
