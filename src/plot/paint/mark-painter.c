#include "plot/paint/mark-painter.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#define RING_RADIUS  3.0
#define CAP          3.5 /* half the width of an error bar's cap */
#define SAMPLE_ROOM  2.5
#define LABEL_OFFSET 5.0  /* of a text from its sample */
#define LABEL_ALPHA  0.85 /* of the foreground */
#define CLOUD_LIMIT  2000 /* more dots than this are counted per pixel instead of stroked */
#define CLOUD_FAINT  0.55 /* opacity of a pixel with one dot; of the fullest one 1 */

static gboolean
is_near(const TrammelPoint *p)
{
  return !isnan(p->y) && fabs(p->x) < TRAMMEL_PAINT_FAR && fabs(p->y) < TRAMMEL_PAINT_FAR;
}

void
trammel_mark_painter_draw_dots(const TrammelPaintContext *brush,
                               const GArray *points,
                               double radius)
{
  cairo_t *cr = brush->cr;
  cairo_save(cr);
  cairo_set_line_width(cr, 2.0 * radius);
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
  for (guint i = 0; i < points->len; i++) {
    const TrammelPoint *p = &g_array_index(points, TrammelPoint, i);
    if (!is_near(p))
      continue;
    cairo_move_to(cr, p->x, p->y);
    cairo_line_to(cr, p->x, p->y);
  }
  cairo_stroke(cr);
  cairo_restore(cr);
}

void
trammel_mark_painter_draw_rings(const TrammelPaintContext *brush, const GArray *points)
{
  cairo_set_line_width(brush->cr, 1.25);
  for (guint i = 0; i < points->len; i++) {
    const TrammelPoint *p = &g_array_index(points, TrammelPoint, i);
    if (!is_near(p))
      continue;
    cairo_new_sub_path(brush->cr);
    cairo_arc(brush->cr, p->x, p->y, RING_RADIUS, 0.0, 2.0 * G_PI);
  }
  cairo_stroke(brush->cr);
}

static void
draw_sparse_cloud(const TrammelPaintContext *brush, gsize first, gsize end)
{
  const double *x = trammel_series_get_x(brush->series);
  const double *y = trammel_series_get_y(brush->series);
  GArray *points = g_array_new(FALSE, FALSE, sizeof(TrammelPoint));
  for (gsize i = first; i < end; i++) {
    TrammelPoint p = {trammel_paint_map(&brush->figure->x, x[i]),
                      trammel_paint_map(&brush->figure->y, y[i])};
    g_array_append_val(points, p);
  }
  /* dots shrink while their number grows, so that the cloud keeps its inner structure */
  trammel_mark_painter_draw_dots(brush, points,
                                 points->len < 200    ? 2.25
                                 : points->len < 1000 ? TRAMMEL_MARK_DOT_RADIUS
                                                      : 1.25);
  g_array_unref(points);
}

/* pixels of a picture of the area, and how many dots begin in each */
typedef struct {
  int width, height, size; /* size of a dot */
  double scale;
  guint32 *counts; /* [width * height] */
} Cloud;

/* dots of 2 x 2 px; linear axes without a call for each of millions */
static void
count_dots(Cloud *cloud, const TrammelPaintContext *brush, gsize first, gsize end)
{
  const TrammelAxis *ax = &brush->figure->x, *ay = &brush->figure->y;
  const TrammelRect *area = &brush->layout->area;
  const double *x = trammel_series_get_x(brush->series);
  const double *y = trammel_series_get_y(brush->series);
  gboolean is_linear = ax->kind != TRAMMEL_AXIS_LOG && ay->kind != TRAMMEL_AXIS_LOG;
  double x_scale = (ax->end - ax->start) / (ax->max - ax->min);
  double y_scale = (ay->end - ay->start) / (ay->max - ay->min);
  for (gsize i = first; i < end; i++) {
    double px = is_linear ? ax->start + (x[i] - ax->min) * x_scale : trammel_paint_map(ax, x[i]);
    double py = is_linear ? ay->start + (y[i] - ay->min) * y_scale : trammel_paint_map(ay, y[i]);
    px = (px - area->x) * cloud->scale;
    py = (py - area->y) * cloud->scale;
    /* false for NaN, too */
    if (px >= 0.0 && py >= 0.0 && px < cloud->width && py < cloud->height)
      cloud->counts[(gsize)py * (gsize)cloud->width + (gsize)px]++;
  }
}

