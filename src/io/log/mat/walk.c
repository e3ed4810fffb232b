#include "io/log/mat/walk.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 4096 };

typedef struct {
  char text[TRAMMEL_MAT_MAX_NAME + 1];
  size_t length;
} Path;

static void
put(const void *data, size_t size)
{
  if (size > 0 && fwrite(data, size, 1, stdout) != 1)
    _exit(EXIT_FAILURE);
}

static void
put_record(TrammelMatKind kind, const char *path, uint64_t a, uint64_t b)
{
  static unsigned n_records;
  TrammelMatRecord record = {kind, (uint32_t)strnlen(path, TRAMMEL_MAT_MAX_NAME), a, b};

  if (n_records++ == TRAMMEL_MAT_MAX_RECORDS)
    trammel_mat_put_failure(TRAMMEL_MAT_FAILURE_MANY, 0);
  put(&record, sizeof record);
  put(path, record.name_length);
}

void
trammel_mat_put_start(void)
{
  put(TRAMMEL_MAT_MAGIC, strlen(TRAMMEL_MAT_MAGIC));
}

/* Ends the process without the clean-up of HDF5, which would access a damaged file again. */
static void
finish(void)
{
  _exit(fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

void
trammel_mat_put_end(void)
{
  put_record(TRAMMEL_MAT_END, "", 0, 0);
  finish();
}

void
trammel_mat_put_failure(TrammelMatFailure failure, uint64_t variable)
{
  TrammelMatRecord record = {TRAMMEL_MAT_FAILURE, 0, failure, variable};

  put(&record, sizeof record);
  finish();
}

void
trammel_mat_put_skipped(const char *path)
{
  put_record(TRAMMEL_MAT_SKIPPED, path, 0, 0);
}

void
trammel_mat_put_note(const char *path, TrammelMatNote note, uint64_t detail)
{
  put_record(TRAMMEL_MAT_NOTE, path, note, detail);
}

/* Sets rows and columns of an array of any rank: 1 x 1 x n is a column, the dimensions after the
 * second that is not 1 are laid side by side.  False when they are invalid. */
static bool
get_shape(const matvar_t *variable, size_t *rows, size_t *columns)
{
  int taken = 0;

  *rows = *columns = 1;
  if (variable->rank < 1 || !variable->dims)
    return false;
  for (int i = 0; i < variable->rank; i++) {
    size_t d = variable->dims[i];

    if (variable->rank > 2 && d == 1)
      continue;
    if (__builtin_mul_overflow(taken == 0 ? *rows : *columns, d, taken == 0 ? rows : columns))
      return false;
    taken++;
  }
  size_t n;
  return !__builtin_mul_overflow(*rows, *columns, &n) && n <= SIZE_MAX / sizeof(double);
}

/* Returns number k of an array as a double; integers beyond 2^53 are rounded. */
static double
number_at(const void *data, enum matio_types type, size_t k)
{
  switch (type) {
  case MAT_T_DOUBLE:
    return ((const double *)data)[k];
  case MAT_T_SINGLE:
    return (double)((const float *)data)[k];
  case MAT_T_INT8:
    return ((const int8_t *)data)[k];
  case MAT_T_UINT8:
    return ((const uint8_t *)data)[k];
  case MAT_T_INT16:
    return ((const int16_t *)data)[k];
  case MAT_T_UINT16:
    return ((const uint16_t *)data)[k];
  case MAT_T_INT32:
    return ((const int32_t *)data)[k];
  case MAT_T_UINT32:
    return ((const uint32_t *)data)[k];
  case MAT_T_INT64:
    return (double)((const int64_t *)data)[k];
  default:
    return (double)((const uint64_t *)data)[k];
  }
}

static size_t
get_type_size(enum matio_types type)
{
  switch (type) {
  case MAT_T_DOUBLE:
  case MAT_T_INT64:
  case MAT_T_UINT64:
    return 8;
  case MAT_T_SINGLE:
  case MAT_T_INT32:
  case MAT_T_UINT32:
  case MAT_T_UTF32:
    return 4;
  case MAT_T_INT16:
  case MAT_T_UINT16:
  case MAT_T_UTF16:
    return 2;
  case MAT_T_INT8:
  case MAT_T_UINT8:
  case MAT_T_UTF8:
    return 1;
  default:
    return 0;
  }
}

static void
walk_numbers(const Path *path, const matvar_t *variable)
{
  const void *data = variable->data;
  size_t size = get_type_size(variable->data_type), rows, columns, n;
  double chunk[CHUNK];

  if (variable->isComplex) {
    trammel_mat_put_note(path->text, TRAMMEL_MAT_NOTE_COMPLEX, 0);
    return;
  }
  if (!get_shape(variable, &rows, &columns) || size == 0 ||
      (rows * columns > 0 && (!data || variable->nbytes / size < rows * columns))) {
    trammel_mat_put_note(path->text, TRAMMEL_MAT_NOTE_DAMAGED, 0);
    return;
  }
  put_record(TRAMMEL_MAT_ARRAY, path->text, rows, columns);
  n = rows * columns;
  for (size_t i = 0; i < n; i += CHUNK) {
    size_t m = n - i < CHUNK ? n - i : CHUNK;

    for (size_t k = 0; k < m; k++)
      chunk[k] = number_at(data, variable->data_type, i + k);
    put(chunk, m * sizeof *chunk);
  }
}

/* Writes a text; one row of UTF-8 may have more bytes than the variable has columns. */
static void
walk_text(const Path *path, const matvar_t *variable)
{
  size_t size = get_type_size(variable->data_type), rows, columns, n;

  if (!get_shape(variable, &rows, &columns) || size == 0 || size > 4 || rows * columns == 0 ||
      rows > TRAMMEL_MAT_MAX_TEXT_ROWS || !variable->data ||
      variable->nbytes / size < rows * columns)
    return;
  if (rows == 1)
    columns = variable->nbytes / size;
  put_record(TRAMMEL_MAT_TEXT, path->text, rows, columns);
  n = rows * columns;
  for (size_t i = 0; i < n; i++) {
    uint32_t unit = 0;

    memcpy(&unit, (const char *)variable->data + i * size, size);
    put(&unit, sizeof unit);
  }
}

static bool
append(Path *path, const char *text)
{
  size_t length = strlen(text);

  if (path->length + length > TRAMMEL_MAT_MAX_NAME)
    return false;
  memcpy(path->text + path->length, text, length + 1);
  path->length += length;
  return true;
}

/* Appends the index of element k; nothing for the only element of a struct. */
static bool
append_index(Path *path, bool cell, size_t k, size_t rows, size_t columns)
{
  char text[64];

  if (!cell && rows * columns == 1)
    return true;
  if (rows > 1 && columns > 1)
    snprintf(text, sizeof text, "%c%zu,%zu%c", cell ? '{' : '(', k % rows + 1, k / rows + 1,
             cell ? '}' : ')');
  else
    snprintf(text, sizeof text, "%c%zu%c", cell ? '{' : '(', k + 1, cell ? '}' : ')');
  return append(path, text);
}

static void walk(const Path *path, matvar_t *variable, int depth);

/* Writes the elements of a struct array or cell array: n_fields variables each, 1 for a cell.
 * Matio's own getters do not check whether there is data at all. */
static void
walk_elements(const Path *path, matvar_t *variable, char *const *fields, size_t n_fields, int depth)
{
  matvar_t *const *elements = variable->data;
  size_t rows, columns;

  if (!get_shape(variable, &rows, &columns) || rows * columns == 0 || n_fields == 0)
    return;
  if (!elements || variable->nbytes / sizeof *elements / n_fields < rows * columns) {
    trammel_mat_put_note(path->text, TRAMMEL_MAT_NOTE_DAMAGED, 0);
    return;
  }
  for (size_t k = 0; k < rows * columns; k++)
    for (size_t f = 0; f < n_fields; f++) {
      Path inner = *path;

      if (fields && !fields[f])
        continue;
      if (append_index(&inner, !fields, k, rows, columns) &&
          (!fields || (append(&inner, ".") && append(&inner, fields[f]))))
        walk(&inner, elements[k * n_fields + f], depth + 1);
      else
        trammel_mat_put_note(path->text, TRAMMEL_MAT_NOTE_DEEP, 0);
    }
}

static void
walk_struct(const Path *path, matvar_t *variable, int depth)
{
  char *const *fields = variable->internal ? Mat_VarGetStructFieldnames(variable) : NULL;

  if (fields)
    walk_elements(path, variable, fields, Mat_VarGetNumberOfFields(variable), depth);
}

static void
walk(const Path *path, matvar_t *variable, int depth)
{
  if (!variable)
    return;
  if (depth > TRAMMEL_MAT_MAX_DEPTH) {
    trammel_mat_put_note(path->text, TRAMMEL_MAT_NOTE_DEEP, 0);
    return;
  }
  switch (variable->class_type) {
  case MAT_C_STRUCT:
    walk_struct(path, variable, depth);
    break;
  case MAT_C_CELL:
    walk_elements(path, variable, NULL, 1, depth);
    break;
  case MAT_C_CHAR:
    walk_text(path, variable);
    break;
  case MAT_C_EMPTY:
    /* an empty array, or in v7.3 a class that Matio does not know */
    if (variable->rank > 0 && variable->dims && variable->dims[0] > 0)
      trammel_mat_put_note(path->text, TRAMMEL_MAT_NOTE_OBJECT, 0);
    break;
  case MAT_C_SPARSE:
    trammel_mat_put_note(path->text, TRAMMEL_MAT_NOTE_SPARSE, 0);
    break;
  case MAT_C_FUNCTION:
    trammel_mat_put_note(path->text, TRAMMEL_MAT_NOTE_FUNCTION, 0);
    break;
  case MAT_C_OBJECT:
  case MAT_C_OPAQUE:
    trammel_mat_put_note(path->text, TRAMMEL_MAT_NOTE_OBJECT, 0);
    break;
  default:
    walk_numbers(path, variable);
  }
}

void
trammel_mat_walk(const char *path, matvar_t *variable)
{
  Path root = {.length = 0};

  if (append(&root, path))
    walk(&root, variable, 0);
  else
    trammel_mat_put_note("", TRAMMEL_MAT_NOTE_DEEP, 0);
}
