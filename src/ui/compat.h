/* The one place for calls that GTK 4.8 has and a later GTK replaces. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The colour in which the theme draws the widget's text. */
void trammel_widget_get_foreground(GtkWidget *widget, GdkRGBA *color);

/* Whether the theme is dark where the widget stands: its text is light. */
gboolean trammel_widget_is_dark(GtkWidget *widget);

G_END_DECLS
