/* Disposal of composite widgets. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Releases the template's children; call it in dispose.  In GTK 4.8 gtk_widget_dispose_template()
 * misses the children that no member is bound to. */
static inline void
trammel_template_dispose(GObject *widget, GType type)
{
  GtkWidget *child;

  gtk_widget_dispose_template(GTK_WIDGET(widget), type);
  while ((child = gtk_widget_get_first_child(GTK_WIDGET(widget))))
    gtk_widget_unparent(child);
}

G_END_DECLS
