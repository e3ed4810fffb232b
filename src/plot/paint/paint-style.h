/* Paint style: the colours of a plot, and the pen of one series for the painters of curves, marks
 * and bars. */
#pragma once

#include <cairo.h>

#include "plot/figure/layout.h"

G_BEGIN_DECLS

#define TRAMMEL_PAINT_FAR        10000.0 /* [px] cairo's fixed point numbers end at 8 million */
#define TRAMMEL_PAINT_BAND_ALPHA 0.20

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

/* Series with everything that is needed to paint it; owns nothing. */
typedef struct {
  cairo_t *cr;
  const TrammelFigure *figure;
  const TrammelLayout *layout;
  const TrammelSeries *series;
  const TrammelPaintStyle *style;
  TrammelColor color;
} TrammelPaintContext;

/* Sets the series' colour as source, with its opacity times `alpha`. */
void trammel_paint_set_alpha(const TrammelPaintContext *self, double alpha);

/* Returns the pixel of a value; NaN if the axis cannot show it. */
double trammel_paint_map(const TrammelAxis *axis, double value);

/* Returns the pixel of y = 0, or of the lower end of a log axis. */
double trammel_paint_map_ground(const TrammelAxis *y);

double trammel_paint_clamp(double pixel);

/* Sets line width, caps, joins and dashes for a line of `n_points`. */
void trammel_paint_set_pen(const TrammelPaintContext *self,
                           double width,
                           gboolean dashed,
                           guint n_points);
gboolean trammel_paint_is_dashed(const TrammelPaintContext *self);

G_END_DECLS
