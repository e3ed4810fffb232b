/* Wrappers of functions of GTK 4.8 that a later GTK replaces, all in this one place. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Gets the colour in which the theme draws the widget's text. */
void trammel_widget_get_foreground(GtkWidget *widget, GdkRGBA *color);

/* Returns TRUE if the theme is dark at the widget: its text is light. */
gboolean trammel_widget_is_dark(GtkWidget *widget);

/* Calls gtk_widget_set_tooltip_text() only for a new text: each call asks the display for the
 * pointer, which takes a millisecond. */
void trammel_widget_set_tooltip(GtkWidget *widget, const char *text);

/* Makes Escape close the window. */
void trammel_window_close_on_escape(GtkWindow *window);

G_END_DECLS
