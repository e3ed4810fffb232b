/* Level lines of a function on a grid that need not be rectangular. */
#pragma once

#include "engine/base/base.h"

/* One connected level line. */
typedef struct TrContourLine {
  int n;
  bool is_closed; /* the last point follows the first */
  double *xy;     /* [n x 2] */
} TrContourLine;

/* All lines of a level; owned, cleared by tr_contour_clear(). */
typedef struct TrContour {
  int n_lines;
  TrContourLine *lines;
} TrContour;

/* Function on a grid; node (i, j) = i ny + j lies at x, y and has the value z. */
typedef struct TrContourGrid {
  const double *x, *y, *z; /* [nx x ny] */
  int nx, ny;
} TrContourGrid;

/* Lines on which z has the value `level`, linear along the sides and one diagonal of every cell.
 * Cells with a node that is not finite are left out. TR_NO_MEMORY or TR_OK; free with
 * tr_contour_clear(). */
TR_NODISCARD TrStatus tr_contour_find(TrContour *contour, const TrContourGrid *grid, double level);
void tr_contour_clear(TrContour *contour);
