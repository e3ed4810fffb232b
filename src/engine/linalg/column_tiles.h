/* Columns of a row-major matrix taken a tile at a time, so that a tile of one row stays in
 * registers while rows are added to it.  The last tile is as narrow as it must be: what is left of
 * some fifty columns is done at once and not column by column. */
#pragma once

enum { TR_TILE_COLUMNS = 8 };

/* An inner function whose last argument, the width of the tile, is to be a constant. */
#define TR_TILE_INLINE static inline __attribute__((always_inline))

/* The loop over the columns of a tile. */
#define TR_EACH_COLUMN(j, width) _Pragma("GCC unroll 8") for (int j = 0; j < (width); j++)

/* work(first column, width) for all of `count` columns. */
#define TR_EACH_TILE(count, work)                                                                  \
  do {                                                                                             \
    int tile_at = 0;                                                                               \
                                                                                                   \
    for (; tile_at + TR_TILE_COLUMNS <= (count); tile_at += TR_TILE_COLUMNS)                       \
      work(tile_at, TR_TILE_COLUMNS);                                                              \
    switch ((count)-tile_at) {                                                                     \
    case 1:                                                                                        \
      work(tile_at, 1);                                                                            \
      break;                                                                                       \
    case 2:                                                                                        \
      work(tile_at, 2);                                                                            \
      break;                                                                                       \
    case 3:                                                                                        \
      work(tile_at, 3);                                                                            \
      break;                                                                                       \
    case 4:                                                                                        \
      work(tile_at, 4);                                                                            \
      break;                                                                                       \
    case 5:                                                                                        \
      work(tile_at, 5);                                                                            \
      break;                                                                                       \
    case 6:                                                                                        \
      work(tile_at, 6);                                                                            \
      break;                                                                                       \
    case 7:                                                                                        \
      work(tile_at, 7);                                                                            \
      break;                                                                                       \
    default:                                                                                       \
      break;                                                                                       \
    }                                                                                              \
  } while (0)
