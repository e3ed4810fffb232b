/* Legend swatch: the small sample of a series before its legend text. */
#pragma once

#include "plot/paint/paint-style.h"

G_BEGIN_DECLS

/* Draws a swatch, centred on `y`, `width` wide. */
void trammel_legend_swatch_draw(cairo_t *cr,
                                const TrammelSeries *series,
                                double x,
                                double y,
                                double width,
                                double alpha,
                                const TrammelPaintStyle *style);

G_END_DECLS
