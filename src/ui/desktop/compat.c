#include "ui/desktop/compat.h"

void
trammel_widget_get_foreground(GtkWidget *widget, GdkRGBA *color)
{
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_widget_get_color(widget, color);
#else
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), color);
#endif
}

gboolean
trammel_widget_is_dark(GtkWidget *widget)
{
  GdkRGBA text;
  trammel_widget_get_foreground(widget, &text);
  return 0.2126f * text.red + 0.7152f * text.green + 0.0722f * text.blue > 0.5f;
}

void
trammel_widget_set_tooltip(GtkWidget *widget, const char *text)
{
  if (g_strcmp0(gtk_widget_get_tooltip_text(widget), text) != 0)
    gtk_widget_set_tooltip_text(widget, text);
}

void
trammel_window_close_on_escape(GtkWindow *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new();

  gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(keys),
                                       gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0),
                                                        gtk_named_action_new("window.close")));
  gtk_widget_add_controller(GTK_WIDGET(window), keys);
}
