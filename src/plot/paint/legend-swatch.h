/* The little sample before a legend text. */
#pragma once

#include "plot/paint/painter.h"

G_BEGIN_DECLS

/* Centred on `y`, `width` wide. */
void trammel_swatch_draw(cairo_t *cr,
                         const TrammelSeries *series,
                         double x,
                         double y,
                         double width,
                         double alpha,
                         const TrammelPaintStyle *style);

G_END_DECLS
