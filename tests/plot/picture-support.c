#include "plot/picture-support.h"

#include <pango/pangocairo.h>
#include <string.h>

void
add_series(Picture *self, TrammelSeries *series)
{
  g_ptr_array_add(self->figure.series, series);
}

void
init_picture(Picture *self)
{
  *self = (Picture){0};
  trammel_figure_init(&self->figure);
  self->context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  PangoFontDescription *font = pango_font_description_from_string("Sans 10");
  pango_context_set_font_description(self->context, font);
  pango_font_description_free(font);
}

void
draw_picture(Picture *self, int width, int height)
{
  TrammelPaintStyle style = trammel_paint_style_for_paper();
  trammel_layout_init(&self->layout, &self->figure, self->context, width, height, 0);
  self->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create(self->surface);
  cairo_set_source_rgb(cr, 1.0, 1.0, 1.0);
  cairo_paint(cr);
  trammel_painter_draw(cr, &self->figure, &self->layout, &style);
  cairo_destroy(cr);
  cairo_surface_flush(self->surface);
}

void
release_drawing(Picture *self)
{
  trammel_layout_clear(&self->layout);
  g_clear_pointer(&self->surface, cairo_surface_destroy);
}

void
clear_picture(Picture *self)
{
  release_drawing(self);
  trammel_figure_clear(&self->figure);
  g_object_unref(self->context);
}

guint32
get_pixel(const Picture *self, double x, double y)
{
  const unsigned char *data = cairo_image_surface_get_data(self->surface);
  guint32 value;
  memcpy(&value,
         data + (gsize)y * (gsize)cairo_image_surface_get_stride(self->surface) + 4 * (gsize)x,
         sizeof value);
  return value & 0xffffff;
}

guint32
get_value_pixel(const Picture *self, double x, double y)
{
  return get_pixel(self, trammel_axis_to_pixel(&self->figure.x, x),
                   trammel_axis_to_pixel(&self->figure.y, y));
}

void
set_range(Picture *self, double x_low, double x_high, double y_low, double y_high)
{
  self->figure.x.min = x_low;
  self->figure.x.max = x_high;
  self->figure.y.min = y_low;
  self->figure.y.max = y_high;
}
