/* Conversion of text stamps to seconds. */
#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/log/data/private.h"
#include "io/log/text/cell.h"
#include "io/log/text/iso8601.h"

/* Clock in text columns: the columns, and the common properties of its stamps. */
typedef struct {
  const TrammelDataset *dataset;
  GPtrArray *columns; /* of const TrammelColumn * */
  gsize first;        /* row of the first stamp, n when there is none yet */
  gboolean has_zone;  /* of that stamp */
  gint64 origin;
} Clock;

static void
set_cell_error(GError **error, const Clock *clock, gsize row, const char *text, const char *why)
{
  const TrammelColumn *column = g_ptr_array_index(clock->columns, 0);
  g_autofree char *place = trammel_dataset_describe_row(clock->dataset, row);

  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s, column '%s': '%s' %s", place,
                    column->label, text, why);
}

static gboolean
check_column(const Clock *clock, const TrammelColumn *column, GError **error)
{
  const TrammelColumn *first =
      clock->columns->len > 0 ? g_ptr_array_index(clock->columns, 0) : column;
  g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(clock->dataset));

  if (column->is_skipped)
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s: column '%s' was not read; name it when the log is loaded", file,
                      column->label);
  else if (!column->texts)
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s: column '%s' holds numbers, not time stamps in ISO 8601 such as "
                      "2026-11-21T10:00:00.25Z; give its unit (s, ms, us, ns, min or h)",
                      file, column->label);
  else if (column->n_rows != first->n_rows)
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s: the columns '%s' and '%s' of the time are not equally long", file,
                      first->label, column->label);
  else
    return TRUE;
  return FALSE;
}

static gboolean
find_columns(Clock *clock, const char *const *names, GError **error)
{
  for (guint i = 0; names[i]; i++) {
    const TrammelColumn *column = trammel_dataset_find_column(clock->dataset, names[i], error);

    if (!column || !check_column(clock, column, error))
      return FALSE;
    g_ptr_array_add(clock->columns, (gpointer)column);
  }
  return TRUE;
}

/* Joins the cells of a row with blanks; FALSE when one of them is empty. */
static gboolean
join_row(GString *text, const Clock *clock, gsize row)
{
  g_string_truncate(text, 0);
  for (guint i = 0; i < clock->columns->len; i++) {
    const TrammelColumn *column = g_ptr_array_index(clock->columns, i);
    const char *cell = column->texts[row];

    if (trammel_cell_is_missing((TrammelSpan){cell, strlen(cell)}, NULL))
      return FALSE;
    if (i > 0)
      g_string_append_c(text, ' ');
    g_string_append(text, cell);
  }
  return TRUE;
}

static gboolean
read_row(double *time, Clock *clock, gsize row, gsize n, const char *text, GError **error)
{
  TrammelInstant instant;
  const char *why = trammel_iso8601_parse(text, &instant);

  if (!why && clock->first == n) {
    clock->first = row;
    clock->has_zone = instant.has_zone;
    clock->origin = instant.seconds;
  }
  if (!why && instant.has_zone != clock->has_zone)
    why = instant.has_zone ? TRAMMEL_WORD("has a time zone, but stamps above it have none; write "
                                          "the zone in all or in none")
                           : TRAMMEL_WORD("has no time zone, but stamps above it have one; write "
                                          "the zone in all or in none");
  if (why) {
    set_cell_error(error, clock, row, text, why);
    return FALSE;
  }
  *time = (double)(instant.seconds - clock->origin) + instant.nanos / 1e9;
  return TRUE;
}

static gboolean
read_rows(double *times, Clock *clock, gsize n, GError **error)
{
  g_autoptr(GString) text = g_string_new(NULL);

  clock->first = n;
  for (gsize row = 0; row < n; row++) {
    times[row] = NAN;
    if (join_row(text, clock, row) && !read_row(&times[row], clock, row, n, text->str, error))
      return FALSE;
  }
  if (clock->first < n)
    return TRUE;
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                    "%s: the column '%s' holds no time; choose another one",
                    trammel_dataset_get_path(clock->dataset),
                    ((const TrammelColumn *)g_ptr_array_index(clock->columns, 0))->label);
  return FALSE;
}

double *
trammel_dataset_dup_times(const TrammelDataset *dataset,
                          const char *const *columns,
                          gsize *n,
                          gint64 *origin,
                          GError **error)
{
  g_autoptr(GPtrArray) found = g_ptr_array_new();
  Clock clock = {.dataset = dataset, .columns = found};
  g_autofree double *times = NULL;
  gsize n_rows;

  g_return_val_if_fail(columns && columns[0], NULL);
  if (!find_columns(&clock, columns, error))
    return NULL;
  n_rows = ((const TrammelColumn *)g_ptr_array_index(found, 0))->n_rows;
  times = g_new(double, MAX(n_rows, 1));
  if (!read_rows(times, &clock, n_rows, error))
    return NULL;
  *n = n_rows;
  *origin = clock.origin;
  return g_steal_pointer(&times);
}
