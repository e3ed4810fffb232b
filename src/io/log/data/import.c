/* Import recipe of a CSV file: its parts, and their application to the columns that were read. */
#include <math.h>

#include "io/base/error.h"
#include "io/log/data/private.h"

static void
clear_column(gpointer data)
{
  TrammelImportColumn *column = data;

  g_free(column->column);
  g_free(column->name);
  g_free(column->unit);
}

TrammelImport *
trammel_import_new(void)
{
  return g_new0(TrammelImport, 1);
}

void
trammel_import_set_column(TrammelImport *import, const TrammelImportColumn *column)
{
  TrammelImportColumn copy = {g_strdup(column->column), g_strdup(column->name),
                              g_strdup(column->unit), column->is_unused};

  if (!import->columns) {
    import->columns = g_array_new(FALSE, FALSE, sizeof(TrammelImportColumn));
    g_array_set_clear_func(import->columns, clear_column);
  }
  for (guint i = 0; i < import->columns->len; i++)
    if (g_str_equal(g_array_index(import->columns, TrammelImportColumn, i).column, copy.column)) {
      clear_column(&g_array_index(import->columns, TrammelImportColumn, i));
      g_array_index(import->columns, TrammelImportColumn, i) = copy;
      return;
    }
  g_array_append_val(import->columns, copy);
}

TrammelImport *
trammel_import_copy(const TrammelImport *import)
{
  TrammelImport *copy = g_memdup2(import, sizeof *import);

  copy->encoding = g_strdup(import->encoding);
  copy->missing = g_strdupv(import->missing);
  copy->sort = g_strdup(import->sort);
  copy->columns = NULL;
  for (guint i = 0; import->columns && i < import->columns->len; i++)
    trammel_import_set_column(copy, &g_array_index(import->columns, TrammelImportColumn, i));
  return copy;
}

void
trammel_import_free(TrammelImport *import)
{
  g_free(import->encoding);
  g_strfreev(import->missing);
  g_free(import->sort);
  g_clear_pointer(&import->columns, g_array_unref);
  g_free(import);
}

/* ---- order of rows --------------------------------------------------------------------------- */

static int
compare_rows(const void *a, const void *b, gpointer values)
{
  double x = ((double *)values)[*(const gsize *)a], y = ((double *)values)[*(const gsize *)b];

  return (x > y) - (x < y);
}

/* Returns the rows with a number in the key column, each number once, in its order; sets their
 * count. */
static gsize *
make_order(const TrammelColumn *key, gsize *n)
{
  gsize *order = g_new(gsize, MAX(key->n, 1)), kept = 0;

  *n = 0;
  for (gsize i = 0; i < key->n; i++)
    if (isfinite(key->values[i]))
      order[(*n)++] = i;
  g_qsort_with_data(order, (int)*n, sizeof *order, compare_rows, key->values);
  for (gsize i = 0; i < *n; i++)
    if (kept == 0 || key->values[order[i]] != key->values[order[kept - 1]])
      order[kept++] = order[i];
  *n = kept;
  return order;
}

static void
reorder(TrammelColumn *column, const gsize *order, gsize n)
{
  double *values = g_new(double, MAX(n, 1));
  char **texts = column->texts ? g_new0(char *, n + 1) : NULL;

  column->n_missing = 0;
  for (gsize i = 0; i < n; i++) {
    values[i] = column->values[order[i]];
    column->n_missing += isnan(values[i]);
    if (texts)
      texts[i] = column->texts[order[i]];
  }
  g_free(column->values);
  g_free(column->texts);
  column->values = values;
  column->texts = texts;
  column->n = column->n_rows = n;
}

/* Sorts the rows by a column; before: rows of the file above the dataset's first one. */
static gboolean
sort_rows(const char *by, gsize before, TrammelDataset *dataset, GError **error)
{
  const TrammelColumn *key = trammel_dataset_find_column(dataset, by, error);
  gsize n;

  if (!key)
    return FALSE;
  if (key->is_text || key->is_skipped) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "import.sort: column '%s' holds no numbers to sort by; name the time column",
                      by);
    return FALSE;
  }
  gsize *order = make_order(key, &n);
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++)
    if (!trammel_dataset_get_column(dataset, i)->is_skipped)
      reorder(trammel_dataset_edit_column(dataset, i), order, n);
  for (gsize i = 0; i < n; i++)
    order[i] += before;
  trammel_dataset_take_order(dataset, order);
  return TRUE;
}

/* Keeps the rows of one experiment among several; called before sorting. */
static gboolean
cut_rows(const gsize rows[2], TrammelDataset *dataset, GError **error)
{
  gsize all = 0, n;

  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++)
    all = MAX(all, trammel_dataset_get_column(dataset, i)->n);
  if (rows[0] < 1 || rows[0] > rows[1] || rows[1] > all) {
    trammel_error_set(
        error, TRAMMEL_ERROR_INVALID,
        "import.rows: rows %zu to %zu do not all exist; the file has data rows 1 to %zu", rows[0],
        rows[1], all);
    return FALSE;
  }
  n = rows[1] - rows[0] + 1;
  gsize *order = g_new(gsize, n);
  for (gsize i = 0; i < n; i++)
    order[i] = rows[0] - 1 + i;
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++)
    if (!trammel_dataset_get_column(dataset, i)->is_skipped)
      reorder(trammel_dataset_edit_column(dataset, i), order, n);
  trammel_dataset_take_order(dataset, order);
  return TRUE;
}

/* ---- names, units and use -------------------------------------------------------------------- */

static void
skip(TrammelColumn *column)
{
  g_clear_pointer(&column->values, g_free);
  g_clear_pointer(&column->texts, g_free);
  g_clear_pointer(&column->store, g_string_chunk_free);
  g_clear_pointer(&column->bad, g_free);
  column->n = column->n_rows = column->n_missing = 0;
  column->is_skipped = TRUE;
}

/* Applies the options of a column.  A column that the file lacks is ignored, because recipes are
 * shared between files. */
static void
apply_column(const TrammelImportColumn *said, TrammelDataset *dataset)
{
  guint i = trammel_dataset_find_index(dataset, said->column);

  if (i == G_MAXUINT)
    return;
  TrammelColumn *column = trammel_dataset_edit_column(dataset, i);
  if (said->name) {
    g_free(column->name);
    column->name = g_strdup(said->name);
  }
  if (said->unit) {
    g_free(column->unit);
    column->unit = *said->unit ? g_strdup(said->unit) : NULL;
  }
  if (said->is_unused)
    skip(column);
}

gboolean
trammel_import_apply(const TrammelImport *import, TrammelDataset *dataset, GError **error)
{
  if (import->rows[1] > 0 && !cut_rows(import->rows, dataset, error))
    return FALSE;
  if (import->sort &&
      !sort_rows(import->sort, import->rows[1] > 0 ? import->rows[0] - 1 : 0, dataset, error))
    return FALSE;
  for (guint i = 0; import->columns && i < import->columns->len; i++)
    apply_column(&g_array_index(import->columns, TrammelImportColumn, i), dataset);
  return TRUE;
}
