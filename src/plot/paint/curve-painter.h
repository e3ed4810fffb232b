/* Painter of one series of any kind in the area of a plot. */
#pragma once

#include "plot/paint/paint-style.h"

G_BEGIN_DECLS

/* Draws the series; the caller has clipped to the area. */
void trammel_curve_painter_draw(cairo_t *cr,
                                const TrammelFigure *figure,
                                const TrammelLayout *layout,
                                const TrammelSeries *series,
                                const TrammelPaintStyle *style);

G_END_DECLS
