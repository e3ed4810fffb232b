#include "ui/pages/validate/series.h"

#include <glib/gi18n.h>

#include "engine/mbs/model/joint.h"
#include "engine/mbs/model/sensor.h"
#include "ui/session/text/format.h"

const char *
trammel_validate_name(const TrammelReplay *replay, int sensor, const char **unit, double *factor)
{
  int own = replay->score->sensors[sensor].sensor;

  *unit = trammel_display_unit(tr_sensor_unit(replay->model, own), factor);
  return replay->model->sensors[own].name;
}

static GPtrArray *
new_list(void)
{
  return g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
}

/* Values of the samples of a sensor. */
typedef struct {
  const TrSensorScore *from;
  const double *y, *minus; /* y - minus (nullable) */
  double factor;           /* to the display unit */
} Trace;

static void
add_curve(GPtrArray *list, const char *name, Trace trace, const TrammelSeriesStyle *style)
{
  const TrSensorScore *from = trace.from;
  g_autofree double *values = g_new(double, from->n_samples + 1);

  for (gsize i = 0; i < from->n_samples; i++)
    values[i] = trace.factor * (trace.minus ? trace.y[i] - trace.minus[i] : trace.y[i]);
  g_ptr_array_add(list, trammel_series_new(name, from->t, values, from->n_samples, style));
}

GPtrArray *
trammel_validate_signal(const TrammelReplay *replay, int sensor)
{
  const TrSensorScore *from = &replay->score->sensors[sensor];
  const TrammelSeriesStyle simulated = {.role = TRAMMEL_ROLE_SIMULATED, .width = 3},
                           measured = {.role = TRAMMEL_ROLE_MEASURED,
                                       .shape = TRAMMEL_SHAPE_POINTS,
                                       .width = 1};
  GPtrArray *list = new_list();
  const char *unit;
  double factor;

  trammel_validate_name(replay, sensor, &unit, &factor);
  if (!from->simulated)
    return list;
  add_curve(list, _("simulated"), (Trace){from, from->simulated, NULL, factor}, &simulated);
  add_curve(list, _("measured"), (Trace){from, from->measured, NULL, factor}, &measured);
  return list;
}

/* Adds the threshold of the horizon if the errors come near to it. */
static void
add_limits(GPtrArray *list, const TrSensorScore *from, double factor)
{
  double limit = from->threshold * factor;
  TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_START, .width = 1};

  if (!(from->largest > 0.5 * from->threshold))
    return;
  g_ptr_array_add(list, trammel_series_new_level(_("limit of the horizon"), limit, limit, &style));
  style.not_in_legend = TRUE;
  g_ptr_array_add(list, trammel_series_new_level("", -limit, -limit, &style));
}

GPtrArray *
trammel_validate_error(const TrammelReplay *replay, int sensor)
{
  const TrSensorScore *from = &replay->score->sensors[sensor];
  const TrammelSeriesStyle zero = {.role = TRAMMEL_ROLE_START, .width = 1, .not_in_legend = TRUE},
                           end = {.role = TRAMMEL_ROLE_WARNING, .width = 1.5},
                           error = {.role = TRAMMEL_ROLE_SIMULATED, .width = 1.5};
  GPtrArray *list = new_list();
  const char *unit;
  double factor;

  trammel_validate_name(replay, sensor, &unit, &factor);
  if (!from->simulated)
    return list;
  add_limits(list, from, factor);
  g_ptr_array_add(list, trammel_series_new_level("", 0, 0, &zero));
  add_curve(list, _("simulated − measured"), (Trace){from, from->simulated, from->measured, factor},
            &error);
  if (from->horizon < replay->score->duration)
    g_ptr_array_add(list, trammel_series_new_x_level(_("end of the horizon"),
                                                     replay->score->start + from->horizon, &end));
  return list;
}
