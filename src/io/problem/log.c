#include "io/problem/log.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/signal/timing.h"
#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/log/load.h"
#include "io/problem/channel_values.h"
#include "io/problem/clock.h"
#include "io/problem/drive.h"
#include "io/problem/finding.h"
#include "io/units/sensor_unit.h"

/* State of the reading of one log. */
typedef struct {
  const TrammelProject *project;
  const TrammelLogEntry *entry;
  const TrammelDataset *dataset;
  TrammelLogData *data;
  GArray *findings;
  TrammelOrigin first; /* stamp of the log */
  double last;         /* of the log's own clock [s] since the first stamp; NAN without one */
} Reader;

void
trammel_log_data_free(TrammelLogData *data)
{
  if (!data)
    return;
  g_array_unref(data->channels);
  g_ptr_array_unref(data->numbers);
  g_array_unref(data->excluded);
  g_clear_pointer(&data->own, g_array_unref);
  g_free(data->sha256);
  g_free(data);
}

static void
find_signal(TrChannel *channel, const TrModel *model, const char *signal)
{
  int sensor = trammel_sensor_find(model, signal);

  if (sensor >= 0)
    *channel = (TrChannel){.kind = TR_SIGNAL_SENSOR, .index = sensor};
  for (int i = 0; i < model->n_motors; i++)
    if (g_str_equal(model->motors[i].name, signal))
      *channel = (TrChannel){.kind = TR_SIGNAL_MOTOR, .index = i};
}

/* Returns the unit that the sensor measures, or of the motion that a drive or a servo gets; "1" for
 * inputs of other motors. */
static const char *
get_wanted_unit(const TrModel *model, const TrChannel *channel)
{
  const TrMotor *motor;
  const TrJoint *joint;

  if (channel->kind == TR_SIGNAL_SENSOR)
    return tr_sensor_unit(model, channel->index);
  motor = &model->motors[channel->index];
  joint = &model->joints[motor->joint];
  switch (tr_motor_channel_motion(motor)) {
  case TR_DRIVE_POSITION:
    return tr_joint_position_unit(joint);
  case TR_DRIVE_VELOCITY:
    return tr_joint_velocity_unit(joint);
  case TR_DRIVE_ACCELERATION:
    return tr_joint_acceleration_unit(joint);
  default:
    return "1";
  }
}

/* Checks the dimension of a unit; counts are converted by the scale. */
static gboolean
check_dimension(const Reader *reader,
                const TrChannel *channel,
                const TrammelMapping *mapping,
                const char *unit,
                TrammelDimension found,
                GError **error)
{
  const TrModel *model = reader->project->model;
  gboolean is_sensor = channel->kind == TR_SIGNAL_SENSOR;
  const char *wanted_unit = get_wanted_unit(model, channel);
  TrammelDimension wanted = TRAMMEL_DIMENSION_NONE;

  trammel_unit_parse(wanted_unit, NULL, &wanted);
  if (found == TRAMMEL_DIMENSION_NONE ||
      (!is_sensor && tr_motor_channel_motion(&model->motors[channel->index]) == TR_DRIVE_NONE))
    return TRUE;
  if (found == wanted)
    return TRUE;

  g_autofree char *seat = is_sensor
                              ? trammel_sensor_dup_seat(model, channel->index)
                              : trammel_joint_dup_name(model, model->motors[channel->index].joint);
  trammel_error_set(
      error, TRAMMEL_ERROR_INVALID,
      "log '%s': column '%s' has the unit '%s', which is %s, but %s '%s' %s %s (%s); give a "
      "unit such as '%s', or map another column",
      reader->entry->name, mapping->column, unit, trammel_dimension_describe(found),
      is_sensor ? TRAMMEL_WORD("sensor") : TRAMMEL_WORD("motor"), mapping->signal,
      is_sensor ? TRAMMEL_WORD("measures") : TRAMMEL_WORD("prescribes"),
      trammel_dimension_describe(wanted), seat, wanted_unit);
  return FALSE;
}

