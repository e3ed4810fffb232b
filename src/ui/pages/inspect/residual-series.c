/* Series of the residuals of a sensor (inspect/series.h). */
#include <glib/gi18n.h>
#include <math.h>

#include "engine/est/diagnose/outliers.h"
#include "engine/mbs/model/sensor.h"
#include "ui/pages/inspect/series-private.h"
#include "ui/session/inspect/run-analysis-words.h"
#include "ui/session/text/format.h"

/* Maximum lags of the autocorrelation, and products computed for it: a few hundredths of a
 * second. */
enum { MAX_LAGS = 200, MOST_PRODUCTS = 20000000 };

static const TrSensorFit *
get_sensor(const TrammelRunAnalysis *analysis, int log, int sensor)
{
  return &analysis->logs[log].fits[sensor];
}

/* Returns the residuals of a sensor, in sigmas or in the display unit. */
static double *
dup_residuals(const TrammelRunAnalysis *analysis, int log, int sensor, gboolean in_sigma)
{
  const TrSensorFit *from = get_sensor(analysis, log, sensor);
  const TrModel *model = trammel_run_get_fit(analysis->run)->model;
  double *y = g_new(double, from->n_residuals + 1), factor;

  trammel_display_unit(tr_sensor_unit(model, from->sensor), &factor);
  for (int i = 0; i < from->n_residuals; i++)
    y[i] = in_sigma ? from->scaled[i] : factor * (from->estimated[i] - from->measured[i]);
  return y;
}

static void
add_outliers(GPtrArray *list, const TrSensorFit *from, const double *y)
{
  const TrammelSeriesStyle style = {
      .role = TRAMMEL_ROLE_WARNING, .shape = TRAMMEL_SHAPE_HOLLOW, .width = 2};
  TrOutliers outliers;

  if (tr_outliers_find(&outliers, from) != TR_OK)
    g_error("out of memory");
  g_autofree gboolean *is_one = g_new0(gboolean, from->n_residuals + 1);
  g_autofree double *t = g_new(double, outliers.count + 1);
  g_autofree double *value = g_new(double, outliers.count + 1);
  gsize n = 0;
  for (int i = 0; i < outliers.count; i++)
    is_one[outliers.index[i]] = TRUE;
  for (int i = 0; i < from->n_residuals; i++)
    if (is_one[i]) {
      t[n] = from->t[i];
      value[n++] = y[i];
    }
  tr_outliers_clear(&outliers);
  if (n > 0)
    add(list, trammel_series_new(_("outlier"), t, value, n, &style));
}

static void
add_level(GPtrArray *list, const char *name, double low, double high, TrammelSeriesRole role)
{
  const TrammelSeriesStyle style = {.role = role, .width = 1, .not_in_legend = name == NULL};

  add(list, trammel_series_new_level(name ? name : "", low, high, &style));
}

GPtrArray *
trammel_inspect_scatter(const TrammelRunAnalysis *analysis,
                        int log,
                        int sensor,
                        gboolean in_sigma,
                        const TrammelRunAnalysis *other)
{
  const TrSensorFit *from = get_sensor(analysis, log, sensor);
  GPtrArray *list = trammel_inspect_list_new();
  g_autofree double *y = dup_residuals(analysis, log, sensor, in_sigma);
  const TrammelSeriesStyle style = {
      .role = TRAMMEL_ROLE_ESTIMATED, .shape = TRAMMEL_SHAPE_POINTS, .width = 1};
  const TrammelSeriesStyle behind = {
      .role = TRAMMEL_ROLE_START, .shape = TRAMMEL_SHAPE_POINTS, .width = 1};

  add_level(list, NULL, 0, 0, TRAMMEL_ROLE_START);
  if (other && log < other->n_logs && sensor < other->logs[log].n_sensors) {
    const TrSensorFit *old = get_sensor(other, log, sensor);
    g_autofree double *was = dup_residuals(other, log, sensor, in_sigma);
    add(list, trammel_series_new(_("other run"), old->t, was, (gsize)old->n_residuals, &behind));
  }
  add(list, trammel_series_new(_("residual"), from->t, y, (gsize)from->n_residuals, &style));
  add_outliers(list, from, y);
  return list;
}

GPtrArray *
trammel_inspect_histogram(const TrammelRunAnalysis *analysis, int log, int sensor)
{
  enum { POINTS = 161 };
  const TrSensorFit *from = get_sensor(analysis, log, sensor);
  const TrammelSeriesStyle bars = {.role = TRAMMEL_ROLE_ESTIMATED},
                           line = {.role = TRAMMEL_ROLE_SIMULATED, .width = 2};
  GPtrArray *list = trammel_inspect_list_new();
  double z[POINTS], density[POINTS];

  for (int i = 0; i < POINTS; i++) {
    z[i] = -4 + 8.0 * i / (POINTS - 1);
    density[i] = exp(-z[i] * z[i] / 2) / sqrt(2 * G_PI);
  }
  if (from->n_residuals > 0)
    add(list, trammel_series_new_histogram(_("residual"), from->scaled, (gsize)from->n_residuals, 0,
                                           TRUE, &bars));
  add(list, trammel_series_new("N(0, 1)", z, density, POINTS, &line));
  return list;
}

