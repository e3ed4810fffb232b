#include "ui/plot/series.h"

#include <math.h>
#include <string.h>

#include "ui/plot/pyramid.h"

struct _TrammelSeries {
  gint ref_count;
  char *name;
  TrammelSeriesStyle style;
  gboolean is_level;
  gboolean ordered; /* x finite and never decreasing */
  gsize n;
  double *x, *y, *high; /* [n]; high only for bands and stripes */
  double x_low, x_high; /* finite range; x_low > x_high when there is none */
  TrammelPyramid *y_pyramid, *high_pyramid;
};

/* more than first, least, greatest and last of a column need not be drawn */
#define POINTS_PER_COLUMN 4

static double *
copy_values(const double *values, gsize n)
{
  return values == NULL ? NULL : g_memdup2(values, n * sizeof *values);
}

static void
inspect_x(TrammelSeries *self)
{
  self->ordered = TRUE;
  self->x_low = INFINITY;
  self->x_high = -INFINITY;
  for (gsize i = 0; i < self->n; i++) {
    double x = self->x[i];
    if (!isfinite(x) || (i > 0 && !(x >= self->x[i - 1])))
      self->ordered = FALSE;
    if (isfinite(x)) {
      self->x_low = fmin(self->x_low, x);
      self->x_high = fmax(self->x_high, x);
    }
  }
}

static TrammelSeries *
create_series(const char *name,
              const double *x,
              const double *y,
              const double *high,
              gsize n,
              const TrammelSeriesStyle *style)
{
  TrammelSeries *self = g_new0(TrammelSeries, 1);
  self->ref_count = 1;
  self->name = g_strdup(name != NULL ? name : "");
  if (style != NULL)
    self->style = *style;
  if (!(self->style.width > 0.0))
    self->style.width = 1.5;
  self->n = n;
  self->x = copy_values(x, n);
  self->y = copy_values(y, n);
  self->high = copy_values(high, n);
  if (self->x != NULL)
    inspect_x(self);
  self->y_pyramid = trammel_pyramid_new(self->y, n);
  if (self->high != NULL)
    self->high_pyramid = trammel_pyramid_new(self->high, n);
  return self;
}

TrammelSeries *
trammel_series_new(
    const char *name, const double *x, const double *y, gsize n, const TrammelSeriesStyle *style)
{
  g_return_val_if_fail(n == 0 || (x != NULL && y != NULL), NULL);
  return create_series(name, x, y, NULL, n, style);
}

TrammelSeries *
trammel_series_new_band(const char *name,
                        const double *x,
                        const double *low,
                        const double *high,
                        gsize n,
                        const TrammelSeriesStyle *style)
{
  g_return_val_if_fail(n == 0 || (x != NULL && low != NULL && high != NULL), NULL);
  return create_series(name, x, low, high, n, style);
}

TrammelSeries *
trammel_series_new_level(const char *name, double low, double high, const TrammelSeriesStyle *style)
{
  TrammelSeries *self = create_series(name, NULL, &low, low == high ? NULL : &high, 1, style);
  self->is_level = TRUE;
  return self;
}

TrammelSeries *
trammel_series_ref(TrammelSeries *self)
{
  g_atomic_int_inc(&self->ref_count);
  return self;
}

void
trammel_series_unref(TrammelSeries *self)
{
  if (!g_atomic_int_dec_and_test(&self->ref_count))
    return;
  g_clear_pointer(&self->y_pyramid, trammel_pyramid_free);
  g_clear_pointer(&self->high_pyramid, trammel_pyramid_free);
  g_free(self->name);
  g_free(self->x);
  g_free(self->y);
  g_free(self->high);
  g_free(self);
}

const char *
trammel_series_get_name(const TrammelSeries *self)
{
  return self->name;
}

const TrammelSeriesStyle *
trammel_series_get_style(const TrammelSeries *self)
{
  return &self->style;
}

gsize
trammel_series_get_size(const TrammelSeries *self)
{
  return self->n;
}

const double *
trammel_series_get_x(const TrammelSeries *self)
{
  return self->x;
}

const double *
trammel_series_get_y(const TrammelSeries *self)
{
  return self->y;
}

const double *
trammel_series_get_high(const TrammelSeries *self)
{
  return self->high;
}

