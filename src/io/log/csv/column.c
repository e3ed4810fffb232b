#include "io/log/csv/column.h"

#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/log/text/cell.h"
#include "io/log/text/iso8601.h"

/* Size of the blocks of a column's texts. */
enum { STORE_BYTES = 16 * 1024 };

/* Number of faults stored per column. */
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

/* TRUE if the cell is its own text in UTF-8. */
static gboolean
is_plain(TrammelSpan cell)
{
  if (cell.length > 0 && cell.text[0] == '\'')
    return FALSE;
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
  /* texts of states are the same for many rows */
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

static void
report_cells(TrammelDataset *dataset, const TrammelCsvColumn *column, const char *label)
{
  g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));
  const TrammelFault *first = trammel_csv_column_get_fault(column);
  const char *why = trammel_cell_explain(first->text);
  g_autofree char *outcome =
      trammel_bilingual_dup_plural(column->bad, "%zu such cell is treated as missing",
                                   "%zu such cells are treated as missing", column->bad);

  trammel_dataset_add_problem(dataset, "%s, line %zu, column '%s': '%s' is not a number%s%s%s; %s",
                              file, first->line, label, first->text, why ? " (" : "",
                              why ? why : "", why ? ")" : "", outcome);
}

/* Reports text cells, which are a problem only in a column of numbers. */
static void
report_words(TrammelDataset *dataset, const TrammelCsvColumn *column, const char *label)
{
  g_autofree char *file = g_path_get_basename(trammel_dataset_get_path(dataset));
  const TrammelFault *first = trammel_csv_column_get_fault(column);
  const char *why = trammel_cell_explain(first->text);
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
    out->bad = trammel_bilingual_dup("line %zu: '%s'", first->line, first->text);
    report_cells(dataset, column, out->label);
    take_faults(column, dataset, (guint)(out - trammel_dataset_get_column(dataset, 0)));
  }
}
