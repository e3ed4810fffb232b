#include "io/check/health.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "io/check/health_private.h"
#include "io/log/data/time_column.h"
#include "io/problem/log.h"
#include "io/problem/steps.h"
#include "io/units/sensor_unit.h"

static gboolean
is_rate_dimension(TrammelDimension rate, TrammelDimension position)
{
  return position == TRAMMEL_DIMENSION_LENGTH ? rate == TRAMMEL_DIMENSION_SPEED
                                              : rate == TRAMMEL_DIMENSION_ANGULAR_RATE;
}

/* ---- a file by itself ------------------------------------------------------------------------ */

static TrammelSamples *
read_column(const TrammelDataset *dataset,
            const TrammelColumn *column,
            const TrammelColumn *clock,
            const char *log)
{
  double unit = 1;
  TrammelDimension dimension;
  TrammelSamples *samples;

  trammel_find_unit(clock->unit, &unit, &dimension);
  samples = trammel_samples_new(dataset, column->label, NULL,
                                (TrammelSampleClock){clock->values, clock->n, unit, NAN, NULL});
  if (!samples)
    return NULL;
  samples->place.log = log;
  samples->name = column->name;
  samples->has_unit = trammel_find_unit(column->unit, &samples->factor, &samples->dimension);
  return samples;
}

/* Finds the first clock of the column's length. */
static const TrammelColumn *
find_clock(const TrammelDataset *dataset, const TrammelColumn *column)
{
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++) {
    const TrammelColumn *clock = trammel_dataset_get_column(dataset, i);
    if (clock != column && clock->n == column->n && trammel_column_is_time(clock))
      return clock;
  }
  return NULL;
}

static gboolean
is_plain(const TrammelColumn *column)
{
  return !column->is_text && column->n >= 2 && (column->n_rows == 1 || column->n_columns == 1);
}

static void
check_clock_column(GArray *findings, const TrammelColumn *column, const char *log)
{
  TrammelPlace place = {.log = log, .column = column->label};
  TrClockHealth clock;

  if (tr_health_clock(&clock, column->values, column->n) == TR_OK)
    trammel_health_check_order(findings, &clock, &place, 1, NULL);
}

static void
check_pairs_of_file(GArray *findings, GPtrArray *channels)
{
  for (guint i = 0; i < channels->len; i++)
    for (guint j = 0; j < channels->len; j++) {
      const TrammelSamples *position = channels->pdata[i], *rate = channels->pdata[j];
      if (i != j && trammel_name_is_rate_of(rate->name, position->name))
        trammel_health_check_pair(findings, position, rate, TRUE);
    }
}

void
trammel_health_check_dataset(GArray *findings, const TrammelDataset *dataset, const char *log)
{
  g_autoptr(GPtrArray) channels =
      g_ptr_array_new_with_free_func((GDestroyNotify)trammel_samples_free);
  TrClockHealth seen = {0};

  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(dataset, i);
    const TrammelColumn *clock = is_plain(column) ? find_clock(dataset, column) : NULL;
    TrSignalHealth health;

    if (is_plain(column) && trammel_column_is_time(column)) {
      check_clock_column(findings, column, log);
      continue;
    }
    TrammelSamples *samples = clock ? read_column(dataset, column, clock, log) : NULL;
    if (!samples)
      continue;
    g_ptr_array_add(channels, samples);
    trammel_health_check_spacing(findings, samples, NULL, &seen);
    trammel_health_check_numbers(findings, samples, &health, NULL);
  }
  check_pairs_of_file(findings, channels);
}

/* ---- a project's log ------------------------------------------------------------------------- */

typedef struct {
  GArray *findings;
  const TrammelProject *project;
  const TrammelLogEntry *entry;
  const TrammelDataset *dataset;
  guint log;
  char *path;         /* `logs[0]` */
  double first, last; /* [s] stamp that is time 0, and the last one */
  gboolean has_step;  /* the time between two samples is checked */
  TrClockHealth seen; /* spacing that was reported last */
} Patient;

/* Returns text stamps in seconds; NULL when they are none. */
static double *
read_dates(const Patient *patient, const char *const *columns, gsize *n)
{
  gint64 epoch = 0;
  double *raw = trammel_dataset_dup_times(patient->dataset, columns, n, &epoch, NULL);

  for (gsize i = 0; raw && i < *n; i++)
    raw[i] += (double)epoch;
  return raw;
}

