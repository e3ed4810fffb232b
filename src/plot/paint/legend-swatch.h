/* Legend swatch: the small sample of a series before its legend text. */
#pragma once

#include "plot/paint/paint-style.h"

G_BEGIN_DECLS

/* Place of a swatch. */
typedef struct {
  double x, y; /* left end, middle */
  double width;
} TrammelSwatchPlace;

void trammel_legend_swatch_draw(cairo_t *cr,
                                const TrammelSeries *series,
                                TrammelSwatchPlace place,
                                double alpha,
                                const TrammelPaintStyle *style);

G_END_DECLS
