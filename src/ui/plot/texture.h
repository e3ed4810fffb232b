/* The static layer of a widget: drawn once by cairo and kept as a texture. */
#pragma once

#include <gtk/gtk.h>

#include "ui/plot/painter.h"

G_BEGIN_DECLS

typedef void (*TrammelTextureDraw)(gpointer what, cairo_t *cr, const TrammelPaintStyle *style);

/* The style of the widget's theme and scale factor. */
TrammelPaintStyle trammel_texture_get_style(GtkWidget *widget);

/* What `draw` draws in the widget's size, style and resolution (transfer full). */
GdkTexture *trammel_texture_render(GtkWidget *widget, TrammelTextureDraw draw, gpointer what);

G_END_DECLS
