/* Reads a CSV text into columns: one pass, memory in proportion to the numbers kept. */
#include <math.h>
#include <string.h>

#include "io/csv_sniff.h"
#include "io/dataset_private.h"
#include "io/error.h"
#include "io/units.h"

enum {
  SNIFF_BYTES = 256 * 1024,
  MAX_LINE_BYTES = 1024 * 1024,
  MAX_COLUMNS = 4096,
  POLL_ROWS = 16 * 1024 /* rows between two looks at the cancellable */
};

typedef struct {
  GArray *values;   /* of double */
  GPtrArray *texts; /* of char *, NULL for a column of numbers */
  gsize bad;        /* cells that are neither number nor missing */
  gsize bad_line;   /* where the first of them is */
  char *bad_text;
  gsize missing;
} Builder;

typedef struct {
  const char *name; /* of the file, without folders, for messages */
  const TrammelImport *import;
  TrammelCsvLayout layout;
  GPtrArray *names, *units; /* of char *, from header and units row; may be shorter */
  GArray *builders;
  gsize line, rows;
  gsize long_rows, long_line;   /* rows with too many cells, and the line of the first */
  gsize short_rows, short_line; /* the same for too few */
  TrammelDataset *dataset;      /* knows where the rows stand */
  gsize offset;                 /* lines without a row so far */
} Reader;

static Builder *
builder_at(Reader *r, guint i)
{
  return &g_array_index(r->builders, Builder, i);
}

static void
clear_builder(gpointer data)
{
  Builder *b = data;

  g_clear_pointer(&b->values, g_array_unref);
  g_clear_pointer(&b->texts, g_ptr_array_unref);
  g_free(b->bad_text);
}

static void
add_builder(Reader *r)
{
  Builder b = {.values = g_array_new(FALSE, FALSE, sizeof(double))};

  g_array_append_val(r->builders, b);
}

static void
reader_free(Reader *r)
{
  g_clear_pointer(&r->names, g_ptr_array_unref);
  g_clear_pointer(&r->units, g_ptr_array_unref);
  g_clear_pointer(&r->builders, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Reader, reader_free)

static void
take_words(GPtrArray *words, const Reader *r, TrammelSpan line)
{
  const char *at = line.text, *end = at + line.length, *encoding;
  gboolean more = TRUE;

  encoding = r->import ? r->import->encoding : NULL;
  while (more && words->len < MAX_COLUMNS)
    g_ptr_array_add(
        words,
        trammel_span_dup(trammel_csv_next_cell(&at, end, r->layout.separator, &more), encoding));
}

static void
read_number(Reader *r, Builder *b, TrammelSpan cell)
{
  gboolean given = r->import && r->import->missing; /* may hold numbers such as -9999 */
  double value = NAN;

  if ((given && trammel_csv_is_missing(cell, r->import)) ||
      !trammel_csv_parse_number(cell, r->layout.decimal, &value)) {
    value = NAN;
    b->missing++;
    if (!trammel_csv_is_missing(cell, r->import) && b->bad++ == 0) {
      b->bad_line = r->line;
      b->bad_text = trammel_span_dup(cell, r->import ? r->import->encoding : NULL);
    }
  }
  g_array_append_val(b->values, value);
}

static void
read_cell(Reader *r, guint i, TrammelSpan cell)
{
  Builder *b = builder_at(r, i);

  read_number(r, b, cell);
  if (b->texts)
    g_ptr_array_add(b->texts, trammel_span_dup(cell, r->import ? r->import->encoding : NULL));
}

/* Splits one line; short rows miss their last cells, long ones lose theirs. */
static void
read_row(Reader *r, TrammelSpan line)
{
  const char *at = line.text, *end = at + line.length;
  gboolean more = TRUE, is_long = FALSE;
  guint i = 0;

  while (more) {
    TrammelSpan cell = trammel_csv_next_cell(&at, end, r->layout.separator, &more);

    if (i < r->builders->len)
      read_cell(r, i, cell);
    else if (cell.length > 0)
      is_long = TRUE;
    i++;
  }
  if (is_long && r->long_rows++ == 0)
    r->long_line = r->line;
  if (i < r->builders->len && r->short_rows++ == 0)
    r->short_line = r->line;
  for (; i < r->builders->len; i++)
    read_cell(r, i, (TrammelSpan){"", 0});
  r->rows++;
}

static gboolean
check_line(const Reader *r, TrammelSpan line, GError **error)
{
  if (line.length <= MAX_LINE_BYTES)
    return TRUE;
  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE,
              "%s, line %" G_GSIZE_FORMAT ": the line is longer than %d bytes; this is not a "
              "table of numbers",
              r->name, r->line, MAX_LINE_BYTES);
  return FALSE;
}