/* Converts counts of dots that begin in a pixel to counts of dots that cover it: the sum of the
 * `size` entries up to each, at `stride` from one another. */
static void
sum_up(guint32 *counts, int n, int stride, int size)
{
  for (int i = n - 1; i >= 0; i--)
    for (int k = 1; k < size && k <= i; k++)
      counts[i * stride] += counts[(i - k) * stride];
}

static guint32
spread_dots(Cloud *cloud)
{
  guint32 most = 1;
  for (int j = 0; j < cloud->height; j++)
    sum_up(cloud->counts + j * cloud->width, cloud->width, 1, cloud->size);
  for (int i = 0; i < cloud->width; i++)
    sum_up(cloud->counts + i, cloud->height, cloud->width, cloud->size);
  for (int k = 0; k < cloud->width * cloud->height; k++)
    most = MAX(most, cloud->counts[k]);
  return most;
}

/* Fills the mask by the logarithm of the counts: single dots stay visible, and the dense part shows
 * its structure. */
static void
fill_mask(cairo_surface_t *mask, Cloud *cloud)
{
  unsigned char *data = cairo_image_surface_get_data(mask);
  int stride = cairo_image_surface_get_stride(mask);
  guint32 most = spread_dots(cloud);
  double scale = most > 1 ? (1.0 - CLOUD_FAINT) / log(most) : 0.0;
  cairo_surface_flush(mask);
  for (int j = 0; j < cloud->height; j++)
    for (int i = 0; i < cloud->width; i++) {
      guint32 n = cloud->counts[j * cloud->width + i];
      data[j * stride + i] = n == 0 ? 0 : (unsigned char)(255.0 * (CLOUD_FAINT + scale * log(n)));
    }
  cairo_surface_mark_dirty(mask);
}

static void
draw_dense_cloud(const TrammelPaintContext *brush, gsize first, gsize end)
{
  const TrammelRect *area = &brush->layout->area;
  double scale = brush->style->columns_per_pixel;
  Cloud cloud = {.width = (int)ceil(area->width * scale),
                 .height = (int)ceil(area->height * scale),
                 .size = (int)fmax(1.0, round(2.0 * scale)),
                 .scale = scale};
  cairo_surface_t *mask = cairo_image_surface_create(CAIRO_FORMAT_A8, cloud.width, cloud.height);
  cloud.counts = g_new0(guint32, (gsize)cloud.width * (gsize)cloud.height);
  count_dots(&cloud, brush, first, end);
  fill_mask(mask, &cloud);
  cairo_surface_set_device_scale(mask, scale, scale);
  cairo_mask_surface(brush->cr, mask, area->x, area->y);
  cairo_surface_destroy(mask);
  g_free(cloud.counts);
}

void
trammel_mark_painter_draw_cloud(const TrammelPaintContext *brush)
{
  gsize first, end;
  trammel_series_find_run(brush->series, brush->figure->x.min, brush->figure->x.max, &first, &end);
  if (end - first > CLOUD_LIMIT)
    draw_dense_cloud(brush, first, end);
  else
    draw_sparse_cloud(brush, first, end);
}

void
trammel_mark_painter_draw_stems(const TrammelPaintContext *brush, const GArray *points)
{
  cairo_t *cr = brush->cr;
  double ground = trammel_paint_clamp(trammel_paint_map_ground(&brush->figure->y));
  cairo_save(cr);
  cairo_set_line_width(cr, trammel_series_get_style(brush->series)->width);
  for (guint i = 0; i < points->len; i++) {
    const TrammelPoint *p = &g_array_index(points, TrammelPoint, i);
    if (isnan(p->y) || fabs(p->x) > TRAMMEL_PAINT_FAR)
      continue;
    cairo_move_to(cr, p->x, ground);
    cairo_line_to(cr, p->x, trammel_paint_clamp(p->y));
  }
  cairo_stroke(cr);
  cairo_restore(cr);
  trammel_mark_painter_draw_dots(brush, points, TRAMMEL_MARK_DOT_RADIUS + 0.75);
}

