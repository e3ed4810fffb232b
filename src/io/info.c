#include "io/info.h"

#include <math.h>
#include <string.h>

#include "io/units.h"

/* Words of a name that make its column a clock. */
static gboolean
has_time_word(const char *name)
{
  static const char *const words[] = {"t",     "time", "tout",    "timestamp", "stamp",
                                      "clock", "sec",  "seconds", "zeit",      NULL};
  g_autofree char *lower = g_utf8_strdown(name, -1);
  g_auto(GStrv) parts = g_strsplit_set(lower, " _-/.:({[", -1);

  for (guint i = 0; parts[i]; i++)
    if (g_strv_contains(words, parts[i]))
      return TRUE;
  return FALSE;
}

static double
get_time_factor(const TrammelColumn *column)
{
  TrammelDimension dimension;
  double factor;

  if (column->unit && trammel_unit_parse(column->unit, &factor, &dimension) &&
      dimension == TRAMMEL_DIMENSION_TIME)
    return factor;
  return 1;
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

/* The first value that is below one before it, or n. */
static gsize
find_fall(const TrammelColumn *column)
{
  double last = -INFINITY;

  for (gsize i = 0; i < column->n; i++) {
    if (column->values[i] < last)
      return i;
    if (!isnan(column->values[i]))
      last = column->values[i];
  }
  return column->n;
}

static gsize
count_common(const char *a, const char *b)
{
  gsize n = 0;

  while (a[n] && a[n] == b[n])
    n++;
  return n;
}

static gboolean
fits(const TrammelColumn *clock, const TrammelColumn *column)
{
  return is_vector(column) ? clock->n == column->n
                           : clock->n == column->n_rows || clock->n == column->n_columns;
}

static const TrammelColumn *
find_clock(const TrammelDataset *dataset, const TrammelColumn *column)
{
  gboolean nested = strcmp(trammel_dataset_get_kind(dataset), "mat") == 0;
  const TrammelColumn *best = NULL;
  gsize best_common = 0;

  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++) {
    const TrammelColumn *clock = trammel_dataset_get_column(dataset, i);
    gsize common = nested ? count_common(clock->name, column->name) : 0;

    if ((best && common <= best_common) || !fits(clock, column) || !trammel_column_is_time(clock) ||
        find_fall(clock) < clock->n)
      continue;
    best = clock;
    best_common = common;
  }
  return best;
}

/* Samples of the column over the time they span. */
static double
compute_rate(const TrammelColumn *column, const TrammelColumn *clock)
{
  double first = NAN, last = NAN;
  gsize n = 0;

  for (gsize i = 0; i < clock->n; i++) {
    if (isnan(clock->values[i]) || (is_vector(column) && isnan(column->values[i])))
      continue;
    if (n++ == 0)
      first = clock->values[i];
    last = clock->values[i];
  }
  return n >= 2 && last > first ? (double)(n - 1) / ((last - first) * get_time_factor(clock)) : NAN;
}

void
trammel_channel_info_init(TrammelChannelInfo *info, const TrammelDataset *dataset, guint i)
{
  const TrammelColumn *column = trammel_dataset_get_column(dataset, i);
  const TrammelColumn *clock = find_clock(dataset, column);

  *info =
      (TrammelChannelInfo){.samples = column->n - column->n_missing,
                           .missing = column->n_missing,
                           .rate = clock && !column->is_text ? compute_rate(column, clock) : NAN,
                           .min = NAN,
                           .max = NAN};
  if (column->is_text) {
    info->samples = column->n;
    info->missing = 0;
    return;
  }
  for (gsize k = 0; k < column->n; k++) {
    info->min = fmin(info->min, column->values[k]);
    info->max = fmax(info->max, column->values[k]);
  }
}

/* What only shows when one looks for a clock: free the sentence, NULL when all is well. */
static char *
describe_fall(const TrammelDataset *dataset, const TrammelColumn *column)
{
  g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));
  gsize i;

  if (!trammel_column_is_time(column) || (i = find_fall(column)) == column->n)
    return NULL;
  return g_strdup_printf("%s: the time '%s' falls at its sample %" G_GSIZE_FORMAT
                         "; trim the log there or use another clock",
                         file, column->label, i + 1);
}

/* Sentences of the dataset and our own. */
static GPtrArray *
list_problems(const TrammelDataset *dataset)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func(g_free);
  const char *const *known = trammel_dataset_get_problems(dataset);

  for (guint i = 0; known[i]; i++)
    g_ptr_array_add(problems, g_strdup(known[i]));
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++) {
    char *fall = describe_fall(dataset, trammel_dataset_get_column(dataset, i));

    if (fall)
      g_ptr_array_add(problems, fall);
  }
  return problems;
}

/* The name by which a project finds the column: duplicates in a CSV file are name#2. */
static char *
dup_name(const TrammelDataset *dataset, guint i)
{
  const char *name = trammel_dataset_get_column(dataset, i)->name;
  guint n = 1;

  if (strcmp(trammel_dataset_get_kind(dataset), "csv") == 0)
    for (guint k = 0; k < i; k++)
      n += strcmp(trammel_dataset_get_column(dataset, k)->name, name) == 0;
  return n == 1 ? g_strdup(name) : g_strdup_printf("%s#%u", name, n);
}

