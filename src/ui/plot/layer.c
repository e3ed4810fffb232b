#include "ui/plot/layer.h"

#include "ui/desktop/compat.h"

TrammelPaintStyle
trammel_layer_get_style(GtkWidget *widget)
{
  GdkRGBA ink;
  trammel_widget_get_foreground(widget, &ink);
  return (TrammelPaintStyle){.foreground = {ink.red, ink.green, ink.blue, ink.alpha},
                             .dark = trammel_widget_is_dark(widget),
                             .columns_per_pixel = gtk_widget_get_scale_factor(widget)};
}

TrammelRaster *
trammel_layer_render(GtkWidget *widget, TrammelLayerDraw draw, gpointer what)
{
  TrammelPaintStyle style = trammel_layer_get_style(widget);
  int scale = gtk_widget_get_scale_factor(widget);
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gtk_widget_get_width(widget) * scale,
                                 gtk_widget_get_height(widget) * scale);
  cairo_surface_set_device_scale(surface, scale, scale);
  cairo_t *cr = cairo_create(surface);
  draw(what, cr, &style);
  cairo_destroy(cr);
  return trammel_raster_new(surface);
}
