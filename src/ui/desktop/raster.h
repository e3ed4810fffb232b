/* Pixels that a widget keeps between its frames and shows in each of them.
 *
 * With a graphics card a texture is best: it stays there.  Where cairo draws for GTK (no OpenGL, or
 * one without a card), GTK 4.8 converts every texture to floating point and back in every frame;
 * there the pixels are kept in cairo's format. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _TrammelRaster TrammelRaster;

/* Creates a raster of an image in CAIRO_FORMAT_ARGB32; takes ownership of the image, which must not
 * change any more. */
TrammelRaster *trammel_raster_new(cairo_surface_t *surface);
void trammel_raster_free(TrammelRaster *raster);

/* Draws the raster over the whole widget, scaled if its size differs. */
void trammel_raster_snapshot(TrammelRaster *raster, GtkWidget *widget, GtkSnapshot *snapshot);

G_END_DECLS
