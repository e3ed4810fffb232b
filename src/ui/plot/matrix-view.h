/* A heat-map: a table of coloured cells with their numbers, to be read, walked through and clicked.
 *
 * Mouse: hover shows names and number, click marks and activates a cell, right click opens a menu.
 * Keys: arrows, Home, End, Page Up and Page Down move the mark, Enter or Space activates, C copies,
 * Menu opens the menu.  The mark is told to screen readers; "View as table" opens a twin of cells.
 *
 *   GtkWidget *view = trammel_matrix_view_new();
 *   TrammelMatrix *matrix = trammel_matrix_new(correlations, n, n);
 *   ... trammel_matrix_set_row_name(), trammel_matrix_set_column_name(), matrix->title ...
 *   trammel_matrix_view_set_matrix(TRAMMEL_MATRIX_VIEW(view), matrix);
 *   g_signal_connect(view, "cell-activated", G_CALLBACK(on_cell_activated_cb), self);
 *
 * Saved and copied as every picture (ui/plot/picture.h).
 *
 * Signals: cell-selected (view, guint row, guint column): the mark has moved;
 *          cell-activated (view, guint row, guint column). */
#pragma once

#include "ui/plot/picture.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MATRIX_VIEW (trammel_matrix_view_get_type())
G_DECLARE_FINAL_TYPE(TrammelMatrixView, trammel_matrix_view, TRAMMEL, MATRIX_VIEW, TrammelPicture)

GtkWidget *trammel_matrix_view_new(void);

/* Takes `matrix`; NULL shows nothing.  The mark stays where it is, if there is such a cell. */
void trammel_matrix_view_set_matrix(TrammelMatrixView *self, TrammelMatrix *matrix);
/* NULL before the first one; owned by the view. */
const TrammelMatrix *trammel_matrix_view_get_matrix(TrammelMatrixView *self);

/* FALSE while no cell is marked. */
gboolean trammel_matrix_view_get_selected(TrammelMatrixView *self, guint *row, guint *column);
/* Moves the mark as the arrow keys do; a place outside of the matrix removes it. */
void trammel_matrix_view_select(TrammelMatrixView *self, guint row, guint column);

G_END_DECLS