GPtrArray *
trammel_inspect_quantiles(const TrammelRunAnalysis *analysis, int log, int sensor)
{
  const TrResidualShape *shape = &analysis->logs[log].sensors[sensor].shape;
  const TrammelSeriesStyle dots = {.role = TRAMMEL_ROLE_ESTIMATED,
                                   .shape = TRAMMEL_SHAPE_SCATTER,
                                   .width = 2},
                           line = {.role = TRAMMEL_ROLE_SIMULATED, .shape = TRAMMEL_SHAPE_DASHES};
  GPtrArray *list = trammel_inspect_list_new();

  if (shape->n == 0)
    return list;
  const double ends[] = {shape->normal[0], shape->normal[shape->n - 1]};
  add(list, trammel_series_new("N(0, 1)", ends, ends, 2, &line));
  add(list,
      trammel_series_new(_("residual"), shape->normal, shape->sorted, (gsize)shape->n, &dots));
  return list;
}

int
trammel_inspect_max_lags(const TrammelRunAnalysis *analysis, int log, int sensor)
{
  int n = get_sensor(analysis, log, sensor)->n_residuals;

  return n < 4 * TR_MAX_LAGS ? TR_MAX_LAGS : MIN(MAX_LAGS, MAX(TR_MAX_LAGS, MOST_PRODUCTS / n));
}

GPtrArray *
trammel_inspect_autocorrelation(const TrammelRunAnalysis *analysis, int log, int sensor, int n_lags)
{
  const TrammelSensorAnalysis *look = &analysis->logs[log].sensors[sensor];
  const TrSensorFit *from = get_sensor(analysis, log, sensor);
  const TrammelSeriesStyle stems = {.role = TRAMMEL_ROLE_ESTIMATED, .shape = TRAMMEL_SHAPE_STEMS},
                           outside = {.role = TRAMMEL_ROLE_WARNING, .shape = TRAMMEL_SHAPE_STEMS};
  GPtrArray *list = trammel_inspect_list_new();
  double band = trammel_run_analysis_band(look->shape.n);
  double all[MAX_LAGS], lags[2][MAX_LAGS], r[2][MAX_LAGS];
  int count = 0;
  gsize n[2] = {0};

  if (tr_autocorrelation(all, &count, from->t, from->scaled, from->n_residuals,
                         MIN(n_lags, MAX_LAGS)) == TR_NO_MEMORY)
    g_error("out of memory");
  if (count == 0)
    return list;
  for (int k = 0; k < count; k++) {
    int to = fabs(all[k]) > band;
    lags[to][n[to]] = k + 1;
    r[to][n[to]++] = all[k];
  }
  /* xgettext:no-c-format */
  add_level(list, _("99 % of white noise"), -band, band, TRAMMEL_ROLE_START);
  add(list, trammel_series_new(_("inside"), lags[0], r[0], n[0], &stems));
  if (n[1] > 0)
    add(list, trammel_series_new(_("outside"), lags[1], r[1], n[1], &outside));
  return list;
}

GPtrArray *
trammel_inspect_cross_correlation(const TrammelRunAnalysis *analysis, int log, int sensor)
{
  const TrResidualCheck *check = &analysis->logs[log].sensors[sensor].check;
  const TrModel *model = trammel_run_get_fit(analysis->run)->model;
  GPtrArray *list = trammel_inspect_list_new();
  double band = 0;

  for (int m = 0; m < check->n_inputs; m++)
    if (check->inputs[m].n_lags > 0)
      band = fmax(band, check->inputs[m].band);
  if (band > 0)
    add_level(list, _("95 % band of noise"), -band, band, TRAMMEL_ROLE_START);
  for (int m = 0; m < check->n_inputs; m++) {
    const TrCrossCorrelation *c = &check->inputs[m];
    const TrammelSeriesStyle style = {
        .role = TRAMMEL_ROLE_CYCLE, .index = (guint)m, .shape = TRAMMEL_SHAPE_STEMS};
    double lags[2 * TR_MAX_LAGS + 1];
    for (int k = 0; k <= 2 * c->n_lags; k++)
      lags[k] = (k - c->n_lags) * c->step;
    if (c->n_lags > 0)
      add(list, trammel_series_new(model->motors[m].name, lags, c->r, (gsize)(2 * c->n_lags + 1),
                                   &style));
  }
  return list;
}