/* Sets the factor to SI: the project's unit, else the file's, else SI. */
static gboolean
find_factor(const Reader *reader,
            const TrChannel *channel,
            const TrammelMapping *mapping,
            const TrammelColumn *source,
            double *factor,
            GError **error)
{
  const char *unit = mapping->unit ? mapping->unit : source ? source->unit : NULL;
  TrammelPlace place = {reader->entry->name, mapping->signal, mapping->column};
  TrammelDimension dimension;

  *factor = 1;
  if (!unit)
    return TRUE;
  if (trammel_unit_parse(unit, factor, NULL)) {
    g_autofree char *processed = trammel_channel_values_dup_unit(mapping, unit);
    return !trammel_unit_parse(processed, NULL, &dimension) ||
           check_dimension(reader, channel, mapping, processed, dimension, error);
  }
  *factor = 1;
  if (mapping->unit && channel->kind == TR_SIGNAL_SENSOR) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "log '%s': '%s' of sensor '%s' is not a known unit; use one such as '%s', or "
                      "leave it out and give the scale",
                      reader->entry->name, unit, mapping->signal,
                      tr_sensor_unit(reader->project->model, channel->index));
    return FALSE;
  }
  trammel_findings_add(reader->findings, &place, "warning", "unknown-unit",
                       N_("Log '%s': the unit '%s' of '%s' is not known, so its numbers are used "
                          "unchanged; give a unit or a scale in the project."),
                       reader->entry->name, unit, mapping->signal);
  return TRUE;
}

/* Returns the standard deviation of an unknown delay [s]; 0 where the project states the delay. */
static double
find_delay_sd(const Reader *reader, const TrChannel *channel, const TrammelMapping *mapping)
{
  if (reader->entry->timing_is_known || mapping->delay != 0)
    return 0;
  return tr_channel_delay_sd(channel, !mapping->between_is_stated);
}

static void
take_channel(Reader *reader, TrChannel channel, const TrammelMapping *mapping, double *t, double *y)
{
  channel.t = t;
  channel.y = y;
  channel.offset = mapping->offset;
  channel.scale = mapping->scale;
  channel.delay = mapping->delay;
  channel.delay_sd = find_delay_sd(reader, &channel, mapping);
  channel.start = mapping->start;
  channel.start_rate = mapping->start_rate;
  g_ptr_array_add(reader->data->numbers, t);
  g_ptr_array_add(reader->data->numbers, y);
  g_array_append_val(reader->data->channels, channel);
}

static gboolean
add_constant(Reader *reader, TrChannel channel, const TrammelMapping *mapping, GError **error)
{
  double factor;

  if (!find_factor(reader, &channel, mapping, NULL, &factor, error))
    return FALSE;

  double *t = g_new0(double, 1), *y = g_new(double, 1);
  y[0] = mapping->sign * mapping->scale * factor * mapping->constant - mapping->offset;
  channel.n = 1;
  take_channel(reader, channel, mapping, t, y);
  return TRUE;
}

/* Numbers of a column, one at each stamp, and the factor of their unit. */
typedef struct {
  const TrammelStamps *stamps;
  const double *raw;
  double factor;
} Samples;

/* Fills a channel with the processed samples; missing ones are left out. */
static gboolean
fill_channel(Reader *reader,
             TrChannel channel,
             const TrammelChannelSource *source,
             const Samples *samples,
             GError **error)
{
  const TrammelMapping *mapping = source->mapping;
  const TrammelStamps *stamps = samples->stamps;
  double shift = channel.kind == TR_SIGNAL_SENSOR ? -mapping->delay : mapping->delay;
  double gain = mapping->sign * mapping->scale * samples->factor;
  double *t = g_new(double, MAX(stamps->n, 1)), *y = g_new(double, MAX(stamps->n, 1));

  for (gsize i = 0; i < stamps->n; i++)
    if (isfinite(samples->raw[i]) && isfinite(stamps->raw[i])) {
      t[channel.n] = trammel_stamps_get(stamps, i, reader->first);
      y[channel.n++] = samples->raw[i];
    }
  gboolean ok = trammel_channel_values_process(source, &t, &y, &channel.n, error);
  for (gsize i = 0; i < channel.n; i++) {
    t[i] += shift;
    y[i] = gain * y[i] - mapping->offset;
  }
  take_channel(reader, channel, mapping, t, y);
  if (ok && channel.n == 0)
    trammel_error_set(
        error, TRAMMEL_ERROR_INVALID,
        "log '%s': column '%s' of '%s' holds no number at a time stamp; map another column",
        reader->entry->name, mapping->column, mapping->signal);
  return ok && channel.n > 0;
}