static void
write_channel(TrammelJsonWriter *writer, const TrammelDataset *dataset, guint i)
{
  const TrammelColumn *column = trammel_dataset_get_column(dataset, i);
  g_autofree char *name = dup_name(dataset, i);
  TrammelChannelInfo info;

  trammel_channel_info_init(&info, dataset, i);
  trammel_json_writer_begin_object(writer);
  trammel_json_writer_add_string(writer, "name", name);
  trammel_json_writer_add_string(writer, "unit", column->unit);
  trammel_json_writer_add_integer(writer, "samples", (gint64)info.samples);
  trammel_json_writer_add_number(writer, "rate", info.rate);
  trammel_json_writer_add_number(writer, "min", info.min);
  trammel_json_writer_add_number(writer, "max", info.max);
  trammel_json_writer_add_integer(writer, "missing", (gint64)info.missing);
  if (column->n_rows != 1 && column->n_columns != 1) {
    trammel_json_writer_key(writer, "size");
    trammel_json_writer_begin_array(writer);
    trammel_json_writer_integer(writer, (gint64)column->n_rows);
    trammel_json_writer_integer(writer, (gint64)column->n_columns);
    trammel_json_writer_end_array(writer);
  }
  if (column->is_text) {
    trammel_json_writer_add_boolean(writer, "text", TRUE);
    trammel_json_writer_add_string(writer, "first", column->texts ? column->texts[0] : NULL);
  }
  trammel_json_writer_end_object(writer);
}

void
trammel_info_write(TrammelJsonWriter *writer, const TrammelDataset *dataset)
{
  g_autoptr(GPtrArray) problems = list_problems(dataset);

  trammel_json_writer_begin_object(writer);
  trammel_json_writer_add_string(writer, "file", trammel_dataset_get_path(dataset));
  trammel_json_writer_add_string(writer, "kind", trammel_dataset_get_kind(dataset));
  trammel_json_writer_key(writer, "channels");
  trammel_json_writer_begin_array(writer);
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++)
    write_channel(writer, dataset, i);
  trammel_json_writer_end_array(writer);
  trammel_json_writer_key(writer, "problems");
  trammel_json_writer_begin_array(writer);
  for (guint i = 0; i < problems->len; i++)
    trammel_json_writer_string(writer, g_ptr_array_index(problems, i));
  trammel_json_writer_end_array(writer);
  trammel_json_writer_end_object(writer);
}

char *
trammel_info_to_json(const TrammelDataset *dataset)
{
  TrammelJsonWriter *writer = trammel_json_writer_new();

  trammel_info_write(writer, dataset);
  return trammel_json_writer_finish(writer);
}

/* Six digits in the C locale, or a dash. */
static const char *
format_number(char text[G_ASCII_DTOSTR_BUF_SIZE], double value)
{
  if (isnan(value))
    return "-";
  return g_ascii_formatd(text, G_ASCII_DTOSTR_BUF_SIZE, "%.6g", value);
}

/* A cell and spaces up to the width, counted in characters. */
static void
append_cell(GString *text, const char *cell, int width)
{
  g_string_append(text, cell);
  for (long n = g_utf8_strlen(cell, -1); n < width; n++)
    g_string_append_c(text, ' ');
  g_string_append(text, "  ");
}

static void
append_channel(GString *text, const TrammelDataset *dataset, guint i, int width)
{
  const TrammelColumn *column = trammel_dataset_get_column(dataset, i);
  g_autofree char *name = dup_name(dataset, i);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  TrammelChannelInfo info;

  trammel_channel_info_init(&info, dataset, i);
  append_cell(text, name, width);
  append_cell(text,
              column->is_text                 ? "text"
              : column->unit && *column->unit ? column->unit
                                              : "-",
              8);
  g_string_append_printf(text, "%9" G_GSIZE_FORMAT "  ", info.samples);
  g_string_append_printf(text, "%10s  ", format_number(number, info.rate));
  g_string_append_printf(text, "%12s  ", format_number(number, info.min));
  g_string_append_printf(text, "%12s  ", format_number(number, info.max));
  g_string_append_printf(text, "%8" G_GSIZE_FORMAT "\n", info.missing);
}

char *
trammel_info_to_text(const TrammelDataset *dataset)
{
  GString *text = g_string_new(NULL);
  g_autoptr(GPtrArray) problems = list_problems(dataset);
  guint n = trammel_dataset_get_n_columns(dataset);
  int width = 4;

  for (guint i = 0; i < n; i++) {
    g_autofree char *name = dup_name(dataset, i);

    width = MAX(width, (int)g_utf8_strlen(name, -1));
  }
  g_string_append_printf(text, "%s (%s, %u channel%s)\n", trammel_dataset_get_path(dataset),
                         trammel_dataset_get_kind(dataset), n, n == 1 ? "" : "s");
  append_cell(text, "name", width);
  g_string_append_printf(text, "%-8s  %9s  %10s  %12s  %12s  %8s\n", "unit", "samples", "rate [Hz]",
                         "min", "max", "missing");
  for (guint i = 0; i < n; i++)
    append_channel(text, dataset, i, width);
  for (guint i = 0; i < problems->len; i++)
    g_string_append_printf(text, "problem: %s\n", (char *)g_ptr_array_index(problems, i));
  return g_string_free(text, FALSE);
}
