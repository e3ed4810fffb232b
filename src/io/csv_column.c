#include "io/csv_column.h"

#include <math.h>
#include <string.h>

#include "io/csv_number.h"
#include "io/iso8601.h"
#include "io/words.h"

/* Bytes that the words of a column grow by. */
enum { STORE_BYTES = 16 * 1024 };

/* Faults that are kept of a column. */
enum { MAX_FAULTS = 100 };

void
trammel_csv_column_clear(TrammelCsvColumn *column)
{
  g_clear_pointer(&column->values, g_free);
  g_clear_pointer(&column->texts, g_ptr_array_unref);
  g_clear_pointer(&column->store, g_string_chunk_free);
  g_clear_pointer(&column->faults, g_array_unref);
}

void
trammel_csv_column_take_texts(TrammelCsvColumn *column)
{
  column->takes_texts = TRUE;
  column->texts = g_ptr_array_new();
  column->store = g_string_chunk_new(STORE_BYTES);
}

/* Whether the cell is its own text in UTF-8. */
static gboolean
is_plain(TrammelSpan cell)
{
  for (gsize i = 0; i < cell.length; i++)
    if (cell.text[i] == '"' || (signed char)cell.text[i] < 0)
      return FALSE;
  return TRUE;
}

void
trammel_csv_column_add_text(TrammelCsvColumn *column, TrammelSpan cell, const char *encoding)
{
  const char *last = column->texts->len > 0 ? column->texts->pdata[column->texts->len - 1] : NULL;
  g_autofree char *converted = NULL;

  if (!is_plain(cell)) {
    converted = trammel_span_dup(cell, encoding);
    cell = (TrammelSpan){converted, strlen(converted)};
  }
  /* states stay for many rows */
  if (!last || !trammel_span_equals(cell, last))
    last = g_string_chunk_insert_len(column->store, cell.text, (gssize)cell.length);
  g_ptr_array_add(column->texts, (gpointer)last);
}

static void
clear_fault(gpointer fault)
{
  g_free(((TrammelFault *)fault)->text);
}

void
trammel_csv_column_add_fault(TrammelCsvColumn *column,
                             gsize line,
                             TrammelSpan cell,
                             const char *encoding)
{
  if (column->bad++ >= MAX_FAULTS)
    return;
  if (!column->faults) {
    column->faults = g_array_new(FALSE, FALSE, sizeof(TrammelFault));
    g_array_set_clear_func(column->faults, clear_fault);
  }
  TrammelFault fault = {.line = line, .text = trammel_span_dup(cell, encoding)};
  g_array_append_val(column->faults, fault);
}

const TrammelFault *
trammel_csv_column_get_fault(const TrammelCsvColumn *column)
{
  return &g_array_index(column->faults, TrammelFault, 0);
}

gboolean
trammel_csv_column_is_text(const TrammelCsvColumn *column)
{
  return column->bad > column->good;
}

/* 1,234.5 and 1.234,5 and 1 234,5 and 1'234.5: groups of three digits with one mark between. */
static gboolean
has_thousands(const char *cell)
{
  gsize at = *cell == '-' || *cell == '+' ? 1 : 0, digits = strspn(cell + at, "0123456789");
  const char *mark = cell + at + digits;
  gsize width = strlen(mark) > 0 ? (gsize)(g_utf8_next_char(mark) - mark) : 0;
  guint groups = 0;

  if (digits < 1 || digits > 3 || width == 0 ||
      !g_utf8_strchr(",.' \u00a0\u2009\u202f\u2019", -1, g_utf8_get_char(mark)))
    return FALSE;
  for (at += digits; strncmp(cell + at, mark, width) == 0; groups++) {
    if (strspn(cell + at + width, "0123456789") != 3)
      return FALSE;
    at += width + 3;
  }
  if (cell[at] == '.' || cell[at] == ',')
    return strspn(cell + at + 1, "0123456789") == strlen(cell + at + 1);
  return cell[at] == '\0' && groups > 0;
}

