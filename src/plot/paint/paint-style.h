/* What the painters of curves, marks and bars share. */
#pragma once

#include <cairo.h>

#include "plot/figure/layout.h"
#include "plot/paint/painter.h"

G_BEGIN_DECLS

#define TRAMMEL_BRUSH_FAR        10000.0 /* [px] cairo's fixed point numbers end at 8 million */
#define TRAMMEL_BRUSH_BAND_ALPHA 0.20

/* One series on its way to the paper. */
typedef struct {
  cairo_t *cr;
  const TrammelFigure *figure;
  const TrammelLayout *layout;
  const TrammelSeries *series;
  const TrammelPaintStyle *style;
  TrammelColor color;
} TrammelBrush;

/* Makes the series' colour the source, `alpha` times as opaque. */
void trammel_brush_set_alpha(const TrammelBrush *self, double alpha);

/* The pixel of a value; NaN where the axis cannot show it. */
double trammel_brush_map(const TrammelAxis *axis, double value);

/* The pixel of y = 0, or of the lower end of a log axis. */
double trammel_brush_map_ground(const TrammelAxis *y);

double trammel_brush_clamp(double pixel);

/* Line width, caps, joins and dashes for a line of `n_points`. */
void trammel_brush_set_pen(const TrammelBrush *self, double width, gboolean dashed, guint n_points);
gboolean trammel_brush_is_dashed(const TrammelBrush *self);

G_END_DECLS
