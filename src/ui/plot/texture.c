#include "ui/plot/texture.h"

#include "ui/compat.h"

TrammelPaintStyle
trammel_texture_get_style(GtkWidget *widget)
{
  GdkRGBA ink;
  trammel_widget_get_foreground(widget, &ink);
  return (TrammelPaintStyle){.foreground = {ink.red, ink.green, ink.blue, ink.alpha},
                             .dark = trammel_widget_is_dark(widget),
                             .columns_per_pixel = gtk_widget_get_scale_factor(widget)};
}

/* takes the surface, whose memory the texture uses */
static GdkTexture *
wrap_surface(cairo_surface_t *surface)
{
  int height = cairo_image_surface_get_height(surface);
  int stride = cairo_image_surface_get_stride(surface);
  GBytes *bytes = g_bytes_new_with_free_func(cairo_image_surface_get_data(surface),
                                             (gsize)height * (gsize)stride,
                                             (GDestroyNotify)cairo_surface_destroy, surface);
  GdkTexture *texture = gdk_memory_texture_new(cairo_image_surface_get_width(surface), height,
                                               GDK_MEMORY_DEFAULT, bytes, (gsize)stride);
  g_bytes_unref(bytes);
  return texture;
}

GdkTexture *
trammel_texture_render(GtkWidget *widget, TrammelTextureDraw draw, gpointer what)
{
  TrammelPaintStyle style = trammel_texture_get_style(widget);
  int scale = gtk_widget_get_scale_factor(widget);
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gtk_widget_get_width(widget) * scale,
                                 gtk_widget_get_height(widget) * scale);
  cairo_surface_set_device_scale(surface, scale, scale);
  cairo_t *cr = cairo_create(surface);
  draw(what, cr, &style);
  cairo_destroy(cr);
  cairo_surface_flush(surface);
  return wrap_surface(surface);
}
