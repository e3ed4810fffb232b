#include <glib/gi18n.h>

#include "ui/plot/plot-view-private.h"

static void
on_fit_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  trammel_plot_view_fit(TRAMMEL_PLOT_VIEW(widget));
}

static void
on_fit_y_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  trammel_plot_view_fit_y(TRAMMEL_PLOT_VIEW(widget));
}

static void
on_back_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  trammel_plot_view_go_back(TRAMMEL_PLOT_VIEW(widget));
}

static void
on_copy_image_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  TrammelPlotView *self = TRAMMEL_PLOT_VIEW(widget);
  TrammelExportSize size = trammel_plot_view_get_export_size(self);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) png = trammel_export_to_png(&self->figure, &size, &error);
  g_autoptr(GdkTexture) texture = png == NULL ? NULL : gdk_texture_new_from_bytes(png, &error);
  if (texture != NULL)
    gdk_clipboard_set_texture(gtk_widget_get_clipboard(widget), texture);
  else
    g_warning("The plot cannot be copied: %s", error->message);
}

static void
on_copy_data_activated_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = trammel_export_to_csv(&TRAMMEL_PLOT_VIEW(widget)->figure);
  gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text);
}

void
trammel_plot_view_install_actions(GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action(widget_class, "plot.fit", NULL, on_fit_activated_cb);
  gtk_widget_class_install_action(widget_class, "plot.fit-y", NULL, on_fit_y_activated_cb);
  gtk_widget_class_install_action(widget_class, "plot.back", NULL, on_back_activated_cb);
  gtk_widget_class_install_action(widget_class, "plot.copy-image", NULL,
                                  on_copy_image_activated_cb);
  gtk_widget_class_install_action(widget_class, "plot.copy-data", NULL, on_copy_data_activated_cb);
}

static GtkWidget *
create_menu(TrammelPlotView *self)
{
  g_autoptr(GMenu) menu = g_menu_new();
  g_autoptr(GMenu) range = g_menu_new();
  g_autoptr(GMenu) copy = g_menu_new();
  g_menu_append(range, _("Fit"), "plot.fit");
  g_menu_append(range, _("Fit y"), "plot.fit-y");
  g_menu_append(range, _("Previous zoom"), "plot.back");
  g_menu_append(copy, _("Copy image"), "plot.copy-image");
  g_menu_append(copy, _("Copy data"), "plot.copy-data");
  g_menu_append_section(menu, NULL, G_MENU_MODEL(range));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(copy));
  GtkWidget *popover = gtk_popover_menu_new_from_model(G_MENU_MODEL(menu));
  gtk_popover_set_has_arrow(GTK_POPOVER(popover), FALSE);
  gtk_widget_set_halign(popover, GTK_ALIGN_START);
  gtk_widget_set_parent(popover, GTK_WIDGET(self));
  return popover;
}

void
trammel_plot_view_show_menu(TrammelPlotView *self, double x, double y)
{
  GtkWidget *widget = GTK_WIDGET(self);
  GdkRectangle place = {(int)x, (int)y, 1, 1};
  if (self->menu == NULL)
    self->menu = create_menu(self);
  gtk_widget_action_set_enabled(widget, "plot.back", self->past->len > 0);
  gtk_widget_action_set_enabled(widget, "plot.copy-data", trammel_figure_has_data(&self->figure));
  gtk_popover_set_pointing_to(GTK_POPOVER(self->menu), &place);
  gtk_popover_popup(GTK_POPOVER(self->menu));
}
