/* Heat map: a table of coloured cells with numbers, for reading, keyboard navigation and clicks.
 *
 * Mouse: hover shows names and number, click selects and activates a cell, right click opens a
 * menu.  Keys: arrows, Home, End, Page Up and Page Down move the selection, Enter or Space
 * activates, C copies, Menu opens the menu.  The selection is announced to screen readers; "View as
 * table" opens a table with the same cells.
 *
 *   GtkWidget *view = trammel_matrix_view_new();
 *   TrammelMatrix *matrix = trammel_matrix_new(correlations, n, n);
 *   ... trammel_matrix_set_row_name(), trammel_matrix_set_column_name(), matrix->title ...
 *   trammel_matrix_view_set_matrix(TRAMMEL_MATRIX_VIEW(view), matrix);
 *   g_signal_connect(view, "cell-activated", G_CALLBACK(on_cell_activated_cb), self);
 *
 * Saved and copied like every picture (ui/plot/picture.h).
 *
 * Signals: cell-selected (view, guint row, guint column): the selection has moved;
 *          cell-activated (view, guint row, guint column). */
#pragma once

#include "ui/plot/picture.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MATRIX_VIEW (trammel_matrix_view_get_type())
G_DECLARE_FINAL_TYPE(TrammelMatrixView, trammel_matrix_view, TRAMMEL, MATRIX_VIEW, TrammelPicture)

GtkWidget *trammel_matrix_view_new(void);

/* Sets the matrix and takes it; NULL shows nothing.  The selection stays if there is such a
 * cell. */
void trammel_matrix_view_set_matrix(TrammelMatrixView *self, TrammelMatrix *matrix);
/* Returns the matrix, owned by the view; NULL before the first one. */
const TrammelMatrix *trammel_matrix_view_get_matrix(TrammelMatrixView *self);

/* Sets the selected cell; FALSE while none is selected. */
gboolean trammel_matrix_view_get_selected(TrammelMatrixView *self, guint *row, guint *column);
/* Moves the selection as the arrow keys do; a place outside of the matrix removes it. */
void trammel_matrix_view_select(TrammelMatrixView *self, guint row, guint column);

G_END_DECLS
