/* The context menu of a table's header: which of its columns are shown. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Gives all columns of `view` that are there the menu, which has those from `first` on; `owner`, an
 * ancestor or the view itself, gets the actions "columns.N".  `update` (swapped, with `owner`) is
 * called after a choice, and sets what is visible. */
void
trammel_column_chooser_attach(GtkColumnView *view, GtkWidget *owner, guint first, GCallback update);

/* Whether the user has taken the column away. */
gboolean trammel_column_chooser_is_hidden(GtkColumnViewColumn *column);

G_END_DECLS