const char *
trammel_csv_explain_cell(const char *cell)
{
  static const char *const infinities[] = {"inf", "-inf", "+inf", "infinity", "-infinity", NULL};
  g_autofree char *lower = g_ascii_strdown(cell, -1);
  gsize sign = *lower == '-' || *lower == '+' ? 1 : 0, number;
  TrammelInstant instant;
  double value;

  if (g_strv_contains(infinities, lower))
    return TRAMMEL_WORD("infinite values are not used");
  if (g_str_has_prefix(lower + sign, "0x"))
    return TRAMMEL_WORD("hexadecimal numbers are not read; export decimal ones");
  if (trammel_csv_parse_number((TrammelSpan){cell, strlen(cell)}, ',', &value))
    return TRAMMEL_WORD(
        "with a decimal comma it would be one: set 'import.decimal' of the log to ','");
  if (trammel_csv_parse_number((TrammelSpan){cell, strlen(cell)}, '.', &value))
    return TRAMMEL_WORD(
        "with a decimal point it would be one: set 'import.decimal' of the log to '.'");
  if (g_utf8_validate(cell, -1, NULL) && has_thousands(cell))
    return TRAMMEL_WORD("marks between thousands are not read; export numbers without them");
  if (trammel_iso8601_is_ambiguous(cell))
    return TRAMMEL_WORD(
        "day and month are ambiguous; export dates in ISO 8601, such as 2026-11-21T10:00:00.25Z");
  if (!trammel_iso8601_parse(cell, &instant))
    return TRAMMEL_WORD("time stamps in ISO 8601 need a column of their own");
  number = strspn(lower, "+-.0123456789");
  if (number > sign && strspn(lower + sign, "0123456789") > 0 && lower[number] != '\0' &&
      !strchr(lower + number, ':') && !g_ascii_isdigit(lower[strlen(lower) - 1]))
    return TRAMMEL_WORD("only the number may stand there; write its unit into the header");
  return NULL;
}

static void
report_cells(TrammelDataset *dataset, const TrammelCsvColumn *column, const char *label)
{
  g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));
  const TrammelFault *first = trammel_csv_column_get_fault(column);
  const char *why = trammel_csv_explain_cell(first->text);
  g_autofree char *outcome =
      trammel_words_dup_plural(column->bad, "%zu such cell is treated as missing",
                               "%zu such cells are treated as missing", column->bad);

  trammel_dataset_add_problem(dataset, "%s, line %zu, column '%s': '%s' is not a number%s%s%s; %s",
                              file, first->line, label, first->text, why ? " (" : "",
                              why ? why : "", why ? ")" : "", outcome);
}

/* A column of words is no problem unless they were meant to be numbers. */
static void
report_words(TrammelDataset *dataset, const TrammelCsvColumn *column, const char *label)
{
  g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));
  const TrammelFault *first = trammel_csv_column_get_fault(column);
  const char *why = trammel_csv_explain_cell(first->text);
  TrammelInstant instant;

  if (why && trammel_iso8601_parse(first->text, &instant))
    trammel_dataset_add_problem(
        dataset, "%s, line %zu, column '%s': '%s' is not a number (%s); the column is read as text",
        file, first->line, label, first->text, why);
}

static void
take_faults(const TrammelCsvColumn *column, TrammelDataset *dataset, guint index)
{
  for (guint i = 0; i < column->faults->len; i++) {
    TrammelFault *fault = &g_array_index(column->faults, TrammelFault, i);
    fault->column = index;
    trammel_dataset_add_fault(dataset, fault);
  }
}

void
trammel_csv_column_finish(TrammelCsvColumn *column,
                          TrammelDataset *dataset,
                          TrammelColumn *out,
                          gsize n_rows)
{
  out->n = out->n_rows = n_rows;
  out->n_missing = column->missing;
  out->values = g_renew(double, g_steal_pointer(&column->values), MAX(n_rows, 1));
  out->is_text = trammel_csv_column_is_text(column);
  if (out->is_text) {
    g_ptr_array_add(column->texts, NULL);
    out->texts = (char **)g_ptr_array_free(g_steal_pointer(&column->texts), FALSE);
    out->store = g_steal_pointer(&column->store);
    report_words(dataset, column, out->label);
  } else if (column->bad > 0) {
    const TrammelFault *first = trammel_csv_column_get_fault(column);
    out->bad = trammel_words_dup("line %zu: '%s'", first->line, first->text);
    report_cells(dataset, column, out->label);
    take_faults(column, dataset, (guint)(out - trammel_dataset_get_column(dataset, 0)));
  }
}
