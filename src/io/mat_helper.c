/* trammel-mat-helper FILE: parses a MAT file in a process of its own and streams its numeric arrays
 * (mat_stream.h).  It knows neither GLib nor the rest of the program. */
#include <matio.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/mat_sandbox.h"
#include "io/mat_stream.h"

enum { MAX_DEPTH = 16, MAX_PATH_LENGTH = 1024, MAX_ARRAYS = 20000 };

typedef struct {
  int n_arrays, n_objects, n_sparse, n_complex, n_left_out;
} Walk;

static void walk(Walk *state, const char *path, matvar_t *variable, int depth);

static void
put(const void *data, size_t size)
{
  if (size > 0 && fwrite(data, size, 1, stdout) != 1)
    exit(TRAMMEL_MAT_EXIT_UNREADABLE);
}

static void
put_u32(uint32_t value)
{
  put(&value, sizeof value);
}

static void
put_u64(uint64_t value)
{
  put(&value, sizeof value);
}

static void
put_problem(const char *text)
{
  put_u32(TRAMMEL_MAT_PROBLEM);
  put_u32((uint32_t)strlen(text));
  put(text, strlen(text));
}

/* i-th number of an array as a double; integers above 2^53 are rounded. */
static double
number_at(const void *data, enum matio_classes class, size_t i)
{
  switch (class) {
  case MAT_C_DOUBLE:
    return ((const double *)data)[i];
  case MAT_C_SINGLE:
    return (double)((const float *)data)[i];
  case MAT_C_INT8:
    return ((const int8_t *)data)[i];
  case MAT_C_UINT8:
    return ((const uint8_t *)data)[i];
  case MAT_C_INT16:
    return ((const int16_t *)data)[i];
  case MAT_C_UINT16:
    return ((const uint16_t *)data)[i];
  case MAT_C_INT32:
    return ((const int32_t *)data)[i];
  case MAT_C_UINT32:
    return ((const uint32_t *)data)[i];
  case MAT_C_INT64:
    return (double)((const int64_t *)data)[i];
  default:
    return (double)((const uint64_t *)data)[i];
  }
}

static size_t class_size(enum matio_classes class)
{
  switch (class) {
  case MAT_C_DOUBLE:
  case MAT_C_INT64:
  case MAT_C_UINT64:
    return 8;
  case MAT_C_SINGLE:
  case MAT_C_INT32:
  case MAT_C_UINT32:
    return 4;
  case MAT_C_INT16:
  case MAT_C_UINT16:
    return 2;
  default:
    return 1;
  }
}

/* Product of the dimensions, or SIZE_MAX when it overflows or the variable has none. */
static size_t
count_elements(const matvar_t *variable)
{
  size_t n = 1;

  if (variable->rank < 1 || !variable->dims)
    return SIZE_MAX;
  for (int i = 0; i < variable->rank; i++)
    if (__builtin_mul_overflow(n, variable->dims[i], &n))
      return SIZE_MAX;
  return n;
}

static void
put_array(Walk *state, const char *path, const matvar_t *variable)
{
  size_t n = count_elements(variable), rows;
  const void *data = variable->data;

  if (variable->isComplex && data) {
    data = ((const mat_complex_split_t *)data)->Re;
    state->n_complex++;
  }
  if (n == SIZE_MAX || n == 0 || !data ||
      (!variable->isComplex && variable->nbytes / class_size(variable->class_type) < n) ||
      state->n_arrays == MAX_ARRAYS) {
    state->n_left_out++;
    return;
  }
  rows = variable->dims[0];
  state->n_arrays++;
  put_u32(TRAMMEL_MAT_ARRAY);
  put_u32((uint32_t)strlen(path));
  put(path, strlen(path));
  put_u64(rows);
  put_u64(n / rows);
  for (size_t i = 0; i < n; i++) {
    double value = number_at(data, variable->class_type, i);

    put(&value, sizeof value);
  }
}

