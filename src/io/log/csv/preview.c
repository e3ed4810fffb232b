#include "io/log/csv/preview.h"

#include "io/log/csv/source.h"

enum { SNIFF_BYTES = 256 * 1024, MAX_CELLS = 4096 };

static void
row_free(gpointer data)
{
  TrammelCsvRow *row = data;

  g_strfreev(row->cells);
  g_free(row);
}

void
trammel_csv_preview_free(TrammelCsvPreview *preview)
{
  g_ptr_array_unref(preview->rows);
  g_free(preview->header);
  g_free(preview);
}

static TrammelCsvRow *
split_row(TrammelSpan line, gsize number, char separator, const char *encoding)
{
  g_autoptr(GPtrArray) cells = g_ptr_array_new();
  const char *at = line.text, *end = at + line.length;
  gboolean more = TRUE;
  TrammelCsvRow *row = g_new0(TrammelCsvRow, 1);

  while (more && cells->len < MAX_CELLS)
    g_ptr_array_add(cells,
                    trammel_span_dup(trammel_csv_next_cell(&at, end, separator, &more), encoding));
  row->line = number;
  row->n_cells = cells->len;
  g_ptr_array_add(cells, NULL);
  row->cells = (char **)g_ptr_array_free(g_steal_pointer(&cells), FALSE);
  return row;
}

static guint
count_cells(TrammelSpan line, char separator)
{
  const char *at = line.text, *end = at + line.length;
  gboolean more = TRUE;
  guint n = 0;

  for (; more && n < MAX_CELLS; n++)
    trammel_csv_skip_cell(&at, end, separator, &more);
  return n;
}

static gboolean
read_rows(TrammelCsvPreview *preview,
          TrammelCsvSource *source,
          const TrammelImport *import,
          gsize from,
          guint n,
          GError **error)
{
  const char *encoding =
      import && !trammel_csv_source_is_converted(source) ? import->encoding : NULL;
  GError *local = NULL;
  TrammelSpan line;

  while (preview->rows->len < n && trammel_csv_source_next_line(source, &line, &local)) {
    gsize number = trammel_csv_source_get_line(source);
    if (number == preview->layout.header_line) {
      TrammelSpan names = trammel_csv_strip_comment(line, import);
      g_free(preview->header);
      preview->header = trammel_span_dup(names, encoding);
      preview->n_columns = MAX(preview->n_columns, count_cells(names, preview->layout.separator));
    }
    if (number < MAX(from, preview->layout.first_line) || trammel_csv_is_comment(line, import))
      continue;
    TrammelCsvRow *row = split_row(line, number, preview->layout.separator, encoding);
    preview->n_columns = MAX(preview->n_columns, row->n_cells);
    g_ptr_array_add(preview->rows, row);
  }
  if (local)
    g_propagate_error(error, local);
  return local == NULL;
}

TrammelCsvPreview *
trammel_csv_preview_new(
    const char *path, const TrammelImport *import, gsize line, guint n, GError **error)
{
  g_autoptr(TrammelCsvSource) source =
      trammel_csv_source_open(path, import ? import->encoding : NULL, error);

  if (!source)
    return NULL;
  g_autoptr(TrammelCsvPreview) preview = g_new0(TrammelCsvPreview, 1);
  TrammelSpan text = trammel_csv_source_peek(source);
  preview->rows = g_ptr_array_new_with_free_func(row_free);
  preview->header = g_strdup("");
  trammel_csv_sniff(&preview->layout, text.text, text.text + MIN(text.length, SNIFF_BYTES), import);
  return read_rows(preview, source, import, line, n, error) ? g_steal_pointer(&preview) : NULL;
}
