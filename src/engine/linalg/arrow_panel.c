/* Panels without their padding. */
#include "engine/linalg/arrow_private.h"

void
tr_arrow_copy_run(double *to,
                  size_t step,
                  const TrArrowShape *shape,
                  const double *panel,
                  int row,
                  int j,
                  int count)
{
  const double *from =
      panel + (size_t)(row / shape->lanes) * shape->strip_size + (size_t)j * (size_t)shape->lanes;
  int lane = row % shape->lanes;

  for (; count > 0; from += shape->strip_size, lane = 0)
    for (; lane < shape->lanes && count > 0; lane++, count--, to += step)
      *to = from[lane];
}

void
tr_arrow_unpack_panel(double *rows, const TrArrow *arrow, const double *panel, int blocks)
{
  int n = arrow->n;

  for (int j = 0; j < n; j++) {
    for (int d = 0; d < blocks; d++)
      tr_arrow_copy_run(rows + d * n * n + j, (size_t)n, &arrow->shape, panel,
                        tr_arrow_row(&arrow->shape, d, 0), j, n);
    tr_arrow_copy_run(rows + blocks * n * n + j, (size_t)n, &arrow->shape, panel,
                      tr_arrow_border_row(&arrow->shape, 0), j, arrow->border);
  }
}
