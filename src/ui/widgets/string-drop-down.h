/* String drop-downs whose entries change with the document. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Sets the names (NULL-terminated), keeping the selected position if it still exists; does nothing
 * if they are unchanged.  Hides the drop-down and `label` (nullable) if there is no choice. */
void
trammel_string_drop_down_set_names(GtkDropDown *choice, const char *const *names, GtkWidget *label);

/* Returns the selected position, 0 if there is none. */
guint trammel_string_drop_down_get(GtkDropDown *choice);

/* Selects a name; does nothing if it is not in the list. */
void trammel_string_drop_down_select(GtkDropDown *choice, const char *name);

G_END_DECLS
