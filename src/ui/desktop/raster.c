#include "ui/desktop/raster.h"

struct _TrammelRaster {
  cairo_surface_t *surface;
  GdkTexture *texture; /* nullable: the same memory as a texture, on request */
};

TrammelRaster *
trammel_raster_new(cairo_surface_t *surface)
{
  g_return_val_if_fail(cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32, NULL);
  TrammelRaster *raster = g_new0(TrammelRaster, 1);

  cairo_surface_flush(surface);
  raster->surface = surface;
  return raster;
}

void
trammel_raster_free(TrammelRaster *raster)
{
  if (!raster)
    return;
  g_clear_object(&raster->texture);
  cairo_surface_destroy(raster->surface);
  g_free(raster);
}

static GdkTexture *
get_texture(TrammelRaster *raster)
{
  cairo_surface_t *surface = raster->surface;
  int height = cairo_image_surface_get_height(surface);
  gsize stride = (gsize)cairo_image_surface_get_stride(surface);

  if (!raster->texture) {
    g_autoptr(GBytes) bytes = g_bytes_new_with_free_func(
        cairo_image_surface_get_data(surface), (gsize)height * stride,
        (GDestroyNotify)cairo_surface_destroy, cairo_surface_reference(surface));
    raster->texture = gdk_memory_texture_new(cairo_image_surface_get_width(surface), height,
                                             GDK_MEMORY_DEFAULT, bytes, stride);
  }
  return raster->texture;
}

static void
append_image(TrammelRaster *raster, GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  cairo_surface_t *surface = raster->surface;
  cairo_t *cr = gtk_snapshot_append_cairo(snapshot, bounds);
  double x_scale, y_scale;

  cairo_surface_get_device_scale(surface, &x_scale, &y_scale);
  cairo_scale(cr, bounds->size.width * x_scale / cairo_image_surface_get_width(surface),
              bounds->size.height * y_scale / cairo_image_surface_get_height(surface));
  cairo_set_source_surface(cr, surface, 0, 0);
  cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD);
  cairo_paint(cr);
  cairo_destroy(cr);
}

void
trammel_raster_snapshot(TrammelRaster *raster, GtkWidget *widget, GtkSnapshot *snapshot)
{
  GskRenderer *renderer = gtk_native_get_renderer(gtk_widget_get_native(widget));
  graphene_rect_t bounds = GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(widget),
                                              (float)gtk_widget_get_height(widget));

  if (GSK_IS_CAIRO_RENDERER(renderer))
    append_image(raster, snapshot, &bounds);
  else
    gtk_snapshot_append_texture(snapshot, get_texture(raster), &bounds);
}
