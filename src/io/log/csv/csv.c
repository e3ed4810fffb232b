/* CSV reader: one pass into columns, with memory in proportion to the numbers kept. */
#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/log/csv/column.h"
#include "io/log/csv/csv.h"
#include "io/log/csv/sniff.h"
#include "io/log/csv/source.h"
#include "io/log/text/cell.h"
#include "io/log/text/number.h"
#include "io/units/units.h"

enum {
  SNIFF_BYTES = 256 * 1024,
  MAX_COLUMNS = 4096,
  FIRST_ROWS = 4096,
  SURE_ROWS = 64 * 1024,
  POLL_ROWS = 16 * 1024, /* rows between two checks of the cancellable */
  SAMPLE_ROWS = 200,     /* rows from which text columns are detected */
};

/* Factor of the estimated number of rows for which memory is reserved. */
#define RESERVE 1.02

typedef struct {
  const char *name; /* of the file, without folders, for messages */
  const TrammelImport *import;
  const char *const *missing; /* nullable: the recipe's words for "no sample" */
  const char *encoding;       /* of words, nullable */
  TrammelCsvSource *source;
  TrammelCsvLayout layout;
  GPtrArray *names, *units; /* of char *, from header and units row; may be shorter */
  TrammelDataset *dataset;
  TrammelCsvColumn *columns;
  guint n_columns;
  gsize rows, room;             /* rows read, and rows that the columns have memory for */
  gsize offset;                 /* lines without a row so far */
  gsize long_rows, long_line;   /* rows with too many cells, and the line of the first */
  gsize short_rows, short_line; /* the same for too few */
  gsize open_rows, open_line;   /* the same for a quote that is not closed */
  const TrammelWatch *watch;    /* nullable */
  gboolean again;               /* second pass, for texts only */
} Reader;

