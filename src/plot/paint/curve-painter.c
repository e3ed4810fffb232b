#include "plot/paint/curve-painter.h"

#include <math.h>

#include "plot/paint/bar-painter.h"
#include "plot/paint/mark-painter.h"

#define CROWD_ALPHA 0.60 /* of a cloud of samples, so that it does not hide the curves */
#define SAME_PIXEL  0.3
#define SMOOTH_STEP 8.0  /* [px] in one column */
#define DOT_SPACING 6.0  /* [px] at least, between the dots of a dense curve */
#define FADED       0.18 /* of all curves except the one highlighted in the legend */

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
    point->y = isfinite(point->x) ? trammel_paint_map(y, point->y) : NAN;
  }
}

/* TRUE if the curve only rises or only falls from p to the end of its column. */
static gboolean
is_monotonic(const TrammelPoint *p, guint n)
{
  double low = INFINITY, high = -INFINITY;
  for (guint i = 0; i < n; i++) {
    if (isnan(p[i].y))
      return FALSE;
    low = fmin(low, p[i].y);
    high = fmax(high, p[i].y);
  }
  return fmin(p[0].y, p[n - 1].y) == low && fmax(p[0].y, p[n - 1].y) == high;
}

/* Reduces the column p[0 .. n - 1] to one point if the curve only passes through, to its two ends
 * if it is steep; returns the number of points kept. */
static guint
straighten(TrammelPoint *p, guint n, double column_width)
{
  TrammelPoint first = p[0], last = p[n - 1];
  if (fabs(last.y - first.y) < SMOOTH_STEP) {
    p[0].y = 0.5 * (first.y + last.y);
    return 1;
  }
  p[0] = (TrammelPoint){first.x - 0.4 * column_width, first.y};
  p[1] = (TrammelPoint){last.x + 0.4 * column_width, last.y};
  return 2;
}

/* Keeps of the four points of each column of pixels those that can be distinguished. */
static void
thin_columns(GArray *points, double column_width)
{
  TrammelPoint *p = (TrammelPoint *)(void *)points->data;
  guint kept = 0;
  for (guint first = 0, end; first < points->len; first = end) {
    for (end = first + 1; end < points->len && p[end].x == p[first].x; end++)
      continue;
    if (end - first > 2 && is_monotonic(&p[first], end - first)) {
      guint n = straighten(&p[first], end - first, column_width);
      for (guint i = 0; i < n; i++)
        p[kept++] = p[first + i];
      continue;
    }
    for (guint i = first; i < end; i++) {
      gboolean same =
          kept > 0 && p[i].x == p[kept - 1].x && fabs(p[i].y - p[kept - 1].y) < SAME_PIXEL;
      if (!same)
        p[kept++] = p[i];
    }
  }
  g_array_set_size(points, kept);
}