static void
walk_struct(Walk *state, const char *path, matvar_t *variable, int depth)
{
  char *const *names = Mat_VarGetStructFieldnames(variable);
  unsigned n_fields = Mat_VarGetNumberOfFields(variable);
  size_t n = count_elements(variable);

  if (!variable->data || !names || n == SIZE_MAX ||
      variable->nbytes / sizeof(void *) / n < n_fields)
    return;
  for (size_t i = 0; i < n && state->n_arrays < MAX_ARRAYS; i++)
    for (unsigned f = 0; f < n_fields; f++) {
      char inner[MAX_PATH_LENGTH];

      if (!names[f])
        continue;
      if (n == 1)
        snprintf(inner, sizeof inner, "%s.%s", path, names[f]);
      else
        snprintf(inner, sizeof inner, "%s(%zu).%s", path, i + 1, names[f]);
      walk(state, inner, Mat_VarGetStructFieldByIndex(variable, f, i), depth + 1);
    }
}

static void
walk_cell(Walk *state, const char *path, matvar_t *variable, int depth)
{
  size_t n = count_elements(variable);

  if (!variable->data || n == SIZE_MAX || variable->nbytes / sizeof(void *) < n)
    return;
  for (size_t i = 0; i < n && state->n_arrays < MAX_ARRAYS; i++) {
    char inner[MAX_PATH_LENGTH];

    snprintf(inner, sizeof inner, "%s{%zu}", path, i + 1);
    walk(state, inner, Mat_VarGetCell(variable, (int)i), depth + 1);
  }
}

static void
walk(Walk *state, const char *path, matvar_t *variable, int depth)
{
  if (!variable || depth > MAX_DEPTH)
    return;
  switch (variable->class_type) {
  case MAT_C_STRUCT:
    if (count_elements(variable) > 0)
      walk_struct(state, path, variable, depth);
    break;
  case MAT_C_CELL:
    walk_cell(state, path, variable, depth);
    break;
  case MAT_C_DOUBLE:
  case MAT_C_SINGLE:
  case MAT_C_INT8:
  case MAT_C_UINT8:
  case MAT_C_INT16:
  case MAT_C_UINT16:
  case MAT_C_INT32:
  case MAT_C_UINT32:
  case MAT_C_INT64:
  case MAT_C_UINT64:
    put_array(state, path, variable);
    break;
  case MAT_C_SPARSE:
    state->n_sparse++;
    break;
  case MAT_C_CHAR:
  case MAT_C_EMPTY:
    break;
  default:
    state->n_objects++;
  }
}

static void
report(const Walk *state)
{
  char text[640];

  if (state->n_objects > 0) {
    snprintf(text, sizeof text,
             "%d MATLAB class object%s (table, timetable, timeseries, string, Simulink Dataset) "
             "cannot be read; in MATLAB convert to plain structs first, e.g. s = "
             "struct('time', ts.Time, 'data', squeeze(ts.Data)); save('log.mat', '-struct', 's', "
             "'-v7')",
             state->n_objects, state->n_objects == 1 ? "" : "s");
    put_problem(text);
  }
  if (state->n_sparse > 0)
    put_problem("sparse matrices are left out; save them with full()");
  if (state->n_complex > 0)
    put_problem("of complex arrays only the real part is taken");
  if (state->n_left_out > 0) {
    snprintf(text, sizeof text, "%d array%s without readable numbers left out", state->n_left_out,
             state->n_left_out == 1 ? " is" : "s are");
    put_problem(text);
  }
}

/* Matio prints to stderr by itself; the reader says what matters. */
static void
ignore_message(int level, char *message)
{
}

int
main(int argc, char **argv)
{
  Walk state = {0};
  matvar_t *variable;
  mat_t *mat;

  if (argc != 2)
    return TRAMMEL_MAT_EXIT_USAGE;
  if (!trammel_mat_sandbox_enter(argv[1]))
    return TRAMMEL_MAT_EXIT_USAGE;
  Mat_LogInitFunc("trammel-mat-helper", ignore_message);
  mat = Mat_Open(argv[1], MAT_ACC_RDONLY);
  if (!mat)
    return TRAMMEL_MAT_EXIT_UNREADABLE;
  put(TRAMMEL_MAT_MAGIC, strlen(TRAMMEL_MAT_MAGIC));
  while ((variable = Mat_VarReadNext(mat)) != NULL) {
    /* class objects come without a name, and their data as one with an empty name */
    if (variable->name && variable->name[0])
      walk(&state, variable->name, variable, 0);
    else if (!variable->name)
      state.n_objects++;
    Mat_VarFree(variable);
  }
  Mat_Close(mat);
  report(&state);
  put_u32(TRAMMEL_MAT_END);
  return fflush(stdout) == 0 ? TRAMMEL_MAT_EXIT_OK : TRAMMEL_MAT_EXIT_UNREADABLE;
}
