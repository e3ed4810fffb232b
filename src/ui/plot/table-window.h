/* Table window with the numbers of a picture, for screen readers and for looking up or copying
 * values. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct {
  guint n_rows, n_columns;
  char *(*dup_head)(gpointer data, guint column);
  char *(*dup_cell)(gpointer data, guint row, guint column); /* "" for none */
  char *(*dup_text)(gpointer data);                          /* all of it, for the clipboard */
  gpointer data;
  GDestroyNotify destroy; /* of `data`, with the window */
} TrammelTable;

/* Shows the table; rows are made when they are scrolled to.  `parent` may be NULL.  The window
 * closes with its parent, by Escape or by its button.  Returns the window, owned by GTK. */
GtkWidget *
trammel_table_window_present(GtkWindow *parent, const char *title, const TrammelTable *table);

G_END_DECLS
