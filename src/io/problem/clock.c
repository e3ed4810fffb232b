#include "io/problem/clock.h"

#include <math.h>

#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/units/units.h"

void
trammel_stamps_clear(TrammelStamps *stamps)
{
  g_clear_pointer(&stamps->raw, g_free);
}

/* Returns "0.25", or a date and time for such stamps. */
static char *
describe_stamp(const TrammelStamps *stamps, gsize i)
{
  char number[TRAMMEL_NUMBER_SIZE];

  if (!stamps->epoch)
    return g_strdup(trammel_json_format_number(number, stamps->raw[i]));

  double whole = floor(stamps->raw[i]);
  g_autoptr(GDateTime) second = g_date_time_new_from_unix_utc(stamps->epoch + (gint64)whole);
  g_autoptr(GDateTime) time =
      second ? g_date_time_add(second, (GTimeSpan)llround((stamps->raw[i] - whole) * 1e6)) : NULL;
  return time ? g_date_time_format(time, "%F %T.%f")
              : g_strdup(trammel_json_format_number(number, stamps->raw[i]));
}

static gboolean
check_increasing(const TrammelStamps *stamps, const char *column, GError **error)
{
  gsize last = stamps->n;

  for (gsize i = 0; i < stamps->n; i++) {
    if (!isfinite(stamps->raw[i]))
      continue;
    if (last < i && !(stamps->raw[i] > stamps->raw[last])) {
      g_autofree char *now = describe_stamp(stamps, i), *before = describe_stamp(stamps, last);
      trammel_error_set(
          error, TRAMMEL_ERROR_INVALID,
          "the time in column '%s' does not increase at data row %zu: %s comes after %s; sort the "
          "rows, remove the repeated one, or choose another time column",
          column, i + 1, now, before);
      return FALSE;
    }
    last = i;
  }
  if (last < stamps->n)
    return TRUE;
  trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                    "the time column '%s' holds no number; choose another one", column);
  return FALSE;
}

/* Sets the unit: the project's, else the file's, else seconds. */
static gboolean
find_unit(double *unit, const TrammelClock *clock, const TrammelColumn *source, GError **error)
{
  TrammelDimension dimension;

  *unit = isnan(clock->unit) ? 1 : clock->unit;
  if (!isnan(clock->unit) || !source->unit || !trammel_unit_parse(source->unit, unit, &dimension) ||
      dimension == TRAMMEL_DIMENSION_NONE)
    return TRUE;
  if (dimension == TRAMMEL_DIMENSION_TIME)
    return TRUE;
  trammel_error_set(
      error, TRAMMEL_ERROR_INVALID,
      "the time column '%s' has the unit '%s', which is %s; choose the column with the time, or "
      "give its unit in the project",
      clock->column, source->unit, trammel_dimension_describe(dimension));
  return FALSE;
}

gboolean
trammel_column_check_cells(const TrammelColumn *column,
                           const TrammelDataset *dataset,
                           GError **error)
{
  g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));

  if (!column->bad)
    return TRUE;
  trammel_error_set(
      error, TRAMMEL_ERROR_UNREADABLE,
      "%s, column '%s', %s is not a number; correct the cell, empty it, or list the word under "
      "'import.missing' of the log",
      file, column->label, column->bad);
  return FALSE;
}

/* Reads a column of numbers, or of dates if its cells are dates and no unit contradicts. */
static gboolean
read_column(TrammelStamps *stamps,
            const TrammelDataset *dataset,
            const TrammelClock *clock,
            GError **error)
{
  const char *const alone[] = {clock->column, NULL};
  g_autoptr(GError) number_error = NULL;
  const TrammelColumn *source;

  stamps->raw =
      trammel_dataset_dup_vector(dataset, clock->column, &stamps->n, &source, &number_error);
  if (stamps->raw)
    return trammel_column_check_cells(source, dataset, error) &&
           find_unit(&stamps->unit, clock, source, error);
  if (isnan(clock->unit))
    stamps->raw = trammel_dataset_dup_times(dataset, alone, &stamps->n, &stamps->epoch, NULL);
  if (stamps->raw)
    return TRUE;
  g_propagate_error(error, g_steal_pointer(&number_error));
  trammel_error_prefix(error, "time: ");
  return FALSE;
}

static gboolean
read_dates(TrammelStamps *stamps,
           const TrammelDataset *dataset,
           const TrammelClock *clock,
           GError **error)
{
  const char *const *columns = (const char *const *)clock->dates;

  stamps->raw = trammel_dataset_dup_times(dataset, columns, &stamps->n, &stamps->epoch, error);
  if (!stamps->raw)
    trammel_error_prefix(error, "time: ");
  return stamps->raw != NULL;
}

gboolean
trammel_stamps_read_any(TrammelStamps *stamps,
                        const TrammelDataset *dataset,
                        const TrammelClock *clock,
                        gsize n,
                        GError **error)
{
  *stamps = (TrammelStamps){.unit = 1};
  if (!clock->column) {
    stamps->n = n;
    stamps->raw = g_new(double, MAX(n, 1));
    for (gsize i = 0; i < n; i++)
      stamps->raw[i] = (double)i / clock->rate;
    return TRUE;
  }
  if (clock->dates ? read_dates(stamps, dataset, clock, error)
                   : read_column(stamps, dataset, clock, error))
    return TRUE;
  trammel_stamps_clear(stamps);
  return FALSE;
}

gboolean
trammel_stamps_read(TrammelStamps *stamps,
                    const TrammelDataset *dataset,
                    const char *log,
                    const TrammelClock *clock,
                    gsize n,
                    GError **error)
{
  if (trammel_stamps_read_any(stamps, dataset, clock, n, error)) {
    if (!clock->column || check_increasing(stamps, clock->column, error))
      return TRUE;
    trammel_stamps_clear(stamps);
  }
  trammel_error_prefix(error, "log '%s': ", log);
  return FALSE;
}

TrammelOrigin
trammel_stamps_get_first(const TrammelStamps *stamps)
{
  for (gsize i = 0; i < stamps->n; i++)
    if (isfinite(stamps->raw[i]))
      return (TrammelOrigin){stamps->raw[i], stamps->unit, stamps->epoch};
  return (TrammelOrigin){NAN, stamps->unit, 0};
}

TrammelOrigin
trammel_stamps_get_last(const TrammelStamps *stamps)
{
  for (gsize i = stamps->n; i > 0; i--)
    if (isfinite(stamps->raw[i - 1]))
      return (TrammelOrigin){stamps->raw[i - 1], stamps->unit, stamps->epoch};
  return (TrammelOrigin){NAN, stamps->unit, 0};
}

double
trammel_origin_measure(TrammelOrigin moment, TrammelOrigin origin)
{
  double seconds = moment.unit == origin.unit ? (moment.raw - origin.raw) * moment.unit
                                              : moment.raw * moment.unit - origin.raw * origin.unit;

  return seconds + (double)(moment.epoch - origin.epoch);
}

double
trammel_stamps_get(const TrammelStamps *stamps, gsize i, TrammelOrigin origin)
{
  return trammel_origin_measure((TrammelOrigin){stamps->raw[i], stamps->unit, stamps->epoch},
                                origin);
}
