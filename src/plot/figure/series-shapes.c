/* Series with computed shapes: levels, histograms and ellipses. */
#include <math.h>

#include "engine/base/order.h"
#include "plot/figure/series.h"

#define MAX_BINS       200
#define ELLIPSE_POINTS 181 /* corners of 2 degrees cannot be seen */

static GArray *
sort_finite(const double *values, gsize n)
{
  GArray *sorted = g_array_new(FALSE, FALSE, sizeof(double));
  for (gsize i = 0; i < n; i++)
    if (isfinite(values[i]))
      g_array_append_val(sorted, values[i]);
  tr_sort((double *)sorted->data, sorted->len);
  return sorted;
}

/* Freedman and Diaconis: a width of 2 IQR / n^(1/3); Sturges if most values are equal */
static guint
choose_bins(const double *sorted, gsize n)
{
  double range = sorted[n - 1] - sorted[0];
  double quartiles = sorted[3 * n / 4] - sorted[n / 4];
  double width = 2.0 * quartiles / cbrt((double)n);
  double bins = width > 0.0 ? ceil(range / width) : ceil(log2((double)n)) + 1.0;
  return (guint)CLAMP(bins, 1.0, MAX_BINS);
}

TrammelSeries *
trammel_series_new_histogram(const char *name,
                             const double *values,
                             gsize n,
                             guint n_bins,
                             gboolean density,
                             const TrammelSeriesStyle *style)
{
  GArray *sorted = sort_finite(values, n);
  const double *v = (const double *)(void *)sorted->data;
  gsize m = sorted->len;
  if (n_bins == 0)
    n_bins = m > 0 ? choose_bins(v, m) : 1;
  double low = m > 0 ? v[0] : 0.0;
  double high = m > 0 ? v[m - 1] : 1.0;
  if (!(high > low)) {
    double half = low == 0.0 ? 0.5 : 0.05 * fabs(low);
    low -= half;
    high += half;
  }
  double width = (high - low) / n_bins;
  double *edges = g_new(double, n_bins + 1);
  double *counts = g_new0(double, n_bins);
  for (guint i = 0; i <= n_bins; i++)
    edges[i] = i == n_bins ? high : low + i * width;
  for (gsize i = 0; i < m; i++)
    counts[MIN(n_bins - 1, (guint)((v[i] - low) / width))] += 1.0;
  for (guint i = 0; density && m > 0 && i < n_bins; i++)
    counts[i] /= (double)m * width;

  TrammelSeries *self =
      trammel_series_new_bars(name, edges, edges + 1, counts, m > 0 ? n_bins : 0, style);
  g_free(edges);
  g_free(counts);
  g_array_unref(sorted);
  return self;
}

TrammelSeries *
trammel_series_new_ellipse(const char *name,
                           const double centre[2],
                           const double covariance[3],
                           double radius,
                           const TrammelSeriesStyle *style)
{
  /* Cholesky factor of the covariance: { l_xx, l_yx, l_yy } */
  double l_xx = sqrt(fmax(covariance[0], 0.0));
  double l_yx = l_xx > 0.0 ? covariance[1] / l_xx : 0.0;
  double l_yy = sqrt(fmax(covariance[2] - l_yx * l_yx, 0.0));
  double x[ELLIPSE_POINTS], y[ELLIPSE_POINTS];
  for (int i = 0; i < ELLIPSE_POINTS; i++) {
    double angle = 2.0 * G_PI * (i % (ELLIPSE_POINTS - 1)) / (ELLIPSE_POINTS - 1);
    x[i] = centre[0] + radius * l_xx * cos(angle);
    y[i] = centre[1] + radius * (l_yx * cos(angle) + l_yy * sin(angle));
  }
  return trammel_series_new(name, x, y, ELLIPSE_POINTS, style);
}
