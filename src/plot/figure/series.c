#include "plot/figure/series.h"

#include <math.h>

#include "plot/figure/series-private.h"

/* takes `memory`, which may be NULL */
static const double *
keep_memory(TrammelSeries *self, GBytes *memory)
{
  gsize slot = 0;
  if (memory == NULL)
    return NULL;
  while (self->memory[slot] != NULL)
    slot++;
  self->memory[slot] = memory;
  return g_bytes_get_data(memory, NULL);
}

static GBytes *
copy_values(const double *values, gsize n)
{
  return values == NULL ? NULL : g_bytes_new(values, n * sizeof *values);
}

/* TRUE for ordered x.  One comparison each is enough: NaN fails it, infinite values can only be
 * ends. */
static gboolean
is_ordered(const double *x, gsize n)
{
  for (gsize i = 1; i < n; i++)
    if (!(x[i] >= x[i - 1]))
      return FALSE;
  return n == 0 || (isfinite(x[0]) && isfinite(x[n - 1]));
}

static void
include_x(TrammelSeries *self, const double *x, gsize n)
{
  for (gsize i = 0; i < n; i++) {
    if (!isfinite(x[i]))
      continue;
    self->x_low = MIN(self->x_low, x[i]);
    self->x_high = MAX(self->x_high, x[i]);
  }
}

static void
inspect_x(TrammelSeries *self)
{
  self->ordered = is_ordered(self->x, self->n);
  self->x_low = INFINITY;
  self->x_high = -INFINITY;
  if (self->ordered && self->n > 0) {
    self->x_low = self->x[0];
    self->x_high = self->x[self->n - 1];
  } else {
    include_x(self, self->x, self->n);
  }
  if (self->x_end != NULL)
    include_x(self, self->x_end, self->n);
}

static TrammelSeries *
create_series(const char *name, TrammelSeriesKind kind, gsize n, const TrammelSeriesStyle *style)
{
  TrammelSeries *self = g_new0(TrammelSeries, 1);
  self->ref_count = 1;
  self->name = g_strdup(name != NULL ? name : "");
  self->kind = kind;
  self->n = n;
  if (style != NULL)
    self->style = *style;
  if (!(self->style.width > 0.0))
    self->style.width = 1.5;
  return self;
}

/* takes the arrays; each may be NULL */
static TrammelSeries *
fill_series(TrammelSeries *self, GBytes *x, GBytes *x_end, GBytes *y, GBytes *high)
{
  self->x = keep_memory(self, x);
  self->x_end = keep_memory(self, x_end);
  self->y = keep_memory(self, y);
  self->high = keep_memory(self, high);
  if (self->x != NULL)
    inspect_x(self);
  if (self->y != NULL)
    self->y_pyramid = trammel_pyramid_new(self->y, self->n);
  if (self->high != NULL)
    self->high_pyramid = trammel_pyramid_new(self->high, self->n);
  return self;
}

TrammelSeries *
trammel_series_new(
    const char *name, const double *x, const double *y, gsize n, const TrammelSeriesStyle *style)
{
  g_return_val_if_fail(n == 0 || (x != NULL && y != NULL), NULL);
  return fill_series(create_series(name, TRAMMEL_SERIES_CURVE, n, style), copy_values(x, n), NULL,
                     copy_values(y, n), NULL);
}

TrammelSeries *
trammel_series_new_from_bytes(const char *name,
                              GBytes *x,
                              GBytes *y,
                              const TrammelSeriesStyle *style)
{
  gsize n = g_bytes_get_size(x) / sizeof(double);
  g_return_val_if_fail(g_bytes_get_size(y) / sizeof(double) == n, NULL);
  return fill_series(create_series(name, TRAMMEL_SERIES_CURVE, n, style), g_bytes_ref(x), NULL,
                     g_bytes_ref(y), NULL);
}

