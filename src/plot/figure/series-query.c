/* Queries of a series: extent, visible samples, nearest sample, statistics, interpolation. */
#include <math.h>

#include "plot/figure/series-private.h"

gsize
trammel_series_find_index(const TrammelSeries *self, gsize first, double value, gboolean above)
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
  if (trammel_series_is_backdrop(self) || self->n == 0 || !(self->x_low <= self->x_high))
    return FALSE;
  *low = self->x_low;
  *high = self->x_high;
  return TRUE;
}

/* range of x whose samples are asked for, and whether only positive ones count */
typedef struct {
  double low, high;
  gboolean positive;
} Request;

/* extent of the samples [first, end) with x in the range, a check that matters if x is not
 * ordered */
static void
scan_extent(const TrammelSeries *self,
            const double *y,
            gsize first,
            gsize end,
            const Request *request,
            double extent[2])
{
  for (gsize i = first; i < end; i++) {
    if (self->x != NULL && !(self->x[i] >= request->low && self->x[i] <= request->high))
      continue;
    if (!isfinite(y[i]) || (request->positive && !(y[i] > 0.0)))
      continue;
    extent[0] = fmin(extent[0], y[i]);
    extent[1] = fmax(extent[1], y[i]);
  }
}

static void
query_extent(const TrammelSeries *self,
             const TrammelPyramid *pyramid,
             const double *y,
             const Request *request,
             double extent[2])
{
  double own[2] = {INFINITY, -INFINITY};
  gsize first, end;
  if (trammel_series_find_run(self, request->low, request->high, &first, &end))
    trammel_pyramid_query(pyramid, first, end, &own[0], &own[1]);
  /* infinite samples and, on log axes, samples that are not positive must be left out one by one */
  if (!self->ordered || (own[0] <= own[1] && (!isfinite(own[0]) || !isfinite(own[1]) ||
                                              (request->positive && !(own[0] > 0.0))))) {
    own[0] = INFINITY;
    own[1] = -INFINITY;
    scan_extent(self, y, first, end, request, own);
  }
  extent[0] = fmin(extent[0], own[0]);
  extent[1] = fmax(extent[1], own[1]);
}

gboolean
trammel_series_y_extent(const TrammelSeries *self,
                        double x_low,
                        double x_high,
                        gboolean positive,
                        double *low,
                        double *high)
{
  Request request = {x_low, x_high, positive};
  double extent[2] = {INFINITY, -INFINITY};
  if (self->y == NULL)
    return FALSE;
  query_extent(self, self->y_pyramid, self->y, &request, extent);
  if (self->high != NULL)
    query_extent(self, self->high_pyramid, self->high, &request, extent);
  if (!(extent[0] <= extent[1]))
    return FALSE;
  gboolean from_zero = trammel_series_is_grounded(self) && !positive;
  *low = from_zero ? fmin(extent[0], 0.0) : extent[0];
  *high = from_zero ? fmax(extent[1], 0.0) : extent[1];
  return TRUE;
}

gboolean
trammel_series_find_run(
    const TrammelSeries *self, double x_low, double x_high, gsize *first, gsize *end)
{
  *first = 0;
  *end = self->n;
  if (!self->ordered)
    return FALSE;
  *first = trammel_series_find_index(self, 0, x_low, FALSE);
  *end = trammel_series_find_index(self, *first, x_high, TRUE);
  return TRUE;
}

gsize
trammel_series_count_visible(const TrammelSeries *self, const TrammelAxis *x)
{
  gsize first, end;
  trammel_series_find_run(self, x->min, x->max, &first, &end);
  return end - first;
}

/* a pointer, and the nearest sample so far */
typedef struct {
  const TrammelAxis *x, *y;
  double pixel_x, pixel_y;
  double best; /* [px] */
  gsize index;
  gboolean found;
} Search;

static void
scan_samples(const TrammelSeries *self, gsize first, gsize end, Search *search)
{
  for (gsize i = first; i < end; i++) {
    double away = hypot(trammel_axis_to_pixel(search->x, self->x[i]) - search->pixel_x,
                        trammel_axis_to_pixel(search->y, self->y[i]) - search->pixel_y);
    if (away <= search->best) {
      search->best = away;
      search->index = i;
      search->found = TRUE;
    }
  }
}

/* least distance of the pointer from the samples [first, end), which lie in a column of pixels from
 * `left` to `right` */
static double
bound_distance(const TrammelSeries *self,
               gsize first,
               gsize end,
               double left,
               double right,
               const Search *search)
{
  double low, high;
  if (!trammel_pyramid_query(self->y_pyramid, first, end, &low, &high))
    return INFINITY;
  double a = trammel_axis_to_pixel(search->y, low);
  double b = trammel_axis_to_pixel(search->y, high);
  double dx = fmax(0.0, fmax(left - search->pixel_x, search->pixel_x - right));
  double dy = fmax(0.0, fmax(fmin(a, b) - search->pixel_y, search->pixel_y - fmax(a, b)));
  return hypot(dx, dy);
}

