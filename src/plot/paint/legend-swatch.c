#include "plot/paint/legend-swatch.h"

#include <math.h>

#include "plot/paint/bar-painter.h"
#include "plot/paint/mark-painter.h"

#define HALF_HEIGHT 5.0

typedef struct {
  TrammelPaintContext brush;
  double x, y, width, alpha;
} Swatch;

static void
draw_dots(const Swatch *self, const double *parts, guint n, double radius)
{
  GArray *points = g_array_new(FALSE, FALSE, sizeof(TrammelPoint));
  for (guint i = 0; i < n; i++) {
    TrammelPoint point = {self->x + parts[i] * self->width, self->y};
    g_array_append_val(points, point);
  }
  if (trammel_series_get_style(self->brush.series)->shape == TRAMMEL_SHAPE_HOLLOW)
    trammel_mark_painter_draw_rings(&self->brush, points);
  else
    trammel_mark_painter_draw_dots(&self->brush, points, radius);
  g_array_unref(points);
}

static void
draw_line(const Swatch *self, double x, double y, double dx, double dy)
{
  const TrammelSeriesStyle *look = trammel_series_get_style(self->brush.series);
  cairo_save(self->brush.cr);
  trammel_paint_set_pen(&self->brush, fmax(look->width, 2.0), trammel_paint_is_dashed(&self->brush),
                        2);
  cairo_move_to(self->brush.cr, x, y);
  cairo_rel_line_to(self->brush.cr, dx, dy);
  cairo_stroke(self->brush.cr);
  cairo_restore(self->brush.cr);
}

static void
draw_card(const Swatch *self, double alpha)
{
  trammel_paint_set_alpha(&self->brush, alpha * self->alpha);
  cairo_rectangle(self->brush.cr, self->x, self->y - HALF_HEIGHT, self->width, 2.0 * HALF_HEIGHT);
  cairo_fill(self->brush.cr);
}

static void
draw_curve(const Swatch *self)
{
  static const double parts[] = {0.1, 0.5, 0.9}, on_dashes[] = {0.22, 0.78};
  const double middle = self->x + 0.5 * self->width;
  switch (trammel_series_get_style(self->brush.series)->shape) {
  case TRAMMEL_SHAPE_POINTS:
  case TRAMMEL_SHAPE_DOTS:
  case TRAMMEL_SHAPE_SCATTER:
    draw_dots(self, parts, 3, TRAMMEL_MARK_DOT_RADIUS);
    break;
  case TRAMMEL_SHAPE_HOLLOW:
    draw_dots(self, &parts[1], 1, 0.0);
    break;
  case TRAMMEL_SHAPE_STEMS:
    draw_line(self, middle, self->y + HALF_HEIGHT, 0.0, -HALF_HEIGHT);
    draw_dots(self, &parts[1], 1, TRAMMEL_MARK_DOT_RADIUS + 0.75);
    break;
  default:
    /* 18 px hold two dashes of 6 with a gap between and half a gap on both sides */
    draw_line(self, self->x + 1.0, self->y, self->width - 2.0, 0.0);
    if (trammel_series_get_style(self->brush.series)->shape != TRAMMEL_SHAPE_LINE_POINTS)
      break;
    /* a dot in the middle would close the gap between the dashes */
    if (trammel_paint_is_dashed(&self->brush))
      draw_dots(self, on_dashes, 2, TRAMMEL_MARK_DOT_RADIUS + 1.0);
    else
      draw_dots(self, &parts[1], 1, TRAMMEL_MARK_DOT_RADIUS + 1.0);
    break;
  }
}

static void
draw_spans(const Swatch *self)
{
  const TrammelSeries *series = self->brush.series;
  if (trammel_series_get_size(series) > 0 &&
      trammel_series_get_x(series)[0] == trammel_series_get_x_end(series)[0]) {
    /* two dashes of 6 with a gap of 4 */
    draw_line(self, self->x + 0.5 * self->width, self->y - 8.0, 0.0, 16.0);
    return;
  }
  draw_card(self, TRAMMEL_PAINT_BAND_ALPHA);
  if (trammel_series_get_style(series)->hatched) {
    trammel_paint_set_alpha(&self->brush, 0.6 * self->alpha);
    trammel_bar_painter_hatch(self->brush.cr, self->x, self->y - HALF_HEIGHT, self->width,
                              2.0 * HALF_HEIGHT);
  }
}

void
trammel_legend_swatch_draw(cairo_t *cr,
                           const TrammelSeries *series,
                           TrammelSwatchPlace place,
                           double alpha,
                           const TrammelPaintStyle *style)
{
  Swatch self = {.brush = {.cr = cr,
                           .series = series,
                           .style = style,
                           .color = trammel_paint_style_get_color(style, series)},
                 .x = place.x,
                 .y = place.y,
                 .width = place.width,
                 .alpha = alpha};
  gboolean is_stripe = trammel_series_get_high(series) != NULL;
  trammel_paint_set_alpha(&self.brush, alpha);
  switch (trammel_series_get_kind(series)) {
  case TRAMMEL_SERIES_BARS:
    draw_card(&self, 0.7);
    break;
  case TRAMMEL_SERIES_SPANS:
    draw_spans(&self);
    break;
  case TRAMMEL_SERIES_BAND:
  case TRAMMEL_SERIES_LEVEL:
    if (is_stripe && trammel_series_get_style(series)->shape != TRAMMEL_SHAPE_ERROR_BARS)
      draw_card(&self, 1.75 * TRAMMEL_PAINT_BAND_ALPHA);
    else if (is_stripe)
      draw_line(&self, place.x + 0.5 * place.width, place.y - HALF_HEIGHT, 0.0, 2.0 * HALF_HEIGHT);
    else
      draw_curve(&self);
    break;
  case TRAMMEL_SERIES_CURVE:
    draw_curve(&self);
    break;
  }
}