/* Columns without a name in the header, or without a header, get their number. */
static void
name_columns(Reader *r, TrammelSpan row)
{
  g_autoptr(GPtrArray) cells = g_ptr_array_new_with_free_func(g_free);
  guint n;

  take_words(cells, r, row);
  for (n = cells->len; n > 0 && *(char *)g_ptr_array_index(cells, n - 1) == '\0';)
    n--;
  if (r->names->len == 0)
    n = cells->len;
  while (r->names->len < n)
    g_ptr_array_add(r->names, g_strdup_printf("#%u", r->names->len + 1));
}

/* Names, units, and as many columns as the header or the first row has. */
static gboolean
read_head(Reader *r, const char **at, const char *end, GError **error)
{
  TrammelSpan line;
  const char *row;

  while (r->line + 1 < r->layout.first_line && trammel_csv_next_line(at, end, &line)) {
    r->line++;
    if (!check_line(r, line, error))
      return FALSE;
    if (r->line == r->layout.header_line)
      take_words(r->names, r, trammel_csv_strip_comment(line, r->import));
    else if (r->line == r->layout.units_line)
      take_words(r->units, r, line);
  }
  row = *at;
  do {
    if (!trammel_csv_next_line(&row, end, &line)) {
      g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE,
                  "%s: there are no rows of values after line %" G_GSIZE_FORMAT, r->name, r->line);
      return FALSE;
    }
  } while (trammel_csv_is_comment(line, r->import));
  if (!check_line(r, line, error))
    return FALSE;
  name_columns(r, line);
  for (guint i = 0; i < r->names->len; i++)
    add_builder(r);
  return TRUE;
}

static gboolean
read_rows(Reader *r, const char *at, const char *end, GCancellable *cancellable, GError **error)
{
  TrammelSpan line;

  while (trammel_csv_next_line(&at, end, &line)) {
    r->line++;
    if (!check_line(r, line, error))
      return FALSE;
    if (trammel_csv_is_comment(line, r->import))
      continue;
    if (r->dataset && r->line - r->rows != r->offset) {
      r->offset = r->line - r->rows;
      trammel_dataset_add_offset(r->dataset, r->rows, r->offset - 1);
    }
    read_row(r, line);
    if (r->rows % POLL_ROWS == 0 && g_cancellable_set_error_if_cancelled(cancellable, error))
      return FALSE;
  }
  if (r->rows > 0)
    return TRUE;
  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE, "%s: there are no rows of values",
              r->name);
  return FALSE;
}

/* Columns with more words than numbers are columns of text; returns whether there are any. */
static gboolean
find_texts(Reader *r)
{
  gboolean any = FALSE;

  for (guint i = 0; i < r->builders->len; i++) {
    Builder *b = builder_at(r, i);

    if (b->bad > b->values->len - b->missing) {
      b->texts = g_ptr_array_new_with_free_func(g_free);
      any = TRUE;
    }
  }
  return any;
}

/* Forgets the rows, but not which columns are text. */
static void
rewind_rows(Reader *r, gsize line)
{
  r->line = line;
  r->rows = r->long_rows = r->short_rows = 0;
  for (guint i = 0; i < r->builders->len; i++) {
    Builder *b = builder_at(r, i);

    g_array_set_size(b->values, 0);
    b->bad = b->missing = 0;
    g_clear_pointer(&b->bad_text, g_free);
  }
}

/* Splits `name [unit]` and `name (unit)`; the unit may be NULL.  Round brackets may hold any
 * remark, so only a unit that is known counts there. */
static char *
split_header(const char *header, char **unit)
{
  const char *open = strrchr(header, '['), *close;
  g_autofree char *text = NULL;

  *unit = NULL;
  if (!open)
    open = strrchr(header, '(');
  close = open ? strchr(open, *open == '[' ? ']' : ')') : NULL;
  if (!open || open == header || !close || close[1] != '\0')
    return g_strdup(header);
  text = g_strstrip(g_strndup(open + 1, (gsize)(close - open - 1)));
  if (*open == '(' && !trammel_unit_parse(text, NULL, NULL))
    return g_strdup(header);
  *unit = g_steal_pointer(&text);
  return g_strchomp(g_strndup(header, (gsize)(open - header)));
}

static char *
strip_brackets(const char *unit)
{
  gsize n = strlen(unit);

  if (n >= 2 && (unit[0] == '[' || unit[0] == '('))
    return g_strndup(unit + 1, n - 2);
  return n > 0 ? g_strdup(unit) : NULL;
}

static void
report_column(TrammelDataset *dataset, const Reader *r, const Builder *b, const char *label)
{
  if (b->bad == 0 || b->texts)
    return;
  trammel_dataset_add_problem(
      dataset,
      "%s, line %" G_GSIZE_FORMAT ", column '%s': '%s' is not a number; %" G_GSIZE_FORMAT
      " such cell%s treated as missing",
      r->name, b->bad_line, label, b->bad_text, b->bad, b->bad == 1 ? " is" : "s are");
}

