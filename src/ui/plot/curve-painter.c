#include "ui/plot/curve-painter.h"

#include <math.h>

#define DOT_RADIUS   1.75
#define RING_RADIUS  3.0
#define BAND_ALPHA   0.20
#define CROWD_ALPHA  0.60 /* of a cloud of samples, so that it does not drown the curves */
#define SAME_PIXEL   0.3
#define FAR          10000.0 /* [px] cairo's fixed point numbers end at 8 million */
#define ROUND_POINTS 4000    /* round joins cost time where a line has more points */

static void
set_color(cairo_t *cr, TrammelColor color, double alpha)
{
  cairo_set_source_rgba(cr, color.red, color.green, color.blue, color.alpha * alpha);
}

/* NaN where the axis cannot show the value */
static double
map_y(const TrammelAxis *y, double value)
{
  if (!isfinite(value) || (y->kind == TRAMMEL_AXIS_LOG && !(value > 0.0)))
    return NAN;
  return trammel_axis_to_pixel(y, value);
}

static GArray *
new_points(void)
{
  return g_array_new(FALSE, FALSE, sizeof(TrammelPoint));
}

/* from values to pixels */
static void
map_points(GArray *points, const TrammelAxis *y)
{
  for (guint i = 0; i < points->len; i++) {
    TrammelPoint *point = &g_array_index(points, TrammelPoint, i);
    point->y = isfinite(point->x) ? map_y(y, point->y) : NAN;
  }
}

/* Of the four points of a pixel column those stay that can be told apart: one of a smooth curve. */
static void
thin_points(GArray *points)
{
  TrammelPoint *p = (TrammelPoint *)(void *)points->data;
  guint kept = 0;
  for (guint i = 0; i < points->len; i++) {
    gboolean same =
        kept > 0 && p[i].x == p[kept - 1].x && fabs(p[i].y - p[kept - 1].y) < SAME_PIXEL;
    if (!same)
      p[kept++] = p[i];
  }
  g_array_set_size(points, kept);
}

static gboolean
is_near(const TrammelPoint *p)
{
  return fabs(p->x) < FAR && fabs(p->y) < FAR;
}

/* one side of the clipping by Liang and Barsky: part of the segment with p * t <= q */
static gboolean
clip_side(double p, double q, double *from, double *to)
{
  if (p == 0.0)
    return q >= 0.0;
  double t = q / p;
  if (p < 0.0)
    *from = fmax(*from, t);
  else
    *to = fmin(*to, t);
  return *from <= *to;
}

/* a segment of which an end is far away keeps its slope */
static void
append_far_segment(cairo_t *cr, const TrammelPoint *a, const TrammelPoint *b)
{
  double dx = b->x - a->x;
  double dy = b->y - a->y;
  double from = 0.0, to = 1.0;
  if (!clip_side(-dx, a->x + FAR, &from, &to) || !clip_side(dx, FAR - a->x, &from, &to) ||
      !clip_side(-dy, a->y + FAR, &from, &to) || !clip_side(dy, FAR - a->y, &from, &to))
    return;
  cairo_move_to(cr, a->x + from * dx, a->y + from * dy);
  cairo_line_to(cr, a->x + to * dx, a->y + to * dy);
}

static void
append_polyline(cairo_t *cr, const GArray *points)
{
  const TrammelPoint *p = (const TrammelPoint *)(void *)points->data;
  gboolean pen_down = FALSE; /* the path ends at the previous point */
  for (guint i = 0; i < points->len; i++) {
    gboolean starts = i == 0 || isnan(p[i - 1].y);
    gboolean ends = i + 1 == points->len || isnan(p[i + 1].y);
    if (isnan(p[i].y)) {
      pen_down = FALSE;
      continue;
    }
    if (!starts && !(is_near(&p[i - 1]) && is_near(&p[i]))) {
      append_far_segment(cr, &p[i - 1], &p[i]);
      pen_down = FALSE;
      continue;
    }
    if (!pen_down && !starts)
      cairo_move_to(cr, p[i - 1].x, p[i - 1].y);
    if (!starts) {
      cairo_line_to(cr, p[i].x, p[i].y);
      pen_down = TRUE;
    } else if (is_near(&p[i])) {
      cairo_move_to(cr, p[i].x, p[i].y);
      /* a single sample between gaps is a dot */
      if (ends)
        cairo_line_to(cr, p[i].x, p[i].y);
      pen_down = TRUE;
    }
  }
}

static gboolean
is_dashed(const TrammelSeriesStyle *look, gboolean dark)
{
  return look->shape == TRAMMEL_SHAPE_DASHES ||
         (look->role == TRAMMEL_ROLE_CYCLE && trammel_palette_round(look->index, dark) % 2 == 1);
}

static void
set_pen(cairo_t *cr, const TrammelSeriesStyle *look, gboolean dashed, guint n_points)
{
  static const double dashes[] = {6.0, 4.0};
  cairo_set_line_width(cr, look->width);
  cairo_set_line_cap(cr, dashed ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cr, n_points < ROUND_POINTS ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_BEVEL);
  if (dashed)
    cairo_set_dash(cr, dashes, G_N_ELEMENTS(dashes), 0.0);
}

