/* Context menu of a table's header that shows and hides its columns. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Adds the menu to all present columns of `view`; it lists those from `first` on.  `owner`, an
 * ancestor or the view itself, gets the actions "columns.N".  `update` (swapped, with `owner`) is
 * called after a choice and sets the visible columns. */
void
trammel_column_chooser_attach(GtkColumnView *view, GtkWidget *owner, guint first, GCallback update);

/* Hides a column until the user chooses it; before trammel_column_chooser_attach(). */
void trammel_column_chooser_hide(GtkColumnViewColumn *column);

/* Returns TRUE if the user has hidden the column, or not yet chosen one that was hidden. */
gboolean trammel_column_chooser_is_hidden(GtkColumnViewColumn *column);

G_END_DECLS
