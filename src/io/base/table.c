#include "io/base/table.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "engine/base/formula.h"

/* Column with texts or numbers, whichever its first cell is. */
typedef struct {
  char *title;
  char *unit; /* nullable */
  const char *format;
  GPtrArray *texts; /* char *, nullable */
  GArray *numbers;  /* double, nullable */
} Column;

struct _TrammelTable {
  const char *missing;
  GArray *columns; /* Column */
  guint next;      /* column of the next cell */
};

static void
clear_column(gpointer data)
{
  Column *column = data;

  g_free(column->title);
  g_free(column->unit);
  g_clear_pointer(&column->texts, g_ptr_array_unref);
  g_clear_pointer(&column->numbers, g_array_unref);
}

static Column *
get_column(const TrammelTable *table, guint column)
{
  g_assert(column < table->columns->len);
  return &g_array_index(table->columns, Column, column);
}

TrammelTable *
trammel_table_new(const char *missing)
{
  TrammelTable *table = g_new0(TrammelTable, 1);

  table->missing = missing;
  table->columns = g_array_new(FALSE, FALSE, sizeof(Column));
  g_array_set_clear_func(table->columns, clear_column);
  return table;
}

void
trammel_table_free(TrammelTable *table)
{
  g_array_unref(table->columns);
  g_free(table);
}

void
trammel_table_add_column(TrammelTable *table,
                         const char *title,
                         const char *unit,
                         const char *format)
{
  Column column = {.title = g_strdup(title), .unit = g_strdup(unit), .format = format};

  g_array_append_val(table->columns, column);
}

void
trammel_table_add_columns(TrammelTable *table, const char *title, ...)
{
  va_list arguments;

  va_start(arguments, title);
  for (; title; title = va_arg(arguments, const char *))
    trammel_table_add_column(table, title, NULL, NULL);
  va_end(arguments);
}

double *
trammel_table_add_values(TrammelTable *table, const char *title, const char *unit, gsize n_rows)
{
  Column *column;

  trammel_table_add_column(table, title, unit, NULL);
  column = get_column(table, table->columns->len - 1);
  column->numbers = g_array_sized_new(FALSE, TRUE, sizeof(double), (guint)n_rows);
  g_array_set_size(column->numbers, (guint)n_rows);
  return (double *)(gpointer)column->numbers->data;
}

/* Returns the column of the next cell. */
static Column *
step_column(TrammelTable *table)
{
  Column *column = get_column(table, table->next);

  table->next = (table->next + 1) % table->columns->len;
  return column;
}

void
trammel_table_add_text(TrammelTable *table, const char *text)
{
  Column *column = step_column(table);

  g_assert(!column->numbers);
  if (!column->texts)
    column->texts = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(column->texts, g_strdup(text));
}

void
trammel_table_add_number(TrammelTable *table, double value)
{
  Column *column = step_column(table);

  g_assert(!column->texts);
  if (!column->numbers)
    column->numbers = g_array_new(FALSE, FALSE, sizeof(double));
  g_array_append_val(column->numbers, value);
}

void
trammel_table_add_numbers(TrammelTable *table, const double *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    trammel_table_add_number(table, values[i]);
}

guint
trammel_table_get_n_columns(const TrammelTable *table)
{
  return table->columns->len;
}

const char *
trammel_table_get_title(const TrammelTable *table, guint column)
{
  return get_column(table, column)->title;
}

const char *
trammel_table_get_unit(const TrammelTable *table, guint column)
{
  return get_column(table, column)->unit;
}

const double *
trammel_table_get_values(const TrammelTable *table, guint column)
{
  return (const double *)(gconstpointer)get_column(table, column)->numbers->data;
}

/* Returns the number of complete rows: as many as the last column has cells. */
static guint
count_rows(const TrammelTable *table)
{
  const Column *last = get_column(table, table->columns->len - 1);

  g_assert(table->next == 0);
  return last->texts ? last->texts->len : last->numbers ? last->numbers->len : 0;
}

/* Appends a CSV cell, in quotes if it holds a comma, a quote or a line break, with an apostrophe
 * before what spreadsheets would run as a formula. */
static void
append_quoted(GString *csv, const char *cell)
{
  const char *guard = tr_is_formula(cell) ? "'" : "";

  if (!strpbrk(cell, ",\"\r\n")) {
    g_string_append_printf(csv, "%s%s", guard, cell);
    return;
  }
  g_string_append_printf(csv, "\"%s", guard);
  for (const char *p = cell; *p; p++) {
    if (*p == '"')
      g_string_append_c(csv, '"');
    g_string_append_c(csv, *p);
  }
  g_string_append_c(csv, '"');
}

static void
append_text(GString *text, const char *cell, char separator)
{
  if (separator == ',')
    append_quoted(text, cell);
  else
    g_string_append(text, cell);
}

static void
append_number(GString *text, const TrammelTable *table, const Column *column, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite(value))
    g_string_append(text, table->missing);
  else if (column->format)
    g_string_append(text, g_ascii_formatd(number, sizeof number, column->format, value));
  else
    g_string_append(text, trammel_json_format_number(number, value));
}

static void
append_cell(GString *text, const TrammelTable *table, guint column, guint row, char separator)
{
  const Column *c = get_column(table, column);

  if (column > 0)
    g_string_append_c(text, separator);
  if (c->numbers)
    append_number(text, table, c, g_array_index(c->numbers, double, row));
  else if (c->texts->pdata[row])
    append_text(text, c->texts->pdata[row], separator);
}

static void
append_title(GString *text, const Column *column, char separator)
{
  gboolean has_unit = separator == ',' && column->unit && *column->unit;
  g_autofree char *title =
      has_unit ? g_strdup_printf("%s [%s]", column->title, column->unit) : g_strdup(column->title);

  append_text(text, title, separator);
}

static char *
write_lines(const TrammelTable *table, char separator)
{
  GString *text = g_string_new(NULL);
  guint n_rows = count_rows(table);

  for (guint i = 0; i < table->columns->len; i++) {
    if (i > 0)
      g_string_append_c(text, separator);
    append_title(text, get_column(table, i), separator);
  }
  g_string_append_c(text, '\n');
  for (guint k = 0; k < n_rows; k++) {
    for (guint i = 0; i < table->columns->len; i++)
      append_cell(text, table, i, k, separator);
    g_string_append_c(text, '\n');
  }
  return g_string_free(text, FALSE);
}

char *
trammel_table_to_tsv(const TrammelTable *table)
{
  return write_lines(table, '\t');
}

char *
trammel_table_to_csv(const TrammelTable *table)
{
  return write_lines(table, ',');
}

void
trammel_table_write(TrammelJsonWriter *json, const TrammelTable *table)
{
  guint n_rows = count_rows(table);

  trammel_json_writer_begin_array(json);
  for (guint k = 0; k < n_rows; k++) {
    trammel_json_writer_begin_object(json);
    for (guint i = 0; i < table->columns->len; i++) {
      const Column *column = get_column(table, i);
      if (column->numbers)
        trammel_json_writer_add_number(json, column->title,
                                       g_array_index(column->numbers, double, k));
      else
        trammel_json_writer_add_string(json, column->title, column->texts->pdata[k]);
    }
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}
