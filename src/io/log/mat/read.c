/* Reader of MAT files through the helper process, which may crash, hang or send wrong data: every
 * size is checked, and memory is taken only for numbers that have arrived. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/cage/process.h"
#include "io/log/data/private.h"
#include "io/log/mat/read.h"
#include "io/log/mat/stream.h"

/* Limit of the unpacked size: this, or so many times the size of the file. */
#define BASE_BYTES (1024ULL * 1024 * 1024)
enum { SIZE_RATIO = 16, FIRST_NUMBERS = 64 * 1024 };

/* MATLAB commands that convert class objects into plain structs. */
#define CONVERSION                                                                                 \
  "for a timetable tt: s = table2struct(timetable2table(tt,'ConvertRowTimes',false),"              \
  "'ToScalar',true); s.time = seconds(tt.Properties.RowTimes); for a timeseries ts: "              \
  "s = struct('time',ts.Time,'data',squeeze(ts.Data)); for a Simulink Dataset d: s = struct(); "   \
  "for k = 1:d.numElements, v = d{k}.Values; s.(matlab.lang.makeValidName(d{k}.Name)) = "          \
  "struct('time',v.Time,'data',squeeze(v.Data)); end; then save('log.mat','-struct','s','-v7')"

typedef enum { RECORD_NEXT, RECORD_LAST, RECORD_BROKEN, RECORD_FAILED } RecordResult;

typedef struct {
  const char *name; /* of the file, for messages */
  TrammelCageProcess *process;
  TrammelDataset *dataset;
  guint64 bytes_left;
  gboolean too_large, no_memory;
  guint n_objects, n_damaged;
  GPtrArray *objects; /* paths of objects that have a path */
  GError *error;      /* of RECORD_FAILED */
} Reader;

/* Receives `n` items of `size` bytes in steps that double; NULL when they do not all arrive. */
static void *
take_items(Reader *r, guint64 n, gsize size)
{
  char *items = NULL;
  gsize room = 0, got = 0;

  if (n > r->bytes_left / size) {
    r->too_large = TRUE;
    return NULL;
  }
  r->bytes_left -= n * size;
  items = g_malloc(size);
  while (got < n) {
    char *grown;

    room = MIN((gsize)n, MAX(FIRST_NUMBERS, 2 * room));
    grown = g_try_realloc_n(items, room, size);
    r->no_memory = grown == NULL;
    if (grown)
      items = grown;
    if (!grown || !trammel_cage_process_read(r->process, items + got * size, (room - got) * size)) {
      g_free(items);
      return NULL;
    }
    got = room;
  }
  return items;
}

static gboolean
check_shape(const TrammelMatRecord *record)
{
  return record->a <= G_MAXUINT32 && record->b <= G_MAXUINT32 &&
         (record->b == 0 || record->a <= G_MAXSIZE / sizeof(double) / record->b);
}

static RecordResult
take_array(Reader *r, const TrammelMatRecord *record, const char *path)
{
  TrammelColumn column = {.n_rows = record->a, .n_columns = record->b, .n = record->a * record->b};
  gsize n_infinite = 0;

  column.values = take_items(r, column.n, sizeof *column.values);
  if (!column.values)
    return RECORD_BROKEN;
  for (gsize i = 0; i < column.n; i++) {
    n_infinite += isinf(column.values[i]) != 0;
    if (!isfinite(column.values[i]))
      column.values[i] = NAN;
    column.n_missing += isnan(column.values[i]) != 0;
  }
  g_autofree char *values = trammel_bilingual_dup_plural(
      n_infinite, "%zu infinite value of '%s' counts as missing",
      "%zu infinite values of '%s' count as missing", n_infinite, path);
  if (n_infinite > 0)
    trammel_dataset_add_problem(r->dataset, "%s: %s", r->name, values);
  column.name = g_strdup(path);
  column.label = g_strdup(path);
  trammel_dataset_take_column(r->dataset, &column);
  return RECORD_NEXT;
}

