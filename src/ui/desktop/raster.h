/* Pixels that a widget keeps between its frames and shows in each of them.
 *
 * Where a graphics card draws, a texture is the way: it stays there.  Where cairo draws for GTK
 * (no OpenGL, or one without a card), GTK 4.8 converts every texture to floating point and back in
 * every frame; there the pixels are shown as cairo has them. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _TrammelRaster TrammelRaster;

/* Takes an image in CAIRO_FORMAT_ARGB32 that does not change any more. */
TrammelRaster *trammel_raster_new(cairo_surface_t *surface);
void trammel_raster_free(TrammelRaster *raster);

/* Shows it over the whole widget, stretched where it has another size. */
void trammel_raster_snapshot(TrammelRaster *raster, GtkWidget *widget, GtkSnapshot *snapshot);

G_END_DECLS