void
trammel_mark_painter_draw_error_bars(const TrammelPaintContext *brush,
                                     const GArray *low,
                                     const GArray *high)
{
  cairo_t *cr = brush->cr;
  cairo_save(cr);
  cairo_set_line_width(cr, trammel_series_get_style(brush->series)->width);
  for (guint i = 0; i < low->len; i++) {
    const TrammelPoint *a = &g_array_index(low, TrammelPoint, i);
    const TrammelPoint *b = &g_array_index(high, TrammelPoint, i);
    if (isnan(a->y) || isnan(b->y) || fabs(a->x) > TRAMMEL_PAINT_FAR)
      continue;
    double bottom = trammel_paint_clamp(a->y);
    double top = trammel_paint_clamp(b->y);
    cairo_move_to(cr, a->x, bottom);
    cairo_line_to(cr, a->x, top);
    cairo_move_to(cr, a->x - CAP, bottom);
    cairo_rel_line_to(cr, 2.0 * CAP, 0.0);
    cairo_move_to(cr, a->x - CAP, top);
    cairo_rel_line_to(cr, 2.0 * CAP, 0.0);
  }
  cairo_stroke(cr);
  cairo_restore(cr);
}

static gboolean
overlaps(const TrammelRect *a, const TrammelRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
         b->y < a->y + a->height;
}

static gboolean
is_free(const TrammelRect *rect, const TrammelRect *area, const GArray *taken)
{
  if (rect->x < area->x || rect->x + rect->width > area->x + area->width || rect->y < area->y ||
      rect->y + rect->height > area->y + area->height)
    return FALSE;
  for (guint i = 0; i < taken->len; i++)
    if (overlaps(rect, &g_array_index(taken, TrammelRect, i)))
      return FALSE;
  return TRUE;
}

/* upper right of the sample, or one of the other three sides */
static gboolean
find_label_place(
    TrammelRect *rect, double x, double y, const TrammelRect *area, const GArray *taken)
{
  const double lefts[] = {x + LABEL_OFFSET, x - LABEL_OFFSET - rect->width};
  const double tops[] = {y - 2.0 - rect->height, y + 2.0};
  for (int i = 0; i < 4; i++) {
    rect->x = round(lefts[i % 2]);
    rect->y = round(tops[i / 2]);
    if (is_free(rect, area, taken))
      return TRUE;
  }
  return FALSE;
}

/* Returns the places of the samples themselves, which no label covers. */
static GArray *
list_samples(const TrammelPaintContext *brush, gsize n)
{
  GArray *taken = g_array_new(FALSE, FALSE, sizeof(TrammelRect));

  for (gsize i = 0; i < n; i++) {
    double x = trammel_paint_map(&brush->figure->x, trammel_series_get_x(brush->series)[i]);
    double y = trammel_paint_map(&brush->figure->y, trammel_series_get_y(brush->series)[i]);
    TrammelRect rect = {x - SAMPLE_ROOM, y - SAMPLE_ROOM, 2 * SAMPLE_ROOM, 2 * SAMPLE_ROOM};
    if (!isnan(x) && !isnan(y))
      g_array_append_val(taken, rect);
  }
  return taken;
}

void
trammel_mark_painter_draw_labels(const TrammelPaintContext *brush)
{
  TrammelColor ink = brush->style->foreground;
  gsize n = trammel_series_has_labels(brush->series) ? trammel_series_get_size(brush->series) : 0;
  GArray *taken = list_samples(brush, n);
  cairo_set_source_rgba(brush->cr, ink.red, ink.green, ink.blue, ink.alpha * LABEL_ALPHA);
  for (gsize i = 0; i < n; i++) {
    const char *label = trammel_series_get_label(brush->series, i);
    double x = trammel_paint_map(&brush->figure->x, trammel_series_get_x(brush->series)[i]);
    double y = trammel_paint_map(&brush->figure->y, trammel_series_get_y(brush->series)[i]);
    if (label == NULL || isnan(x) || isnan(y) || !trammel_rect_contains(&brush->layout->area, x, y))
      continue;
    int width, height;
    PangoLayout *text =
        trammel_layout_create_text(brush->layout->context, label, TRAMMEL_TEXT_NUMBER);
    pango_layout_get_pixel_size(text, &width, &height);
    TrammelRect rect = {.width = width, .height = height};
    if (find_label_place(&rect, x, y, &brush->layout->area, taken)) {
      cairo_move_to(brush->cr, rect.x, rect.y);
      pango_cairo_show_layout(brush->cr, text);
      g_array_append_val(taken, rect);
    }
    g_object_unref(text);
  }
  g_array_unref(taken);
}