static void
reader_free(Reader *r)
{
  for (guint i = 0; r->columns && i < r->n_columns; i++)
    trammel_csv_column_clear(&r->columns[i]);
  g_clear_pointer(&r->columns, g_free);
  g_clear_pointer(&r->names, g_ptr_array_unref);
  g_clear_pointer(&r->units, g_ptr_array_unref);
  g_clear_pointer(&r->dataset, trammel_dataset_unref);
  g_clear_pointer(&r->source, trammel_csv_source_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Reader, reader_free)

static void
take_words(GPtrArray *words, const Reader *r, TrammelSpan line)
{
  const char *at = line.text, *end = at + line.length;
  gboolean more = TRUE;

  while (more && words->len < MAX_COLUMNS)
    g_ptr_array_add(
        words,
        trammel_span_dup(trammel_csv_next_cell(&at, end, r->layout.separator, &more), r->encoding));
}

/* Reads a cell that is not a plain number. */
static double
read_odd_cell(Reader *r, TrammelCsvColumn *column, TrammelSpan *cell)
{
  gboolean given = r->missing != NULL; /* may hold numbers such as -9999 */
  double value;

  if (!(given && trammel_cell_is_missing(*cell, r->missing)) &&
      trammel_csv_parse_number(*cell, r->layout.decimal, &value)) {
    column->good++;
    return value;
  }
  column->missing++;
  if (trammel_cell_is_missing(*cell, r->missing)) {
    cell->length = 0;
    return NAN;
  }
  if (cell->text[0] == '"' && (cell->length < 2 || cell->text[cell->length - 1] != '"') &&
      r->open_rows++ == 0)
    r->open_line = trammel_csv_source_get_line(r->source);
  trammel_csv_column_add_fault(column, trammel_csv_source_get_line(r->source), *cell, r->encoding);
  return NAN;
}

/* Reads the cell of a column from the line. */
static void
read_cell(Reader *r, TrammelCsvColumn *column, const char **at, const char *end, gboolean *more)
{
  double value;
  TrammelSpan cell;

  if (!column->takes_numbers && !column->takes_texts) {
    trammel_csv_skip_cell(at, end, r->layout.separator, more);
    return;
  }
  if (!column->takes_texts && !(r->missing) &&
      trammel_csv_take_number(at, end, r->layout.separator, r->layout.decimal, more, &value)) {
    column->values[r->rows] = value;
    column->good++;
    return;
  }
  cell = trammel_csv_next_cell(at, end, r->layout.separator, more);
  if (column->takes_numbers)
    column->values[r->rows] = read_odd_cell(r, column, &cell);
  else if (trammel_cell_is_missing(cell, r->missing))
    cell.length = 0;
  if (column->takes_texts)
    trammel_csv_column_add_text(column, cell, r->encoding);
}

/* Marks the cells that a row lacks as missing. */
static void
miss_cells(Reader *r, guint from)
{
  for (guint i = from; i < r->n_columns; i++) {
    TrammelCsvColumn *column = &r->columns[i];

    if (column->takes_numbers) {
      column->values[r->rows] = NAN;
      column->missing++;
    }
    if (column->takes_texts)
      trammel_csv_column_add_text(column, (TrammelSpan){"", 0}, NULL);
  }
}

/* Splits one line; short rows lack their last cells, further cells of long rows are ignored. */
static void
read_row(Reader *r, TrammelSpan line)
{
  const char *at = line.text, *end = at + line.length;
  gboolean more = TRUE;
  guint i = 0;

  for (; more && i < r->n_columns; i++)
    read_cell(r, &r->columns[i], &at, end, &more);
  if (i < r->n_columns) {
    miss_cells(r, i);
    if (r->short_rows++ == 0)
      r->short_line = trammel_csv_source_get_line(r->source);
  }
  while (more)
    if (trammel_csv_next_cell(&at, end, r->layout.separator, &more).length > 0) {
      if (r->long_rows++ == 0)
        r->long_line = trammel_csv_source_get_line(r->source);
      more = FALSE;
    }
  r->rows++;
}

/* Reserves memory for the estimated number of rows, once there are enough for an estimate: columns
 * that grow step by step leave holes of their own size.  Limited, because rows may get longer. */
static void
grow_columns(Reader *r)
{
  double share = trammel_csv_source_get_share(r->source);
  gsize room = r->room == 0 ? FIRST_ROWS : 2 * r->room;

  if (r->room >= SURE_ROWS && share > 0)
    room = CLAMP((gsize)((double)r->rows / share * RESERVE), r->room + r->room / 4, 8 * r->room);
  r->room = room;
  for (guint i = 0; i < r->n_columns; i++)
    if (r->columns[i].takes_numbers)
      r->columns[i].values = g_renew(double, r->columns[i].values, r->room);
}

/* Records the line of the next row in the dataset if it is not the next line. */
static void
note_line(Reader *r)
{
  gsize line = trammel_csv_source_get_line(r->source);

  if (line - r->rows == r->offset)
    return;
  r->offset = line - r->rows;
  trammel_dataset_add_offset(r->dataset, r->rows, r->offset - 1);
}

static gboolean
read_rows(Reader *r, GCancellable *cancellable, GError **error)
{
  GError *local = NULL;
  TrammelSpan line;

  while (trammel_csv_source_next_line(r->source, &line, &local)) {
    if (trammel_csv_is_comment(line, r->import))
      continue;
    if (!r->again && r->rows == r->room)
      grow_columns(r);
    if (!r->again)
      note_line(r);
    read_row(r, line);
    if (r->rows % POLL_ROWS != 0)
      continue;
    if (g_cancellable_set_error_if_cancelled(cancellable, error))
      return FALSE;
    if (r->watch)
      r->watch->func(trammel_csv_source_get_share(r->source), r->watch->user);
  }
  if (!local && r->rows > 0)
    return TRUE;
  if (local)
    g_propagate_error(error, local);
  else
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s: there are no rows of values after line %zu", r->name,
                      trammel_csv_source_get_line(r->source));
  return FALSE;
}

/* Reads the lines above the values. */
static gboolean
read_head(Reader *r, GError **error)
{
  GError *local = NULL;
  TrammelSpan line;
  gsize number = 1;

  for (; number < r->layout.first_line && trammel_csv_source_next_line(r->source, &line, &local);
       number++) {
    if (number == r->layout.header_line)
      take_words(r->names, r, trammel_csv_strip_comment(line, r->import));
    else if (number == r->layout.units_line)
      take_words(r->units, r, line);
  }
  if (local)
    g_propagate_error(error, local);
  return local == NULL;
}

/* Returns the first line with values, from the text ahead; an empty span when there is none. */
static TrammelSpan
find_first_row(const Reader *r)
{
  TrammelSpan ahead = trammel_csv_source_peek(r->source), line;
  const char *at = ahead.text;

  while (trammel_csv_next_line(&at, ahead.text + ahead.length, &line))
    if (!trammel_csv_is_comment(line, r->import))
      return line;
  return (TrammelSpan){"", 0};
}

/* Sets the names of the columns; those without a name in the header get their number. */
static void
name_columns(Reader *r)
{
  g_autoptr(GPtrArray) cells = g_ptr_array_new_with_free_func(g_free);
  guint n, named = r->names->len;

  take_words(cells, r, find_first_row(r));
  for (n = cells->len; n > 0 && *(char *)g_ptr_array_index(cells, n - 1) == '\0';)
    n--;
  if (named == 0)
    n = cells->len;
  /* lines that end with a separator */
  while (named > n && *(char *)g_ptr_array_index(r->names, named - 1) == '\0')
    g_ptr_array_set_size(r->names, (int)--named);
  while (r->names->len < n)
    g_ptr_array_add(r->names, g_strdup_printf("#%u", r->names->len + 1));
  if (named > 0 && n == 2 * named && r->layout.separator == ',' && r->layout.decimal == '.')
    trammel_dataset_add_problem(
        r->dataset,
        "%s: the rows have %u cells, the header has %u; if the decimal sign is a comma too, "
        "export with semicolons between the cells",
        r->name, n, named);
}