static void
draw_line(cairo_t *cr, const GArray *points, const TrammelSeriesStyle *look, gboolean dashed)
{
  cairo_save(cr);
  set_pen(cr, look, dashed, points->len);
  append_polyline(cr, points);
  cairo_stroke(cr);
  cairo_restore(cr);
}

/* A curve that fills whole columns of pixels (noise) as one upright bar per column, each reaching
 * to the end of the one before: as dense as the stroked line, five times faster. */
static void
draw_columns(cairo_t *cr, const GArray *points, double column_width, double line_width)
{
  const TrammelPoint *p = (const TrammelPoint *)(void *)points->data;
  double last = NAN;
  double grow = 0.5 * (line_width - column_width);
  for (guint i = 0; i < points->len;) {
    double x = p[i].x;
    double low = INFINITY, high = -INFINITY;
    if (!isnan(last) && !isnan(p[i].y))
      low = high = last;
    for (; i < points->len && p[i].x == x; i++) {
      low = fmin(low, p[i].y);
      high = fmax(high, p[i].y);
      last = p[i].y;
    }
    if (!(high >= low))
      continue;
    /* whole pixels are filled without antialiasing */
    low = floor((fmax(low, -FAR) - grow) / column_width) * column_width;
    high = ceil((fmin(high, FAR) + grow) / column_width) * column_width;
    cairo_rectangle(cr, x - 0.5 * column_width, low, column_width, high - low);
  }
  cairo_fill(cr);
}

/* most columns still have two or more points after thinning */
static gboolean
fills_columns(const GArray *points, guint n_columns)
{
  return points->len > 2 * n_columns;
}

static void
draw_dots(cairo_t *cr, const GArray *points, const TrammelRect *area, double radius)
{
  cairo_save(cr);
  cairo_set_line_width(cr, 2.0 * radius);
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
  for (guint i = 0; i < points->len; i++) {
    const TrammelPoint *p = &g_array_index(points, TrammelPoint, i);
    if (isnan(p->y) || p->x < area->x - radius || p->x > area->x + area->width + radius ||
        fabs(p->y) > FAR)
      continue;
    cairo_move_to(cr, p->x, p->y);
    cairo_line_to(cr, p->x, p->y);
  }
  cairo_stroke(cr);
  cairo_restore(cr);
}

static void
draw_rings(cairo_t *cr, const GArray *points)
{
  cairo_set_line_width(cr, 1.25);
  for (guint i = 0; i < points->len; i++) {
    const TrammelPoint *p = &g_array_index(points, TrammelPoint, i);
    if (isnan(p->y) || !is_near(p))
      continue;
    cairo_new_sub_path(cr);
    cairo_arc(cr, p->x, p->y, RING_RADIUS, 0.0, 2.0 * G_PI);
  }
  cairo_stroke(cr);
}

static guint
count_columns(const TrammelLayout *layout, const TrammelPaintStyle *style)
{
  return (guint)fmax(1.0, ceil(layout->area.width * style->columns_per_pixel));
}

static void
draw_curve(cairo_t *cr,
           const TrammelFigure *figure,
           const TrammelLayout *layout,
           const TrammelSeries *series,
           const TrammelPaintStyle *style)
{
  TrammelSeriesStyle look = *trammel_series_get_style(series);
  TrammelColor color = trammel_paint_style_get_color(style, series);
  guint n_columns = count_columns(layout, style);
  GArray *points = new_points();
  gboolean reduced = trammel_series_trace(series, &figure->x, n_columns, points);
  map_points(points, &figure->y);
  thin_points(points);
  set_color(cr, color, 1.0);

  gboolean crowded =
      (double)trammel_series_count_visible(series, &figure->x) > 0.5 * layout->area.width;
  gboolean dotted = look.shape == TRAMMEL_SHAPE_POINTS || look.shape == TRAMMEL_SHAPE_LINE_POINTS;
  if (look.shape == TRAMMEL_SHAPE_POINTS && crowded) {
    look.width = 1.0;
    set_color(cr, color, CROWD_ALPHA);
  }
  if (look.shape == TRAMMEL_SHAPE_HOLLOW)
    draw_rings(cr, points);
  else if (reduced && fills_columns(points, n_columns))
    draw_columns(cr, points, layout->area.width / n_columns, look.width);
  else if (look.shape != TRAMMEL_SHAPE_POINTS || crowded)
    draw_line(cr, points, &look, is_dashed(&look, style->dark));
  if (dotted && !crowded)
    draw_dots(cr, points, &layout->area,
              look.shape == TRAMMEL_SHAPE_POINTS ? DOT_RADIUS : DOT_RADIUS + 0.5);
  g_array_unref(points);
}

static double
clamp_far(double pixel)
{
  return CLAMP(pixel, -FAR, FAR);
}

