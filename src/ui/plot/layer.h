/* Static layer of a widget: drawn once by cairo and cached. */
#pragma once

#include <gtk/gtk.h>

#include "plot/paint/paint-style.h"
#include "ui/desktop/raster.h"

G_BEGIN_DECLS

typedef void (*TrammelLayerDraw)(gpointer what, cairo_t *cr, const TrammelPaintStyle *style);

/* Returns the style of the widget's theme and scale factor. */
TrammelPaintStyle trammel_layer_get_style(GtkWidget *widget);

/* Returns the output of `draw` in the widget's size, style and resolution (transfer full). */
TrammelRaster *trammel_layer_render(GtkWidget *widget, TrammelLayerDraw draw, gpointer what);

G_END_DECLS
