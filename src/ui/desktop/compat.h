/* The one place for calls that GTK 4.8 has and a later GTK replaces. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The colour in which the theme draws the widget's text. */
void trammel_widget_get_foreground(GtkWidget *widget, GdkRGBA *color);

/* Whether the theme is dark where the widget stands: its text is light. */
gboolean trammel_widget_is_dark(GtkWidget *widget);

/* gtk_widget_set_tooltip_text() where the text is another one: GTK asks the display where the
 * pointer is at each call, which takes a millisecond. */
void trammel_widget_set_tooltip(GtkWidget *widget, const char *text);

/* Escape closes the window. */
void trammel_window_close_on_escape(GtkWindow *window);

G_END_DECLS