/* Converts the code units of a row: bytes that may be UTF-8, else Latin-1; or characters. */
static char *
decode_row(const guint32 *units, gsize rows, gsize columns)
{
  g_autoptr(GString) bytes = g_string_new(NULL);
  g_autoptr(GString) text = g_string_new(NULL);

  for (gsize i = 0; i < columns; i++) {
    gunichar c = units[i * rows];

    if (bytes && c < 0x100)
      g_string_append_c(bytes, (char)c);
    else if (bytes)
      g_string_free(g_steal_pointer(&bytes), TRUE);
    g_string_append_unichar(text, c != 0 && g_unichar_validate(c) ? c : 0xfffd);
  }
  if (bytes && strlen(bytes->str) == bytes->len && g_utf8_validate(bytes->str, -1, NULL))
    return g_strchomp(g_string_free(g_steal_pointer(&bytes), FALSE));
  return g_strchomp(g_string_free(g_steal_pointer(&text), FALSE));
}

static RecordResult
take_text(Reader *r, const TrammelMatRecord *record, const char *path)
{
  TrammelColumn column = {.n_rows = record->a, .n_columns = 1, .n = record->a, .is_text = TRUE};
  g_autofree guint32 *units = NULL;

  if (record->a == 0 || record->a > TRAMMEL_MAT_MAX_TEXT_ROWS)
    return RECORD_BROKEN;
  units = take_items(r, record->a * record->b, sizeof *units);
  if (!units)
    return RECORD_BROKEN;
  column.values = g_new(double, column.n);
  column.texts = g_new0(char *, column.n + 1);
  column.store = g_string_chunk_new(64);
  for (gsize i = 0; i < column.n; i++) {
    g_autofree char *text = decode_row(units + i, column.n, record->b);

    column.values[i] = NAN;
    column.texts[i] = g_string_chunk_insert(column.store, text);
  }
  column.n_missing = column.n;
  column.name = g_strdup(path);
  column.label = g_strdup(path);
  trammel_dataset_take_column(r->dataset, &column);
  return RECORD_NEXT;
}

/* Takes the name of a variable that was not requested. */
static RecordResult
take_skipped(Reader *r, const char *path)
{
  TrammelColumn column = {.name = g_strdup(path), .label = g_strdup(path), .is_skipped = TRUE};

  column.n_columns = 1;
  trammel_dataset_take_column(r->dataset, &column);
  return RECORD_NEXT;
}

static RecordResult
take_note(Reader *r, const TrammelMatRecord *record, const char *path)
{
  static const char *const texts[TRAMMEL_MAT_N_NOTES] = {
      [TRAMMEL_MAT_NOTE_SPARSE] =
          TRAMMEL_WORD("is a sparse matrix, which is not read; save full(...) of it"),
      [TRAMMEL_MAT_NOTE_FUNCTION] = TRAMMEL_WORD("is a function handle and holds no samples"),
      [TRAMMEL_MAT_NOTE_COMPLEX] = TRAMMEL_WORD(
          "is complex, and samples are real; save real(...), imag(...) or abs(...) of it"),
      [TRAMMEL_MAT_NOTE_DEEP] = TRAMMEL_WORD("is nested too deeply to be read"),
      [TRAMMEL_MAT_NOTE_DAMAGED] = TRAMMEL_WORD("is damaged and cannot be read"),
  };

  if (record->a >= TRAMMEL_MAT_N_NOTES)
    return RECORD_BROKEN;
  if (record->a == TRAMMEL_MAT_NOTE_OBJECT) {
    r->n_objects++;
    if (*path)
      g_ptr_array_add(r->objects, g_strdup(path));
    return RECORD_NEXT;
  }
  r->n_damaged += record->a == TRAMMEL_MAT_NOTE_DAMAGED || record->a == TRAMMEL_MAT_NOTE_STOPPED;
  if (record->a == TRAMMEL_MAT_NOTE_STOPPED)
    trammel_dataset_add_problem(r->dataset,
                                "%s: variable %zu is damaged; it and those after it cannot be read",
                                r->name, (gsize)record->b);
  else {
    trammel_dataset_add_problem(r->dataset, "%s: '%s' %s", r->name, path, texts[record->a]);
    trammel_dataset_refuse(r->dataset, path);
  }
  return RECORD_NEXT;
}

