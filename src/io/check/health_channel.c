/* Data health of one clock or one channel. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/model/sensor.h"
#include "io/base/bilingual.h"
#include "io/check/health_private.h"

/* Irregular stamps: 99 % quantile of the deviation from the median step, as a share of it. */
/* Part of a step by which the ends of an excluded range may miss the stamps beside a gap. */
#define GAP_SLACK 0.01

#define JITTER_SHARE 0.5

/* Share of missing cells above which they are rows of another topic. */
#define MISSING_SHARE 0.2

/* Least ratio of a stated sigma to the noise, and largest ratio of the noise at rest to the
 * automatic sigma. */
#define SIGMA_SHARE 0.33
#define REST_RATIO  2
#define REST_QUANTA 2

/* Least motion of a sensor in noise sigmas. */
#define LEAST_MOTION 20

/* Relative tolerance of the period of a wrapping signal. */
#define PERIOD_SHARE 0.03

void
trammel_samples_free(TrammelSamples *samples)
{
  g_free(samples->t);
  g_free(samples->y);
  g_free(samples->path);
  g_free(samples);
}

/* Returns the numbers of a column, less those of another; NULL unless both have n. */
static double *
read_numbers(const TrammelDataset *dataset, const char *column, const char *minus, gsize n)
{
  gsize length = 0;
  const TrammelColumn *source = NULL;
  double *values = trammel_dataset_dup_vector(dataset, column, &length, &source, NULL);

  if (!values || length != n || source->is_text) {
    g_free(values);
    return NULL;
  }
  if (!minus)
    return values;
  g_autofree double *other = read_numbers(dataset, minus, NULL, n);
  for (gsize i = 0; other && i < n; i++)
    values[i] -= other[i];
  if (!other)
    g_clear_pointer(&values, g_free);
  return values;
}

TrammelSamples *
trammel_samples_new(const TrammelDataset *dataset,
                    const char *column,
                    const char *minus,
                    TrammelSampleClock clock)
{
  const double *raw = clock.raw;
  gsize n = clock.n;
  g_autofree double *values = read_numbers(dataset, column, minus, n);
  double first = NAN, last = -INFINITY, shift = 0;

  if (!values)
    return NULL;

  TrammelSamples *samples = g_new0(TrammelSamples, 1);
  *samples = (TrammelSamples){.place = {.column = column}, .factor = 1, .sign = 1, .sensor = -1};
  samples->t = g_new(double, MAX(n, 1));
  samples->y = g_new(double, MAX(n, 1));
  for (gsize i = 0; i < n; i++) {
    if (!isfinite(raw[i]) || raw[i] <= last)
      continue;
    last = raw[i];
    if (isnan(first)) {
      first = raw[i];
      shift = isnan(clock.origin) ? 0 : first * clock.unit - clock.origin;
    }
    double t = (raw[i] - first) * clock.unit + shift;
    if (clock.trim && (t < clock.trim[0] || t > clock.trim[1]))
      continue;
    if (!isfinite(values[i])) {
      samples->n_missing++;
      continue;
    }
    samples->t[samples->n] = t;
    samples->y[samples->n++] = values[i];
  }
  return samples;
}

/* Appends `words` to the list; takes them. */
static void
append_words(GString *list, char *words)
{
  if (list->len > 0)
    g_string_append(list, TRAMMEL_WORD(" and "));
  g_string_append(list, words);
  g_free(words);
}

/* Reports rows that are out of order. */
void
trammel_health_check_order(GArray *findings,
                           const TrClockHealth *clock,
                           const TrammelPlace *place,
                           double unit,
                           const char *path)
{
  g_autoptr(GString) what = g_string_new(NULL);

  if (clock->n_back > 0)
    append_words(what, trammel_bilingual_dup(N_("goes back %zu times (first in data row %zu)"),
                                             clock->n_back, clock->first_back + 1));
  if (clock->n_equal > 0)
    append_words(what, trammel_bilingual_dup(N_("stays the same %zu times (first in data row %zu)"),
                                             clock->n_equal, clock->first_equal + 1));
  if (what->len == 0)
    return;
  trammel_findings_add(findings, place, "error", "time-not-increasing",
                       N_("The time in column '%s' %s; sort the rows, remove the repeated ones, or "
                          "use the sampling rate instead of the column."),
                       place->column, what->str);
  if (path && clock->step > 0) {
    char rate[TRAMMEL_NUMBER_SIZE];
    trammel_json_format_number(rate, trammel_round_digits(1 / (clock->step * unit), 4));
    g_autofree char *value = g_strdup_printf("{ \"rate\": %s }", rate);
    trammel_findings_fix(findings, value, "%s", path);
  }
}

