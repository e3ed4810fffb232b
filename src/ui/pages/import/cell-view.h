/* Preview table of the rows of a CSV file; cells with faults are tinted and have a tooltip with the
 * reason.
 *
 * Signal: "column-clicked" (guint column). */
#pragma once

#include <gtk/gtk.h>

#include "io/log/csv/preview.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CELL_VIEW (trammel_cell_view_get_type())
G_DECLARE_FINAL_TYPE(TrammelCellView, trammel_cell_view, TRAMMEL, CELL_VIEW, GtkWidget)

enum { TRAMMEL_CELL_GUTTER = 64, TRAMMEL_CELL_WIDTH = 124, TRAMMEL_CELL_HEIGHT = 21 };

/* Shows `preview`, taking ownership; NULL for none. */
void trammel_cell_view_take_preview(TrammelCellView *view, TrammelCsvPreview *preview);

/* Sets the faults and the kinds of the columns (numbers, words, not used) from `dataset`; NULL
 * while they are not known. */
void trammel_cell_view_set_dataset(TrammelCellView *view, TrammelDataset *dataset);

void trammel_cell_view_select(TrammelCellView *view, guint column);

/* Marks a line, e.g. that of a fault; 0: none. */
void trammel_cell_view_mark_line(TrammelCellView *view, gsize line);

/* Returns the fault of the cell at a position; NULL if there is none.  Free with g_free(). */
char *trammel_cell_view_explain(TrammelCellView *view, double x, double y);

G_END_DECLS