static RecordResult
take_failure(Reader *r, const TrammelMatRecord *record)
{
  g_autofree char *where = NULL;

  switch ((TrammelMatFailure)record->a) {
  case TRAMMEL_MAT_FAILURE_TRUNCATED:
    if (record->b > 0)
      where = trammel_bilingual_dup(" inside its variable %zu", (gsize)record->b);
    trammel_error_set(&r->error, TRAMMEL_ERROR_UNREADABLE,
                      "%s: the MAT file is cut off%s; copy or save it again", r->name,
                      where ? where : "");
    break;
  case TRAMMEL_MAT_FAILURE_MANY:
    trammel_error_set(
        &r->error, TRAMMEL_ERROR_UNREADABLE,
        "%s: the MAT file holds more than %d variables, fields and cells; save only the "
        "logged signals",
        r->name, TRAMMEL_MAT_MAX_RECORDS);
    break;
  case TRAMMEL_MAT_FAILURE_SANDBOX:
    trammel_error_set(&r->error, TRAMMEL_ERROR_FAILED,
                      "%s cannot be read: this system refuses the limits under which MAT files are "
                      "parsed; convert it to CSV",
                      r->name);
    break;
  default:
    trammel_error_set(&r->error, TRAMMEL_ERROR_UNREADABLE,
                      "%s is damaged or not a MAT file; save it again, e.g. save('log.mat', '-v7')",
                      r->name);
  }
  return RECORD_FAILED;
}

/* Takes a path as valid UTF-8 without control characters. */
static char *
take_path(Reader *r, gsize length)
{
  g_autofree char *raw = NULL;
  char *path;

  if (length > TRAMMEL_MAT_MAX_NAME || length > r->bytes_left)
    return NULL;
  r->bytes_left -= length;
  raw = g_malloc0(length + 1);
  if (!trammel_cage_process_read(r->process, raw, length))
    return NULL;
  path = g_utf8_make_valid(raw, -1);
  for (char *at = path; *at; at++)
    if (g_ascii_iscntrl(*at))
      *at = '?';
  return path;
}

static RecordResult
take_record(Reader *r)
{
  TrammelMatRecord record;
  g_autofree char *path = NULL;

  if (!trammel_cage_process_read(r->process, &record, sizeof record) ||
      !(path = take_path(r, record.name_length)))
    return RECORD_BROKEN;
  switch (record.kind) {
  case TRAMMEL_MAT_END:
    return RECORD_LAST;
  case TRAMMEL_MAT_ARRAY:
    return check_shape(&record) ? take_array(r, &record, path) : RECORD_BROKEN;
  case TRAMMEL_MAT_TEXT:
    return check_shape(&record) ? take_text(r, &record, path) : RECORD_BROKEN;
  case TRAMMEL_MAT_SKIPPED:
    return take_skipped(r, path);
  case TRAMMEL_MAT_NOTE:
    return take_note(r, &record, path);
  case TRAMMEL_MAT_FAILURE:
    return take_failure(r, &record);
  default:
    return RECORD_BROKEN;
  }
}

static RecordResult
take_records(Reader *r)
{
  char magic[sizeof TRAMMEL_MAT_MAGIC - 1];
  RecordResult result = RECORD_NEXT;

  if (!trammel_cage_process_read(r->process, magic, sizeof magic) ||
      memcmp(magic, TRAMMEL_MAT_MAGIC, sizeof magic) != 0)
    return RECORD_BROKEN;
  for (guint i = 0; result == RECORD_NEXT && i <= TRAMMEL_MAT_MAX_RECORDS; i++)
    result = take_record(r);
  return result == RECORD_NEXT ? RECORD_BROKEN : result;
}

/* Reports objects; Matio reads neither names nor contents of MATLAB's newer classes. */
static void
report_objects(Reader *r)
{
  g_autoptr(GString) paths = g_string_new(NULL);

  if (r->n_objects == 0)
    return;
  for (guint i = 0; i < r->objects->len; i++)
    g_string_append_printf(paths, "%s'%s'", i ? ", " : " (",
                           (const char *)g_ptr_array_index(r->objects, i));
  if (paths->len > 0)
    g_string_append_c(paths, ')');
  g_autofree char *count = trammel_bilingual_dup_plural(r->n_objects, "%u class object",
                                                        "%u class objects", r->n_objects);
  char *words = trammel_bilingual_dup(
      "%s%s, such as a timetable, table, timeseries, string or Simulink Dataset, which only MATLAB "
      "can read%s; make plain structs of %s there: %s",
      count, paths->str,
      r->objects->len < r->n_objects ? TRAMMEL_WORD(" (the file does not give their names)") : "",
      r->n_objects == 1 ? TRAMMEL_WORD("it") : TRAMMEL_WORD("them"), CONVERSION);
  trammel_dataset_add_problem(r->dataset, "%s: %s", r->name, words);
  trammel_dataset_take_objects(r->dataset, words);
  if (r->objects->len < r->n_objects)
    trammel_dataset_refuse(r->dataset, "");
  for (guint i = 0; i < r->objects->len; i++)
    trammel_dataset_refuse(r->dataset, g_ptr_array_index(r->objects, i));
}

