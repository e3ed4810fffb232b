#include "io/log/load.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/plain_file.h"
#include "io/log/csv/csv.h"
#include "io/log/data/private.h"
#include "io/log/mat/read.h"

enum { HEAD_BYTES = 32, BLOCK_BYTES = 256 * 1024 };

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

/* Other file types that users may try to open as a log, by their first bytes. */
static const struct {
  const char *bytes;
  gsize n;
  const char *what;
} strangers[] = {
    {"PK\3\4", 4, TRAMMEL_WORD("is a ZIP archive or a spreadsheet; save the sheet as CSV")},
    {"\xd0\xcf\x11\xe0", 4,
     TRAMMEL_WORD("is a document of an old spreadsheet program; save the sheet as CSV")},
    {"\x1f\x8b", 2, TRAMMEL_WORD("is packed with gzip; unpack it first")},
    {"PAR1", 4, TRAMMEL_WORD("is a Parquet file; convert it to CSV or MAT")},
    {"ULog\x01\x12\x35", 7, TRAMMEL_WORD("is a ULog; convert it to CSV, e.g. with ulog2csv")},
    {"MDF     ", 8, TRAMMEL_WORD("is a measurement file (MDF); export it as CSV or MAT")},
    {"\x89MCAP0\r\n", 8, TRAMMEL_WORD("is an MCAP file; export the topics as CSV")},
    {"#ROSBAG V", 9, TRAMMEL_WORD("is a ROS bag; export the topics as CSV")},
    {"SQLite format 3", 15,
     TRAMMEL_WORD("is a database (ROS 2 bags are such files); export the topics as CSV")},
    {"\x7f"
     "ELF",
     4, TRAMMEL_WORD("is neither text nor a MAT file; export the log as CSV or MAT")},
};

static gboolean
check_head(const char *path, const char *head, gsize n, GError **error)
{
  g_autofree char *file = g_path_get_basename(path);

  for (gsize i = 0; i < G_N_ELEMENTS(strangers); i++)
    if (n >= strangers[i].n && memcmp(head, strangers[i].bytes, strangers[i].n) == 0) {
      trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s %s", file, strangers[i].what);
      return FALSE;
    }
  return TRUE;
}

/* Hashes a file that another process reads; free the result with g_free(). */
static gpointer
hash_file(gpointer path)
{
  g_autoptr(GChecksum) hash = g_checksum_new(G_CHECKSUM_SHA256);
  g_autofree guchar *block = g_malloc(BLOCK_BYTES);
  FILE *file = g_fopen(path, "rb");
  gsize n;

  if (!file)
    return NULL;
  while ((n = fread(block, 1, BLOCK_BYTES, file)) > 0)
    g_checksum_update(hash, block, (gssize)n);
  fclose(file);
  return g_strdup(g_checksum_get_string(hash));
}

static TrammelDataset *
load_mat(const char *path, const char *const *columns, GCancellable *cancellable, GError **error)
{
  g_autofree char *copy = g_strdup(path), *sha256 = NULL;
  GThread *thread = g_thread_new("hash", hash_file, copy);
  TrammelDataset *dataset = trammel_mat_read(path, columns, cancellable, error);

  sha256 = g_thread_join(thread);
  if (dataset)
    trammel_dataset_set_sha256(dataset, sha256);
  return dataset;
}

/* Reads the first bytes of the file. */
static gboolean
read_head(const char *path, char head[HEAD_BYTES], gsize *n, GError **error)
{
  if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s is a folder; name a CSV or MAT file in it", path);
    return FALSE;
  }
  int file = trammel_plain_file_open(path, error);
  if (file < 0)
    return FALSE;
  gssize got = read(file, head, HEAD_BYTES);
  g_close(file, NULL);
  *n = (gsize)MAX(got, 0);
  return TRUE;
}

static TrammelDataset *
load(const char *path,
     const TrammelImport *import,
     const char *const *columns,
     const TrammelWatch *watch,
     GCancellable *cancellable,
     GError **error)
{
  char head[HEAD_BYTES];
  gsize n;

  if (!read_head(path, head, &n, error) || !check_head(path, head, n, error))
    return NULL;
  if (n > 0 && is_mat(head, n))
    return load_mat(path, columns, cancellable, error);
  return trammel_csv_read(path, import, columns, watch, cancellable, error);
}

TrammelDataset *
trammel_dataset_load_columns(const char *path,
                             const TrammelImport *import,
                             const char *const *columns,
                             GCancellable *cancellable,
                             GError **error)
{
  return load(path, import, columns, NULL, cancellable, error);
}

TrammelDataset *
trammel_dataset_load_watched(const char *path,
                             const TrammelImport *import,
                             const TrammelWatch *watch,
                             GCancellable *cancellable,
                             GError **error)
{
  return load(path, import, NULL, watch, cancellable, error);
}

TrammelDataset *
trammel_dataset_load(const char *path,
                     const TrammelImport *import,
                     GCancellable *cancellable,
                     GError **error)
{
  return load(path, import, NULL, NULL, cancellable, error);
}
