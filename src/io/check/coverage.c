/* Checks of the logs' spans and mappings: trims and excluded ranges against samples, inputs that
 * end before the log, sensors and motors without a column. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "io/check/private.h"

/* Share of the log by which a trim may exceed its end. */
#define TRIM_SHARE 0.01

/* Checks trim and excluded ranges against the samples. */
static void
check_trim(const TrammelCheck *check, int log)
{
  const TrLog *data = &check->task->logs[log];
  const TrammelLogEntry *entry = trammel_project_get_log(check->project, check->log_index[log]);
  TrammelPlace place = {.log = data->name};
  double past = fmax(check->task->settings.h, TRIM_SHARE * (data->end - data->start));

  if (isfinite(entry->trim[1]) && entry->trim[1] > data->end + past) {
    trammel_findings_add(
        check->findings, &place, "info", "trim-outside-log",
        N_("The trim ends at %g s, but the samples end at %.6g s; shorten the trim."),
        entry->trim[1], data->end);
    trammel_findings_fix_number(check->findings, trammel_round_digits(data->end, 6),
                                "logs[%u].trim[1]", check->log_index[log]);
  }
  for (int i = 0; i < data->n_excluded; i++)
    if (data->excluded[i][1] <= data->start || data->excluded[i][0] >= data->end)
      trammel_findings_add(check->findings, &place, "info", "exclude-outside-log",
                           N_("The excluded range from %g to %g s is outside the log's span from "
                              "%g to %g s and has no effect; remove it."),
                           data->excluded[i][0], data->excluded[i][1], data->start, data->end);
}

/* Reports inputs whose samples begin after the log or end before it: their first and last values
 * are held. */
static void
check_inputs(const TrammelCheck *check, int log)
{
  const TrLog *data = &check->task->logs[log];
  double past = fmax(10 * check->task->settings.h, TRIM_SHARE * (data->end - data->start));

  for (int i = 0; i < data->n_channels; i++) {
    const TrChannel *channel = &data->channels[i];
    if (channel->kind == TR_SIGNAL_SENSOR || channel->n < 2)
      continue;
    TrammelPlace place = {.log = data->name,
                          .signal = check->task->model->motors[channel->index].name};
    double first = fmax(channel->t[0], data->start);
    double last = fmin(channel->t[channel->n - 1], data->end);
    if (first <= data->start + past && last >= data->end - past)
      continue;
    trammel_findings_add(
        check->findings, &place, "warning", "input-outside-samples",
        N_("The samples of the input of motor '%s' go from %.6g to %.6g s, but the log from %.6g "
           "to %.6g s: outside of them the input counts as constant. Trim the log to the input."),
        place.signal, first, last, data->start, data->end);
    g_autofree char *trim = g_strdup_printf("[%.12g, %.12g]", trammel_round_digits(first, 9),
                                            trammel_round_digits(last, 9));
    trammel_findings_fix(check->findings, trim, "logs[%u].trim", check->log_index[log]);
  }
}

void
trammel_check_span(const TrammelCheck *check, int log)
{
  check_trim(check, log);
  check_inputs(check, log);
}

void
trammel_check_mapping(const TrammelCheck *check)
{
  const TrModel *model = check->task->model;

  for (int s = 0; s < model->n_sensors; s++) {
    gboolean is_mapped = FALSE;
    for (int l = 0; l < check->task->n_logs; l++)
      is_mapped = is_mapped || tr_log_find(&check->task->logs[l], TR_SIGNAL_SENSOR, s);
    TrammelPlace place = {.signal = model->sensors[s].name};
    if (!is_mapped)
      trammel_findings_add(
          check->findings, &place, "info", "sensor-without-channel",
          N_("No log has a channel for sensor '%s'; map a column to it, if there is "
             "one."),
          place.signal);
  }
  for (int l = 0; l < check->task->n_logs; l++)
    for (int m = 0; m < model->n_motors; m++) {
      TrammelPlace place = {.log = check->task->logs[l].name, .signal = model->motors[m].name};
      if (tr_log_find(&check->task->logs[l], TR_SIGNAL_MOTOR, m))
        continue;
      trammel_findings_add(
          check->findings, &place, "warning", "motor-without-channel",
          N_("Log '%s' has no channel for motor '%s', so its input counts as 0; map "
             "a column to it, or state a constant."),
          place.log, place.signal);
      g_autofree char *value =
          g_strdup_printf("{ \"signal\": \"%s\", \"constant\": 0 }", place.signal);
      trammel_findings_fix(check->findings, value, "logs[%u].channels[]", check->log_index[l]);
    }
}
