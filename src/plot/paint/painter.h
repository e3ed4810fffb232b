/* Painter of the static layer of a plot with cairo: the same on screen, in PNG, SVG and PDF. */
#pragma once

#include "plot/paint/paint-style.h"

G_BEGIN_DECLS

/* Draws everything but the background and the cursors. */
void trammel_painter_draw(cairo_t *cr,
                          const TrammelFigure *figure,
                          const TrammelLayout *layout,
                          const TrammelPaintStyle *style);

G_END_DECLS
