#include "io/log/data/time_column.h"

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
