#include "plot/figure/iteration-series.h"

#include <math.h>

static TrammelSeries *
new_line(const char *name, const double *x, const double *y, gsize n, guint index)
{
  const TrammelSeriesStyle style = {
      .role = TRAMMEL_ROLE_CYCLE, .index = index, .shape = TRAMMEL_SHAPE_LINE_POINTS};
  return trammel_series_new(name, x, y, n, &style);
}

TrammelSeries *
trammel_iteration_series_new(const char *name, const double *values, gsize n, guint index)
{
  g_autofree double *x = g_new(double, n + 1);
  for (gsize i = 0; i < n; i++)
    x[i] = (double)i;
  return new_line(name, x, values, n, index);
}

void
trammel_iteration_series_append_positive(GPtrArray *list,
                                         const char *name,
                                         const double *values,
                                         const int *rounds,
                                         gsize n,
                                         guint index)
{
  g_autofree double *x = g_new(double, 2 * n + 1), *y = g_new(double, 2 * n + 1);
  gboolean any = FALSE;
  gsize size = 0;
  for (gsize i = 0; i < n; i++) {
    if (rounds != NULL && i > 0 && rounds[i] != rounds[i - 1]) {
      x[size] = (double)i - 0.5;
      y[size++] = NAN;
    }
    x[size] = (double)i;
    y[size++] = values[i] > 0 ? values[i] : NAN;
    any |= values[i] > 0;
  }
  if (any)
    g_ptr_array_add(list, new_line(name, x, y, size, index));
}