static gboolean
check_contents(Reader *r, GError **error)
{
  if (trammel_dataset_get_n_columns(r->dataset) > 0 || r->n_objects > 0)
    return TRUE;
  trammel_error_set(
      error, TRAMMEL_ERROR_UNREADABLE,
      r->n_damaged > 0
          ? N_("%s: the MAT file is damaged, none of its variables can be read; save it "
               "again")
          : N_("%s: the MAT file holds no numeric arrays"),
      r->name);
  return FALSE;
}

/* Sets the error of an incomplete answer from the way in which the helper ended. */
static void
set_broken(GError **error, const Reader *r, TrammelCageEnd end)
{
  guint n = trammel_dataset_get_n_columns(r->dataset);
  g_autofree char *after =
      n > 0 ? trammel_bilingual_dup(", after variable '%s'",
                                    trammel_dataset_get_column(r->dataset, n - 1)->name)
            : NULL;

  if (r->no_memory)
    trammel_error_set(
        error, TRAMMEL_ERROR_FAILED,
        "%s: out of memory for its numbers; close other programs, or save only the logged "
        "signals",
        r->name);
  else if (r->too_large)
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s: the MAT file unpacks to more numbers than a file of its size can hold; "
                      "save only the logged signals",
                      r->name);
  else
    trammel_error_set(
        error, TRAMMEL_ERROR_UNREADABLE,
        "%s: the MAT file is damaged (%s%s); save it again, e.g. save('log.mat', '-v7')", r->name,
        trammel_cage_end_text(end), after ? after : "");
}

/* Returns the arguments of the helper: the file, and the variables that contain `columns`, none for
 * all. */
static GPtrArray *
list_arguments(const char *path, const char *const *columns)
{
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

  g_ptr_array_add(names, g_strdup(path));

  for (guint i = 0; columns && columns[i]; i++) {
    g_autofree char *column = g_strstrip(g_strdup(columns[i]));

    g_ptr_array_add(names, g_strndup(column, strcspn(column, ".({ ")));
  }
  /* an empty request still needs one name */
  if (columns && names->len == 1)
    g_ptr_array_add(names, g_strdup(""));
  g_ptr_array_add(names, NULL);
  return names;
}

TrammelDataset *
trammel_mat_read(const char *path,
                 const char *const *columns,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autofree char *name = g_path_get_basename(path);
  g_autoptr(TrammelDataset) dataset = trammel_dataset_new(path, "mat");
  g_autoptr(GPtrArray) objects = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) arguments = list_arguments(path, columns);
  Reader r = {.name = name, .dataset = dataset, .objects = objects};
  RecordResult result;
  TrammelCageEnd end;
  struct stat info;

  if (g_cancellable_set_error_if_cancelled(cancellable, error))
    return NULL;
  guint64 size = stat(path, &info) == 0 ? (guint64)info.st_size : 0;
  r.bytes_left = MAX(BASE_BYTES, SIZE_RATIO * size);
  const TrammelCageTask task = {.program = "trammel-mat-helper",
                                .variable = "TRAMMEL_MAT_HELPER",
                                .arguments = (const char *const *)arguments->pdata,
                                .input = -1,
                                .cpu_seconds = trammel_mat_cpu_seconds(size)};
  r.process = trammel_cage_process_new(&task, cancellable, error);
  if (!r.process)
    return NULL;
  result = take_records(&r);
  end = trammel_cage_process_finish(r.process);
  if (result == RECORD_FAILED) {
    g_propagate_error(error, r.error);
    return NULL;
  }
  if (result == RECORD_BROKEN) {
    if (!g_cancellable_set_error_if_cancelled(cancellable, error))
      set_broken(error, &r, end);
    return NULL;
  }
  report_objects(&r);
  return check_contents(&r, error) ? g_steal_pointer(&dataset) : NULL;
}
