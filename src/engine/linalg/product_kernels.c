/* Kernels of linalg/product.h, built from the tiles of the factorisation. */
#include "engine/linalg/arrow_tile.h"
#include "engine/linalg/product.h"

/* A few rows of c and a few vectors of their columns. */
typedef struct ProductTile {
  double *c;
  size_t c_stride;
  double s;
  TrMatrixView a;
  const double *b;
  size_t b_stride;
  int k;
} ProductTile;

TILE_INLINE void
add_tile(const ProductTile *t, int vectors, int rows)
{
  const double *a = t->a.at, *b = t->b;
  ptrdiff_t row = t->a.row, column = t->a.column;
  TrVec s = tr_vec_fill(t->s);
  Tile sum;

  tile_clear(sum, vectors, rows);
  for (int l = 0; l < t->k; l++, a += column, b += t->b_stride) {
    TrVec x[TILE_STRIPS];

    TILE_EACH (v, vectors)
      x[v] = tr_vec_load(b + v * TR_LANES);
    TILE_EACH (i, rows) {
      TrVec y = tr_vec_fill(a[i * row]);

      TILE_EACH (v, vectors)
        sum[v][i] += x[v] * y;
    }
  }
  TILE_EACH (i, rows)
    TILE_EACH (v, vectors) {
      double *at = t->c + (size_t)i * t->c_stride + v * TR_LANES;

      tr_vec_store(at, tr_vec_load(at) + s * sum[v][i]);
    }
}

TILE_SIZES(add_tile, const ProductTile);

/* Adds to a few vectors of columns, all m rows. */
static void
add_columns(ProductTile t, int vectors, int m)
{
  for (int i = 0, rows; i < m; i += rows) {
    rows = tile_width(m - i);
    add_tile_sizes[vectors - 1][rows - 1](&t);
    t.c += (size_t)rows * t.c_stride;
    t.a.at += rows * t.a.row;
  }
}

/* Rows of b that are taken at once where its columns do not fill a vector. */
enum { REST_ROWS = 32 };

/* Adds to the last columns, `count` of them, with b copied to vectors. */
static void
add_few(const ProductTile *t, int count, int m)
{
  double b[REST_ROWS * TR_LANES] = {0}, c[TILE_COLUMNS * TR_LANES];
  ProductTile copy = {
      .c = c, .c_stride = TR_LANES, .s = t->s, .a = t->a, .b = b, .b_stride = TR_LANES, .k = t->k};

  for (int l = 0; l < t->k; l++)
    for (int j = 0; j < count; j++)
      b[l * TR_LANES + j] = t->b[(size_t)l * t->b_stride + (size_t)j];
  for (int i = 0, rows; i < m; i += rows, copy.a.at += rows * t->a.row) {
    rows = tile_width(m - i);
    memset(c, 0, sizeof c);
    add_tile_sizes[0][rows - 1](&copy);
    for (int r = 0; r < rows; r++)
      for (int j = 0; j < count; j++)
        t->c[(size_t)(i + r) * t->c_stride + (size_t)j] += c[r * TR_LANES + j];
  }
}

static void
add_rest(ProductTile t, int count, int m)
{
  for (int left = t.k; left > 0; left -= t.k) {
    t.k = left < REST_ROWS ? left : REST_ROWS;
    add_few(&t, count, m);
    t.a.at += t.k * t.a.column;
    t.b += (size_t)t.k * t.b_stride;
  }
}

static void
add(double *c, double s, TrMatrixView a, const double *b, TrProductShape shape)
{
  int m = shape.size.m, n = shape.size.n;
  ProductTile t = {.c = c,
                   .c_stride = (size_t)shape.c_stride,
                   .s = s,
                   .a = a,
                   .b = b,
                   .b_stride = (size_t)shape.b_stride,
                   .k = shape.size.k};

  for (int left = n / TR_LANES, vectors; left > 0; left -= vectors) {
    vectors = tile_height(left);
    add_columns(t, vectors, m);
    t.c += vectors * TR_LANES;
    t.b += vectors * TR_LANES;
  }
  if (n % TR_LANES != 0)
    add_rest(t, n % TR_LANES, m);
}

extern const TrProductKernels TR_CPU_NAME(tr_product_kernels);
const TrProductKernels TR_CPU_NAME(tr_product_kernels) = {.add = add};