/* Reports that a filter correlates the errors of the samples of a sensor. */
static void
report_filter(Reader *reader, const TrChannel *channel, const TrammelMapping *mapping)
{
  TrammelPlace place = {reader->entry->name, mapping->signal, mapping->column};
  gboolean is_filtered = FALSE;

  for (int i = 0; i < mapping->n_process; i++)
    is_filtered = is_filtered || mapping->process[i].kind == TR_PROCESS_LOW_PASS ||
                  mapping->process[i].kind == TR_PROCESS_BAND_PASS;
  if (is_filtered && channel->kind == TR_SIGNAL_SENSOR)
    trammel_findings_add(reader->findings, &place, "info", "channel-filtered",
                         N_("Log '%s': '%s' is filtered, so the errors of its samples are "
                            "correlated and the intervals become too narrow; the fit removes noise "
                            "by itself, so filter only what is no noise."),
                         reader->entry->name, mapping->signal);
}

static gboolean
add_column(Reader *reader, TrChannel channel, const TrammelChannel *entry, GError **error)
{
  const TrammelMapping *mapping = &entry->mapping;
  const TrammelClock *clock = entry->has_clock ? &entry->clock : &reader->entry->clock;
  const TrammelChannelSource source = {reader->dataset, reader->entry->name, mapping};
  const TrammelColumn *column = NULL;
  gsize n = 0;
  double factor;
  g_autofree double *raw = trammel_channel_values_read(&source, &n, &column, error);
  TrammelStamps stamps;

  if (!raw || !find_factor(reader, &channel, mapping, column, &factor, error) ||
      !trammel_stamps_read(&stamps, reader->dataset, reader->entry->name, clock, n, error))
    return FALSE;
  gboolean ok = stamps.n == n;
  if (!ok)
    trammel_error_set(
        error, TRAMMEL_ERROR_INVALID,
        "log '%s': '%s' has %zu values but its time has %zu; give the channel its own time",
        reader->entry->name, mapping->column, n, stamps.n);
  const Samples samples = {&stamps, raw, factor};
  report_filter(reader, &channel, mapping);
  ok = ok && fill_channel(reader, channel, &source, &samples, error);
  trammel_stamps_clear(&stamps);
  return ok;
}

static gboolean
add_channel(Reader *reader, const TrammelChannel *entry, GError **error)
{
  TrChannel channel = {0};

  find_signal(&channel, reader->project->model, entry->mapping.signal);
  channel.linear = entry->mapping.linear;
  return entry->mapping.column ? add_column(reader, channel, entry, error)
                               : add_constant(reader, channel, &entry->mapping, error);
}

/* Sets the origin of time: the first stamp of the log's clock, or of all channels when each has its
 * own and the log states none. */
