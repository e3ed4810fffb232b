/* Products J^T J of residuals that depend on the same few blocks.  Rows of J^T are packed into
 * strips like those of a panel and wait until rows on other blocks arrive; then their product is
 * computed with the tiles of the factorisation.  A mask for each strip marks the rows that depend
 * on its unknowns: a body's residuals depend on its neighbours in space only, a sensor's on its
 * joint. */
#include "engine/linalg/arrow_products.h"

#include <string.h>

#include "engine/linalg/arrow_tile.h"

typedef struct ProductTile {
  double *to;
  size_t to_strip_size;
  const double *a, *b;
  size_t strip_size;
  unsigned mask;
} ProductTile;

/* to += A B^T over the rows in the mask, run by run. */
TILE_INLINE void
add_tile(const ProductTile *t, int strips, int columns)
{
  double *to = t->to;
  size_t to_strip_size = t->to_strip_size;
  Tile sum;

  tile_clear(sum, strips, columns);
  for (unsigned mask = t->mask; mask != 0;) {
    int first = __builtin_ctz(mask), end = first + __builtin_ctz(~(mask >> first));
    size_t at = (size_t)(first * TR_ARROW_MASK_ROWS * TR_LANES);

    tile_add_products(
        sum, strips, columns,
        (TileFactors){t->a + at, t->b + at, t->strip_size, (end - first) * TR_ARROW_MASK_ROWS});
    mask &= ~0u << end;
  }
  TILE_EACH (s, strips)
    TILE_EACH (c, columns) {
      double *at = to + (size_t)s * to_strip_size + (size_t)c * TR_LANES;

      tr_vec_store(at, tr_vec_load(at) + sum[s][c]);
    }
}

TILE_SIZES(add_tile, const ProductTile);

/* Bits of the rows from .. end - 1. */
static unsigned
row_bits(int from, int end)
{
  int first = from / TR_ARROW_MASK_ROWS;

  return ((2u << ((end - 1) / TR_ARROW_MASK_ROWS - first)) - 1) << first;
}

/* Packs a few columns of a few rows, each times `root`, into one strip; returns whether any is not
 * zero. */
TILE_INLINE bool
pack_rows(double *to, const double *jac, size_t columns, int n_rows, int width, double root)
{
  TrVec seen = {0};

  for (int k = 0; k < n_rows; k++, jac += columns, to += TR_LANES) {
    TrVec v = {0};

    if (width == TR_LANES)
      v = tr_vec_load(jac);
    else
      for (int i = 0; i < width; i++)
        v[i] = jac[i];
    tr_vec_store(to, root * v);
    seen = tr_vec_or(seen, v);
  }
  return tr_vec_has_bits(seen);
}

/* Address of a packed row of a strip. */
static inline double *
packed_row(const TrArrowStack *stack, int strip, int row)
{
  return stack->packed + (size_t)(strip * TR_ARROW_STACK_ROWS + row) * TR_LANES;
}

/* Packs `width` columns of J, from jac on, of as many rows from the k-th on as a body has, into the
 * strips from `strip` on. */
TILE_INLINE void
pack_group(const TrArrowStack *stack,
           int strip,
           const double *jac,
           int width,
           const TrArrowRows *rows,
           int k)
{
  int left = rows->n_rows - k, n_rows = left < TR_ARROW_BODY_ROWS ? left : TR_ARROW_BODY_ROWS;
  int row = stack->n_rows + k;
  unsigned *mask = stack->masks + strip, bits = row_bits(row, row + n_rows);
  double *to = packed_row(stack, strip, row), root = rows->root;
  size_t columns = (size_t)rows->columns;

  jac += (size_t)k * columns;

  for (; width >= TR_LANES; width -= TR_LANES, jac += TR_LANES, mask++) {
    if (pack_rows(to, jac, columns, n_rows, TR_LANES, root))
      *mask |= bits;
    to += TR_ARROW_STACK_ROWS * TR_LANES;
  }
  if (width > 0 && pack_rows(to, jac, columns, n_rows, width, root))
    *mask |= bits;
}

/* Packs `width` columns of J from jac on, into strips from `strip` on; checks for zeros in groups
 * of as many rows as a body has. */
static void
pack_columns(
    const TrArrowStack *stack, int strip, const double *jac, int width, const TrArrowRows *rows)
{
  for (int k = 0; k < rows->n_rows; k += TR_ARROW_BODY_ROWS)
    pack_group(stack, strip, jac, width, rows, k);
}

/* Clears a row of the strips from .. end - 1. */
static void
clear_row(const TrArrowStack *stack, int row, int from, int end)
{
  for (int s = from; s < end; s++)
    tr_vec_store(packed_row(stack, s, row), (TrVec){0});
}

/* First strip of the border, behind those of all blocks. */
static int
border_strip(const TrArrowShape *shape)
{
  return (1 + shape->bandwidth) * shape->block_strips;
}

