/* Copies of panels without their padding. */
#include "engine/linalg/arrow_private.h"

/* `count` rows from padded row `row` on, which begins a strip. */
static void
unpack_rows(double *rows, const TrArrowShape *shape, const double *panel, int row, int count)
{
  int n = shape->n, lanes = shape->lanes;

  for (int i = 0; i < count; i++, rows += n) {
    const double *from =
        panel + (size_t)((row + i) / lanes) * shape->strip_size + (size_t)(i % lanes);

    for (int j = 0; j < n; j++)
      rows[j] = from[j * lanes];
  }
}

void
tr_arrow_unpack_panel(double *rows, const TrArrow *arrow, const double *panel, int blocks)
{
  const TrArrowShape *shape = &arrow->shape;
  int n = arrow->n;

  for (int d = 0; d < blocks; d++, rows += n * n)
    unpack_rows(rows, shape, panel, tr_arrow_row(shape, d, 0), n);
  unpack_rows(rows, shape, panel, tr_arrow_border_row(shape, 0), arrow->border);
}