static gboolean
find_first_stamp(Reader *reader, GError **error)
{
  const TrammelLogEntry *entry = reader->entry;
  gboolean is_used = entry->has_clock;
  TrammelOrigin first = {NAN, 1, 0}, last = first;

  for (guint i = 0; i < entry->channels->len; i++) {
    const TrammelChannel *channel = &g_array_index(entry->channels, TrammelChannel, i);
    is_used = is_used || (channel->mapping.column && !channel->has_clock);
  }
  for (guint i = 0; i <= entry->channels->len; i++) {
    gboolean is_own = i < entry->channels->len;
    const TrammelChannel *channel =
        is_own ? &g_array_index(entry->channels, TrammelChannel, i) : NULL;
    if (is_own ? is_used || !channel->has_clock || !channel->mapping.column : !is_used)
      continue;
    TrammelStamps stamps;
    if (!trammel_stamps_read(&stamps, reader->dataset, entry->name,
                             is_own ? &channel->clock : &entry->clock, 1, error))
      return FALSE;
    TrammelOrigin candidate = trammel_stamps_get_first(&stamps);
    if (isnan(first.raw) || trammel_origin_measure(candidate, first) < 0)
      first = candidate;
    if (!is_own)
      last = trammel_stamps_get_last(&stamps);
    trammel_stamps_clear(&stamps);
  }
  reader->first = isnan(first.raw) ? (TrammelOrigin){0, 1, 0} : first;
  reader->last = trammel_origin_measure(last, reader->first);
  return TRUE;
}

/* Returns the end of the samples: those of the sensors or, for a log that only drives a simulation,
 * those of the motors or the clock. */
static double
find_last(const Reader *reader)
{
  double sensors = -INFINITY, motors = -INFINITY;

  for (guint i = 0; i < reader->data->channels->len; i++) {
    const TrChannel *channel = &g_array_index(reader->data->channels, TrChannel, i);
    double *last = channel->kind == TR_SIGNAL_SENSOR ? &sensors : &motors;
    *last = fmax(*last, channel->t[channel->n - 1]);
  }
  return isfinite(sensors) ? sensors : fmax(motors, reader->last);
}

/* Sets start and end from the trim and the samples. */
static gboolean
set_span(Reader *reader, GError **error)
{
  const TrammelLogEntry *entry = reader->entry;
  TrLog *log = &reader->data->log;
  double last = find_last(reader);

  if (!isfinite(last)) {
    trammel_error_set(
        error, TRAMMEL_ERROR_INVALID,
        "log '%s' has neither a channel nor a time column, so there is nothing to use; map "
        "at least one column to a sensor of the model",
        entry->name);
    return FALSE;
  }
  log->start = fmax(entry->trim[0], 0);
  log->end = fmin(entry->trim[1], last);
  if (log->start < log->end)
    return TRUE;
  if (isinf(entry->trim[0]) && isinf(entry->trim[1]))
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "log '%s' ends %g s after its first time stamp, so there is nothing to use; "
                      "use a longer log, or check its channels and their delays",
                      entry->name, last);
  else
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "log '%s': the trim from %g to %g s leaves nothing, since the samples end %g "
                      "s after the first; change the trim",
                      entry->name, entry->trim[0], entry->trim[1], last);
  return FALSE;
}

/* Returns the index of the log in the project's file. */
static guint
find_log_index(const Reader *reader)
{
  guint i = 0;

  while (trammel_project_get_log(reader->project, i) != reader->entry)
    i++;
  return i;
}

static void
report_idle_drive(Reader *reader, const TrMotor *motor)
{
  TrammelPlace place = {.log = reader->entry->name, .signal = motor->name};

  trammel_findings_add(reader->findings, &place, "error", "drive-without-channel",
                       N_("Log '%s': motor '%s' with drive '%s' prescribes the motion of joint "
                          "'%s', but no column gives it; map one to '%s', or remove its drive."),
                       reader->entry->name, motor->name, tr_drive_name(motor->drive),
                       reader->project->model->joints[motor->joint].name, motor->name);
}

static void
report_unmapped_motor(Reader *reader, const char *motor)
{
  TrammelPlace place = {.log = reader->entry->name, .signal = motor};
  g_autoptr(GString) channel = g_string_new("{ \"signal\": ");

  trammel_findings_add(reader->findings, &place, "warning", "motor-without-channel",
                       N_("Log '%s' has no channel for motor '%s', so its input counts as 0; map a "
                          "column to it, or state a constant."),
                       reader->entry->name, motor);
  trammel_json_append_quoted(channel, motor);
  g_string_append(channel, ", \"constant\": 0 }");
  trammel_findings_fix(reader->findings, channel->str, "logs[%u].channels[]",
                       find_log_index(reader));
}

