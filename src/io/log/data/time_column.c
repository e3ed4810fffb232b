#include "io/log/data/time_column.h"

#include "io/log/text/iso8601.h"
#include "io/units/units.h"

/* Words of a name that make its column a clock. */
static gboolean
has_time_word(const char *name)
{
  static const char *const words[] = {"t",          "time",  "times",  "tout",  "timestamp",
                                      "timestamps", "stamp", "stamps", "clock", "sec",
                                      "seconds",    "zeit",  NULL};
  g_autofree char *lower = g_utf8_strdown(name, -1);
  g_auto(GStrv) parts = g_strsplit_set(lower, " _-/.:({[", -1);

  for (guint i = 0; parts[i]; i++)
    if (g_strv_contains(words, parts[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_vector(const TrammelColumn *column)
{
  return column->n >= 2 && (column->n_rows == 1 || column->n_columns == 1) && !column->is_text;
}

gboolean
trammel_column_is_time(const TrammelColumn *column)
{
  TrammelDimension dimension;

  if (!is_vector(column))
    return FALSE;
  return (column->unit && trammel_unit_parse(column->unit, NULL, &dimension) &&
          dimension == TRAMMEL_DIMENSION_TIME) ||
         has_time_word(column->name);
}

static gboolean
has_dates(const TrammelColumn *column)
{
  TrammelInstant instant;

  for (gsize i = 0; column->is_text && i < column->n; i++)
    if (column->texts[i][0])
      return !trammel_iso8601_parse(column->texts[i], &instant);
  return FALSE;
}

guint
trammel_dataset_find_time(const TrammelDataset *dataset)
{
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(dataset, i);
    if (!column->is_skipped && (has_dates(column) || trammel_column_is_time(column)))
      return i;
  }
  return G_MAXUINT;
}
