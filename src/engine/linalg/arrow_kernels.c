/* Elimination of one panel and the operations on factored panels.  Left-looking: a tile of a panel
 * is loaded once, minus all products with the panels before it and with the columns before it,
 * divided by its triangle and stored once; no panel writes into another. */
#include "engine/linalg/arrow_kernels.h"

#include <float.h>
#include <math.h>

#include "engine/linalg/arrow_products.h"
#include "engine/linalg/arrow_tile.h"

/* Number of strips of one triangle on the diagonal. */
enum { DIAGONAL_STRIPS = TR_LANES < TILE_COLUMNS ? TILE_COLUMNS / TR_LANES : 1 };

/* Tile of a few strips of a panel and a few of its columns.  From it are subtracted the products of
 * strips a with pivot rows b over `count` columns, then over all n columns of the next panels, in
 * which both lie a step further; the rest is divided by the triangle of these columns. */
typedef struct PanelTile {
  double *to;
  const double *a, *b;
  ptrdiff_t a_step, b_step;
  size_t strip_size;
  int n_panels, count, n;
  const double *triangle; /* NULL for none */
} PanelTile;

TILE_INLINE void
store(double *to, size_t strip_size, const TrVec (*x)[TILE_COLUMNS], int strips, int columns)
{
  TILE_EACH (s, strips)
    TILE_EACH (c, columns)
      tr_vec_store(to + (size_t)s * strip_size + (size_t)c * TR_LANES, x[s][c]);
}

/* x <- x L^-T with the triangle of factor_diagonal(). */
TILE_INLINE void
divide(Tile x, const double *triangle, int strips, int columns)
{
  TILE_EACH (c, columns) {
    const double *column = triangle + c * TILE_COLUMNS;
    TrVec y = tr_vec_fill(column[c]);

    /* column c: divide by the pivot */
    TILE_EACH (s, strips)
      x[s][c] *= y;
    /* later columns: subtract x_c L_kc */
    TILE_EACH (k, columns)
      if (k > c) {
        TrVec f = tr_vec_fill(column[k]);

        TILE_EACH (s, strips)
          x[s][k] -= x[s][c] * f;
      }
  }
}

TILE_INLINE void
make_tile(const PanelTile *t, int strips, int columns)
{
  const double *a = t->a, *b = t->b, *triangle = t->triangle;
  size_t strip_size = t->strip_size;
  double *to = t->to;
  Tile x;

  tile_clear(x, strips, columns);
  /* sum of A B^T over the panels before */
  for (int i = 0, count = t->count; i < t->n_panels; i++, count = t->n) {
    tile_add_products(x, strips, columns, (TileFactors){a, b, strip_size, count});
    a += t->a_step;
    b += t->b_step;
  }
  /* tile - A B^T */
  TILE_EACH (s, strips)
    TILE_EACH (c, columns)
      x[s][c] = tr_vec_load(to + (size_t)s * strip_size + (size_t)c * TR_LANES) - x[s][c];
  if (triangle)
    divide(x, triangle, strips, columns);
  store(to, strip_size, x, strips, columns);
}

TILE_SIZES(make_tile, const PanelTile);

/* Cholesky factor of the few rows and columns on the diagonal at `from`, column by column into
 * triangle[columns x TILE_COLUMNS] with reciprocals on the diagonal.  The square roots stay out of
 * the chain of dependent pivots: first L D L^T, then the columns are scaled.  Returns the first bad
 * pivot, or -1; only then `from` is changed, to the partial factor and the rest. */
TILE_INLINE int
factor_diagonal(double *triangle, double *from, size_t strip_size, int columns)
{
  double a[TILE_COLUMNS][TILE_COLUMNS], root[TILE_COLUMNS];
  int good = 0;

  /* lower triangle */
  for (int j = 0; j < columns; j++)
    for (int i = j; i < columns; i++)
      a[j][i] = from[tile_pivot(i, strip_size) + (size_t)j * TR_LANES];
  /* L D L^T without square roots */
  for (int j = 0; j < columns && a[j][j] > 0 && a[j][j] <= DBL_MAX; j++, good++) {
    double reciprocal = 1 / a[j][j];

    for (int k = j + 1; k < columns; k++)
      for (int i = k; i < columns; i++)
        a[k][i] -= a[j][i] * (a[j][k] * reciprocal);
  }
  /* scale the columns by 1/sqrt(D) */
  for (int j = 0; j < good; j++) {
    root[j] = sqrt(a[j][j]);
    for (int i = j + 1; i < columns; i++)
      triangle[j * TILE_COLUMNS + i] = a[j][i] /= root[j];
    triangle[j * TILE_COLUMNS + j] = 1 / root[j];
  }
  if (good == columns)
    return -1;
  /* failed: the partial factor for tr_arrow_weak_direction() */
  for (int j = 0; j < columns; j++)
    for (int i = j; i < columns; i++)
      from[tile_pivot(i, strip_size) + (size_t)j * TR_LANES] =
          i == j && j < good ? root[j] : a[j][i];
  return good;
}

