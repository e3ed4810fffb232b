/* Inner loop of all kernels: a tile of TILE_STRIPS x TILE_COLUMNS sums of products, small enough to
 * stay in registers (12 of AVX2's 16) and large enough to hide the latency of two multiply-adds a
 * cycle.  For kernel files only. */
#pragma once

#include "engine/base/cpu.h"
#include "engine/base/simd.h"

enum { TILE_STRIPS = 3, TILE_COLUMNS = 4 };

/* Forces inlining and unrolling: tiles stay in registers only when their loops are unrolled before
 * the compiler looks for arrays that could be scalars. */
#define TILE_INLINE     static inline __attribute__((always_inline))
#define TILE_EACH(i, n) _Pragma("GCC unroll 4") for (int i = 0; i < (n); i++)

typedef TrVec Tile[TILE_STRIPS][TILE_COLUMNS];

/* Makes functions for tiles of every size from one that takes the size as constants; ARGUMENT is a
 * pointer to its only argument. */
#define TILE_SIZES(function, Argument)                                                             \
  static void function##_11(Argument *t)                                                           \
  {                                                                                                \
    function(t, 1, 1);                                                                             \
  }                                                                                                \
  static void function##_12(Argument *t)                                                           \
  {                                                                                                \
    function(t, 1, 2);                                                                             \
  }                                                                                                \
  static void function##_13(Argument *t)                                                           \
  {                                                                                                \
    function(t, 1, 3);                                                                             \
  }                                                                                                \
  static void function##_14(Argument *t)                                                           \
  {                                                                                                \
    function(t, 1, 4);                                                                             \
  }                                                                                                \
  static void function##_21(Argument *t)                                                           \
  {                                                                                                \
    function(t, 2, 1);                                                                             \
  }                                                                                                \
  static void function##_22(Argument *t)                                                           \
  {                                                                                                \
    function(t, 2, 2);                                                                             \
  }                                                                                                \
  static void function##_23(Argument *t)                                                           \
  {                                                                                                \
    function(t, 2, 3);                                                                             \
  }                                                                                                \
  static void function##_24(Argument *t)                                                           \
  {                                                                                                \
    function(t, 2, 4);                                                                             \
  }                                                                                                \
  static void function##_31(Argument *t)                                                           \
  {                                                                                                \
    function(t, 3, 1);                                                                             \
  }                                                                                                \
  static void function##_32(Argument *t)                                                           \
  {                                                                                                \
    function(t, 3, 2);                                                                             \
  }                                                                                                \
  static void function##_33(Argument *t)                                                           \
  {                                                                                                \
    function(t, 3, 3);                                                                             \
  }                                                                                                \
  static void function##_34(Argument *t)                                                           \
  {                                                                                                \
    function(t, 3, 4);                                                                             \
  }                                                                                                \
  static void (*const function##_sizes[TILE_STRIPS][TILE_COLUMNS])(Argument *) = {                 \
      {function##_11, function##_12, function##_13, function##_14},                                \
      {function##_21, function##_22, function##_23, function##_24},                                \
      {function##_31, function##_32, function##_33, function##_34},                                \
  }

/* Strips of the next tile when `left` remain: four are two and two, not three and one. */
static inline int
tile_height(int left)
{
  if (left == TILE_STRIPS + 1)
    return 2;
  return left < TILE_STRIPS ? left : TILE_STRIPS;
}

static inline int
tile_width(int left)
{
  return left < TILE_COLUMNS ? left : TILE_COLUMNS;
}

/* Offset of a padded row among strips. */
static inline size_t
tile_row(int row, size_t strip_size)
{
  return (unsigned)row / TR_LANES * strip_size + (unsigned)row % TR_LANES;
}

/* The same for the c-th of TILE_COLUMNS rows that begin at a multiple of that. */
TILE_INLINE size_t
tile_pivot(int c, size_t strip_size)
{
  return TR_LANES < TILE_COLUMNS ? tile_row(c, strip_size) : (size_t)c;
}

TILE_INLINE void
tile_clear(Tile sum, int strips, int columns)
{
  TILE_EACH (s, strips)
    TILE_EACH (c, columns)
      sum[s][c] = (TrVec){0};
}

/* Strips a, and rows b, with `count` columns. */
typedef struct TileFactors {
  const double *a, *b;
  size_t strip_size;
  int count;
} TileFactors;

/* sum += A B^T. */
TILE_INLINE void
tile_add_products(Tile sum, int strips, int columns, TileFactors factors)
{
  const double *a = factors.a, *b = factors.b;
  size_t strip_size = factors.strip_size;
  int count = factors.count;

  _Pragma("GCC unroll 2") for (int k = 0; k < count; k++, a += TR_LANES, b += TR_LANES)
  {
    TrVec x[TILE_STRIPS];

    TILE_EACH (s, strips)
      x[s] = tr_vec_load(a + (size_t)s * strip_size);
    TILE_EACH (c, columns) {
      TrVec y = tr_vec_fill(b[tile_pivot(c, strip_size)]);

      TILE_EACH (s, strips)
        sum[s][c] += x[s] * y;
    }
  }
}