static void
find_unmapped_motors(Reader *reader)
{
  const TrModel *model = reader->project->model;

  for (int m = 0; m < model->n_motors; m++) {
    gboolean is_mapped = FALSE;
    for (guint i = 0; i < reader->data->channels->len; i++) {
      const TrChannel *channel = &g_array_index(reader->data->channels, TrChannel, i);
      is_mapped = is_mapped || (channel->kind == TR_SIGNAL_MOTOR && channel->index == m);
    }
    if (!is_mapped && model->motors[m].drive != TR_DRIVE_NONE)
      report_idle_drive(reader, &model->motors[m]);
    else if (!is_mapped)
      report_unmapped_motor(reader, model->motors[m].name);
  }
}

void
trammel_log_find_file_faults(GArray *findings, const char *log, const TrammelDataset *dataset)
{
  const char *const *problems = trammel_dataset_get_problems(dataset);
  TrammelPlace place = {.log = log};

  for (gsize i = 0; problems && problems[i]; i++)
    trammel_findings_add(findings, &place, "warning", "log-file", N_("Log '%s': %s"), log,
                         trammel_dataset_get_problem_words(dataset, i));
}

static void
find_faults_of_file(Reader *reader)
{
  TrammelPlace place = {.log = reader->entry->name};

  if (reader->entry->sha256 && g_ascii_strcasecmp(reader->entry->sha256, reader->data->sha256) != 0)
    trammel_findings_add(reader->findings, &place, "warning", "log-changed",
                         N_("The file of log '%s' differs from the one with which the project was "
                            "made (by its SHA-256); check the mapping, or choose the old file."),
                         reader->entry->name);
  trammel_log_find_file_faults(reader->findings, reader->entry->name, reader->dataset);
}

static int
compare_ranges(const void *a, const void *b)
{
  const double *x = a, *y = b;

  return (x[0] > y[0]) - (x[0] < y[0]);
}

/* Merges the excluded ranges within the span, in order; ranges that touch become one. */
static void
merge_excluded(Reader *reader)
{
  const TrLog *log = &reader->data->log;
  g_autoptr(GArray) sorted = g_array_copy(reader->entry->excluded);
  GArray *merged = reader->data->excluded;
  TrammelPlace place = {.log = log->name};

  g_array_sort(sorted, compare_ranges);
  for (guint i = 0; i < sorted->len; i++) {
    const double *range = &g_array_index(sorted, double, 2 * i);
    double *last = merged->len ? &g_array_index(merged, double, 2 * (merged->len - 1)) : NULL;
    double inside[2] = {fmax(range[0], log->start), fmin(range[1], log->end)};
    if (!(inside[0] < inside[1]))
      trammel_findings_add(
          reader->findings, &place, "warning", "exclude-outside-log",
          N_("Log '%s' excludes %g to %g s, but is only used from %g to %g s; correct "
             "that range, or remove it."),
          log->name, range[0], range[1], log->start, log->end);
    else if (last && inside[0] <= last[1])
      last[1] = fmax(last[1], inside[1]);
    else
      g_array_append_val(merged, inside);
  }
}

static gboolean
set_excluded(Reader *reader, GError **error)
{
  TrLog *log = &reader->data->log;
  const double *all;

  merge_excluded(reader);
  log->n_excluded = (int)reader->data->excluded->len;
  log->excluded = (const double(*)[2])(void *)reader->data->excluded->data;
  all = log->n_excluded == 1 ? log->excluded[0] : NULL;
  if (!all || all[0] > log->start || all[1] < log->end)
    return TRUE;
  trammel_error_set(
      error, TRAMMEL_ERROR_INVALID,
      "log '%s' excludes all of its samples, from %g to %g s; shorten 'exclude', or set the "
      "log's role to 'off'",
      log->name, log->start, log->end);
  return FALSE;
}

