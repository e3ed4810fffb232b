#include "ui/session/run/noise.h"

#include <glib/gi18n.h>

#include <math.h>

#include "engine/mbs/model/sensor.h"
#include "ui/session/text/format.h"

static void
free_noise(gpointer data)
{
  TrammelNoise *noise = data;

  g_free(noise->name);
  g_free(noise->stated);
  g_free(noise->used);
  g_free(noise->remark);
  g_free(noise);
}

/* Returns "0.12 deg", "0.5 mm"; `sigma` in SI. */
static char *
format_sigma(double sigma, const char *unit)
{
  double factor;
  const char *shown = trammel_display_unit(unit, &factor);

  if (!isfinite(sigma))
    return g_strdup("auto");
  if (!g_str_equal(shown, unit))
    return g_strdup_printf("%.2g %s", sigma * factor, shown);
  return trammel_format_prefixed(sigma, unit);
}

static TrammelNoise *
new_sensor(const TrTask *task, const TrSensorFit *fit)
{
  const TrSensor *sensor = &task->model->sensors[fit->sensor];
  const char *unit = tr_sensor_unit(task->model, fit->sensor);
  TrammelNoise *noise = g_new0(TrammelNoise, 1);

  noise->name = g_strdup(sensor->name);
  noise->stated = format_sigma(sensor->sigma, unit);
  noise->used = format_sigma(fit->sigma, unit);
  noise->remark = g_strdup(
      fit->is_at_floor ? _("The data suggest less, but the samples do not resolve it.") : "");
  return noise;
}

static TrammelNoise *
new_state(const TrFit *fit)
{
  TrammelNoise *noise = g_new0(TrammelNoise, 1);

  noise->name = g_strdup(_("state error"));
  noise->stated = g_strdup("–");
  noise->used = g_strdup_printf("%.2g\nN s, N m s", fit->variances.state_sigma);
  noise->remark =
      g_strdup(fit->variances.is_quiet
                   ? _("At its lower limit: the logs show no state error.")
                   : _("Standard deviation of a component of the impulse missing in each step."));
  return noise;
}

/* Returns TRUE if an earlier log has the sensor. */
static gboolean
is_listed(const TrFit *fit, int log, int sensor)
{
  for (int l = 0; l < log; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++)
      if (fit->logs[l].sensors[s].sensor == sensor)
        return TRUE;
  return FALSE;
}

GPtrArray *
trammel_noise_new(TrammelRun *run)
{
  const TrFit *fit = trammel_run_get_fit(run);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  GPtrArray *rows = g_ptr_array_new_with_free_func(free_noise);

  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++)
      if (!is_listed(fit, l, fit->logs[l].sensors[s].sensor))
        g_ptr_array_add(rows, new_sensor(task, &fit->logs[l].sensors[s]));
  if (isfinite(fit->variances.state_sigma))
    g_ptr_array_add(rows, new_state(fit));
  return rows;
}

gboolean
trammel_noise_is_found(TrammelRun *run)
{
  return trammel_run_get_fit(run)->variances.rounds > 0;
}