/* Returns TRUE if a range leaves out the time between two stamps; `slack` [s] is for its digits. */
static gboolean
is_left_out(const GArray *excluded, double from, double to, double slack)
{
  for (guint i = 0; excluded && i < excluded->len; i++) {
    const double *range = &g_array_index(excluded, double, 2 * i);
    if (range[0] <= from + slack && to - slack <= range[1])
      return TRUE;
  }
  return FALSE;
}

/* Counts the gaps again without those that the project leaves out. */
static void
drop_excluded_gaps(TrClockHealth *clock, const TrammelSamples *samples, const GArray *excluded)
{
  double longest = 0;

  clock->n_gaps = 0;
  for (gsize i = 1; i < samples->n; i++) {
    double from = samples->t[i - 1], to = samples->t[i];
    if (!(to - from > TR_GAP_STEPS * clock->step) ||
        is_left_out(excluded, from, to, GAP_SLACK * clock->step))
      continue;
    clock->n_gaps++;
    if (to - from <= longest)
      continue;
    longest = to - from;
    clock->gap_from = from;
    clock->gap_to = to;
  }
}

/* Reports gaps and irregular stamps of one channel; `seen` holds the last gap, so that channels of
 * one clock report it once. */
void
trammel_health_check_spacing(GArray *findings,
                             const TrammelSamples *samples,
                             const TrammelLogPlace *log,
                             TrClockHealth *seen)
{
  TrClockHealth clock;

  if (tr_health_clock(&clock, samples->t, samples->n) != TR_OK)
    return;
  if (clock.n_gaps > 0 && log)
    drop_excluded_gaps(&clock, samples, log->excluded);

  gboolean same = clock.n_gaps == seen->n_gaps && clock.n == seen->n;
  *seen = clock;
  if (same)
    return;
  if (clock.n_gaps > 0) {
    g_autofree char *gaps =
        trammel_bilingual_dup_plural(clock.n_gaps, "%zu gap", "%zu gaps", clock.n_gaps);
    trammel_findings_add(findings, &samples->place, "warning", "gap",
                         N_("'%s' has %s longer than %d steps, the longest from %.6g to %.6g s; "
                            "exclude the time without samples, or trim the log."),
                         samples->place.column, gaps, TR_GAP_STEPS, clock.gap_from, clock.gap_to);
    if (log) {
      char from[TRAMMEL_NUMBER_SIZE], to[TRAMMEL_NUMBER_SIZE];
      g_autofree char *range =
          g_strdup_printf("[%s, %s]", trammel_json_format_number(from, clock.gap_from),
                          trammel_json_format_number(to, clock.gap_to));
      trammel_findings_fix(findings, range, "%s.exclude[]", log->path);
    }
  }
  if (clock.jitter_p99 > JITTER_SHARE * clock.step)
    trammel_findings_add(
        findings, &samples->place, "info", "jitter",
        N_("The time stamps of '%s' are irregular: steps of %.4g ms, with deviations of %.3g ms "
           "(median) and %.3g ms (99 %% quantile). Each sample is used at its own stamp; use the "
           "sampling rate instead if the stamps come from a data transfer."),
        samples->place.column, 1e3 * clock.step, 1e3 * clock.jitter_median, 1e3 * clock.jitter_p99);
}

static void
propose_range(GArray *findings,
              const TrammelSamples *samples,
              const char *log_path,
              TrTimeSpan span)
{
  char from[TRAMMEL_NUMBER_SIZE], to[TRAMMEL_NUMBER_SIZE];

  if (!log_path)
    return;
  trammel_json_format_number(from, trammel_round_digits(samples->t[span.first], 9));
  trammel_json_format_number(to, trammel_round_digits(samples->t[span.first + span.count - 1], 9));
  g_autofree char *range = g_strdup_printf("[%s, %s]", from, to);
  trammel_findings_fix(findings, range, "%s.exclude[]", log_path);
}

