/* Emptying a box. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

static inline void
trammel_box_clear(GtkBox *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child(GTK_WIDGET(box))))
    gtk_box_remove(box, child);
}

G_END_DECLS
