/* Painter of bars and vertical stripes. */
#pragma once

#include "plot/paint/paint-style.h"

G_BEGIN_DECLS

void trammel_bar_painter_draw_bars(const TrammelPaintContext *brush);
void trammel_bar_painter_draw_spans(const TrammelPaintContext *brush);

/* Draws oblique lines over a rectangle, with the current source. */
void trammel_bar_painter_hatch(cairo_t *cr, double x, double y, double width, double height);

G_END_DECLS