static char *
strip_brackets(const char *unit)
{
  gsize n = strlen(unit);

  if (n >= 2 && (unit[0] == '[' || unit[0] == '('))
    return g_strndup(unit + 1, n - 2);
  return n > 0 ? g_strdup(unit) : NULL;
}

/* Makes the columns with names and units; they are skipped unless requested. */
static void
make_columns(Reader *r)
{
  r->n_columns = r->names->len;
  r->columns = g_new0(TrammelCsvColumn, r->n_columns);
  for (guint i = 0; i < r->n_columns; i++) {
    const char *label = g_ptr_array_index(r->names, i);
    TrammelColumn column = {.label = g_strdup(label), .n_columns = 1, .is_skipped = TRUE};

    column.name =
        *label ? trammel_csv_split_header(label, &column.unit) : g_strdup_printf("#%u", i + 1);
    if (!column.unit && i < r->units->len)
      column.unit = strip_brackets(g_ptr_array_index(r->units, i));
    if (!column.unit)
      column.unit = g_strdup(trammel_unit_find_in_name(column.name, NULL));
    trammel_dataset_take_column(r->dataset, &column);
  }
}

static void
want_column(Reader *r, const char *column)
{
  guint k = trammel_dataset_find_index(r->dataset, column);

  if (k < r->n_columns)
    trammel_dataset_edit_column(r->dataset, k)->is_skipped = FALSE;
}

static void
want_columns(Reader *r, const char *const *wanted)
{
  for (guint i = 0; i < r->n_columns; i++)
    trammel_dataset_edit_column(r->dataset, i)->is_skipped = wanted != NULL;
  for (guint i = 0; wanted && wanted[i]; i++)
    want_column(r, wanted[i]);
  if (wanted && r->import && r->import->sort)
    want_column(r, r->import->sort);
  for (guint i = 0; i < r->n_columns; i++)
    r->columns[i].takes_numbers = !trammel_dataset_get_column(r->dataset, i)->is_skipped;
}

/* Detects text columns from the first rows, so that they need no second pass. */
static void
guess_texts(Reader *r)
{
  TrammelSpan ahead = trammel_csv_source_peek(r->source), line;
  const char *text = ahead.text;
  g_autofree int *balance = g_new0(int, r->n_columns); /* words less numbers */

  for (guint row = 0;
       row < SAMPLE_ROWS && trammel_csv_next_line(&text, ahead.text + ahead.length, &line); row++) {
    const char *at = line.text;
    gboolean more = !trammel_csv_is_comment(line, r->import);

    for (guint i = 0; more && i < r->n_columns; i++) {
      TrammelSpan cell =
          trammel_csv_next_cell(&at, line.text + line.length, r->layout.separator, &more);
      double value;

      if (!trammel_cell_is_missing(cell, r->missing))
        balance[i] += trammel_csv_parse_number(cell, r->layout.decimal, &value) ? -1 : 1;
    }
  }
  for (guint i = 0; i < r->n_columns; i++)
    if (r->columns[i].takes_numbers && balance[i] > 0)
      trammel_csv_column_take_texts(&r->columns[i]);
}

/* Returns the columns that hold texts but were not read as such. */
static gboolean
find_late_texts(Reader *r)
{
  gboolean any = FALSE;

  for (guint i = 0; i < r->n_columns; i++) {
    TrammelCsvColumn *column = &r->columns[i];

    column->takes_numbers = FALSE;
    if (!column->takes_texts && trammel_csv_column_is_text(column)) {
      trammel_csv_column_take_texts(column);
      any = TRUE;
    } else {
      column->takes_texts = FALSE;
    }
  }
  return any;
}

static gboolean
read_late_texts(Reader *r, GCancellable *cancellable, GError **error)
{
  gsize rows = r->rows, head = r->layout.first_line - 1;
  TrammelSpan line;

  if (!trammel_csv_source_rewind(r->source, error))
    return FALSE;
  while (trammel_csv_source_get_line(r->source) < head)
    if (!trammel_csv_source_next_line(r->source, &line, error))
      return FALSE;
  r->again = TRUE;
  r->rows = r->long_rows = r->short_rows = r->open_rows = 0;
  if (!read_rows(r, cancellable, error))
    return FALSE;
  if (r->rows == rows)
    return TRUE;
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s changed while it was read; read it again",
                    r->name);
  return FALSE;
}

