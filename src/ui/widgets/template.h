/* Disposal of composite widgets. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Releases the children of a widget; call it in dispose where a template's class has subclasses, of
 * whose instances gtk_widget_dispose_template() does not find the template (GTK 4.8). */
static inline void
trammel_template_release(GObject *widget)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child(GTK_WIDGET(widget))))
    gtk_widget_unparent(child);
}

/* Releases the template's children; call it in dispose.  In GTK 4.8 gtk_widget_dispose_template()
 * misses the children that no member is bound to. */
static inline void
trammel_template_dispose(GObject *widget, GType type)
{
  gtk_widget_dispose_template(GTK_WIDGET(widget), type);
  trammel_template_release(widget);
}

G_END_DECLS