static int
factor_triangle(double *triangle, double *from, size_t strip_size, int columns)
{
  switch (columns) {
  case 1:
    return factor_diagonal(triangle, from, strip_size, 1);
  case 2:
    return factor_diagonal(triangle, from, strip_size, 2);
  case 3:
    return factor_diagonal(triangle, from, strip_size, 3);
  default:
    return factor_diagonal(triangle, from, strip_size, 4);
  }
}

/* Panel under elimination: the panels at the distances first .. last before it are subtracted, its
 * own columns being at distance 0 if it is factored. */
typedef struct Panel {
  const TrArrowShape *shape;
  double *panel;
  int first, last;
  bool is_factored;
  double *triangles; /* of its columns */
} Panel;

/* A tile with its triangle: first the rows to be factored, then the factor, then the rows of the
 * tile divided by it.  Returns the bad pivot, or -1. */
static int
make_diagonal_tile(PanelTile *t, double *triangle, double *from, int strips, int columns)
{
  int failed;

  make_tile_sizes[strips - 1][columns - 1](t);
  failed = factor_triangle(triangle, from, t->strip_size, columns);
  if (failed >= 0)
    return failed;
  t->n_panels = 0;
  t->triangle = triangle;
  make_tile_sizes[strips - 1][columns - 1](t);
  return -1;
}

/* Common data of all tiles in strips of `section`: the number of the rows' block, and bandwidth + 1
 * for the border's. */
static PanelTile
begin_tile(const Panel *p, int section)
{
  const TrArrowShape *shape = p->shape;
  ptrdiff_t panel_step = -(ptrdiff_t)shape->panel_size;
  ptrdiff_t block_step = panel_step + shape->block_strips * (ptrdiff_t)shape->strip_size;
  bool is_border = section > shape->bandwidth;
  int known = is_border ? shape->bandwidth : shape->bandwidth - section;

  return (PanelTile){.a_step = is_border ? panel_step : block_step,
                     .b_step = block_step,
                     .strip_size = shape->strip_size,
                     .n_panels = (p->last < known ? p->last : known) - p->first + 1,
                     .count = shape->n,
                     .n = shape->n};
}

/* Processes the strips from .. end - 1 of all columns, of the own block up to its diagonal.
 * Returns the number of good pivots, n if none is bad. */
static int
make_strips(const Panel *p, int section, int from, int end)
{
  const TrArrowShape *shape = p->shape;
  const PanelTile begin = begin_tile(p, section);
  ptrdiff_t a = p->first * begin.a_step, b = p->first * begin.b_step;
  int columns = section == 0 && end * TR_LANES < shape->n ? end * TR_LANES : shape->n;

  for (int column = 0; column < columns; column += TILE_COLUMNS) {
    bool is_diagonal = section == 0 && column / TR_LANES >= from;
    int strip = is_diagonal ? column / TR_LANES : from, width = tile_width(shape->n - column);
    double *strips = p->panel + (size_t)strip * shape->strip_size;
    double *pivots = p->panel + tile_row(column, shape->strip_size);
    double *triangle = p->is_factored ? p->triangles + column * TILE_COLUMNS : NULL;
    PanelTile t = begin;

    t.to = strips + column * TR_LANES;
    t.a = strips + a;
    t.b = pivots + b;
    if (p->is_factored)
      t.count = column;
    if (p->is_factored && is_diagonal) {
      int failed = make_diagonal_tile(&t, triangle, pivots + column * TR_LANES, end - strip, width);

      if (failed >= 0)
        return column + failed;
      continue;
    }
    t.triangle = triangle;
    make_tile_sizes[end - strip - 1][width - 1](&t);
  }
  return shape->n;
}

/* Height of the next tile; a triangle on the diagonal must not be cut in two. */
static int
panel_tile_height(int section, int left)
{
  int height = tile_height(left);

  if (section == 0 && height > DIAGONAL_STRIPS)
    height -= height % DIAGONAL_STRIPS;
  return height;
}

static int
make_panel(const Panel *p)
{
  const TrArrowShape *shape = p->shape;

  for (int section = 0; section <= shape->bandwidth + 1; section++) {
    int at = section * shape->block_strips;
    int end = at + (section > shape->bandwidth ? shape->border_strips : shape->block_strips);

    for (int height; at < end; at += height) {
      int good;

      height = panel_tile_height(section, end - at);
      good = make_strips(p, section, at, at + height);
      if (good < shape->n)
        return good;
    }
  }
  return shape->n;
}

static void
subtract(const TrArrowShape *shape, double *panel, int first, int last)
{
  make_panel(&(Panel){.shape = shape, .panel = panel, .first = first, .last = last});
}