/* Packs the border and its auxiliary columns, and the residuals as the column between them. */
static void
pack_border(const TrArrowShape *shape, const TrArrowStack *stack, const TrArrowRows *rows)
{
  int first = border_strip(shape), at = stack->n_rows, end = at + rows->n_rows;
  int guests = shape->corner_columns - shape->border - 1;
  int width = shape->border + (guests > 0 ? 1 + guests : 0);
  int gradient = first + shape->border / TR_LANES;
  double *to = packed_row(stack, gradient, at) + shape->border % TR_LANES;

  for (int row = at; row < end; row++)
    clear_row(stack, row, first + (width + TR_LANES - 1) / TR_LANES, shape->strips);
  pack_columns(stack, first, rows->jac + rows->touched * shape->n, width, rows);
  for (int k = 0; k < rows->n_rows; k++)
    to[k * TR_LANES] = rows->root * rows->r[k];
  stack->masks[gradient] |= row_bits(at, end);
}

void
TR_CPU_NAME(tr_arrow_pack)(const TrArrowShape *shape, TrArrowStack *stack, const TrArrowRows *rows)
{
  int n = shape->n, strips = shape->block_strips, first = rows->block - stack->block;

  for (int i = 0; i < rows->touched; i++) {
    int place = rows->is_reversed ? rows->touched - 1 - i : i;

    pack_columns(stack, (first + place) * strips, rows->jac + i * n, n, rows);
  }
  for (int k = 0; k < rows->n_rows && rows->touched < stack->touched; k++) {
    clear_row(stack, stack->n_rows + k, 0, first * strips);
    clear_row(stack, stack->n_rows + k, (first + rows->touched) * strips, stack->touched * strips);
  }
  pack_border(shape, stack, rows);
  stack->n_rows += rows->n_rows;
  for (; stack->n_rows % TR_ARROW_MASK_ROWS != 0; stack->n_rows++)
    clear_row(stack, stack->n_rows, 0, shape->strips);
}

/* A few packed columns, to be multiplied with strips of others. */
typedef struct Columns {
  const TrArrowStack *stack;
  int row, width; /* padded row of the first, and their number */
  unsigned mask;  /* rows that depend on them */
} Columns;

/* Finds the columns; they lie in one strip, or in two of half the size of a tile. */
static Columns
find_columns(const TrArrowStack *stack, int row, int width)
{
  const unsigned *masks = stack->masks;

  return (Columns){.stack = stack,
                   .row = row,
                   .width = width,
                   .mask = masks[row / TR_LANES] | masks[(row + width - 1) / TR_LANES]};
}

/* Adds their products with the strips from .. end - 1 to a panel or corner from `to` on. */
TILE_INLINE void
add_strips(const Columns *columns, double *to, size_t to_strip_size, int from, int end)
{
  const size_t strip_size = TR_ARROW_STACK_ROWS * TR_LANES;
  const double *packed = columns->stack->packed;
  const unsigned *masks = columns->stack->masks;
  ProductTile t = {.to_strip_size = to_strip_size,
                   .b = packed + tile_row(columns->row, strip_size),
                   .strip_size = strip_size};

  for (int s = from, height; s < end; s += height) {
    height = tile_height(end - s);
    t.mask = masks[s] | masks[s + height / 2] | masks[s + height - 1];
    t.mask &= columns->mask;
    if (t.mask == 0)
      continue;
    t.to = to + (size_t)(s - from) * to_strip_size;
    t.a = packed + (size_t)s * strip_size;
    add_tile_sizes[height - 1][columns->width - 1](&t);
  }
}

/* Adds the products of the columns of the i-th block with itself, the following blocks and the
 * border. */
static void
add_block(const TrArrowShape *shape, double *panel, const TrArrowStack *stack, int i)
{
  int own = i * shape->block_strips, border = border_strip(shape);
  int end = stack->touched * shape->block_strips;

  for (int c = 0; c < shape->n; c += TILE_COLUMNS) {
    Columns columns = find_columns(stack, own * TR_LANES + c, tile_width(shape->n - c));
    double *to = panel + (size_t)c * TR_LANES;
    int skipped = c / TR_LANES;

    if (columns.mask == 0)
      continue;
    add_strips(&columns, to + (size_t)skipped * shape->strip_size, shape->strip_size, own + skipped,
               end);
    add_strips(&columns, to + (size_t)border * shape->strip_size, shape->strip_size, border,
               shape->strips);
  }
}

static void
add_corner(const TrArrowShape *shape, double *corner, const TrArrowStack *stack)
{
  int border = border_strip(shape);

  for (int c = 0; c < shape->corner_columns; c += TILE_COLUMNS) {
    int width = tile_width(shape->corner_columns - c), skipped = c / TR_LANES;
    Columns columns = find_columns(stack, border * TR_LANES + c, width);
    double *to = corner + (size_t)c * TR_LANES + (size_t)skipped * shape->corner_strip_size;

    add_strips(&columns, to, shape->corner_strip_size, border + skipped, shape->strips);
  }
}

void
TR_CPU_NAME(tr_arrow_add_stack)(const TrArrowShape *shape,
                                double *panels,
                                double *corner,
                                TrArrowStack *stack)
{
  for (int i = 0; i < stack->touched; i++)
    add_block(shape, panels + (size_t)(stack->block + i) * shape->panel_size, stack, i);
  add_corner(shape, corner, stack);
  memset(stack->masks, 0, (size_t)shape->strips * sizeof *stack->masks);
  stack->n_rows = 0;
}
