#include "ui/session/import/mapping-check.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/est/predict/validate.h"
#include "engine/est/prepare/prepare.h"
#include "engine/mbs/model/sensor.h"
#include "io/base/error.h"
#include "io/problem/problem.h"
#include "io/study/validation.h"
#include "ui/session/text/format.h"

/* A correlation below this suggests a wrong sign. */
#define DOUBTFUL (-0.3)

/* A model that moves so many times as far as the log has run away: its direction tells little. */
#define RUN_AWAY 8.0

static void
trace_free(gpointer data)
{
  TrammelMappingTrace *trace = data;

  g_free(trace->signal);
  g_free(trace->t);
  g_free(trace->measured);
  g_free(trace->simulated);
  g_free(trace);
}

void
trammel_mapping_check_free(TrammelMappingCheck *check)
{
  g_ptr_array_unref(check->traces);
  g_free(check->error);
  g_free(check);
}

/* Sets correlation and ratio of a trace. */
static void
compare(TrammelMappingTrace *trace)
{
  const double *x = trace->measured, *y = trace->simulated, n = (double)trace->n;
  double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0;

  for (gsize i = 0; i < trace->n; i++) {
    mean_x += x[i] / n;
    mean_y += y[i] / n;
  }
  for (gsize i = 0; i < trace->n; i++) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  trace->correlation = xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
  trace->ratio = xx > 0 ? sqrt(yy / xx) : NAN;
}

static void
add_trace(TrammelMappingCheck *check, const TrModel *model, const TrSensorScore *score)
{
  const TrSensor *sensor = &model->sensors[score->sensor];
  TrammelMappingTrace *trace = g_new0(TrammelMappingTrace, 1);
  double factor;

  trace->signal = g_strdup(sensor->name);
  trace->unit = trammel_display_unit(tr_sensor_unit(model, score->sensor), &factor);
  trace->n = score->n_samples;
  trace->t = g_memdup2(score->t, trace->n * sizeof(double));
  trace->measured = g_memdup2(score->measured, trace->n * sizeof(double));
  trace->simulated = g_memdup2(score->simulated, trace->n * sizeof(double));
  for (gsize i = 0; i < trace->n; i++) {
    trace->measured[i] *= factor;
    trace->simulated[i] *= factor;
  }
  compare(trace);
  g_ptr_array_add(check->traces, trace);
}

static bool
goes_on(void *user, const void *event)
{
  return !g_cancellable_is_cancelled(user);
}

static gboolean
simulate(TrammelMappingCheck *check,
         const TrammelProblem *problem,
         GCancellable *cancellable,
         GError **error)
{
  TrTask task = *trammel_problem_get_task(problem);
  TrError detail = trammel_error_record();
  TrPrepared prepared;
  TrLogScore *score = NULL;

  task.monitor = (TrMonitor){.func = goes_on, .user = cancellable};
  TrStatus status = tr_prepare(&prepared, &task, &detail);
  if (status == TR_OK) {
    g_autofree double *values = trammel_task_dup_start(&task);
    const TrScoreOptions options = {
        .start = TR_START_FIRST_SAMPLE, .h = NAN, .traces = true, .motion = prepared.logs[0].start};
    status = tr_score_log(&score, &task, 0, values, &options, &detail);
    for (int i = 0; score && i < score->n_sensors; i++)
      if (score->sensors[i].simulated)
        add_trace(check, task.model, &score->sensors[i]);
    tr_log_score_free(score);
    tr_prepared_clear(&prepared);
  }
  if (status != TR_OK)
    trammel_error_set_status(error, status, &detail);
  return status == TR_OK;
}

TrammelMappingCheck *
trammel_mapping_check_new(const TrammelProject *project, guint log, GCancellable *cancellable)
{
  TrammelMappingCheck *check = g_new0(TrammelMappingCheck, 1);
  const char *const names[] = {trammel_project_get_log_name(project, log), NULL};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, names, cancellable, &error);

  check->traces = g_ptr_array_new_with_free_func(trace_free);
  if (problem)
    simulate(check, problem, cancellable, &error);
  if (error)
    check->error = g_strdup(error->message);
  else if (check->traces->len == 0)
    check->error = g_strdup(_("The model cannot be simulated with its current parameters."));
  return check;
}

char *
trammel_mapping_trace_describe(const TrammelMappingTrace *trace, gboolean *flip)
{
  *flip = trace->correlation < DOUBTFUL;
  if (isnan(trace->correlation))
    return g_strdup(_("Log and model cannot be compared: one of them does not move."));
  if (trace->ratio > RUN_AWAY)
    return g_strdup_printf(*flip ? _("The model moves %.0f times as far as the log, and against "
                                     "it: are unit, gain, start values and sign right?")
                                 : _("The model moves %.0f times as far as the log: are unit, gain "
                                     "and start values right?"),
                           trace->ratio);
  if (*flip)
    return g_strdup_printf(_("Log and model move against each other (correlation %.2f): "
                             "is the sign wrong?"),
                           trace->correlation);
  return g_strdup_printf(trace->correlation > -DOUBTFUL
                             ? _("Log and model move alike (correlation %.2f).")
                             : _("Log and model do not move alike (correlation %.2f): "
                                 "are channel and unit right?"),
                         trace->correlation);
}
