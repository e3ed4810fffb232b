/* J^T J of many residuals at a time.  Rows of J^T are packed into strips like those of a panel and
 * wait until they fill a stack; then their product with themselves is made of the same tiles as the
 * factorisation, and every element of a panel that they add to is loaded and stored once.  A mask
 * for each strip tells which rows depend on its unknowns: a step knows only its neighbours in time,
 * and a body's residuals only its neighbours in space. */
#include "engine/linalg/arrow_products.h"

#include <math.h>

#include "engine/linalg/arrow_tile.h"

typedef struct ProductTile {
  double *to;
  size_t to_strip_size;
  const double *a, *b;
  size_t strip_size;
  int n_rows;
  unsigned mask;
} ProductTile;

/* to += A B^T over the rows in the mask, run by run. */
TILE_INLINE void
add_tile(const ProductTile *t, int strips, int columns)
{
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

    tr_vec_store(to, tr_vec_load(to) + sum[s][c]);
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

/* A few columns of a few rows, each times `root`, to one strip, and zeros to the last row that
 * their last bit stands for; whether any is not zero. */
static bool
pack_rows(double *to, const double *jac, size_t columns, int n_rows, int width, double root)
{
  TrVec seen = {0};

  for (int k = 0; k < n_rows; k++, jac += columns, to += TR_LANES) {
    TrVec v = {0};

    if (width >= TR_LANES)
      v = tr_vec_load(jac);
    else
      for (int i = 0; i < width; i++)
        v[i] = jac[i];
    tr_vec_store(to, root * v);
    seen = tr_vec_or(seen, v);
  }
  if (n_rows % TR_ARROW_MASK_ROWS != 0)
    tr_vec_store(to, (TrVec){0});
  return tr_vec_has_bits(seen);
}

/* `width` columns of J from jac on, into strips from `strip` on; looked at for zeros in as many
 * rows as a body has. */
static void
pack_columns(
    const TrArrowStack *stack, int strip, const double *jac, int width, const TrArrowRows *rows)
{
  size_t columns = (size_t)rows->columns;

  for (int at = 0; at < width; at += TR_LANES, strip++)
    for (int k = 0; k < rows->n_rows; k += TR_ARROW_BODY_ROWS) {
      int left = rows->n_rows - k, count = left < TR_ARROW_BODY_ROWS ? left : TR_ARROW_BODY_ROWS;
      int row = stack->n_rows + k;

      if (pack_rows(stack->packed + (size_t)(strip * TR_ARROW_STACK_ROWS + row) * TR_LANES,
                    jac + at + (size_t)k * columns, columns, count, width - at, rows->root))
        stack->masks[strip] |= row_bits(row, row + count);
    }
}

/* Strips of a block in the stack's window; the border's come behind those of all blocks. */
static int
window_strip(const TrArrowShape *shape, int block)
{
  return block % shape->window * shape->block_strips;
}

static int
border_strip(const TrArrowShape *shape)
{
  return shape->window * shape->block_strips;
}

/* The border and its guests, with zeros where there are no derivatives, and the residuals as the
 * column between them. */
static void
pack_border(const TrArrowShape *shape, const TrArrowStack *stack, const TrArrowRows *rows, int end)
{
  int first = border_strip(shape), at = stack->n_rows;
  int guests = shape->corner_columns - shape->border - 1;
  int width = rows->has_border ? shape->border + (guests > 0 ? 1 + guests : 0) : 0;
  int gradient = first + shape->border / TR_LANES;
  size_t strip_size = TR_ARROW_STACK_ROWS * TR_LANES, size = (size_t)((end - at) * TR_LANES);
  double *to = stack->packed + (size_t)(at * TR_LANES);

  for (int s = first + (width + TR_LANES - 1) / TR_LANES; s < first + shape->border_strips; s++)
    memset(to + (size_t)s * strip_size, 0, size * sizeof(double));
  pack_columns(stack, first, rows->jac + rows->touched * shape->n, width, rows);
  to += (size_t)gradient * strip_size + (size_t)(shape->border % TR_LANES);
  for (int k = 0; k < rows->n_rows; k++)
    to[k * TR_LANES] = rows->root * rows->r[k];
  stack->masks[gradient] |= row_bits(at, end);
}

void
TR_CPU_NAME(tr_arrow_pack)(const TrArrowShape *shape, TrArrowStack *stack, const TrArrowRows *rows)
{
  int n = shape->n, end = stack->n_rows + rows->n_rows;

  end += end % TR_ARROW_MASK_ROWS;
  for (int i = 0; i < rows->touched; i++) {
    int block = rows->block + (rows->is_reversed ? rows->touched - 1 - i : i);

    pack_columns(stack, window_strip(shape, block), rows->jac + i * n, n, rows);
  }
  pack_border(shape, stack, rows, end);
  stack->n_rows = end;
}

/* Rows of packed columns times strips of others. */
typedef struct Product {
  const TrArrowStack *stack;
  double *to; /* where the first strip goes */
  size_t to_strip_size;
  int row, width; /* padded row of the first of the columns, and how many */
  int from, end;  /* the strips */
} Product;

static void
add_strips(const Product *p)
{
  const unsigned *masks = p->stack->masks;
  size_t strip_size = TR_ARROW_STACK_ROWS * TR_LANES;
  ProductTile t = {.to_strip_size = p->to_strip_size,
                   .b = p->stack->packed + tile_row(p->row, strip_size),
                   .strip_size = strip_size,
                   .n_rows = p->stack->n_rows};
  unsigned own = 0;

  for (int s = p->row / TR_LANES; s <= (p->row + p->width - 1) / TR_LANES; s++)
    own |= masks[s];
  for (int s = p->from, height; own != 0 && s < p->end; s += height) {
    height = tile_height(p->end - s);
    t.mask = 0;
    for (int i = 0; i < height; i++)
      t.mask |= masks[s + i] & own;
    if (t.mask == 0)
      continue;
    t.to = p->to + (size_t)(s - p->from) * p->to_strip_size;
    t.a = p->stack->packed + (size_t)s * strip_size;
    add_tile_sizes[height - 1][p->width - 1](&t);
  }
}

/* The columns of one block times itself, the blocks that follow and the border. */
static void
add_block(const TrArrowShape *shape, double *panel, const TrArrowStack *stack, int block)
{
  int own = window_strip(shape, block), border = border_strip(shape);
  Product p = {.stack = stack, .to_strip_size = shape->strip_size};

  for (int c = 0; c < shape->n; c += TILE_COLUMNS) {
    double *to = panel + (size_t)c * TR_LANES;

    p.row = own * TR_LANES + c;
    p.width = tile_width(shape->n - c);
    for (int d = 0; d <= shape->bandwidth && block + d <= stack->last; d++) {
      int skipped = d == 0 ? c / TR_LANES : 0, first = window_strip(shape, block + d);

      p.to = to + (size_t)(d * shape->block_strips + skipped) * shape->strip_size;
      p.from = first + skipped;
      p.end = first + shape->block_strips;
      add_strips(&p);
    }
    p.to = to + (size_t)(shape->strips - shape->border_strips) * shape->strip_size;
    p.from = border;
    p.end = border + shape->border_strips;
    add_strips(&p);
  }
}

static void
add_corner(const TrArrowShape *shape, double *corner, const TrArrowStack *stack)
{
  int border = border_strip(shape);
  Product p = {.stack = stack,
               .to_strip_size = shape->corner_strip_size,
               .end = border + shape->border_strips};

  for (int c = 0; c < shape->corner_columns; c += TILE_COLUMNS) {
    p.to = corner + (size_t)c * TR_LANES + (size_t)(c / TR_LANES) * shape->corner_strip_size;
    p.row = border * TR_LANES + c;
    p.width = tile_width(shape->corner_columns - c);
    p.from = border + c / TR_LANES;
    add_strips(&p);
  }
}

void
TR_CPU_NAME(tr_arrow_add_stack)(const TrArrowShape *shape,
                                double *panels,
                                double *corner,
                                TrArrowStack *stack)
{
  for (int block = stack->first; block <= stack->last; block++)
    add_block(shape, panels + (size_t)block * shape->panel_size, stack, block);
  add_corner(shape, corner, stack);
  memset(stack->masks, 0, (size_t)(border_strip(shape) + shape->border_strips) * sizeof(unsigned));
  stack->n_rows = 0;
}
