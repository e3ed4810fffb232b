#include "ui/pages/inspect/scatter-series.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/base/normal.h"
#include "ui/pages/inspect/series-private.h"

/* Range of the normal density, in sigmas, and its samples. */
#define RANGE 4.0
enum { POINTS = 81 };

/* Estimate of a log and its sigma. */
typedef struct {
  double value, sigma;
} Estimate;

static int
compare_values(gconstpointer a, gconstpointer b)
{
  const Estimate *x = a, *y = b;

  return (x->value > y->value) - (x->value < y->value);
}

/* Returns the estimates of the fits that converged, the smallest first. */
static GArray *
collect(const TrammelMonteCarlo *study, int parameter)
{
  GArray *all = g_array_new(FALSE, FALSE, sizeof(Estimate));

  for (guint i = 0; i < study->draws->len; i++) {
    const TrammelDraw *draw = study->draws->pdata[i];
    if (!draw->values || !g_str_equal(draw->status, "converged"))
      continue;
    Estimate e = {draw->values[parameter], draw->sigmas[parameter]};
    g_array_append_val(all, e);
  }
  g_array_sort(all, compare_values);
  return all;
}

/* Adds the intervals that contain the truth, or those that miss it. */
static void
add_intervals(GPtrArray *list, const GArray *all, double truth, gboolean holds)
{
  const TrammelSeriesStyle style = {.role = holds ? TRAMMEL_ROLE_ESTIMATED : TRAMMEL_ROLE_WARNING,
                                    .shape = TRAMMEL_SHAPE_ERROR_BARS};
  g_autofree double *x = g_new(double, all->len + 1), *low = g_new(double, all->len + 1),
                    *high = g_new(double, all->len + 1);
  gsize n = 0;

  for (guint i = 0; i < all->len; i++) {
    const Estimate *e = &g_array_index(all, Estimate, i);
    if ((fabs(e->value - truth) <= TR_NORMAL_95 * e->sigma) != holds || isnan(e->sigma))
      continue;
    x[n] = i + 1;
    low[n] = e->value - TR_NORMAL_95 * e->sigma;
    high[n++] = e->value + TR_NORMAL_95 * e->sigma;
  }
  if (n > 0)
    add(list, trammel_series_new_band(holds ? _("holds the truth") : _("misses the truth"), x, low,
                                      high, n, &style));
}

GPtrArray *
trammel_scatter_intervals(const TrammelMonteCarlo *study, int parameter)
{
  const TrammelSeriesStyle level = {.role = TRAMMEL_ROLE_REFERENCE, .width = 2},
                           dots = {.role = TRAMMEL_ROLE_MEASURED,
                                   .shape = TRAMMEL_SHAPE_SCATTER,
                                   .width = 2};
  GPtrArray *list = trammel_inspect_list_new();
  g_autoptr(GArray) all = collect(study, parameter);
  g_autofree double *x = g_new(double, all->len + 1), *y = g_new(double, all->len + 1);
  double truth = study->fit->estimates[parameter].value;

  for (guint i = 0; i < all->len; i++) {
    x[i] = i + 1;
    y[i] = g_array_index(all, Estimate, i).value;
  }
  add_intervals(list, all, truth, TRUE);
  add_intervals(list, all, truth, FALSE);
  add(list, trammel_series_new_level(_("truth"), truth, truth, &level));
  if (all->len > 0)
    add(list, trammel_series_new(_("estimate"), x, y, all->len, &dots));
  return list;
}

GPtrArray *
trammel_scatter_z_scores(const TrammelMonteCarlo *study, int parameter)
{
  const TrammelSeriesStyle bars = {.role = TRAMMEL_ROLE_ESTIMATED},
                           line = {.role = TRAMMEL_ROLE_REFERENCE, .width = 2};
  GPtrArray *list = trammel_inspect_list_new();
  g_autoptr(GArray) all = collect(study, parameter), z = g_array_new(FALSE, FALSE, sizeof(double));
  double truth = study->fit->estimates[parameter].value, x[POINTS], y[POINTS];

  for (guint i = 0; i < all->len; i++) {
    const Estimate *e = &g_array_index(all, Estimate, i);
    double score = (e->value - truth) / e->sigma;
    if (isfinite(score))
      g_array_append_val(z, score);
  }
  if (z->len == 0)
    return list;
  for (int i = 0; i < POINTS; i++) {
    x[i] = RANGE * (2.0 * i / (POINTS - 1) - 1);
    y[i] = exp(-x[i] * x[i] / 2) / sqrt(2 * G_PI);
  }
  add(list, trammel_series_new_histogram(_("simulated logs"), (const double *)(gpointer)z->data,
                                         z->len, 0, TRUE, &bars));
  add(list, trammel_series_new(_("as stated"), x, y, POINTS, &line));
  return list;
}