TrammelSeries *
trammel_series_new_labelled(const char *name,
                            const double *x,
                            const double *y,
                            const char *const *labels,
                            gsize n,
                            const TrammelSeriesStyle *style)
{
  TrammelSeries *self = trammel_series_new(name, x, y, n, style);
  g_return_val_if_fail(self != NULL && (n == 0 || labels != NULL), self);
  self->labels = g_new0(char *, n);
  for (gsize i = 0; i < n; i++)
    self->labels[i] = g_strdup(labels[i]);
  return self;
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
  return fill_series(create_series(name, TRAMMEL_SERIES_BAND, n, style), copy_values(x, n), NULL,
                     copy_values(low, n), copy_values(high, n));
}

TrammelSeries *
trammel_series_new_level(const char *name, double low, double high, const TrammelSeriesStyle *style)
{
  return fill_series(create_series(name, TRAMMEL_SERIES_LEVEL, 1, style), NULL, NULL,
                     copy_values(&low, 1), low == high ? NULL : copy_values(&high, 1));
}

TrammelSeries *
trammel_series_new_bars(const char *name,
                        const double *x_low,
                        const double *x_high,
                        const double *y,
                        gsize n,
                        const TrammelSeriesStyle *style)
{
  g_return_val_if_fail(n == 0 || (x_low != NULL && x_high != NULL && y != NULL), NULL);
  return fill_series(create_series(name, TRAMMEL_SERIES_BARS, n, style), copy_values(x_low, n),
                     copy_values(x_high, n), copy_values(y, n), NULL);
}

TrammelSeries *
trammel_series_new_spans(const char *name,
                         const double *low,
                         const double *high,
                         gsize n,
                         const TrammelSeriesStyle *style)
{
  g_return_val_if_fail(n == 0 || (low != NULL && high != NULL), NULL);
  return fill_series(create_series(name, TRAMMEL_SERIES_SPANS, n, style), copy_values(low, n),
                     copy_values(high, n), NULL, NULL);
}

TrammelSeries *
trammel_series_new_x_level(const char *name, double x, const TrammelSeriesStyle *style)
{
  return trammel_series_new_spans(name, &x, &x, 1, style);
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
  for (gsize i = 0; i < G_N_ELEMENTS(self->memory); i++)
    g_clear_pointer(&self->memory[i], g_bytes_unref);
  for (gsize i = 0; self->labels != NULL && i < self->n; i++)
    g_free(self->labels[i]);
  g_free(self->labels);
  g_free(self->name);
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

TrammelSeriesKind
trammel_series_get_kind(const TrammelSeries *self)
{
  return self->kind;
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
trammel_series_get_x_end(const TrammelSeries *self)
{
  return self->x_end;
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
trammel_series_has_labels(const TrammelSeries *self)
{
  return self->labels != NULL;
}

const char *
trammel_series_get_label(const TrammelSeries *self, gsize index)
{
  return self->labels == NULL ? NULL : self->labels[index];
}

gboolean
trammel_series_is_backdrop(const TrammelSeries *self)
{
  return self->kind == TRAMMEL_SERIES_LEVEL || self->kind == TRAMMEL_SERIES_SPANS;
}

gboolean
trammel_series_is_grounded(const TrammelSeries *self)
{
  return self->kind == TRAMMEL_SERIES_BARS ||
         (self->kind == TRAMMEL_SERIES_CURVE && self->style.shape == TRAMMEL_SHAPE_STEMS);
}

gboolean
trammel_series_has_marks(const TrammelSeries *self)
{
  TrammelSeriesShape shape = self->style.shape;
  if (trammel_series_is_backdrop(self))
    return FALSE;
  return !self->ordered || self->labels != NULL || trammel_series_is_grounded(self) ||
         shape == TRAMMEL_SHAPE_SCATTER || shape == TRAMMEL_SHAPE_ERROR_BARS;
}

gsize
trammel_series_get_overhead(const TrammelSeries *self)
{
  return trammel_pyramid_get_size(self->y_pyramid) + trammel_pyramid_get_size(self->high_pyramid);
}