/* searches columns of one pixel, from the pointer outwards: columns that cannot be nearer are
 * skipped, so that only a few columns of a million samples are examined */
static void
search_columns(const TrammelSeries *self, double radius, Search *search)
{
  int n = (int)ceil(radius);
  for (int i = 0; i <= 2 * n; i++) {
    int column = i % 2 == 0 ? i / 2 : -(i + 1) / 2;
    double left = search->pixel_x + column - 0.5;
    double a = trammel_axis_to_value(search->x, left);
    double b = trammel_axis_to_value(search->x, left + 1.0);
    gsize first = trammel_series_find_index(self, 0, fmin(a, b), FALSE);
    gsize end = trammel_series_find_index(self, first, fmax(a, b), TRUE);
    if (first < end && bound_distance(self, first, end, left, left + 1.0, search) <= search->best)
      scan_samples(self, first, end, search);
  }
}

static gboolean
is_between(double value, double a, double b)
{
  return value >= fmin(a, b) && value <= fmax(a, b);
}

static void
search_bars(const TrammelSeries *self, Search *search)
{
  double ground =
      search->y->kind == TRAMMEL_AXIS_LOG ? search->y->start : trammel_axis_to_pixel(search->y, 0);
  for (gsize i = 0; i < self->n && !search->found; i++) {
    if (!is_between(search->pixel_x, trammel_axis_to_pixel(search->x, self->x[i]),
                    trammel_axis_to_pixel(search->x, self->x_end[i])) ||
        !is_between(search->pixel_y, trammel_axis_to_pixel(search->y, self->y[i]), ground))
      continue;
    search->best = 0.0;
    search->index = i;
    search->found = TRUE;
  }
}

gboolean
trammel_series_nearest(const TrammelSeries *self,
                       const TrammelPointer *pointer,
                       gsize *index,
                       double *distance)
{
  Search search = {.x = pointer->x,
                   .y = pointer->y,
                   .pixel_x = pointer->pixel_x,
                   .pixel_y = pointer->pixel_y,
                   .best = pointer->radius};
  if (trammel_series_is_backdrop(self))
    return FALSE;
  if (self->kind == TRAMMEL_SERIES_BARS)
    search_bars(self, &search);
  else if (self->ordered)
    search_columns(self, pointer->radius, &search);
  else
    scan_samples(self, 0, self->n, &search);
  if (!search.found)
    return FALSE;
  *index = search.index;
  *distance = search.best;
  return TRUE;
}

gboolean
trammel_series_measure(const TrammelSeries *self,
                       double x_low,
                       double x_high,
                       TrammelStatistics *statistics)
{
  gsize first, end;
  double sum = 0.0, squares = 0.0;
  TrammelStatistics s = {.low = INFINITY, .high = -INFINITY};
  if (trammel_series_is_backdrop(self))
    return FALSE;
  trammel_series_find_run(self, x_low, x_high, &first, &end);
  for (gsize i = first; i < end; i++) {
    double y = self->y[i];
    if (!isfinite(y) || !(self->x[i] >= x_low && self->x[i] <= x_high))
      continue;
    s.n++;
    sum += y;
    squares += y * y;
    s.low = MIN(s.low, y);
    s.high = MAX(s.high, y);
  }
  if (s.n == 0)
    return FALSE;
  s.mean = sum / (double)s.n;
  s.rms = sqrt(squares / (double)s.n);
  *statistics = s;
  return TRUE;
}

gsize
trammel_series_find_near(const TrammelSeries *self, double x)
{
  gsize best = 0;
  if (self->ordered) {
    gsize after = trammel_series_find_index(self, 0, x, FALSE);
    gsize before = after > 0 ? after - 1 : 0;
    after = MIN(after, self->n > 0 ? self->n - 1 : 0);
    return fabs(self->x[before] - x) <= fabs(self->x[after] - x) ? before : after;
  }
  for (gsize i = 1; i < self->n; i++)
    if (fabs(self->x[i] - x) < fabs(self->x[best] - x))
      best = i;
  return best;
}

double
trammel_series_interpolate(const TrammelSeries *self, double x)
{
  if (trammel_series_is_backdrop(self) || !self->ordered || self->n == 0 || !(x >= self->x[0]) ||
      x > self->x[self->n - 1])
    return NAN;
  gsize after = trammel_series_find_index(self, 0, x, TRUE);
  gsize before = after - 1;
  if (self->x[before] == x || after == self->n)
    return self->y[before];
  double part = (x - self->x[before]) / (self->x[after] - self->x[before]);
  return self->y[before] + part * (self->y[after] - self->y[before]);
}
