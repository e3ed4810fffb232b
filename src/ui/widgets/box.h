/* Children of a box, and of a widget of our own. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Removes the children of a box. */
static inline void
trammel_box_clear(GtkBox *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child(GTK_WIDGET(box))))
    gtk_box_remove(box, child);
}

/* Drops the children of a widget that is disposed of. */
static inline void
trammel_children_drop(GtkWidget *parent)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child(parent)))
    gtk_widget_unparent(child);
}

G_END_DECLS
