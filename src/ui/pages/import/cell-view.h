/* Rows of a CSV file as a drawn table: cells that were not understood are tinted and tell why.
 *
 * Signal: "column-clicked" (guint column). */
#pragma once

#include <gtk/gtk.h>

#include "io/log/csv/preview.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CELL_VIEW (trammel_cell_view_get_type())
G_DECLARE_FINAL_TYPE(TrammelCellView, trammel_cell_view, TRAMMEL, CELL_VIEW, GtkWidget)

enum { TRAMMEL_CELL_GUTTER = 64, TRAMMEL_CELL_WIDTH = 124, TRAMMEL_CELL_HEIGHT = 21 };

/* Takes `preview` over; NULL for none. */
void trammel_cell_view_take_preview(TrammelCellView *view, TrammelCsvPreview *preview);

/* Where the faults are, and which columns are numbers, words or not used; NULL while that is not
 * known. */
void trammel_cell_view_set_dataset(TrammelCellView *view, TrammelDataset *dataset);

void trammel_cell_view_select(TrammelCellView *view, guint column);

/* Marks a line, such as that of a fault; 0: none. */
void trammel_cell_view_mark_line(TrammelCellView *view, gsize line);

/* What is wrong with the cell at a place; NULL: nothing.  Free with g_free(). */
char *trammel_cell_view_explain(TrammelCellView *view, double x, double y);

G_END_DECLS