static void
report_rows(const Reader *r)
{
  g_autofree char *lost =
      trammel_bilingual_dup_plural(r->long_rows, "%zu such row loses its last cells",
                                   "%zu such rows lose their last cells", r->long_rows);
  g_autofree char *lacking =
      trammel_bilingual_dup_plural(r->short_rows, "%zu such row", "%zu such rows", r->short_rows);

  if (r->open_rows > 0)
    trammel_dataset_add_problem(
        r->dataset,
        "%s, line %zu: a quote is not closed before the end of the line; line breaks "
        "within cells are not read",
        r->name, r->open_line);
  if (r->long_rows > 0)
    trammel_dataset_add_problem(
        r->dataset, "%s, line %zu: more cells than the %u columns; %s%s", r->name, r->long_line,
        r->n_columns, lost,
        2 * r->long_rows > r->rows && r->layout.separator == ',' && r->layout.decimal == '.'
            ? TRAMMEL_WORD("; if the decimal sign is a comma too, export with semicolons between "
                           "the cells")
            : "");
  if (r->short_rows > 0)
    trammel_dataset_add_problem(
        r->dataset,
        "%s, line %zu: fewer cells than the %u columns; the missing cells of %s count as missing "
        "samples",
        r->name, r->short_line, r->n_columns, lacking);
}

static gboolean
check_is_text(const Reader *r, GError **error)
{
  TrammelSpan text = trammel_csv_source_peek(r->source);
  gsize controls = 0, n = MIN(text.length, SNIFF_BYTES);

  for (gsize i = 0; i < n; i++)
    controls += (guchar)text.text[i] < ' ' && !g_ascii_isspace(text.text[i]);
  if (text.length == 0)
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s is empty", r->name);
  else if (50 * controls > n)
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s is neither text nor a MAT file; export the log as CSV or MAT", r->name);
  else
    return TRUE;
  return FALSE;
}

/* Fails for a file without numbers. */
static gboolean
check_numbers(const Reader *r, GError **error)
{
  const TrammelCsvColumn *words = NULL;
  g_autofree char *remark = NULL;
  const char *why;

  for (guint i = 0; i < r->n_columns; i++) {
    if (r->columns[i].good > 0)
      return TRUE;
    if (!words && r->columns[i].bad > 0)
      words = &r->columns[i];
  }
  why = words ? trammel_cell_explain(trammel_csv_column_get_fault(words)->text) : NULL;
  remark = words ? trammel_bilingual_dup(" (the first word is '%s'%s%s)",
                                         trammel_csv_column_get_fault(words)->text, why ? ": " : "",
                                         why ? why : "")
                 : NULL;
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                    "%s: no column holds a number%s; export the log as a table of numbers with one "
                    "line per sample",
                    r->name, remark ? remark : "");
  return FALSE;
}

static gboolean
read_all(Reader *r, const char *const *wanted, GCancellable *cancellable, GError **error)
{
  TrammelSpan text = trammel_csv_source_peek(r->source);

  if (!check_is_text(r, error))
    return FALSE;
  trammel_csv_sniff(&r->layout, text.text, text.text + MIN(text.length, SNIFF_BYTES), r->import);
  if (!read_head(r, error))
    return FALSE;
  name_columns(r);
  make_columns(r);
  want_columns(r, wanted);
  guess_texts(r);
  if (!read_rows(r, cancellable, error) || (!wanted && !check_numbers(r, error)))
    return FALSE;
  trammel_dataset_set_sha256(r->dataset, trammel_csv_source_get_sha256(r->source));
  return !find_late_texts(r) || read_late_texts(r, cancellable, error);
}

TrammelDataset *
trammel_csv_read(const char *path,
                 const TrammelImport *import,
                 const char *const *columns,
                 const TrammelWatch *watch,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autofree char *name = g_path_get_basename(path);
  g_auto(Reader) r = {.name = name,
                      .import = import,
                      .missing = import ? (const char *const *)import->missing : NULL,
                      .watch = watch};

  r.source = trammel_csv_source_open(path, import ? import->encoding : NULL, error);
  if (!r.source)
    return NULL;
  r.encoding = import && !trammel_csv_source_is_converted(r.source) ? import->encoding : NULL;
  r.names = g_ptr_array_new_with_free_func(g_free);
  r.units = g_ptr_array_new_with_free_func(g_free);
  r.dataset = trammel_dataset_new(path, "csv");
  if (!read_all(&r, columns, cancellable, error))
    return NULL;
  for (guint i = 0; i < r.n_columns; i++) {
    TrammelColumn *out = trammel_dataset_edit_column(r.dataset, i);

    if (!out->is_skipped)
      trammel_csv_column_finish(&r.columns[i], r.dataset, out, r.rows);
  }
  report_rows(&r);
  return !import || trammel_import_apply(import, r.dataset, error) ? g_steal_pointer(&r.dataset)
                                                                   : NULL;
}

char *
trammel_csv_split_header(const char *header, char **unit)
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
