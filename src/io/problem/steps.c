#include "io/problem/steps.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/base/order.h"
#include "engine/signal/lost.h"
#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/project/private.h"

/* Time between two samples [s] from which stamps are taken for milliseconds, or microseconds. */
#define SLOW_SAMPLES      0.5
#define VERY_SLOW_SAMPLES 500.0

static double
median_step(const double *t, gsize n_samples)
{
  gsize n = n_samples > 1 ? n_samples - 1 : 0;
  g_autofree double *steps = g_new(double, n + 1);

  for (gsize i = 0; i < n; i++)
    steps[i] = t[i + 1] - t[i];
  return n ? tr_order(steps, n, n / 2) : 0;
}

/* Returns the index of the log in the project. */
static guint
find_log(const TrammelProject *project, const TrLog *log)
{
  guint i = 0;

  while (!g_str_equal(trammel_project_get_log_name(project, i), log->name))
    i++;
  return i;
}

/* Returns the unit that stamps of a clock in seconds probably have, NULL for seconds. */
static const char *
suspect_unit(double step, const TrammelClock *clock)
{
  gboolean is_seconds = clock->column && !clock->dates && (isnan(clock->unit) || clock->unit == 1);

  return !is_seconds || step < SLOW_SAMPLES ? NULL : step < VERY_SLOW_SAMPLES ? "ms" : "us";
}

/* Returns the time between the samples of the first sensor, 0 if there is none. */
static double
find_step(const TrLog *log)
{
  for (int i = 0; i < log->n_channels; i++)
    if (log->channels[i].kind == TR_SIGNAL_SENSOR)
      return median_step(log->channels[i].t, log->channels[i].n);
  return 0;
}

/* Returns the advice for the first log whose unit of time is suspect, an empty text if there is
 * none. */
static char *
advise_unit(const TrammelProject *project, const TrTask *task)
{
  for (int i = 0; i < task->n_logs; i++) {
    double step = find_step(&task->logs[i]);
    guint index = find_log(project, &task->logs[i]);
    const char *unit = suspect_unit(step, &trammel_project_get_log(project, index)->clock);
    if (unit)
      return trammel_bilingual_dup("the samples of log '%s' are %g s apart: if its time stamps are "
                                   "in %s, give its time that unit; or ",
                                   task->logs[i].name, step, unit);
  }
  return g_strdup("");
}

/* Share of a step that a log may lack at its end. */
#define STEP_TOLERANCE 1e-6

static double
count_steps(const TrLog *logs, int n, double h)
{
  double steps = 0;

  for (int i = 0; i < n; i++)
    steps += ceil(fmax(logs[i].end - logs[i].start, 0) / h - STEP_TOLERANCE);
  return steps;
}

gboolean
trammel_steps_check_limit(const TrammelProject *project, const TrTask *task, GError **error)
{
  double h = task->settings.h, most = trammel_project_get_max_steps(project);
  double steps = count_steps(task->logs, task->n_logs, h) +
                 count_steps(task->validation, task->n_validation, h);

  if (!(steps > most))
    return TRUE;
  g_autofree char *size =
      g_format_size((guint64)fmin(trammel_project_get_step_bytes(project) * steps, 1e18));
  g_autofree char *advice = advise_unit(project, task);
  g_autoptr(GError) found = NULL;
  trammel_error_set(
      &found, TRAMMEL_ERROR_TOO_LARGE,
      "a fit needs about %s of memory: the logs have %.10g steps of h = %g s, and the "
      "limit is %.0f; %smake h larger, trim the logs, or allow them by settings.max_steps "
      "(--max-steps)",
      size, steps, h, most, advice);
  trammel_error_set_steps(found, steps);
  g_propagate_error(error, g_steal_pointer(&found));
  return FALSE;
}

/* Adds the finding on stamps that are `step` seconds apart. */
static void
suspect_time(GArray *findings, const TrammelProject *project, guint index, double step)
{
  const TrammelLogEntry *log = trammel_project_get_log(project, index);
  const char *unit = suspect_unit(step, &log->clock);
  TrammelPlace place = {.log = log->name};

  if (!unit)
    return;
  trammel_findings_add(findings, &place, "warning", "time-unit-suspicion",
                       N_("The samples of log '%s' are %g s apart, which is slow for a mechanism; "
                          "if its time stamps are in %s, give its time that unit."),
                       log->name, step, unit);
  if (log->has_clock)
    trammel_findings_fix_word(findings, unit, "logs[%u].time.unit", index);
}

void
trammel_steps_suspect_stamps(
    GArray *findings, const TrammelProject *project, guint log, const double *t, gsize n)
{
  suspect_time(findings, project, log, median_step(t, n));
}

/* Stamps are rounded, and clocks differ by more than a part in 10^5; as in io/check/motion.c. */
#define LEAST_SHORTER 0.02

static void
compare_steps(GArray *findings, const TrTask *task, const TrLog *log)
{
  double h = task->settings.h;

  for (int i = 0; i < log->n_channels; i++) {
    const TrChannel *channel = &log->channels[i];
    if (channel->kind != TR_SIGNAL_SENSOR || task->model->sensors[channel->index].axis > 0)
      continue;
    double step = median_step(channel->t, channel->n);
    const char *sensor = task->model->sensors[channel->index].name;
    TrammelPlace place = {.log = log->name, .signal = sensor};
    if (h < step * (1 - LEAST_SHORTER))
      trammel_findings_add(
          findings, &place, task->settings.h_is_auto ? "info" : "warning", "h-below-sample-step",
          N_("Log '%s': h = %g s is shorter than the time between two samples of '%s' "
             "(%g s), so some nodes have no measurement; make h at least as long."),
          log->name, h, sensor, step);
  }
}

/* Places of lost samples in a log that are no accident. */
enum { LEAST_LOST = 3 };

/* Adds the finding on samples that are lost between two stamps, of the sensor with most of them. */
static void
find_lost(GArray *findings, const TrTask *task, const TrLog *log)
{
  const TrChannel *worst = NULL;
  TrLostSamples most = {0};

  for (int i = 0; i < log->n_channels; i++) {
    const TrChannel *channel = &log->channels[i];
    TrLostSamples lost;
    if (channel->kind != TR_SIGNAL_SENSOR ||
        tr_lost_samples_find(&lost, channel->t, channel->y, channel->n) != TR_OK ||
        lost.n <= most.n)
      continue;
    most = lost;
    worst = channel;
  }
  if (most.n < LEAST_LOST)
    return;
  const char *sensor = task->model->sensors[worst->index].name;
  TrammelPlace place = {.log = log->name, .signal = sensor};
  trammel_findings_add(
      findings, &place, "warning", "samples-lost",
      N_("Log '%s': in %zu places, the first after %.4g s, '%s' moves by two steps "
         "at once: samples were lost there, but the time stamps count on. "
         "Everything after such a place comes too early. Use the stamps of the "
         "samples themselves, or exclude these times."),
      log->name, most.n, worst->t[most.first], sensor);
}

void
trammel_steps_find_faults(GArray *findings, const TrammelProject *project, const TrTask *task)
{
  for (int i = 0; i < task->n_logs; i++) {
    compare_steps(findings, task, &task->logs[i]);
    find_lost(findings, task, &task->logs[i]);
    suspect_time(findings, project, find_log(project, &task->logs[i]), find_step(&task->logs[i]));
  }
}
