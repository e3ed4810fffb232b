#include "io/dataset.h"

#include <glib/gstdio.h>
#include <string.h>

#include "io/dataset_private.h"
#include "io/error.h"

enum { MAX_COPIED_BYTES = 256 * 1024 * 1024 };

struct _TrammelDataset {
  gatomicrefcount refs;
  char *path;
  const char *kind;
  char *sha256;
  GArray *columns;     /* of TrammelColumn */
  GPtrArray *problems; /* of char *, with a final NULL */
  GArray *offsets;     /* of Offset, by row */
};

/* Lines above the first row, comments and blank lines. */
typedef struct {
  gsize row, lines;
} Offset;

TrammelImport *
trammel_import_new(void)
{
  return g_new0(TrammelImport, 1);
}

TrammelImport *
trammel_import_copy(const TrammelImport *import)
{
  TrammelImport *copy = g_memdup2(import, sizeof *import);

  copy->encoding = g_strdup(import->encoding);
  copy->missing = g_strdupv(import->missing);
  return copy;
}

void
trammel_import_free(TrammelImport *import)
{
  g_free(import->encoding);
  g_strfreev(import->missing);
  g_free(import);
}

static void
clear_column(gpointer data)
{
  TrammelColumn *column = data;

  g_free(column->name);
  g_free(column->label);
  g_free(column->unit);
  g_free(column->values);
  g_strfreev(column->texts);
  g_free(column->bad);
}

TrammelDataset *
trammel_dataset_new(const char *path, const char *kind)
{
  TrammelDataset *dataset = g_new0(TrammelDataset, 1);

  g_atomic_ref_count_init(&dataset->refs);
  dataset->path = g_strdup(path);
  dataset->kind = kind;
  dataset->columns = g_array_new(FALSE, FALSE, sizeof(TrammelColumn));
  g_array_set_clear_func(dataset->columns, clear_column);
  dataset->problems = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(dataset->problems, NULL);
  dataset->offsets = g_array_new(FALSE, FALSE, sizeof(Offset));
  return dataset;
}

TrammelDataset *
trammel_dataset_ref(TrammelDataset *dataset)
{
  g_atomic_ref_count_inc(&dataset->refs);
  return dataset;
}

void
trammel_dataset_unref(TrammelDataset *dataset)
{
  if (!g_atomic_ref_count_dec(&dataset->refs))
    return;
  g_free(dataset->path);
  g_free(dataset->sha256);
  g_array_unref(dataset->columns);
  g_ptr_array_unref(dataset->problems);
  g_array_unref(dataset->offsets);
  g_free(dataset);
}

void
trammel_dataset_take_column(TrammelDataset *dataset, const TrammelColumn *column)
{
  g_array_append_val(dataset->columns, *column);
}

void
trammel_dataset_add_problem(TrammelDataset *dataset, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  g_ptr_array_insert(dataset->problems, (int)dataset->problems->len - 1,
                     g_strdup_vprintf(format, arguments));
  va_end(arguments);
}

const char *
trammel_dataset_get_path(const TrammelDataset *dataset)
{
  return dataset->path;
}

const char *
trammel_dataset_get_kind(const TrammelDataset *dataset)
{
  return dataset->kind;
}

const char *
trammel_dataset_get_sha256(const TrammelDataset *dataset)
{
  return dataset->sha256;
}

guint
trammel_dataset_get_n_columns(const TrammelDataset *dataset)
{
  return dataset->columns->len;
}

const TrammelColumn *
trammel_dataset_get_column(const TrammelDataset *dataset, guint i)
{
  g_return_val_if_fail(i < dataset->columns->len, NULL);
  return &g_array_index(dataset->columns, TrammelColumn, i);
}

const char *const *
trammel_dataset_get_problems(const TrammelDataset *dataset)
{
  return (const char *const *)dataset->problems->pdata;
}

void
trammel_dataset_add_offset(TrammelDataset *dataset, gsize row, gsize lines)
{
  Offset offset = {row, lines};

  g_array_append_val(dataset->offsets, offset);
}

gsize
trammel_dataset_get_line(const TrammelDataset *dataset, gsize row)
{
  guint low = 0, high = dataset->offsets->len;

  while (low < high) {
    guint middle = low + (high - low) / 2;

    if (g_array_index(dataset->offsets, Offset, middle).row <= row)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 ? row + g_array_index(dataset->offsets, Offset, low - 1).lines + 1 : 0;
}

char *
trammel_dataset_describe_row(const TrammelDataset *dataset, gsize row)
{
  g_autofree char *file = g_path_get_basename(dataset->path);
  gsize line = trammel_dataset_get_line(dataset, row);

  return g_strdup_printf("%s, %s %" G_GSIZE_FORMAT, file, line > 0 ? "line" : "row",
                         line > 0 ? line : row + 1);
}

/* MAT files begin with their text header (v5, v7, v7.3) or with the type word of v4, whose first
 * four bytes are a small integer. */
static gboolean
is_mat(const char *data, gsize length)
{
  guint32 type;

  if (length >= 6 && memcmp(data, "MATLAB", 6) == 0)
    return TRUE;
  if (length >= 8 && memcmp(data, "\x89HDF\r\n\x1a\n", 8) == 0)
    return TRUE;
  if (length < 20)
    return FALSE;
  memcpy(&type, data, sizeof type);
  return GUINT32_FROM_LE(type) <= 52 || GUINT32_FROM_BE(type) <= 4052;
}

static char *
hash(const char *data, gsize length)
{
  g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);

  g_checksum_update(checksum, (const guchar *)data, (gssize)length);
  return g_strdup(g_checksum_get_string(checksum));
}

/* The contents of a file.  Only large ones are mapped: one that another program cuts short
 * meanwhile would crash the reader of the mapping. */
static GBytes *
read_bytes(const char *path, GError **error)
{
  g_autoptr(GMappedFile) mapped = NULL;
  char *data;
  gsize length;
  GStatBuf info;

  if (g_stat(path, &info) == 0 && info.st_size > MAX_COPIED_BYTES) {
    mapped = g_mapped_file_new(path, FALSE, error);
    return mapped ? g_mapped_file_get_bytes(mapped) : NULL;
  }
  return g_file_get_contents(path, &data, &length, error) ? g_bytes_new_take(data, length) : NULL;
}

TrammelDataset *
trammel_dataset_load_columns(const char *path,
                             const TrammelImport *import,
                             const char *const *columns,
                             GCancellable *cancellable,
                             GError **error)
{
  return trammel_dataset_load(path, import, cancellable, error);
}

TrammelDataset *
trammel_dataset_load(const char *path,
                     const TrammelImport *import,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr(GError) local = NULL;
  g_autoptr(GBytes) bytes = NULL;
  TrammelDataset *dataset;
  const char *data;
  gsize length;

  if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE,
                "%s is a folder; name a CSV or MAT file in it", path);
    return NULL;
  }
  bytes = read_bytes(path, &local);
  if (!bytes) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE, "%s cannot be read: %s", path,
                local->code == G_FILE_ERROR_NOENT ? "there is no such file" : local->message);
    return NULL;
  }
  data = g_bytes_get_data(bytes, &length);
  if (length > 0 && is_mat(data, length))
    dataset = trammel_mat_read(path, cancellable, error);
  else
    dataset = trammel_csv_read(path, data, length, import, cancellable, error);
  if (dataset)
    dataset->sha256 = hash(data, length);
  return dataset;
}