static void
finish_column(TrammelDataset *dataset, Reader *r, guint i)
{
  Builder *b = builder_at(r, i);
  const char *label = g_ptr_array_index(r->names, i);
  TrammelColumn column = {.label = g_strdup(label),
                          .n = b->values->len,
                          .n_rows = b->values->len,
                          .n_columns = 1,
                          .n_missing = b->missing,
                          .is_text = b->texts != NULL};

  column.name = *label ? split_header(label, &column.unit) : g_strdup_printf("#%u", i + 1);
  if (!column.unit && i < r->units->len)
    column.unit = strip_brackets(g_ptr_array_index(r->units, i));
  report_column(dataset, r, b, label);
  if (b->bad > 0 && !b->texts)
    column.bad = g_strdup_printf("line %" G_GSIZE_FORMAT ": '%s'", b->bad_line, b->bad_text);
  column.values = (double *)(gpointer)g_array_free(g_steal_pointer(&b->values), FALSE);
  if (b->texts) {
    g_ptr_array_add(b->texts, NULL);
    column.texts = (char **)g_ptr_array_free(g_steal_pointer(&b->texts), FALSE);
  }
  trammel_dataset_take_column(dataset, &column);
}

static void
report_rows(TrammelDataset *dataset, const Reader *r)
{
  if (r->long_rows > 0)
    trammel_dataset_add_problem(dataset,
                                "%s, line %" G_GSIZE_FORMAT
                                ": more cells than the %u columns; %" G_GSIZE_FORMAT
                                " such row%s lose%s what is behind",
                                r->name, r->long_line, r->builders->len, r->long_rows,
                                r->long_rows == 1 ? "" : "s", r->long_rows == 1 ? "s" : "");
  if (r->short_rows > 0)
    trammel_dataset_add_problem(
        dataset,
        "%s, line %" G_GSIZE_FORMAT
        ": fewer cells than the %u columns; the missing cells of %" G_GSIZE_FORMAT
        " such row%s count as missing samples",
        r->name, r->short_line, r->builders->len, r->short_rows, r->short_rows == 1 ? "" : "s");
}

static gboolean
check_is_text(const Reader *r, const char *data, gsize length, GError **error)
{
  if (length == 0) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE, "%s is empty", r->name);
    return FALSE;
  }
  if (memchr(data, '\0', MIN(length, SNIFF_BYTES))) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE,
                "%s is neither text nor a MAT file; export the log as CSV or MAT", r->name);
    return FALSE;
  }
  return TRUE;
}

/* The text as UTF-8 if it is UTF-16 by its first bytes or by the import's word, else NULL. */
static char *
convert_wide(const char *data, gsize length, const TrammelImport *import, gsize *converted)
{
  gboolean marked =
      length >= 2 && (memcmp(data, "\xff\xfe", 2) == 0 || memcmp(data, "\xfe\xff", 2) == 0);
  gboolean named =
      import && import->encoding && g_ascii_strncasecmp(import->encoding, "UTF-16", 6) == 0;

  if (!marked && !named)
    return NULL;
  return g_convert(data, (gssize)length, "UTF-8", named ? import->encoding : "UTF-16", NULL,
                   converted, NULL);
}

static TrammelDataset *
read_text(Reader *r,
          const char *path,
          const char *at,
          const char *end,
          GCancellable *cancellable,
          GError **error)
{
  g_autoptr(TrammelDataset) dataset = trammel_dataset_new(path, "csv");
  gsize first;

  r->dataset = dataset;
  trammel_csv_sniff(&r->layout, at, at + MIN((gsize)(end - at), SNIFF_BYTES), r->import);
  if (!read_head(r, &at, end, error))
    return NULL;
  first = r->line;
  if (!read_rows(r, at, end, cancellable, error))
    return NULL;
  r->dataset = NULL;
  if (find_texts(r)) {
    rewind_rows(r, first);
    if (!read_rows(r, at, end, cancellable, error))
      return NULL;
  }
  for (guint i = 0; i < r->builders->len; i++)
    finish_column(dataset, r, i);
  report_rows(dataset, r);
  return g_steal_pointer(&dataset);
}

TrammelDataset *
trammel_csv_read(const char *path,
                 const char *data,
                 gsize length,
                 const TrammelImport *import,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autofree char *name = g_path_get_basename(path), *converted = NULL;
  g_autoptr(TrammelImport) utf8 = NULL;
  g_auto(Reader) r = {.name = name, .import = import};
  gsize n;

  converted = length > 0 ? convert_wide(data, length, import, &n) : NULL;
  if (converted) {
    utf8 = import ? trammel_import_copy(import) : NULL;
    if (utf8)
      g_clear_pointer(&utf8->encoding, g_free);
    r.import = utf8;
    data = converted;
    length = n;
  }
  if (!check_is_text(&r, data, length, error))
    return NULL;
  r.names = g_ptr_array_new_with_free_func(g_free);
  r.units = g_ptr_array_new_with_free_func(g_free);
  r.builders = g_array_new(FALSE, FALSE, sizeof(Builder));
  g_array_set_clear_func(r.builders, clear_builder);
  if (length >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0) {
    data += 3; /* byte order mark */
    length -= 3;
  }
  return read_text(&r, path, data, data + length, cancellable, error);
}
