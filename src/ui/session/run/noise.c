#include "ui/session/run/noise.h"

#include <glib/gi18n.h>

#include <math.h>

#include "engine/mbs/model/sensor.h"
#include "io/result/weights/state_sigma.h"
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

/* Returns the sentence on the size of a state error. */
static char *
describe_state(const TrammelStateSigma *state, gboolean is_quiet)
{
  if (is_quiet)
    return g_strdup(_("At its lower limit: the logs show no state error."));
  g_autofree char *size =
      state->inertial > 0
          ? g_strdup_printf(_("Standard deviation of the impulse missing at this joint in each "
                              "step: %.2g %% of that of inertia."),
                            100 * state->sigma / state->inertial)
          : g_strdup(_("Standard deviation of the impulse missing at this joint in each step."));
  return state->is_at_floor ? g_strdup_printf("%s %s", size, _("The logs suggest less."))
                            : g_steal_pointer(&size);
}

static TrammelNoise *
new_state(const TrammelStateSigma *state, gboolean is_quiet)
{
  TrammelNoise *noise = g_new0(TrammelNoise, 1);

  noise->name = g_strdup(state->joint);
  noise->stated = g_strdup("");
  noise->used = trammel_format_prefixed(state->sigma, state->unit);
  noise->remark = describe_state(state, is_quiet);
  return noise;
}

/* Adds the state error of each joint below a heading. */
static void
add_states(GPtrArray *rows, const TrFit *fit)
{
  g_autoptr(GArray) states = trammel_state_sigmas_new(fit);
  TrammelNoise *heading = g_new0(TrammelNoise, 1);

  heading->name = g_strdup(_("State error in a step"));
  g_ptr_array_add(rows, heading);
  for (guint i = 0; i < states->len; i++)
    g_ptr_array_add(
        rows, new_state(&g_array_index(states, TrammelStateSigma, i), fit->variances.is_quiet));
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
    add_states(rows, fit);
  return rows;
}

gboolean
trammel_noise_is_found(TrammelRun *run)
{
  return trammel_run_get_fit(run)->variances.rounds > 0;
}