gboolean
trammel_series_is_level(const TrammelSeries *self)
{
  return self->is_level;
}

/* the first index in [first, n) whose x is not below (or, with `above`, is above) `value` */
static gsize
find_index(const TrammelSeries *self, gsize first, double value, gboolean above)
{
  gsize end = self->n;
  while (first < end) {
    gsize middle = first + (end - first) / 2;
    if (above ? self->x[middle] <= value : self->x[middle] < value)
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

gboolean
trammel_series_x_extent(const TrammelSeries *self, double *low, double *high)
{
  if (self->is_level || self->n == 0 || !(self->x_low <= self->x_high))
    return FALSE;
  *low = self->x_low;
  *high = self->x_high;
  return TRUE;
}

static void
scan_extent(const TrammelSeries *self,
            const double *y,
            double x_low,
            double x_high,
            gboolean positive,
            double *low,
            double *high)
{
  for (gsize i = 0; i < self->n; i++) {
    if (!self->is_level && !(self->x[i] >= x_low && self->x[i] <= x_high))
      continue;
    if (!isfinite(y[i]) || (positive && !(y[i] > 0.0)))
      continue;
    *low = fmin(*low, y[i]);
    *high = fmax(*high, y[i]);
  }
}

static void
query_extent(const TrammelSeries *self,
             const TrammelPyramid *pyramid,
             const double *y,
             double x_low,
             double x_high,
             gboolean positive,
             double *low,
             double *high)
{
  double a = INFINITY, b = -INFINITY;
  gboolean is_fast = self->ordered && !self->is_level;
  if (is_fast) {
    gsize first = find_index(self, 0, x_low, FALSE);
    trammel_pyramid_query(pyramid, first, find_index(self, first, x_high, TRUE), &a, &b);
  }
  /* infinite samples and, on log axes, those that are not positive must be left out one by one */
  if (!is_fast || (a <= b && (!isfinite(a) || !isfinite(b) || (positive && !(a > 0.0))))) {
    a = INFINITY;
    b = -INFINITY;
    scan_extent(self, y, x_low, x_high, positive, &a, &b);
  }
  *low = fmin(*low, a);
  *high = fmax(*high, b);
}

gboolean
trammel_series_y_extent(const TrammelSeries *self,
                        double x_low,
                        double x_high,
                        gboolean positive,
                        double *low,
                        double *high)
{
  double a = INFINITY, b = -INFINITY;
  query_extent(self, self->y_pyramid, self->y, x_low, x_high, positive, &a, &b);
  if (self->high != NULL)
    query_extent(self, self->high_pyramid, self->high, x_low, x_high, positive, &a, &b);
  if (!(a <= b))
    return FALSE;
  *low = a;
  *high = b;
  return TRUE;
}

static void
append_point(GArray *points, double x, double y)
{
  TrammelPoint point = {x, y};
  g_array_append_val(points, point);
}

/* samples inside the range of the axis and one more on both sides, to draw lines up to the edge */
static void
find_visible(const TrammelSeries *self, const TrammelAxis *x, gsize *first, gsize *end)
{
  *first = 0;
  *end = self->n;
  if (!self->ordered)
    return;
  *first = find_index(self, 0, x->min, FALSE);
  *end = find_index(self, *first, x->max, TRUE);
  *first -= *first > 0 ? 1 : 0;
  *end += *end < self->n ? 1 : 0;
}

static gboolean
is_dense(const TrammelSeries *self, gsize first, gsize end, guint columns)
{
  return self->ordered && columns > 0 && end - first > (gsize)POINTS_PER_COLUMN * columns;
}

/* the end of the run of samples that fall into column `column` of `columns` */
static gsize
find_column_end(const TrammelSeries *self,
                const TrammelAxis *x,
                gsize first,
                gsize end,
                guint column,
                guint columns)
{
  if (column + 1 == columns)
    return end;
  double edge = x->start + (x->end - x->start) * (column + 1) / columns;
  return MIN(end, find_index(self, first, trammel_axis_to_value(x, edge), FALSE));
}

static void
append_column(const TrammelSeries *self, double pixel, gsize first, gsize end, GArray *points)
{
  double low, high;
  append_point(points, pixel, self->y[first]);
  if (trammel_pyramid_query(self->y_pyramid, first, end, &low, &high)) {
    append_point(points, pixel, low);
    append_point(points, pixel, high);
  }
  append_point(points, pixel, self->y[end - 1]);
}

gboolean
trammel_series_trace(const TrammelSeries *self, const TrammelAxis *x, guint columns, GArray *points)
{
  gsize first, end;
  g_return_val_if_fail(!self->is_level, FALSE);
  find_visible(self, x, &first, &end);
  if (!is_dense(self, first, end, columns)) {
    for (gsize i = first; i < end; i++)
      append_point(points, trammel_axis_to_pixel(x, self->x[i]), self->y[i]);
    return FALSE;
  }
  for (guint column = 0; column < columns && first < end; column++) {
    gsize next = find_column_end(self, x, first, end, column, columns);
    double pixel = x->start + (x->end - x->start) * (column + 0.5) / columns;
    if (next > first)
      append_column(self, pixel, first, next, points);
    first = next;
  }
  return TRUE;
}

void
trammel_series_trace_band(
    const TrammelSeries *self, const TrammelAxis *x, guint columns, GArray *low, GArray *high)
{
  gsize first, end;
  g_return_if_fail(!self->is_level && self->high != NULL);
  find_visible(self, x, &first, &end);
  if (!is_dense(self, first, end, columns)) {
    for (gsize i = first; i < end; i++) {
      double pixel = trammel_axis_to_pixel(x, self->x[i]);
      gboolean whole = isfinite(self->y[i]) && isfinite(self->high[i]);
      append_point(low, pixel, whole ? self->y[i] : NAN);
      append_point(high, pixel, whole ? self->high[i] : NAN);
    }
    return;
  }
  for (guint column = 0; column < columns && first < end; column++) {
    gsize next = find_column_end(self, x, first, end, column, columns);
    double pixel = x->start + (x->end - x->start) * (column + 0.5) / columns;
    double bottom, top, unused;
    if (next > first && trammel_pyramid_query(self->y_pyramid, first, next, &bottom, &unused) &&
        trammel_pyramid_query(self->high_pyramid, first, next, &unused, &top)) {
      append_point(low, pixel, bottom);
      append_point(high, pixel, top);
    } else if (next > first) {
      append_point(low, pixel, NAN);
      append_point(high, pixel, NAN);
    }
    first = next;
  }
}

gsize
trammel_series_count_visible(const TrammelSeries *self, const TrammelAxis *x)
{
  if (self->is_level || !self->ordered)
    return self->n;
  gsize first = find_index(self, 0, x->min, FALSE);
  return find_index(self, first, x->max, TRUE) - first;
}

gboolean
trammel_series_nearest(const TrammelSeries *self,
                       const TrammelAxis *x,
                       const TrammelAxis *y,
                       double pixel_x,
                       double pixel_y,
                       double radius,
                       gsize *index,
                       double *distance)
{
  gsize first = 0, end = self->n;
  double best = radius;
  gboolean found = FALSE;
  if (self->is_level)
    return FALSE;
  if (self->ordered) {
    double a = trammel_axis_to_value(x, pixel_x - radius);
    double b = trammel_axis_to_value(x, pixel_x + radius);
    first = find_index(self, 0, fmin(a, b), FALSE);
    end = find_index(self, first, fmax(a, b), TRUE);
  }
  for (gsize i = first; i < end; i++) {
    double away = hypot(trammel_axis_to_pixel(x, self->x[i]) - pixel_x,
                        trammel_axis_to_pixel(y, self->y[i]) - pixel_y);
    if (away <= best) {
      best = away;
      *index = i;
      *distance = away;
      found = TRUE;
    }
  }
  return found;
}

double
trammel_series_interpolate(const TrammelSeries *self, double x)
{
  if (self->is_level || !self->ordered || self->n == 0 || !(x >= self->x[0]) ||
      x > self->x[self->n - 1])
    return NAN;
  gsize after = find_index(self, 0, x, TRUE);
  gsize before = after - 1;
  if (self->x[before] == x || after == self->n)
    return self->y[before];
  double part = (x - self->x[before]) / (self->x[after] - self->x[before]);
  return self->y[before] + part * (self->y[after] - self->y[before]);
}