/* Returns the raw stamps of a clock; NULL when they cannot be read, which is reported elsewhere. */
static double *
read_stamps(const Patient *patient, const TrammelClock *clock, gsize length, gsize *n, double *unit)
{
  const TrammelColumn *source = NULL;
  const char *const alone[] = {clock->column, NULL};
  TrammelDimension dimension;
  double *raw;

  *n = length;
  *unit = 1;
  if (!clock->column) {
    raw = g_new(double, MAX(length, 1));
    for (gsize i = 0; i < length; i++)
      raw[i] = (double)i / clock->rate;
    return raw;
  }
  if (clock->dates)
    return read_dates(patient, (const char *const *)clock->dates, n);
  raw = trammel_dataset_dup_vector(patient->dataset, clock->column, n, &source, NULL);
  if (!raw)
    return isnan(clock->unit) ? read_dates(patient, alone, n) : NULL;
  if (!isnan(clock->unit))
    *unit = clock->unit;
  else if (!trammel_find_unit(source->unit, unit, &dimension) ||
           dimension != TRAMMEL_DIMENSION_TIME)
    *unit = 1;
  return raw;
}

/* Sets unit, scale and sensor as mapped. */
static void
declare(TrammelSamples *samples,
        const Patient *patient,
        const TrammelMapping *mapping,
        guint channel)
{
  const TrModel *model = trammel_project_get_model(patient->project);
  const TrammelColumn *source = NULL;
  gsize n;
  g_autofree double *values =
      trammel_dataset_dup_vector(patient->dataset, mapping->column, &n, &source, NULL);
  const char *unit = mapping->unit ? mapping->unit : source ? source->unit : NULL;

  samples->place =
      (TrammelPlace){.log = patient->entry->name, .signal = mapping->signal, mapping->column};
  samples->name = source ? source->name : NULL;
  samples->path = g_strdup_printf("%s.channels[%u]", patient->path, channel);
  samples->sensor = trammel_sensor_find(model, mapping->signal);
  samples->has_unit = trammel_find_unit(unit, &samples->factor, &samples->dimension);
  samples->factor *= fabs(mapping->scale);
  samples->sign = mapping->sign;
  if (samples->sensor < 0)
    return;
  samples->dimension = trammel_sensor_get_dimension(model, samples->sensor);
  samples->device = tr_device_of(model, samples->sensor);
}

static gboolean
is_mapped(const TrammelLogEntry *entry, const TrammelColumn *column)
{
  for (guint i = 0; i < entry->channels->len; i++) {
    const TrammelChannel *channel = &g_array_index(entry->channels, TrammelChannel, i);
    if (channel->mapping.column && (g_str_equal(channel->mapping.column, column->label) ||
                                    g_str_equal(channel->mapping.column, column->name)))
      return TRUE;
  }
  return FALSE;
}

/* Compares mapped positions with columns of the file that hold their rate, by name, else by a unit
 * of rate. */
