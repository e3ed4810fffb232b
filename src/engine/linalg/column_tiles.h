/* Tiles of columns of a row-major matrix: one row of a tile stays in registers while rows are added
 * to it; thirteen of AVX2's sixteen hold sums.  The width of the tiles follows the number of
 * columns, so that twelve, or twenty-five, leave no narrow remainder. */
#pragma once

enum { TR_TILE_COLUMNS = 13 };

/* An inner function whose last argument, the width of the tile, becomes a constant. */
#define TR_TILE_INLINE static inline __attribute__((always_inline))

/* The loop over the columns of a tile. */
#define TR_EACH_COLUMN(j, width) _Pragma("GCC unroll 13") for (int j = 0; j < (width); j++)

/* Hides the origin of a pointer to the columns of a tile.  A compiler that knows it keeps an
 * address for each column, in registers that it does not have. */
#define TR_HIDE_ORIGIN(pointer) __asm__("" : "+r"(pointer))

/* Width of the next tile when `left` columns remain: the last two share the columns equally. */
static inline int
tr_tile_width(int left)
{
  if (left <= TR_TILE_COLUMNS)
    return left;
  return left < 2 * TR_TILE_COLUMNS ? (left + 1) / 2 : TR_TILE_COLUMNS;
}

/* Calls work(first column, width) for all of `count` columns. */
#define TR_EACH_TILE(count, work)                                                                  \
  do {                                                                                             \
    for (int tile_at = 0, tile_width; tile_at < (count); tile_at += tile_width) {                  \
      tile_width = tr_tile_width((count)-tile_at);                                                 \
      switch (tile_width) {                                                                        \
      case 1:                                                                                      \
        work(tile_at, 1);                                                                          \
        break;                                                                                     \
      case 2:                                                                                      \
        work(tile_at, 2);                                                                          \
        break;                                                                                     \
      case 3:                                                                                      \
        work(tile_at, 3);                                                                          \
        break;                                                                                     \
      case 4:                                                                                      \
        work(tile_at, 4);                                                                          \
        break;                                                                                     \
      case 5:                                                                                      \
        work(tile_at, 5);                                                                          \
        break;                                                                                     \
      case 6:                                                                                      \
        work(tile_at, 6);                                                                          \
        break;                                                                                     \
      case 7:                                                                                      \
        work(tile_at, 7);                                                                          \
        break;                                                                                     \
      case 8:                                                                                      \
        work(tile_at, 8);                                                                          \
        break;                                                                                     \
      case 9:                                                                                      \
        work(tile_at, 9);                                                                          \
        break;                                                                                     \
      case 10:                                                                                     \
        work(tile_at, 10);                                                                         \
        break;                                                                                     \
      case 11:                                                                                     \
        work(tile_at, 11);                                                                         \
        break;                                                                                     \
      case 12:                                                                                     \
        work(tile_at, 12);                                                                         \
        break;                                                                                     \
      case 13:                                                                                     \
        work(tile_at, 13);                                                                         \
        break;                                                                                     \
      default:                                                                                     \
        break;                                                                                     \
      }                                                                                            \
    }                                                                                              \
  } while (0)