static gboolean
is_near(const TrammelPoint *p)
{
  return fabs(p->x) < TRAMMEL_PAINT_FAR && fabs(p->y) < TRAMMEL_PAINT_FAR;
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

/* a segment with a far end keeps its slope */
static void
append_far_segment(cairo_t *cr, const TrammelPoint *a, const TrammelPoint *b)
{
  double dx = b->x - a->x;
  double dy = b->y - a->y;
  double from = 0.0, to = 1.0;
  if (!clip_side(-dx, a->x + TRAMMEL_PAINT_FAR, &from, &to) ||
      !clip_side(dx, TRAMMEL_PAINT_FAR - a->x, &from, &to) ||
      !clip_side(-dy, a->y + TRAMMEL_PAINT_FAR, &from, &to) ||
      !clip_side(dy, TRAMMEL_PAINT_FAR - a->y, &from, &to))
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

static void
draw_line(const TrammelPaintContext *brush, const GArray *points, double width)
{
  cairo_save(brush->cr);
  trammel_paint_set_pen(brush, width, trammel_paint_is_dashed(brush), points->len);
  append_polyline(brush->cr, points);
  cairo_stroke(brush->cr);
  cairo_restore(brush->cr);
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
    low = floor((fmax(low, -TRAMMEL_PAINT_FAR) - grow) / column_width) * column_width;
    high = ceil((fmin(high, TRAMMEL_PAINT_FAR) + grow) / column_width) * column_width;
    cairo_rectangle(cr, x - 0.5 * column_width, low, column_width, high - low);
  }
  cairo_fill(cr);
}

/* TRUE if the curve runs up and down by more than 8 px within its columns of pixels, so that
 * neither its dashes nor its path would be visible. */
static gboolean
fills_columns(const GArray *points, guint n_columns)
{
  const TrammelPoint *p = (const TrammelPoint *)(void *)points->data;
  double way = 0.0;
  for (guint i = 1; i < points->len; i++)
    if (p[i].x == p[i - 1].x && !isnan(p[i].y) && !isnan(p[i - 1].y))
      way += fmin(fabs(p[i].y - p[i - 1].y), 100.0);
  return way > 8.0 * n_columns;
}

static guint
count_columns(const TrammelPaintContext *brush)
{
  return (guint)fmax(1.0, ceil(brush->layout->area.width * brush->style->columns_per_pixel));
}

/* the inside of a closed curve, e.g. of an ellipse */
static void
fill_inside(const TrammelPaintContext *brush, const GArray *points)
{
  trammel_paint_set_alpha(brush, TRAMMEL_PAINT_BAND_ALPHA);
  for (guint i = 0; i < points->len; i++) {
    const TrammelPoint *p = &g_array_index(points, TrammelPoint, i);
    if (!isnan(p->y))
      cairo_line_to(brush->cr, trammel_paint_clamp(p->x), trammel_paint_clamp(p->y));
  }
  cairo_close_path(brush->cr);
  cairo_fill(brush->cr);
  trammel_paint_set_alpha(brush, 1.0);
}

/* Draws dots on every k-th sample, with k a power of two, so that panning keeps the same ones. */
static void
draw_some_dots(const TrammelPaintContext *brush)
{
  const TrammelAxis *axis = &brush->figure->x;
  const double *x = trammel_series_get_x(brush->series), *y = trammel_series_get_y(brush->series);
  gsize first = 0, end = trammel_series_get_size(brush->series), stride = 1;
  if (!trammel_series_find_run(brush->series, axis->min, axis->max, &first, &end))
    return;
  while ((double)(end - first) * DOT_SPACING > (double)stride * brush->layout->area.width)
    stride *= 2;
  GArray *dots = new_points();
  for (gsize i = (first + stride - 1) / stride * stride; i < end; i += stride) {
    TrammelPoint dot = {trammel_axis_to_pixel(axis, x[i]), y[i]};
    g_array_append_val(dots, dot);
  }
  map_points(dots, &brush->figure->y);
  trammel_paint_set_alpha(brush, 1.0);
  trammel_mark_painter_draw_dots(brush, dots, TRAMMEL_MARK_DOT_RADIUS);
  g_array_unref(dots);
}

/* measured samples: dots; for more than one sample per two pixels some of them, or a thin light
 * line, which is drawn by columns where it is low */
static void
draw_samples(const TrammelPaintContext *brush, const GArray *points, gboolean reduced)
{
  guint n_columns = count_columns(brush);
  gsize n = trammel_series_count_visible(brush->series, &brush->figure->x);
  if ((double)n <= 0.5 * brush->layout->area.width) {
    trammel_mark_painter_draw_dots(brush, points, TRAMMEL_MARK_DOT_RADIUS);
    return;
  }
  gboolean is_dense = reduced && fills_columns(points, n_columns);
  if (trammel_series_get_style(brush->series)->shape == TRAMMEL_SHAPE_DOTS && !is_dense) {
    draw_some_dots(brush);
    return;
  }
  trammel_paint_set_alpha(brush, CROWD_ALPHA);
  if (is_dense || (reduced && brush->figure->is_strip))
    draw_columns(brush->cr, points, brush->layout->area.width / n_columns, 1.0);
  else
    draw_line(brush, points, 1.0);
}

static void
draw_whole_line(const TrammelPaintContext *brush, const GArray *points, gboolean reduced)
{
  const TrammelSeriesStyle *look = trammel_series_get_style(brush->series);
  guint n_columns = count_columns(brush);
  gsize n = trammel_series_count_visible(brush->series, &brush->figure->x);
  if (look->filled)
    fill_inside(brush, points);
  if (reduced && fills_columns(points, n_columns))
    draw_columns(brush->cr, points, brush->layout->area.width / n_columns, look->width);
  else
    draw_line(brush, points, look->width);
  if ((look->shape == TRAMMEL_SHAPE_LINE_POINTS || brush->figure->show_points) &&
      (double)n <= 0.5 * brush->layout->area.width)
    trammel_mark_painter_draw_dots(brush, points, TRAMMEL_MARK_DOT_RADIUS + 0.5);
}

static void
draw_curve(const TrammelPaintContext *brush)
{
  TrammelSeriesShape shape = trammel_series_get_style(brush->series)->shape;
  trammel_paint_set_alpha(brush, 1.0);
  if (shape == TRAMMEL_SHAPE_SCATTER) {
    trammel_mark_painter_draw_cloud(brush);
  } else {
    GArray *points = new_points();
    gboolean reduced =
        trammel_series_trace(brush->series, &brush->figure->x, count_columns(brush), points);
    map_points(points, &brush->figure->y);
    if (reduced)
      thin_columns(points, brush->layout->area.width / count_columns(brush));
    if (shape == TRAMMEL_SHAPE_HOLLOW)
      trammel_mark_painter_draw_rings(brush, points);
    else if (shape == TRAMMEL_SHAPE_STEMS)
      trammel_mark_painter_draw_stems(brush, points);
    else if (shape == TRAMMEL_SHAPE_POINTS || shape == TRAMMEL_SHAPE_DOTS)
      draw_samples(brush, points, reduced);
    else
      draw_whole_line(brush, points, reduced);
    g_array_unref(points);
  }
  trammel_mark_painter_draw_labels(brush);
}

/* one unbroken run [first, end) of a band as a closed polygon */
static void
append_run(cairo_t *cr, const TrammelPoint *low, const TrammelPoint *high, guint first, guint end)
{
  cairo_move_to(cr, trammel_paint_clamp(low[first].x), trammel_paint_clamp(low[first].y));
  for (guint i = first + 1; i < end; i++)
    cairo_line_to(cr, trammel_paint_clamp(low[i].x), trammel_paint_clamp(low[i].y));
  for (guint i = end; i-- > first;)
    cairo_line_to(cr, trammel_paint_clamp(high[i].x), trammel_paint_clamp(high[i].y));
  cairo_close_path(cr);
}

static void
fill_band(const TrammelPaintContext *brush, const GArray *low, const GArray *high)
{
  const TrammelPoint *a = (const TrammelPoint *)(void *)low->data;
  const TrammelPoint *b = (const TrammelPoint *)(void *)high->data;
  for (guint first = 0; first < low->len;) {
    guint end = first;
    while (end < low->len && !isnan(a[end].y) && !isnan(b[end].y))
      end++;
    if (end > first)
      append_run(brush->cr, a, b, first, end);
    first = end + 1;
  }
  trammel_paint_set_alpha(brush, TRAMMEL_PAINT_BAND_ALPHA);
  cairo_fill(brush->cr);
}

static void
draw_band(const TrammelPaintContext *brush)
{
  GArray *low = new_points();
  GArray *high = new_points();
  trammel_series_trace_band(brush->series, &brush->figure->x, count_columns(brush), low, high);
  map_points(low, &brush->figure->y);
  map_points(high, &brush->figure->y);
  trammel_paint_set_alpha(brush, 1.0);
  if (trammel_series_get_style(brush->series)->shape == TRAMMEL_SHAPE_ERROR_BARS)
    trammel_mark_painter_draw_error_bars(brush, low, high);
  else
    fill_band(brush, low, high);
  g_array_unref(low);
  g_array_unref(high);
}

static void
draw_level(const TrammelPaintContext *brush)
{
  const double *high = trammel_series_get_high(brush->series);
  const TrammelRect *area = &brush->layout->area;
  cairo_t *cr = brush->cr;
  double y = trammel_paint_map(&brush->figure->y, trammel_series_get_y(brush->series)[0]);
  double top = high == NULL ? y : trammel_paint_map(&brush->figure->y, high[0]);
  if (isnan(y) || isnan(top))
    return;
  y = trammel_paint_clamp(y);
  if (high != NULL) {
    cairo_rectangle(cr, area->x, y, area->width, trammel_paint_clamp(top) - y);
    trammel_paint_set_alpha(brush, TRAMMEL_PAINT_BAND_ALPHA);
    cairo_fill(cr);
    return;
  }
  double width = fmax(1.0, floor(trammel_series_get_style(brush->series)->width));
  cairo_save(cr);
  trammel_paint_set_alpha(brush, 1.0);
  trammel_paint_set_pen(brush, width, trammel_paint_is_dashed(brush), 2);
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
  TrammelPaintContext brush = {cr,     figure, layout,
                               series, style,  trammel_paint_style_get_color(style, series)};
  if (figure->highlight != NULL &&
      g_strcmp0(figure->highlight, trammel_series_get_name(series)) != 0)
    brush.color.alpha *= FADED;
  switch (trammel_series_get_kind(series)) {
  case TRAMMEL_SERIES_LEVEL:
    draw_level(&brush);
    break;
  case TRAMMEL_SERIES_BAND:
    draw_band(&brush);
    break;
  case TRAMMEL_SERIES_BARS:
    trammel_bar_painter_draw_bars(&brush);
    break;
  case TRAMMEL_SERIES_SPANS:
    trammel_bar_painter_draw_spans(&brush);
    break;
  case TRAMMEL_SERIES_CURVE:
    draw_curve(&brush);
    break;
  }
}