/* one unbroken run [first, end) of a band as a closed polygon */
static void
append_run(cairo_t *cr, const TrammelPoint *low, const TrammelPoint *high, guint first, guint end)
{
  cairo_move_to(cr, clamp_far(low[first].x), clamp_far(low[first].y));
  for (guint i = first + 1; i < end; i++)
    cairo_line_to(cr, clamp_far(low[i].x), clamp_far(low[i].y));
  for (guint i = end; i-- > first;)
    cairo_line_to(cr, clamp_far(high[i].x), clamp_far(high[i].y));
  cairo_close_path(cr);
}

static void
draw_band(cairo_t *cr,
          const TrammelFigure *figure,
          const TrammelLayout *layout,
          const TrammelSeries *series,
          const TrammelPaintStyle *style)
{
  GArray *low = new_points();
  GArray *high = new_points();
  trammel_series_trace_band(series, &figure->x, count_columns(layout, style), low, high);
  map_points(low, &figure->y);
  map_points(high, &figure->y);

  const TrammelPoint *a = (const TrammelPoint *)(void *)low->data;
  const TrammelPoint *b = (const TrammelPoint *)(void *)high->data;
  for (guint first = 0; first < low->len;) {
    guint end = first;
    while (end < low->len && !isnan(a[end].y) && !isnan(b[end].y))
      end++;
    if (end > first)
      append_run(cr, a, b, first, end);
    first = end + 1;
  }
  set_color(cr, trammel_paint_style_get_color(style, series), BAND_ALPHA);
  cairo_fill(cr);
  g_array_unref(low);
  g_array_unref(high);
}

static void
draw_level(cairo_t *cr,
           const TrammelFigure *figure,
           const TrammelLayout *layout,
           const TrammelSeries *series,
           const TrammelPaintStyle *style)
{
  const TrammelSeriesStyle *look = trammel_series_get_style(series);
  const double *high = trammel_series_get_high(series);
  const TrammelRect *area = &layout->area;
  double y = map_y(&figure->y, trammel_series_get_y(series)[0]);
  TrammelColor color = trammel_paint_style_get_color(style, series);
  if (isnan(y))
    return;
  y = clamp_far(y);
  if (high != NULL) {
    double top = map_y(&figure->y, high[0]);
    if (isnan(top))
      return;
    cairo_rectangle(cr, area->x, y, area->width, clamp_far(top) - y);
    set_color(cr, color, BAND_ALPHA);
    cairo_fill(cr);
    return;
  }
  TrammelSeriesStyle crisp = *look;
  crisp.width = fmax(1.0, floor(look->width));
  cairo_save(cr);
  set_color(cr, color, 1.0);
  set_pen(cr, &crisp, is_dashed(look, style->dark), 2);
  cairo_move_to(cr, area->x, floor(y) + 0.5);
  cairo_line_to(cr, area->x + area->width, floor(y) + 0.5);
  cairo_stroke(cr);
  cairo_restore(cr);
}

void
trammel_curve_painter_draw(cairo_t *cr,
                           const TrammelFigure *figure,
                           const TrammelLayout *layout,
                           const TrammelSeries *series,
                           const TrammelPaintStyle *style)
{
  if (trammel_series_is_level(series))
    draw_level(cr, figure, layout, series, style);
  else if (trammel_series_get_high(series) != NULL)
    draw_band(cr, figure, layout, series, style);
  else
    draw_curve(cr, figure, layout, series, style);
}

void
trammel_curve_painter_draw_swatch(cairo_t *cr,
                                  const TrammelSeries *series,
                                  double x,
                                  double y,
                                  double width,
                                  double alpha,
                                  const TrammelPaintStyle *style)
{
  TrammelSeriesStyle look = *trammel_series_get_style(series);
  TrammelRect room = {x, y - 10.0, width, 20.0};
  GArray *points = new_points();
  const double parts[] = {0.1, 0.5, 0.9};
  for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
    TrammelPoint point = {x + parts[i] * width, y};
    g_array_append_val(points, point);
  }
  set_color(cr, trammel_paint_style_get_color(style, series), alpha);
  look.width = fmax(look.width, 2.0);

  if (trammel_series_get_high(series) != NULL) {
    set_color(cr, trammel_paint_style_get_color(style, series), 1.75 * BAND_ALPHA * alpha);
    cairo_rectangle(cr, x, y - 5.0, width, 10.0);
    cairo_fill(cr);
  } else if (look.shape == TRAMMEL_SHAPE_POINTS) {
    draw_dots(cr, points, &room, DOT_RADIUS);
  } else if (look.shape == TRAMMEL_SHAPE_HOLLOW) {
    g_array_remove_index(points, 2);
    g_array_remove_index(points, 0);
    draw_rings(cr, points);
  } else {
    /* 18 px hold two dashes of 6 with a gap between and half a gap on both sides */
    g_array_index(points, TrammelPoint, 0).x = x + 1.0;
    g_array_index(points, TrammelPoint, 2).x = x + width - 1.0;
    draw_line(cr, points, &look, is_dashed(&look, style->dark));
    if (look.shape == TRAMMEL_SHAPE_LINE_POINTS) {
      g_array_remove_index(points, 2);
      g_array_remove_index(points, 0);
      draw_dots(cr, points, &room, DOT_RADIUS + 1.0);
    }
  }
  g_array_unref(points);
}
