/* Release of composite widgets. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* For dispose: gives back the template's children.  In GTK 4.8 gtk_widget_dispose_template() leaves
 * the children that no member is bound to. */
static inline void
trammel_template_dispose(GObject *widget, GType type)
{
  GtkWidget *child;

  gtk_widget_dispose_template(GTK_WIDGET(widget), type);
  while ((child = gtk_widget_get_first_child(GTK_WIDGET(widget))))
    gtk_widget_unparent(child);
}

G_END_DECLS
