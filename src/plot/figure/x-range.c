#include "plot/figure/x-range.h"

#include <math.h>

/* Margin of the span, as a part of its length. */
#define SPAN_MARGIN 0.03

typedef struct {
  double low, high;
} Extent;

typedef enum { SHOWS_SPAN, SHOWS_ALL, IS_ZOOMED } Mode;

struct _TrammelXRange {
  GObject parent_instance;
  double lower, upper;
  Mode mode;
  Extent span;                       /* infinite: all data */
  double markers[TRAMMEL_N_MARKERS]; /* NaN: not set */
  GHashTable *extents;               /* member -> Extent */
};

enum { CHANGED, MARKERS_CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(TrammelXRange, trammel_x_range, G_TYPE_OBJECT)

static void
trammel_x_range_finalize(GObject *object)
{
  TrammelXRange *self = TRAMMEL_X_RANGE(object);
  g_hash_table_unref(self->extents);
  G_OBJECT_CLASS(trammel_x_range_parent_class)->finalize(object);
}

static void
trammel_x_range_class_init(TrammelXRangeClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_x_range_finalize;
  signals[CHANGED] = g_signal_new("changed", TRAMMEL_TYPE_X_RANGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
  signals[MARKERS_CHANGED] = g_signal_new("markers-changed", TRAMMEL_TYPE_X_RANGE,
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_x_range_init(TrammelXRange *self)
{
  self->upper = 1.0;
  self->span = (Extent){-INFINITY, INFINITY};
  self->markers[TRAMMEL_MARKER_A] = self->markers[TRAMMEL_MARKER_B] = NAN;
  self->extents = g_hash_table_new_full(NULL, NULL, NULL, g_free);
}

TrammelXRange *
trammel_x_range_new(void)
{
  return g_object_new(TRAMMEL_TYPE_X_RANGE, NULL);
}

double
trammel_x_range_get_lower(TrammelXRange *self)
{
  g_return_val_if_fail(TRAMMEL_IS_X_RANGE(self), 0.0);
  return self->lower;
}

double
trammel_x_range_get_upper(TrammelXRange *self)
{
  g_return_val_if_fail(TRAMMEL_IS_X_RANGE(self), 1.0);
  return self->upper;
}

static void
set_range(TrammelXRange *self, double lower, double upper)
{
  if (self->lower == lower && self->upper == upper)
    return;
  self->lower = lower;
  self->upper = upper;
  g_signal_emit(self, signals[CHANGED], 0);
}

/* Returns the range of the data of all members; low > high without any. */
static Extent
find_all(TrammelXRange *self)
{
  GHashTableIter iter;
  gpointer value;
  Extent all = {INFINITY, -INFINITY};

  g_hash_table_iter_init(&iter, self->extents);
  while (g_hash_table_iter_next(&iter, NULL, &value)) {
    const Extent *extent = value;
    all.low = fmin(all.low, extent->low);
    all.high = fmax(all.high, extent->high);
  }
  return all;
}

/* Returns the part of the data that is shown at first; all data if none are in the span. */
static Extent
find_first(TrammelXRange *self)
{
  Extent all = find_all(self), first = all;

  if (isfinite(self->span.low) && isfinite(self->span.high)) {
    double margin = SPAN_MARGIN * (self->span.high - self->span.low);
    first.low = fmax(all.low, self->span.low - margin);
    first.high = fmin(all.high, self->span.high + margin);
  }
  return first.low < first.high ? first : all;
}

void
trammel_x_range_zoom(TrammelXRange *self, double lower, double upper)
{
  g_return_if_fail(TRAMMEL_IS_X_RANGE(self));
  Extent first = find_first(self);
  if (!isfinite(lower) || !isfinite(upper) || !(lower < upper))
    return;
  self->mode = lower == first.low && upper == first.high ? SHOWS_SPAN : IS_ZOOMED;
  set_range(self, lower, upper);
}

gboolean
trammel_x_range_is_zoomed(TrammelXRange *self)
{
  g_return_val_if_fail(TRAMMEL_IS_X_RANGE(self), FALSE);
  Extent all = find_all(self), first = find_first(self);
  return self->mode == IS_ZOOMED ||
         (self->mode == SHOWS_SPAN && (first.low > all.low || first.high < all.high));
}

gboolean
trammel_x_range_is_chosen(TrammelXRange *self)
{
  g_return_val_if_fail(TRAMMEL_IS_X_RANGE(self), FALSE);
  return self->mode == IS_ZOOMED;
}

double
trammel_x_range_get_marker(TrammelXRange *self, TrammelMarker marker)
{
  g_return_val_if_fail(TRAMMEL_IS_X_RANGE(self), NAN);
  return self->markers[marker];
}

void
trammel_x_range_set_marker(TrammelXRange *self, TrammelMarker marker, double x)
{
  g_return_if_fail(TRAMMEL_IS_X_RANGE(self));
  double was = self->markers[marker];
  if (was == x || (isnan(was) && !isfinite(x)))
    return;
  self->markers[marker] = isfinite(x) ? x : NAN;
  g_signal_emit(self, signals[MARKERS_CHANGED], 0);
}

static void
follow_extents(TrammelXRange *self)
{
  Extent shown = self->mode == SHOWS_SPAN ? find_first(self) : find_all(self);

  if (self->mode != IS_ZOOMED && shown.low < shown.high)
    set_range(self, shown.low, shown.high);
}

void
trammel_x_range_fit(TrammelXRange *self)
{
  g_return_if_fail(TRAMMEL_IS_X_RANGE(self));
  self->mode = SHOWS_ALL;
  follow_extents(self);
}

void
trammel_x_range_set_span(TrammelXRange *self, double low, double high)
{
  g_return_if_fail(TRAMMEL_IS_X_RANGE(self));
  g_return_if_fail(low < high);
  if (self->span.low == low && self->span.high == high)
    return;
  self->span = (Extent){low, high};
  if (self->mode == SHOWS_ALL)
    self->mode = SHOWS_SPAN;
  follow_extents(self);
}

void
trammel_x_range_set_extent(TrammelXRange *self, gconstpointer member, double low, double high)
{
  g_return_if_fail(TRAMMEL_IS_X_RANGE(self));
  g_return_if_fail(isfinite(low) && isfinite(high) && low < high);
  Extent *extent = g_new(Extent, 1);
  *extent = (Extent){low, high};
  g_hash_table_insert(self->extents, (gpointer)member, extent);
  follow_extents(self);
}

void
trammel_x_range_remove(TrammelXRange *self, gconstpointer member)
{
  g_return_if_fail(TRAMMEL_IS_X_RANGE(self));
  if (g_hash_table_remove(self->extents, member))
    follow_extents(self);
}
