#include "ui/pages/identify/fit-series.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/mbs/model/sensor.h"
#include "ui/pages/parts/run-color.h"
#include "ui/session/text/format.h"

/* Half width of the bands in standard deviations of one sample. */
#define BAND 2

static void
free_curves(gpointer data)
{
  TrammelFitCurves *curves = data;

  g_clear_pointer(&curves->measured, trammel_series_unref);
  g_clear_pointer(&curves->estimated, trammel_series_unref);
  g_clear_pointer(&curves->band, trammel_series_unref);
  g_clear_pointer(&curves->residual, trammel_series_unref);
  g_clear_pointer(&curves->stripe, trammel_series_unref);
  g_free(curves);
}

static void
free_drawing(gpointer drawing)
{
  g_ptr_array_unref(drawing);
}

TrammelSeries *
trammel_fit_series_new(const char *name,
                       const TrammelCurve *curve,
                       TrammelSeriesRole role,
                       TrammelSeriesShape shape)
{
  /* the prediction is a broad line below the measurement, so that both are visible where they
   * agree */
  const TrammelSeriesStyle style = {
      .role = role, .shape = shape, .width = shape == TRAMMEL_SHAPE_LINE ? 2.5 : 1};
  return trammel_series_new(name, curve->t, curve->y, curve->n, &style);
}

TrammelSeries *
trammel_fit_series_new_overlay(TrammelRunRecord *record,
                               const TrammelCurve *curve,
                               gboolean is_grey)
{
  const TrammelSeriesStyle style = {.role = is_grey ? TRAMMEL_ROLE_START : TRAMMEL_ROLE_CYCLE,
                                    .index = is_grey ? 0 : trammel_run_color_get_index(record),
                                    .shape = TRAMMEL_SHAPE_LINE,
                                    .width = 1.5};
  g_autofree char *title = trammel_run_record_dup_title(record);

  return trammel_series_new(title, curve->t, curve->y, curve->n, &style);
}

TrammelSeries *
trammel_fit_series_new_open_loop(const char *name, const TrammelCurve *curve)
{
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_SIMULATED,
                                    .shape = TRAMMEL_SHAPE_DASHES,
                                    .width = 1.5,
                                    .not_fitted = TRUE};

  return trammel_series_new(name, curve->t, curve->y, curve->n, &style);
}

/* Returns the fit of the sensor of a curve; NULL if the run has none. */
static const TrSensorFit *
find_fit(const TrFit *fit, const TrammelCurve *curve)
{
  const TrLogFit *log = &fit->logs[curve->log];

  for (int s = 0; s < log->n_sensors; s++)
    if (log->sensors[s].sensor == curve->sensor)
      return &log->sensors[s];
  return NULL;
}

/* Returns the band of the estimate in which 95 % of the samples are expected. */
static TrammelSeries *
new_band(const TrammelCurve *estimated, double sigma)
{
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_ESTIMATED, .not_fitted = TRUE};
  g_autofree double *low = g_new(double, estimated->n + 1), *high = g_new(double, estimated->n + 1);

  for (gsize i = 0; i < estimated->n; i++) {
    low[i] = estimated->y[i] - BAND * sigma;
    high[i] = estimated->y[i] + BAND * sigma;
  }
  return trammel_series_new_band(_("± 2σ of a sample"), estimated->t, low, high, estimated->n,
                                 &style);
}

static void
add_residual(TrammelFitCurves *curves, const TrSensorFit *sensor, double factor)
{
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_MEASURED, .shape = TRAMMEL_SHAPE_POINTS};
  const TrammelSeriesStyle behind = {.role = TRAMMEL_ROLE_ESTIMATED};
  double band = BAND * sensor->sigma * factor;
  g_autofree double *y = g_new(double, (gsize)sensor->n_residuals + 1);

  for (int i = 0; i < sensor->n_residuals; i++)
    y[i] = (sensor->measured[i] - sensor->estimated[i]) * factor;
  curves->residual =
      trammel_series_new(_("residual"), sensor->t, y, (gsize)sensor->n_residuals, &style);
  curves->stripe = trammel_series_new_level(_("± 2σ of a sample"), -band, band, &behind);
}

static TrammelFitCurves *
new_curves(TrammelRun *run, const TrammelCurve *measured, const TrammelCurve *estimated)
{
  TrammelFitCurves *curves = g_new0(TrammelFitCurves, 1);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrSensorFit *sensor = find_fit(trammel_run_get_fit(run), measured);
  double factor;

  trammel_display_unit(tr_sensor_unit(task->model, measured->sensor), &factor);
  curves->curve = measured;
  /* dots alone would look like noise without the estimate below them */
  gboolean prepared = trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED;
  curves->measured = trammel_fit_series_new(_("measured"), measured, TRAMMEL_ROLE_MEASURED,
                                            prepared ? TRAMMEL_SHAPE_POINTS : TRAMMEL_SHAPE_DOTS);
  if (prepared)
    return curves;
  curves->estimated =
      trammel_fit_series_new(_("estimated"), estimated, TRAMMEL_ROLE_ESTIMATED, TRAMMEL_SHAPE_LINE);
  if (sensor && isfinite(sensor->sigma)) {
    curves->band = new_band(estimated, sensor->sigma * factor);
    add_residual(curves, sensor, factor);
  }
  return curves;
}

void
trammel_fit_series_attach(TrammelRun *run)
{
  GPtrArray *measured = trammel_run_get_measured(run), *estimated = trammel_run_get_estimated(run);
  GPtrArray *drawing = g_ptr_array_new_with_free_func(free_curves);

  for (guint i = 0; i < measured->len; i++)
    g_ptr_array_add(drawing, new_curves(run, measured->pdata[i], estimated->pdata[i]));
  trammel_run_set_drawing(run, drawing, free_drawing);
}

guint
trammel_fit_series_count(TrammelRun *run, int log)
{
  GPtrArray *curves = trammel_run_get_measured(run);
  guint n = 0;

  for (guint i = 0; i < curves->len; i++)
    n += ((TrammelCurve *)curves->pdata[i])->log == log;
  return n;
}

const TrammelFitCurves *
trammel_fit_series_get(TrammelRun *run, int log, guint i)
{
  const GPtrArray *drawing = trammel_run_get_drawing(run);

  for (guint k = 0; k < drawing->len; k++) {
    const TrammelFitCurves *curves = drawing->pdata[k];
    if (curves->curve->log == log && i-- == 0)
      return curves;
  }
  g_return_val_if_reached(NULL);
}
