#include "io/problem_clock.h"

#include <math.h>

#include "io/error.h"
#include "io/json_writer.h"
#include "io/units.h"

void
trammel_stamps_clear(TrammelStamps *stamps)
{
  g_clear_pointer(&stamps->raw, g_free);
}

static gboolean
check_increasing(const TrammelStamps *stamps, const char *log, const char *column, GError **error)
{
  gsize last = stamps->n;

  for (gsize i = 0; i < stamps->n; i++) {
    if (!isfinite(stamps->raw[i]))
      continue;
    if (last < i && !(stamps->raw[i] > stamps->raw[last])) {
      char now[TRAMMEL_NUMBER_SIZE], before[TRAMMEL_NUMBER_SIZE];
      g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
                  "log '%s': the time in column '%s' does not increase at data row %" G_GSIZE_FORMAT
                  ": %s comes after %s; sort the rows, remove the repeated one, or choose another "
                  "time column",
                  log, column, i + 1, trammel_json_format_number(now, stamps->raw[i]),
                  trammel_json_format_number(before, stamps->raw[last]));
      return FALSE;
    }
    last = i;
  }
  if (last < stamps->n)
    return TRUE;
  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
              "log '%s': the time column '%s' holds no number; choose another one", log, column);
  return FALSE;
}

/* The project's unit beats the file's; without either, seconds. */
static gboolean
find_unit(double *unit,
          const TrammelClock *clock,
          const TrammelColumn *source,
          const char *log,
          GError **error)
{
  TrammelDimension dimension;

  *unit = isnan(clock->unit) ? 1 : clock->unit;
  if (!isnan(clock->unit) || !source->unit || !trammel_unit_parse(source->unit, unit, &dimension) ||
      dimension == TRAMMEL_DIMENSION_NONE)
    return TRUE;
  if (dimension == TRAMMEL_DIMENSION_TIME)
    return TRUE;
  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
              "log '%s': the time column '%s' has the unit '%s', which is %s; choose the column "
              "with the time, or give its unit in the project",
              log, clock->column, source->unit, trammel_dimension_describe(dimension));
  return FALSE;
}

gboolean
trammel_column_check_cells(const TrammelColumn *column,
                           const TrammelDataset *dataset,
                           const char *log,
                           GError **error)
{
  g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));

  if (!column->bad)
    return TRUE;
  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE,
              "log '%s': %s, column '%s', %s is not a number; correct the cell, empty it, or list "
              "the word under 'import.missing' of the log",
              log, file, column->label, column->bad);
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
  const TrammelColumn *source;

  if (!clock->column) {
    *stamps = (TrammelStamps){.raw = g_new(double, MAX(n, 1)), .n = n, .unit = 1};
    for (gsize i = 0; i < n; i++)
      stamps->raw[i] = (double)i / clock->rate;
    return TRUE;
  }
  *stamps = (TrammelStamps){0};
  stamps->raw = trammel_dataset_dup_vector(dataset, clock->column, &stamps->n, &source, error);
  if (!stamps->raw) {
    g_prefix_error(error, "log '%s', time: ", log);
    return FALSE;
  }
  if (trammel_column_check_cells(source, dataset, log, error) &&
      find_unit(&stamps->unit, clock, source, log, error) &&
      check_increasing(stamps, log, clock->column, error))
    return TRUE;
  trammel_stamps_clear(stamps);
  return FALSE;
}

TrammelOrigin
trammel_stamps_get_first(const TrammelStamps *stamps)
{
  for (gsize i = 0; i < stamps->n; i++)
    if (isfinite(stamps->raw[i]))
      return (TrammelOrigin){stamps->raw[i], stamps->unit};
  return (TrammelOrigin){NAN, stamps->unit};
}

double
trammel_stamps_get(const TrammelStamps *stamps, gsize i, TrammelOrigin origin)
{
  if (stamps->unit == origin.unit)
    return (stamps->raw[i] - origin.raw) * stamps->unit;
  return stamps->raw[i] * stamps->unit - origin.raw * origin.unit;
}
