/* Polylines of a series for drawing, reduced to the resolution of the screen. */
#include <math.h>

#include "plot/figure/series-private.h"

/* more than first, least, greatest and last of a column need not be drawn */
#define POINTS_PER_COLUMN 4

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
  *first = trammel_series_find_index(self, 0, x->min, FALSE);
  *end = trammel_series_find_index(self, *first, x->max, TRUE);
  *first -= *first > 0 ? 1 : 0;
  *end += *end < self->n ? 1 : 0;
}

static gboolean
is_dense(const TrammelSeries *self, gsize first, gsize end, guint columns)
{
  return self->ordered && columns > 0 && end - first > (gsize)POINTS_PER_COLUMN * columns;
}

/* The first index of [first, end) with x not below `value`, searched in growing steps from `guess`
 * on: with even times the guess is nearly right, and a binary search through millions of samples
 * would leave the processor's cache for each column. */
static gsize
gallop(const TrammelSeries *self, gsize first, gsize end, gsize guess, double value)
{
  gsize low = first, high = end;
  guess = CLAMP(guess, first, end);
  for (gsize step = 1; guess < end && self->x[guess] < value; step *= 2) {
    low = guess + 1;
    guess = end - guess > step ? guess + step : end;
    high = guess;
  }
  for (gsize step = 1; guess > low && !(self->x[guess - 1] < value); step *= 2) {
    high = guess - 1;
    guess = guess - low > step ? guess - step : low;
  }
  while (low < high) {
    gsize middle = low + (high - low) / 2;
    if (self->x[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
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
  return gallop(self, first, end, first + (end - first) / (columns - column),
                trammel_axis_to_value(x, edge));
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
  g_return_val_if_fail(self->kind == TRAMMEL_SERIES_CURVE, FALSE);
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
  g_return_if_fail(self->kind == TRAMMEL_SERIES_BAND);
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
