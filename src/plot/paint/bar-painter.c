#include "plot/paint/bar-painter.h"

#include <math.h>

#define FILL_ALPHA    0.55
#define SPAN_ALPHA    0.14
#define HATCH_ALPHA   0.45
#define HATCH_SPACING 8.0
#define GAP_FROM      4.0 /* bars at least this wide have a gap of 1 px between */

/* whole pixels, so that equal bars look equal */
static void
draw_bar(const TrammelPaintContext *brush, double left, double right, double top, double ground)
{
  cairo_t *cr = brush->cr;
  double from = round(fmin(left, right));
  double width = round(fmax(left, right)) - from;
  double gap = width >= GAP_FROM ? 1.0 : 0.0;
  double high = round(fmin(top, ground));
  double height = round(fmax(top, ground)) - high;
  width = fmax(width - gap, 1.0);
  cairo_rectangle(cr, from, high, width, height);
  trammel_paint_set_alpha(brush, FILL_ALPHA);
  cairo_fill(cr);
  /* the end at the value is drawn opaque */
  if (height > 0.0 || width > 2.0) {
    cairo_rectangle(cr, from, top <= ground ? high : high + height - 1.5, width, 1.5);
    trammel_paint_set_alpha(brush, 1.0);
    cairo_fill(cr);
  }
}

void
trammel_bar_painter_draw_bars(const TrammelPaintContext *brush)
{
  const double *x = trammel_series_get_x(brush->series);
  const double *x_end = trammel_series_get_x_end(brush->series);
  const double *y = trammel_series_get_y(brush->series);
  gsize n = trammel_series_get_size(brush->series);
  double ground = trammel_paint_clamp(trammel_paint_map_ground(&brush->figure->y));
  for (gsize i = 0; i < n; i++) {
    double left = trammel_paint_map(&brush->figure->x, x[i]);
    double right = trammel_paint_map(&brush->figure->x, x_end[i]);
    double top = trammel_paint_map(&brush->figure->y, y[i]);
    if (!isnan(left) && !isnan(right) && !isnan(top) && y[i] != 0.0)
      draw_bar(brush, trammel_paint_clamp(left), trammel_paint_clamp(right),
               trammel_paint_clamp(top), ground);
  }
}

void
trammel_bar_painter_hatch(cairo_t *cr, double x, double y, double width, double height)
{
  cairo_save(cr);
  cairo_rectangle(cr, x, y, width, height);
  cairo_clip(cr);
  cairo_set_line_width(cr, 1.0);
  /* the pattern is fixed to the paper: neighbouring stripes fit together */
  double first = floor((x - height) / HATCH_SPACING) * HATCH_SPACING;
  for (double from = first; from < x + width; from += HATCH_SPACING) {
    cairo_move_to(cr, from, y + height);
    cairo_rel_line_to(cr, height, -height);
  }
  cairo_stroke(cr);
  cairo_restore(cr);
}

static void
draw_upright_line(const TrammelPaintContext *brush, double x)
{
  const TrammelRect *area = &brush->layout->area;
  double width = fmax(1.0, floor(trammel_series_get_style(brush->series)->width));
  cairo_save(brush->cr);
  trammel_paint_set_pen(brush, width, trammel_paint_is_dashed(brush), 2);
  trammel_paint_set_alpha(brush, 1.0);
  cairo_move_to(brush->cr, floor(x) + 0.5, area->y);
  cairo_line_to(brush->cr, floor(x) + 0.5, area->y + area->height);
  cairo_stroke(brush->cr);
  cairo_restore(brush->cr);
}

void
trammel_bar_painter_draw_spans(const TrammelPaintContext *brush)
{
  const TrammelRect *area = &brush->layout->area;
  const double *low = trammel_series_get_x(brush->series);
  const double *high = trammel_series_get_x_end(brush->series);
  gsize n = trammel_series_get_size(brush->series);
  for (gsize i = 0; i < n; i++) {
    double left = trammel_paint_map(&brush->figure->x, low[i]);
    double right = trammel_paint_map(&brush->figure->x, high[i]);
    if (isnan(left) || isnan(right) || right < area->x || left > area->x + area->width)
      continue;
    if (low[i] == high[i]) {
      draw_upright_line(brush, left);
      continue;
    }
    left = fmax(left, area->x - 1.0);
    right = fmax(fmin(right, area->x + area->width + 1.0), left + 1.0);
    trammel_paint_set_alpha(brush, SPAN_ALPHA);
    cairo_rectangle(brush->cr, left, area->y, right - left, area->height);
    cairo_fill(brush->cr);
    if (trammel_series_get_style(brush->series)->hatched) {
      trammel_paint_set_alpha(brush, HATCH_ALPHA);
      trammel_bar_painter_hatch(brush->cr, left, area->y, right - left, area->height);
    }
  }
}