/* Reports jumps by a known period of an angle, and the unit that the period implies. */
static void
check_jumps(GArray *findings, const TrammelSamples *samples, const TrSignalHealth *health)
{
  static const struct {
    double turn;
    const char *unit;
  } turns[] = {{2 * G_PI, "rad"}, {360, "deg"}, {1, "rev"}, {2000 * G_PI, "mrad"}};
  double at = samples->t[health->at_jump];

  if (health->n_jumps == 0)
    return;
  if (samples->dimension == TRAMMEL_DIMENSION_ANGLE) {
    if (fabs(health->jump * samples->factor / (2 * G_PI) - 1) < PERIOD_SHARE)
      return; /* whole turns are always removed */
    for (guint i = 0; i < G_N_ELEMENTS(turns); i++)
      if (fabs(health->jump / turns[i].turn - 1) < PERIOD_SHARE && health->n_jumps > 1) {
        trammel_findings_add(findings, &samples->place, "warning", "unit-suspicion",
                             N_("'%s' jumps by %.5g in %zu places, like an angle in %s after a "
                                "whole turn; correct its unit."),
                             samples->place.column, health->jump, health->n_jumps, turns[i].unit);
        if (samples->path)
          trammel_findings_fix_word(findings, turns[i].unit, "%s.unit", samples->path);
        return;
      }
  }
  if (health->jump > 0 && health->n_jumps > 1)
    trammel_findings_add(
        findings, &samples->place, "warning", "wrap-around",
        N_("'%s' jumps by %.5g in %zu places (first at %.4g s), like a counter that starts again; "
           "remove the jumps from the file, or give the scale at which a jump is one turn."),
        samples->place.column, health->jump, health->n_jumps, at);
  else
    trammel_findings_add(
        findings, &samples->place, "warning", "jump",
        N_("'%s' jumps by more than half its range between two samples that hardly "
           "move (%zu"
           " times, first at %.4g s); trim the log there, or "
           "check the sensor."),
        samples->place.column, health->n_jumps, at);
}

static void
check_runs(GArray *findings,
           const TrammelSamples *samples,
           const TrSignalHealth *health,
           const char *log_path)
{
  if (health->n_stuck > 0) {
    trammel_findings_add(findings, &samples->place, "warning", "channel-stuck",
                         N_("'%s' stays at %.6g for %zu samples from %.6g s on, in the "
                            "middle of a motion%s; exclude that range, or check the sensor."),
                         samples->place.column, samples->y[health->stuck.first],
                         health->stuck.count, samples->t[health->stuck.first],
                         health->n_stuck > 1 ? TRAMMEL_WORD(" (and in other places)") : "");
    propose_range(findings, samples, log_path, health->stuck);
  }
  if (health->n_saturated > 0) {
    trammel_findings_add(
        findings, &samples->place, "warning", "channel-saturated",
        N_("'%s' is saturated at %.6g: it stays at this extreme value in %zu places, for %zu "
           "samples from %.6g s on; exclude these ranges, or record with a wider range."),
        samples->place.column, samples->y[health->saturated.first], health->n_saturated,
        health->saturated.count, samples->t[health->saturated.first]);
    if (health->n_saturated == 1)
      propose_range(findings, samples, log_path, health->saturated);
  }
  if (health->n_spikes > 0) {
    g_autofree char *spikes = trammel_bilingual_dup_plural(health->n_spikes, "%zu sample",
                                                           "%zu samples", health->n_spikes);
    trammel_findings_add(findings, &samples->place, "warning", "spikes",
                         N_("'%s' has %s far from their neighbours, the worst at %.6g s; exclude "
                            "them, or remove them from the file."),
                         samples->place.column, spikes, samples->t[health->spike]);
    if (health->n_spikes == 1)
      propose_range(findings, samples, log_path, (TrTimeSpan){health->spike - 1, 3});
  }
}