static int
factor(const TrArrowShape *shape, double *panel, int last, TrArrowWork *work)
{
  return make_panel(&(Panel){.shape = shape,
                             .panel = panel,
                             .last = last,
                             .is_factored = true,
                             .triangles = work->triangles});
}

typedef struct CornerTile {
  const TrArrowShape *shape;
  double *corner;
  const double *border;
  int strip, column;
} CornerTile;

TILE_INLINE void
add_corner_tile(const CornerTile *t, int strips, int columns)
{
  const TrArrowShape *shape = t->shape;
  double *to =
      t->corner + (size_t)t->strip * shape->corner_strip_size + (size_t)t->column * TR_LANES;
  Tile x;

  /* B B^T of the border's rows */
  tile_clear(x, strips, columns);
  tile_add_products(x, strips, columns,
                    (TileFactors){t->border + (size_t)t->strip * shape->strip_size,
                                  t->border + tile_row(t->column, shape->strip_size),
                                  shape->strip_size, shape->n});
  TILE_EACH (s, strips)
    TILE_EACH (c, columns)
      x[s][c] += tr_vec_load(to + (size_t)s * shape->corner_strip_size + (size_t)c * TR_LANES);
  store(to, shape->corner_strip_size, x, strips, columns);
}

TILE_SIZES(add_corner_tile, const CornerTile);

static void
reduce(const TrArrowShape *shape, double *corner, const double *panel)
{
  CornerTile t = {.shape = shape, .corner = corner};

  t.border = panel + (size_t)(shape->strips - shape->border_strips) * shape->strip_size;
  for (t.column = 0; t.column < shape->corner_columns; t.column += TILE_COLUMNS)
    for (int at = t.column / TR_LANES, height; at < shape->border_strips; at += height) {
      height = tile_height(shape->border_strips - at);
      t.strip = at;
      add_corner_tile_sizes[height - 1][tile_width(shape->corner_columns - t.column) - 1](&t);
    }
}

static double
sum_lanes(TrVec v)
{
  double sum = 0;

  for (int i = 0; i < TR_LANES; i++)
    sum += v[i];
  return sum;
}

/* Solves for a few unknowns; those behind them are in y already, those before them are zero there.
 */
TILE_INLINE void
solve_columns(const TrArrowShape *shape, const double *panel, double *y, int column, int columns)
{
  size_t strip_size = shape->strip_size;
  const double *from = panel + (size_t)column * TR_LANES;
  const double *l = from + tile_row(column, strip_size);
  double rest[TILE_COLUMNS];
  Tile sum;

  tile_clear(sum, 1, columns);
  /* sums of L^T y over the rows from the triangle on */
  for (int s = column / TR_LANES; s < shape->strips; s++) {
    TrVec x = tr_vec_load(y + (size_t)s * TR_LANES);

    TILE_EACH (c, columns)
      sum[0][c] += x * tr_vec_load(from + (size_t)s * strip_size + (size_t)c * TR_LANES);
  }
  TILE_EACH (c, columns)
    rest[c] = sum_lanes(sum[0][c]);
  /* back substitution in the triangle */
  for (int c = columns - 1; c >= 0; c--) {
    double x = -rest[c] / l[tile_pivot(c, strip_size) + (size_t)c * TR_LANES];

    y[column + c] = x;
    for (int k = 0; k < c; k++)
      rest[k] += x * l[tile_pivot(c, strip_size) + (size_t)k * TR_LANES];
  }
}

static void
solve(const TrArrowShape *shape, const double *panel, double *y)
{
  int full = shape->n / TILE_COLUMNS * TILE_COLUMNS;

  switch (shape->n - full) {
  case 1:
    solve_columns(shape, panel, y, full, 1);
    break;
  case 2:
    solve_columns(shape, panel, y, full, 2);
    break;
  case 3:
    solve_columns(shape, panel, y, full, 3);
    break;
  default:
    break;
  }
  for (int column = full - TILE_COLUMNS; column >= 0; column -= TILE_COLUMNS)
    solve_columns(shape, panel, y, column, TILE_COLUMNS);
}

static void
clear(const TrArrowShape *shape, double *panel)
{
  _Pragma("GCC unroll 4") for (size_t i = 0; i < shape->panel_size; i += TR_LANES)
      tr_vec_store(panel + i, (TrVec){0});
}

extern const TrArrowKernels TR_CPU_NAME(tr_arrow_kernels);
const TrArrowKernels TR_CPU_NAME(tr_arrow_kernels) = {
    .clear = clear,
    .pack = TR_CPU_NAME(tr_arrow_pack),
    .add = TR_CPU_NAME(tr_arrow_add_stack),
    .subtract = subtract,
    .factor = factor,
    .reduce = reduce,
    .solve = solve,
};
