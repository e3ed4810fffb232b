#include "plot/paint/paint-style.h"

#include <math.h>

#define ROUND_POINTS 500 /* lines with more points: round joins are slow and not visible */

TrammelPaintStyle
trammel_paint_style_for_paper(void)
{
  return (TrammelPaintStyle){
      .foreground = trammel_palette_foreground(FALSE), .dark = FALSE, .columns_per_pixel = 2.0};
}

TrammelColor
trammel_paint_style_get_color(const TrammelPaintStyle *style, const TrammelSeries *series)
{
  const TrammelSeriesStyle *look = trammel_series_get_style(series);
  if (look->role == TRAMMEL_ROLE_MEASURED)
    return style->foreground;
  return trammel_palette_get(look->role, look->index, style->dark);
}

void
trammel_paint_set_alpha(const TrammelPaintContext *self, double alpha)
{
  cairo_set_source_rgba(self->cr, self->color.red, self->color.green, self->color.blue,
                        self->color.alpha * alpha);
}

double
trammel_paint_map(const TrammelAxis *axis, double value)
{
  if (!isfinite(value) || (axis->kind == TRAMMEL_AXIS_LOG && !(value > 0.0)))
    return NAN;
  return trammel_axis_to_pixel(axis, value);
}

double
trammel_paint_map_ground(const TrammelAxis *y)
{
  return y->kind == TRAMMEL_AXIS_LOG ? y->start : trammel_axis_to_pixel(y, 0.0);
}

double
trammel_paint_clamp(double pixel)
{
  return CLAMP(pixel, -TRAMMEL_PAINT_FAR, TRAMMEL_PAINT_FAR);
}

void
trammel_paint_set_pen(const TrammelPaintContext *self,
                      double width,
                      gboolean dashed,
                      guint n_points)
{
  static const double dashes[] = {6.0, 4.0};
  cairo_set_line_width(self->cr, width);
  cairo_set_line_cap(self->cr, dashed ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(self->cr,
                      n_points < ROUND_POINTS ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_BEVEL);
  if (dashed)
    cairo_set_dash(self->cr, dashes, G_N_ELEMENTS(dashes), 0.0);
}

gboolean
trammel_paint_is_dashed(const TrammelPaintContext *self)
{
  const TrammelSeriesStyle *look = trammel_series_get_style(self->series);
  return look->shape == TRAMMEL_SHAPE_DASHES ||
         (look->role == TRAMMEL_ROLE_CYCLE &&
          trammel_palette_round(look->index, self->style->dark) % 2 == 1);
}