/* Checks the numbers themselves; FALSE when there is no motion for further checks. */
gboolean
trammel_health_check_numbers(GArray *findings,
                             const TrammelSamples *samples,
                             TrSignalHealth *health,
                             const char *log_path)
{
  double share = (double)samples->n_missing / (double)(samples->n + samples->n_missing);

  if (samples->n == 0 || tr_health_signal(health, samples->t, samples->y, samples->n) != TR_OK)
    return FALSE;
  if (samples->n_missing > 0 && share < MISSING_SHARE)
    trammel_findings_add(findings, &samples->place, "info", "missing-samples",
                         N_("'%s' has no number in %zu of %zu rows; they count as missing samples. "
                            "Nothing to do unless this is a mistake."),
                         samples->place.column, samples->n_missing,
                         samples->n + samples->n_missing);
  if (health->constant) {
    trammel_findings_add(findings, &samples->place, "warning", "channel-constant",
                         N_("'%s' is %.6g in all of its %zu samples: the sensor is dead or does "
                            "not move; map another column, or leave it out."),
                         samples->place.column, health->min, samples->n);
    return FALSE;
  }
  check_runs(findings, samples, health, log_path);
  check_jumps(findings, samples, health);
  return TRUE;
}

void
trammel_health_check_input(GArray *findings, const TrammelSamples *samples)
{
  TrSignalHealth health;

  if (samples->n > 0 && tr_health_signal(&health, samples->t, samples->y, samples->n) == TR_OK &&
      health.n_saturated > 0)
    trammel_findings_add(
        findings, &samples->place, "info", "input-saturated",
        N_("'%s' stays at its extreme value %.6g in %zu places, for %zu samples from %.6g s on. "
           "That is right if the drive was at its limit; if only the record ends there, exclude "
           "these ranges, because the input is not known in them."),
        samples->place.column, samples->y[health.saturated.first], health.n_saturated,
        health.saturated.count, samples->t[health.saturated.first]);
}

/* Compares the stated or automatic sigma of a mapped sensor with the noise of the samples. */
void
trammel_health_check_noise(GArray *findings,
                           const TrammelSamples *samples,
                           const TrSignalHealth *health,
                           const TrSensor *sensor)
{
  double stated = sensor->sigma;
  double found = samples->factor * fmax(health->quantum / sqrt(12), health->noise);
  /* a coarse encoder in slow motion scatters by a quantum or two */
  double rest = health->quiet.count && health->quiet_sigma > REST_QUANTA * health->quantum
                    ? samples->factor * health->quiet_sigma
                    : 0;
  double range = samples->factor * (health->max - health->min);

  gboolean is_one_of_several = tr_sensor_class(sensor->type)->n_axes > 1;
  if (range < LEAST_MOTION * found && is_one_of_several)
    return; /* the others may move */
  if (range < LEAST_MOTION * found) {
    trammel_findings_add(findings, &samples->place, "warning", "low-excitation",
                         N_("'%s' moves by only %.3g in total, %.1f times its noise of %.2g (SI "
                            "units): too little to identify from; record a larger motion."),
                         samples->place.column, range, range / found, found);
    return;
  }
  if (!isnan(stated) && stated < SIGMA_SHARE * found) {
    trammel_findings_add(findings, &samples->place, "info", "sigma-too-small",
                         N_("The sigma of sensor '%s' is stated as %.3g, but the samples scatter "
                            "by %.3g; state that value, or \"auto\"."),
                         samples->place.signal, stated, found);
    trammel_findings_fix_number(findings, trammel_round_digits(found, 2), "model.sensors[%d].sigma",
                                samples->device);
  }
  if (isnan(stated) && rest > REST_RATIO * found) {
    trammel_findings_add(findings, &samples->place, "info", "quiet-window",
                         N_("'%s' is at rest from %.4g to %.4g s and scatters by %.3g there, more "
                            "than the %.3g of \"auto\"; state it as the sigma of '%s'."),
                         samples->place.column, samples->t[health->quiet.first],
                         samples->t[health->quiet.first + health->quiet.count - 1], rest, found,
                         samples->place.signal);
    trammel_findings_fix_number(findings, trammel_round_digits(rest, 2), "model.sensors[%d].sigma",
                                samples->device);
  }
}

gboolean
trammel_find_unit(const char *unit, double *factor, TrammelDimension *dimension)
{
  TrammelDimension found;
  double value;

  if (!unit || !trammel_unit_parse(unit, &value, &found))
    return FALSE;
  *factor = value;
  *dimension = found;
  return found != TRAMMEL_DIMENSION_NONE;
}
