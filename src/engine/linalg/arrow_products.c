/* J^T J of a block of residuals.  J^T is packed into strips like those of a panel, so that its
 * product with itself is made of the same tiles; a mask for each strip tells which residuals depend
 * on its unknowns at all, because a body's residuals know only its neighbours. */
#include "engine/linalg/arrow_products.h"

#include <stdint.h>

#include "engine/linalg/arrow_tile.h"

typedef int64_t Bits __attribute__((vector_size(8 * TR_LANES)));

/* Rows of J as they are packed: `touched` blocks, then border and gradient. */
typedef struct Packed {
  const TrArrowShape *shape;
  TrArrowWork *work;
  int n_rows, touched;
  size_t strip_size;
  double weight;
} Packed;

typedef struct ProductTile {
  double *to;
  size_t to_strip_size;
  const double *a, *b;
  size_t strip_size;
  int n_rows;
  unsigned mask;
  double weight;
} ProductTile;

/* to += weight A B^T over the residuals in the mask, run by run. */
TILE_INLINE void
add_tile(const ProductTile *t, int strips, int columns)
{
  TrVec weight = tr_vec_fill(t->weight);
  Tile sum;

  tile_clear(sum, strips, columns);
  for (unsigned mask = t->mask; mask != 0;) {
    int first = __builtin_ctz(mask), end = first + __builtin_ctz(~(mask >> first));
    int from = first * TR_ARROW_MASK_ROWS, to = end * TR_ARROW_MASK_ROWS;
    size_t at = (size_t)from * TR_LANES;

    tile_add_products(sum, strips, columns, t->a + at, t->b + at, t->strip_size,
                      (to < t->n_rows ? to : t->n_rows) - from);
    mask &= ~0u << end;
  }
  TILE_EACH(s, strips)
  TILE_EACH(c, columns)
  {
    double *to = t->to + (size_t)s * t->to_strip_size + (size_t)c * TR_LANES;

    tr_vec_store(to, tr_vec_load(to) + weight * sum[s][c]);
  }
}

TILE_SIZES(add_tile, const ProductTile);

static bool
is_zero(Bits bits)
{
  int64_t any = 0;

  for (int i = 0; i < TR_LANES; i++)
    any |= bits[i];
  return any == 0;
}

/* One strip: `width` columns from jac on of rows that are `columns` apart; its mask. */
static unsigned
pack_strip(double *to, const double *jac, size_t columns, int n_rows, int width)
{
  unsigned mask = 0;

  for (int from = 0; from < n_rows; from += TR_ARROW_MASK_ROWS) {
    int end = from + TR_ARROW_MASK_ROWS < n_rows ? from + TR_ARROW_MASK_ROWS : n_rows;
    Bits seen = {0};

    for (int k = from; k < end; k++, jac += columns, to += TR_LANES) {
      TrVec v = {0};

      if (width >= TR_LANES)
        v = tr_vec_load(jac);
      else
        for (int i = 0; i < width; i++)
          v[i] = jac[i];
      tr_vec_store(to, v);
      seen |= (Bits)v;
    }
    if (!is_zero(seen))
      mask |= 1u << (from / TR_ARROW_MASK_ROWS);
  }
  return mask;
}

/* `width` columns of J from jac on, into strips from `strip` on. */
static void
pack_columns(const Packed *p, int strip, const double *jac, size_t columns, int width)
{
  for (int at = 0; at < width; at += TR_LANES, strip++)
    p->work->masks[strip] = pack_strip(p->work->packed + (size_t)strip * p->strip_size, jac + at,
                                       columns, p->n_rows, width - at);
}

/* The border without derivatives where there are none, and the residuals as its last column. */
static void
pack_border(const Packed *p, const double *jac, size_t columns, const double *r, bool has_border)
{
  const TrArrowShape *shape = p->shape;
  int first = p->touched * shape->block_strips, last = first + shape->border / TR_LANES;
  double *gradient = p->work->packed + (size_t)last * p->strip_size + shape->border % TR_LANES;

  for (int s = first; s <= last; s++) {
    memset(p->work->packed + (size_t)s * p->strip_size, 0, p->strip_size * sizeof(double));
    p->work->masks[s] = 0;
  }
  if (has_border)
    pack_columns(p, first, jac, columns, shape->border);
  for (int k = 0; k < p->n_rows; k++)
    gradient[(size_t)k * TR_LANES] = r[k];
  p->work->masks[last] = (1u << ((p->n_rows - 1) / TR_ARROW_MASK_ROWS + 1)) - 1;
}