static gboolean
read_log(Reader *reader, GError **error)
{
  const TrammelLogEntry *entry = reader->entry;

  find_faults_of_file(reader);
  if (!find_first_stamp(reader, error))
    return FALSE;
  for (guint i = 0; i < entry->channels->len; i++)
    if (!add_channel(reader, &g_array_index(entry->channels, TrammelChannel, i), error))
      return FALSE;
  trammel_drives_start(reader->data->channels, reader->project->model, entry);
  find_unmapped_motors(reader);
  return set_span(reader, error) && set_excluded(reader, error);
}

static void
add_clock_columns(GPtrArray *columns, const TrammelClock *clock)
{
  for (gsize i = 0; clock->dates && clock->dates[i]; i++)
    g_ptr_array_add(columns, clock->dates[i]);
  if (clock->column && !clock->dates)
    g_ptr_array_add(columns, clock->column);
}

/* Adds the columns that the log uses; they belong to the entry. */
static void
add_columns(GPtrArray *columns, const TrammelLogEntry *entry)
{
  add_clock_columns(columns, &entry->clock);
  for (guint i = 0; i < entry->channels->len; i++) {
    const TrammelChannel *channel = &g_array_index(entry->channels, TrammelChannel, i);
    if (channel->mapping.column)
      g_ptr_array_add(columns, channel->mapping.column);
    if (channel->mapping.minus)
      g_ptr_array_add(columns, channel->mapping.minus);
    for (gsize k = 0; channel->mapping.others && channel->mapping.others[k]; k++)
      g_ptr_array_add(columns, channel->mapping.others[k]);
    if (channel->has_clock)
      add_clock_columns(columns, &channel->clock);
  }
}

TrammelDataset *
trammel_log_load_file(const TrammelProject *project,
                      const guint *logs,
                      guint n,
                      GCancellable *cancellable,
                      GError **error)
{
  const TrammelLogEntry *entry = trammel_project_get_log(project, logs[0]);
  g_autofree char *path = trammel_project_dup_log_path(project, logs[0]);
  g_autoptr(GPtrArray) columns = g_ptr_array_new();

  for (guint i = 0; i < n; i++)
    add_columns(columns, trammel_project_get_log(project, logs[i]));
  g_ptr_array_add(columns, NULL);
  TrammelDataset *dataset = trammel_dataset_load_columns(
      path, entry->import, (const char *const *)columns->pdata, cancellable, error);
  if (!dataset)
    trammel_error_prefix(error, "log '%s': ", entry->name);
  return dataset;
}

TrammelLogData *
trammel_log_data_new(const TrammelProject *project,
                     guint log,
                     const TrammelDataset *dataset,
                     GArray *findings,
                     GError **error)
{
  const TrammelLogEntry *entry = trammel_project_get_log(project, log);
  g_autoptr(TrammelLogData) data = g_new0(TrammelLogData, 1);
  data->channels = g_array_new(FALSE, TRUE, sizeof(TrChannel));
  data->numbers = g_ptr_array_new_with_free_func(g_free);
  data->excluded = g_array_new(FALSE, FALSE, sizeof(double[2]));
  data->sha256 = g_strdup(trammel_dataset_get_sha256(dataset));
  g_strlcpy(data->log.name, entry->name, TR_NAME_SIZE);
  Reader reader = {project, entry, dataset, data, findings, {0, 1, 0}, NAN};
  if (!read_log(&reader, error))
    return NULL;
  data->log.n_channels = (int)data->channels->len;
  data->log.channels = (const TrChannel *)(void *)data->channels->data;
  data->own = g_array_copy(entry->own);
  data->log.n_own = (int)data->own->len;
  data->log.own = (const TrOwnValue *)(void *)data->own->data;
  return g_steal_pointer(&data);
}