static void
check_witnesses(
    const Patient *patient, const TrammelSamples *position, const double *raw, gsize n, double unit)
{
  for (guint i = 0; i < trammel_dataset_get_n_columns(patient->dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(patient->dataset, i);

    if (!is_plain(column) || column->n != n || !position->name ||
        !trammel_name_is_rate_of(column->name, position->name))
      continue;
    g_autoptr(TrammelSamples) rate = trammel_samples_new(
        patient->dataset, column->label, NULL,
        (TrammelSampleClock){raw, n, unit, patient->first, patient->entry->trim});
    if (!rate)
      continue;
    rate->place.log = patient->entry->name;
    rate->has_unit = trammel_find_unit(column->unit, &rate->factor, &rate->dimension) &&
                     is_rate_dimension(rate->dimension, position->dimension);
    trammel_health_check_pair(patient->findings, position, rate, is_mapped(patient->entry, column));
  }
}

/* Removes equal jumps, so that the rate is that of the motion. */
static void
unwrap(TrammelSamples *samples, const TrSignalHealth *health)
{
  double turns = 0, last = samples->y[0];

  for (gsize i = 1; health->jump > 0 && i < samples->n; i++) {
    double step = samples->y[i] - last;

    last = samples->y[i];
    turns -= round(step / health->jump);
    samples->y[i] += turns * health->jump;
  }
}

static gboolean
has_unit_finding(const GArray *findings, guint from)
{
  for (guint i = from; i < findings->len; i++)
    if (g_str_equal(g_array_index(findings, TrammelFinding, i).code, "unit-suspicion"))
      return TRUE;
  return FALSE;
}

/* Checks the stamps of the first sensor on the log's clock. */
static void
suspect_stamps(Patient *patient, const TrammelChannel *channel, const TrammelSamples *samples)
{
  if (samples->sensor < 0 || patient->has_step || channel->has_clock)
    return;
  patient->has_step = TRUE;
  trammel_steps_suspect_stamps(patient->findings, patient->project, patient->log, samples->t,
                               samples->n);
}

static void
check_channel(Patient *patient, guint i)
{
  const TrammelChannel *channel = &g_array_index(patient->entry->channels, TrammelChannel, i);
  const TrammelMapping *mapping = &channel->mapping;
  const TrammelClock *clock = channel->has_clock ? &channel->clock : &patient->entry->clock;
  gsize length = 0, n = 0;
  guint known = patient->findings->len;
  double unit;
  TrSignalHealth health;

  if (!mapping->column)
    return;
  g_autofree double *values =
      trammel_dataset_dup_vector(patient->dataset, mapping->column, &length, NULL, NULL);
  g_autofree double *raw = values ? read_stamps(patient, clock, length, &n, &unit) : NULL;
  g_autoptr(TrammelSamples) samples =
      raw ? trammel_samples_new(
                patient->dataset, mapping->column, mapping->minus,
                (TrammelSampleClock){raw, n, unit, patient->first, patient->entry->trim})
          : NULL;
  if (!samples)
    return;
  declare(samples, patient, mapping, i);
  const TrammelLogPlace log = {patient->path, patient->entry->excluded};
  if (clock->column)
    trammel_health_check_spacing(patient->findings, samples, &log, &patient->seen);
  suspect_stamps(patient, channel, samples);
  if (samples->sensor < 0) {
    trammel_health_check_input(patient->findings, samples);
    return;
  }
  if (!trammel_health_check_numbers(patient->findings, samples, &health, patient->path))
    return;
  const TrSensor *sensor = &trammel_project_get_model(patient->project)->sensors[samples->sensor];
  trammel_health_check_noise(patient->findings, samples, &health, sensor);
  if (sensor->type != TR_SENSOR_JOINT_POSITION || mapping->minus ||
      has_unit_finding(patient->findings, known))
    return;
  unwrap(samples, &health);
  check_witnesses(patient, samples, raw, n, unit);
}

/* Checks the order of the stamps of one clock; returns its first stamp [s], NAN if there is
 * none. */
static double
check_clock(Patient *patient, const TrammelClock *clock, const char *path)
{
  TrammelPlace place = {.log = patient->entry->name, .column = clock->column};
  gsize n;
  double unit;
  TrClockHealth health;

  if (!clock->column)
    return 0;
  g_autofree double *raw = read_stamps(patient, clock, 0, &n, &unit);
  if (!raw)
    return NAN;
  if (tr_health_clock(&health, raw, n) == TR_OK)
    trammel_health_check_order(patient->findings, &health, &place, unit, path);
  for (gsize i = 0; i < n; i++)
    patient->last = fmax(patient->last, raw[i] * unit);
  for (gsize i = 0; i < n; i++)
    if (isfinite(raw[i]))
      return raw[i] * unit;
  return NAN;
}

/* Checks all clocks and sets the origin of time: the first stamp of the log's clock, or of all
 * channels when each has its own. */
static void
check_clocks(Patient *patient)
{
  const TrammelLogEntry *entry = patient->entry;
  g_autofree char *path = g_strdup_printf("%s.time", patient->path);
  gboolean is_used = entry->has_clock;

  patient->first = patient->last = NAN;
  for (guint i = 0; i < entry->channels->len; i++) {
    const TrammelChannel *channel = &g_array_index(entry->channels, TrammelChannel, i);
    g_autofree char *own = g_strdup_printf("%s.channels[%u].time", patient->path, i);
    if (channel->mapping.column && channel->has_clock)
      patient->first = fmin(patient->first, check_clock(patient, &channel->clock, own));
    is_used = is_used || (channel->mapping.column && !channel->has_clock);
  }
  if (is_used)
    patient->first = check_clock(patient, &entry->clock, path);
}

/* Compares the trim of a log that is not fitted with its samples; of the others this is done with
 * the channels (io/check/coverage.c). */
static void
check_trim(const Patient *patient)
{
  double last = patient->last - patient->first, end = patient->entry->trim[1];
  TrammelPlace place = {.log = patient->entry->name};

  if (!isfinite(end) || !(end > 1.01 * last))
    return;
  trammel_findings_add(
      patient->findings, &place, "info", "trim-outside-log",
      N_("The trim ends at %g s, but the samples end at %.6g s; shorten the trim."), end, last);
  trammel_findings_fix_number(patient->findings, trammel_round_digits(last, 6), "%s.trim[1]",
                              patient->path);
}

void
trammel_health_check_log(GArray *findings,
                         const TrammelProject *project,
                         guint log,
                         const TrammelDataset *dataset)
{
  Patient patient = {.findings = findings,
                     .project = project,
                     .entry = trammel_project_get_log(project, log),
                     .dataset = dataset,
                     .log = log,
                     .path = g_strdup_printf("logs[%u]", log)};

  trammel_log_find_file_faults(findings, patient.entry->name, dataset);
  check_clocks(&patient);
  for (guint i = 0; i < patient.entry->channels->len; i++)
    check_channel(&patient, i);
  if (trammel_project_get_log_role(project, log) == TRAMMEL_ROLE_VALIDATE)
    check_trim(&patient);
  g_free(patient.path);
}