static void
pack(const Packed *p, const TrArrowRows *rows, int from)
{
  int n = p->shape->n;
  const double *jac = rows->jac + (size_t)from * (size_t)rows->columns;

  for (int i = 0; i < rows->touched; i++) {
    int place = rows->is_reversed ? rows->touched - 1 - i : i;

    pack_columns(p, place * p->shape->block_strips, jac + (size_t)i * (size_t)n,
                 (size_t)rows->columns, n);
  }
  pack_border(p, jac + (size_t)rows->touched * (size_t)n, (size_t)rows->columns, rows->r + from,
              rows->has_border);
}

/* Columns that begin at padded row `row` of the packed ones, times the strips from .. end - 1. */
static void
add_strips(const Packed *p, double *to, size_t to_strip_size, int row, int width, int from, int end)
{
  const unsigned *masks = p->work->masks;
  ProductTile t = {.to_strip_size = to_strip_size,
                   .b = p->work->packed + tile_row(row, p->strip_size),
                   .strip_size = p->strip_size,
                   .n_rows = p->n_rows,
                   .weight = p->weight};
  unsigned own = 0;

  for (int s = row / TR_LANES; s <= (row + width - 1) / TR_LANES; s++)
    own |= masks[s];
  if (own == 0)
    return;
  for (int s = from, height; s < end; s += height) {
    int most = tile_height(end - s);

    t.mask = 0;
    for (height = 0; height < most && (masks[s + height] & own); height++)
      t.mask |= masks[s + height];
    if (height == 0) {
      height = 1;
      continue;
    }
    t.mask &= own;
    t.to = to + (size_t)(s - from) * to_strip_size;
    t.a = p->work->packed + (size_t)s * p->strip_size;
    add_tile_sizes[height - 1][width - 1](&t);
  }
}

/* The columns of the i-th touched block. */
static void
add_block(const Packed *p, double *panel, int i)
{
  const TrArrowShape *shape = p->shape;
  int own = i * shape->block_strips, border = p->touched * shape->block_strips;

  for (int c = 0; c < shape->n; c += TILE_COLUMNS) {
    int width = tile_width(shape->n - c), row = own * TR_LANES + c;
    double *to = panel + (size_t)c * TR_LANES;

    add_strips(p, to + (size_t)(c / TR_LANES) * shape->strip_size, shape->strip_size, row, width,
               row / TR_LANES, border);
    add_strips(p, to + (size_t)(shape->strips - shape->border_strips) * shape->strip_size,
               shape->strip_size, row, width, border, border + shape->border_strips);
  }
}

static void
add_corner(const Packed *p, double *corner)
{
  const TrArrowShape *shape = p->shape;
  int border = p->touched * shape->block_strips;

  for (int c = 0; c <= shape->border; c += TILE_COLUMNS) {
    double *to = corner + (size_t)c * TR_LANES + (size_t)(c / TR_LANES) * shape->corner_strip_size;

    add_strips(p, to, shape->corner_strip_size, border * TR_LANES + c,
               tile_width(shape->border + 1 - c), border + c / TR_LANES,
               border + shape->border_strips);
  }
}

void
TR_CPU_NAME(tr_arrow_add_products)(const TrArrowShape *shape,
                                   double *panel,
                                   double *corner,
                                   const TrArrowRows *rows,
                                   TrArrowWork *work)
{
  for (int from = 0; from < rows->n_rows; from += TR_ARROW_PACK_ROWS) {
    int left = rows->n_rows - from, n_rows = left < TR_ARROW_PACK_ROWS ? left : TR_ARROW_PACK_ROWS;
    Packed packed = {.shape = shape,
                     .work = work,
                     .n_rows = n_rows,
                     .touched = rows->touched,
                     .strip_size = (size_t)n_rows * TR_LANES,
                     .weight = rows->weight};

    pack(&packed, rows, from);
    for (int i = 0; i < rows->touched; i++)
      add_block(&packed, panel + (size_t)i * shape->panel_size, i);
    add_corner(&packed, corner);
  }
}
