/* Paint style of one series, shared by the painters of curves, marks and bars. */
#pragma once

#include <cairo.h>

#include "plot/figure/layout.h"
#include "plot/paint/painter.h"

G_BEGIN_DECLS

#define TRAMMEL_PAINT_FAR        10000.0 /* [px] cairo's fixed point numbers end at 8 million */
#define TRAMMEL_PAINT_BAND_ALPHA 0.20

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
