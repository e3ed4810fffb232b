/* Painter of heat maps with cairo: the same on screen, in PNG, SVG and PDF. */
#pragma once

#include "plot/figure/matrix.h"
#include "plot/paint/paint-style.h"

G_BEGIN_DECLS

typedef struct {
  double width, height;           /* of the whole picture [px] */
  TrammelRect cells;              /* area of the cells; whole pixels */
  double cell_width, cell_height; /* [px] */
  TrammelRect bar;                /* colour scale; width 0 if there is no room */
  double head_height;             /* of the column names */
  gboolean upright;               /* column names are rotated and read upwards */
  gboolean is_numbered;           /* columns are headed by the numbers of the rows */
  guint column_step;              /* narrow columns: every how many have a name */
  gboolean has_numbers;           /* cells are large enough for their texts, ... */
  double number_scale;            /* ... perhaps in smaller letters, 1: usual ones, ... */
  gboolean is_short;              /* ... and without the zero before the point */
  PangoContext *context;          /* owned */
} TrammelMatrixLayout;

void trammel_matrix_layout_init(TrammelMatrixLayout *self,
                                const TrammelMatrix *matrix,
                                PangoContext *context,
                                double width,
                                double height);
void trammel_matrix_layout_clear(TrammelMatrixLayout *self);

TrammelRect
trammel_matrix_layout_get_cell(const TrammelMatrixLayout *self, guint row, guint column);

/* Sets the cell at a point; FALSE outside of the cells. */
gboolean trammel_matrix_layout_find_cell(const TrammelMatrixLayout *self,
                                         const TrammelMatrix *matrix,
                                         double x,
                                         double y,
                                         guint *row,
                                         guint *column);

/* Draws everything but the background and the marked cell. */
void trammel_matrix_painter_draw(cairo_t *cr,
                                 const TrammelMatrix *matrix,
                                 const TrammelMatrixLayout *layout,
                                 const TrammelPaintStyle *style);

G_END_DECLS
