#include "io/export/fit_plots.h"

#include <glib/gi18n-lib.h>

#include "engine/mbs/model/sensor.h"

/* [pt] */
#define FIT_HEIGHT      120.0
#define RESIDUAL_HEIGHT 75.0

/* Least width of the tick labels [px], so that the left axes of all plots align. */
#define LABEL_WIDTH 38

static TrammelReportPlot *
new_plot(double height, char *description, char *y_title)
{
  TrammelReportPlot *plot = trammel_report_plot_new(height, description);

  plot->figure.y_title = y_title;
  plot->figure.label_width = LABEL_WIDTH;
  g_free(description);
  return plot;
}

static void
add_series(TrammelReportPlot *plot,
           const char *name,
           const TrSensorFit *fit,
           const double *y,
           const TrammelSeriesStyle *style)
{
  g_ptr_array_add(plot->figure.series,
                  trammel_series_new(name, fit->t, y, (gsize)fit->n_residuals, style));
}

static double *
convert(const double *y, int n, double factor)
{
  double *converted = g_new(double, n + 1);

  for (int i = 0; i < n; i++)
    converted[i] = factor * y[i];
  return converted;
}

static TrammelReportPlot *
plot_fit(const TrTask *task, const TrSensorFit *fit, const char *log)
{
  const TrammelSeriesStyle line = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 2.5},
                           points = {.role = TRAMMEL_ROLE_MEASURED, .shape = TRAMMEL_SHAPE_POINTS};
  const char *name = task->model->sensors[fit->sensor].name;
  const char *unit = tr_sensor_unit(task->model, fit->sensor);
  gboolean is_angle = g_str_equal(unit, "rad");
  double factor = is_angle ? 180 / G_PI : 1;
  g_autofree double *measured = convert(fit->measured, fit->n_residuals, factor);
  g_autofree double *estimated = convert(fit->estimated, fit->n_residuals, factor);
  TrammelReportPlot *plot =
      new_plot(FIT_HEIGHT, g_strdup_printf(_("%s of log %s, measured and estimated"), name, log),
               g_strdup_printf("%s [%s]", name, is_angle ? "deg" : unit));

  plot->figure.y.kind = is_angle ? TRAMMEL_AXIS_DEGREES : TRAMMEL_AXIS_LINEAR;
  add_series(plot, _("estimated"), fit, estimated, &line);
  add_series(plot, _("measured"), fit, measured, &points);
  trammel_figure_fit(&plot->figure);
  return plot;
}

static TrammelReportPlot *
plot_residuals(const TrTask *task, const TrSensorFit *fit, const char *log)
{
  const TrammelSeriesStyle line = {.role = TRAMMEL_ROLE_ESTIMATED, .width = 1};
  const char *name = task->model->sensors[fit->sensor].name;
  TrammelReportPlot *plot =
      new_plot(RESIDUAL_HEIGHT, g_strdup_printf(_("Residuals of %s of log %s"), name, log),
               g_strdup(_("residual [σ]")));

  plot->figure.x_title = g_strdup("t [s]");
  add_series(plot, "", fit, fit->scaled, &line);
  trammel_figure_fit(&plot->figure);
  return plot;
}

GPtrArray *
trammel_report_fit_plots_new(const TrTask *task, const TrFit *fit)
{
  GPtrArray *plots = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_report_plot_free);

  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++) {
      const TrSensorFit *sensor = &fit->logs[l].sensors[s];
      if (sensor->n_residuals < 2)
        continue;
      g_ptr_array_add(plots, plot_fit(task, sensor, task->logs[l].name));
      g_ptr_array_add(plots, plot_residuals(task, sensor, task->logs[l].name));
    }
  return plots;
}
