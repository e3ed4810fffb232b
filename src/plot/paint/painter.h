/* Painter of the static layer of a plot with cairo: the same on screen, in PNG, SVG and PDF. */
#pragma once

#include <cairo.h>

#include "plot/figure/layout.h"

G_BEGIN_DECLS

typedef struct {
  TrammelColor foreground;  /* text, axes and measured curves */
  gboolean dark;            /* picks the variant of the palette */
  double columns_per_pixel; /* samples are reduced to this resolution; the scale factor on screen */
} TrammelPaintStyle;

/* Returns the style of an exported figure: dark text on white. */
TrammelPaintStyle trammel_paint_style_for_paper(void);

/* Returns the colour of a curve in this style. */
TrammelColor trammel_paint_style_get_color(const TrammelPaintStyle *style,
                                           const TrammelSeries *series);

/* Draws everything but the background and the cursors. */
void trammel_painter_draw(cairo_t *cr,
                          const TrammelFigure *figure,
                          const TrammelLayout *layout,
                          const TrammelPaintStyle *style);

G_END_DECLS
