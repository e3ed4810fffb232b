/* Tests of io/log/csv/source.h through io/log/data/dataset.h: files larger than what is kept in
 * memory.
 *
 * Speed and memory of reading:
 *
 *   TRAMMEL_STREAM_MB=1000 test-csv-stream -p /io/csv-stream/memory --verbose */
#include <glib/gstdio.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "io/base/error.h"
#include "io/log/csv/source.h"
#include "io/log/data/dataset.h"
#include "io/log/load.h"
#include "support/seed.h"

#define MEGABYTE 1e6

/* Memory beside the numbers; a sanitizer keeps what was freed. */
#ifdef __SANITIZE_ADDRESS__
#define ALLOWED 1e12
#else
#define ALLOWED (32 * MEGABYTE)
#endif

enum {
  BLOCK_ROWS = 4000,
  N_CHANNELS = 8,
  DEFAULT_MEGABYTES = 60,
};

static char *folder;

static char *
get_path(const char *name)
{
  return g_build_filename(folder, name, NULL);
}

static gsize
get_megabytes(void)
{
  const char *given = g_getenv("TRAMMEL_STREAM_MB");

  return given ? g_ascii_strtoull(given, NULL, 10) : DEFAULT_MEGABYTES;
}

/* The time, then channels of six decimals that repeat with every block. */
static char *
write_large(gsize *size, gsize *n_rows)
{
  char *path = get_path("large.csv");
  g_autoptr(GRand) random = tr_test_rand_new();
  g_autoptr(GString) block = g_string_new(NULL);
  FILE *file = g_fopen(path, "wb");

  for (int i = 0; i < BLOCK_ROWS; i++) {
    g_string_append_printf(block, "%d.%03d", i / 1000, i % 1000);
    for (int k = 0; k < N_CHANNELS; k++)
      g_string_append_printf(block, ",%d.%06d", g_rand_int_range(random, 0, 9),
                             g_rand_int_range(random, 0, 1000000));
    g_string_append_c(block, '\n');
  }
  *size = (gsize)fprintf(file, "t [s],q0,q1,q2,q3,q4,q5,q6,q7\n");
  for (*n_rows = 0; (double)*size < (double)get_megabytes() * MEGABYTE; *n_rows += BLOCK_ROWS)
    *size += fwrite(block->str, 1, block->len, file);
  g_assert_cmpint(fclose(file), ==, 0);
  return path;
}

/* Memory of this process now (VmRSS:) or at the most so far (VmHWM:) [bytes]. */
static double
get_memory(const char *what)
{
  g_autofree char *status = NULL;
  const char *line;

  g_assert_true(g_file_get_contents("/proc/self/status", &status, NULL, NULL));
  line = strstr(status, what);
  g_assert_nonnull(line);
  return g_ascii_strtod(line + strlen(what), NULL) * 1024;
}

static char *
hash_file(const char *path)
{
  g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, NULL);

  return g_compute_checksum_for_data(G_CHECKSUM_SHA256,
                                     (const guchar *)g_mapped_file_get_contents(file),
                                     g_mapped_file_get_length(file));
}

/* A loader that keeps the text, or columns that were not requested, needs more than is allowed. */
static void
test_memory(void)
{
  static const struct {
    const char *columns[3];
    guint n;
  } passes[] = {{{"t", "q5", NULL}, 2}, {{NULL}, 1 + N_CHANNELS}};
  gsize size, n_rows;
  g_autofree char *path = write_large(&size, &n_rows), *sha256 = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS(passes); i++) {
    double before = get_memory("VmRSS:"), numbers = (double)(passes[i].n * n_rows * sizeof(double)),
           growth;
    g_autoptr(GError) error = NULL;
    gint64 start = g_get_monotonic_time();
    clock_t cpu = clock();
    g_autoptr(TrammelDataset) dataset = trammel_dataset_load_columns(
        path, NULL, passes[i].columns[0] ? passes[i].columns : NULL, NULL, &error);
    double seconds = (double)(g_get_monotonic_time() - start) * 1e-6;

    g_assert_no_error(error);
    growth = get_memory("VmHWM:") - before;
    g_test_message("%u columns of %.0f MB: %.0f MB/s, %.2f s of CPU, %.1f MB above the numbers",
                   passes[i].n, (double)size / MEGABYTE, (double)size / MEGABYTE / seconds,
                   (double)(clock() - cpu) / CLOCKS_PER_SEC, (growth - numbers) / MEGABYTE);
    g_assert_cmpfloat(growth - numbers, <, ALLOWED);
    g_assert_cmpuint(trammel_dataset_get_column(dataset, 0)->n, ==, n_rows);
    g_assert_cmpfloat(trammel_dataset_get_column(dataset, 0)->values[n_rows - 1], ==, 3.999);
    if (!sha256)
      sha256 = g_strdup(trammel_dataset_get_sha256(dataset));
    g_assert_cmpstr(trammel_dataset_get_sha256(dataset), ==, sha256);
  }
  {
    g_autofree char *wanted = hash_file(path);

    g_assert_cmpstr(sha256, ==, wanted);
  }
  g_unlink(path);
}

/* Appends rows with a length that does not divide a block, so that every block ends at another
 * place in a row. */
static void
append_rows(GString *text, const char *end, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf(text, "%u;%u,5%s", i, i % 977, end);
}

static void
check_rows(const TrammelDataset *dataset, guint n)
{
  const TrammelColumn *t = trammel_dataset_get_column(dataset, 0),
                      *q = trammel_dataset_get_column(dataset, 1);

  g_assert_cmpstr(trammel_dataset_get_problems(dataset)[0], ==, NULL);
  g_assert_cmpuint(t->n, ==, n);
  for (guint i = 0; i < n; i++) {
    g_assert_cmpfloat(t->values[i], ==, i);
    g_assert_cmpfloat(q->values[i], ==, i % 977 + 0.5);
  }
}

static void
test_blocks(void)
{
  static const char *const ends[] = {"\n", "\r\n", "\r"};
  enum { N = 250000 };
  g_autofree char *path = get_path("blocks.csv");

  for (gsize i = 0; i < 2 * G_N_ELEMENTS(ends); i++) {
    g_autoptr(GString) text = g_string_new(NULL);
    const char *end = ends[i % G_N_ELEMENTS(ends)];
    g_autofree char *wide = NULL;
    g_autoptr(GError) error = NULL;
    g_autoptr(TrammelDataset) dataset = NULL;
    gsize length;

    g_string_append_printf(text, "t;ä%s", end);
    append_rows(text, end, N);
    length = text->len;
    /* the other half in two bytes a character */
    if (i >= G_N_ELEMENTS(ends))
      wide = g_convert(text->str, (gssize)text->len, "UTF-16", "UTF-8", NULL, &length, NULL);
    g_unlink(path); /* or it keeps its tail */
    g_assert_true(g_file_set_contents_full(path, wide ? wide : text->str, (gssize)length,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    dataset = trammel_dataset_load(path, NULL, NULL, &error);
    g_assert_no_error(error);
    g_test_message("%s, %s", wide ? "UTF-16" : "UTF-8",
                   *end == '\n' ? "LF"
                   : end[1]     ? "CRLF"
                                : "CR");
    g_assert_cmpstr(trammel_dataset_get_column(dataset, 1)->name, ==, "ä");
    check_rows(dataset, N);
  }
  g_unlink(path);
}

/* a column that turns out to be text after more than is in memory */
static void
test_late_words(void)
{
  enum { N = 400000 };
  g_autofree char *path = get_path("late.csv"), *wanted = NULL;
  FILE *file = g_fopen(path, "wb");
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDataset) dataset = NULL;
  const TrammelColumn *state;

  fputs("t;q;state\n", file);
  for (int i = 0; i < N; i++)
    fprintf(file, "%d;%d,5;%s\n", i, i % 977, i == N - 2 ? "\"it is, at last,\"" : "");
  fclose(file);
  dataset = trammel_dataset_load(path, NULL, NULL, &error);
  g_assert_no_error(error);
  check_rows(dataset, N);
  state = trammel_dataset_get_column(dataset, 2);
  g_assert_true(state->is_text);
  g_assert_cmpstr(state->texts[N - 3], ==, "");
  g_assert_cmpstr(state->texts[N - 2], ==, "it is, at last,");
  g_assert_cmpstr(state->texts[N], ==, NULL);
  wanted = hash_file(path);
  g_assert_cmpstr(trammel_dataset_get_sha256(dataset), ==, wanted);
  g_unlink(path);
}

/* faults far after the beginning are named with their lines */
static void
test_faults(void)
{
  enum { N = 300000 };
  g_autofree char *path = get_path("faults.csv");
  g_autoptr(GString) text = g_string_new("t;q\n");
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDataset) dataset = NULL;

  append_rows(text, "\n", N);
  g_string_append(text, "# a remark\n300000;x\n");
  g_assert_true(g_file_set_contents(path, text->str, (gssize)text->len, NULL));
  dataset = trammel_dataset_load(path, NULL, NULL, &error);
  g_assert_no_error(error);
  g_assert_nonnull(strstr(trammel_dataset_get_problems(dataset)[0],
                          "faults.csv, line 300003, column 'q': 'x' is not a number"));
  g_assert_cmpuint(trammel_dataset_get_line(dataset, N), ==, 300003);

  text->str[text->len - 2] = '\0';
  g_assert_true(g_file_set_contents(path, text->str, (gssize)text->len, NULL));
  g_assert_null(trammel_dataset_load(path, NULL, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_assert_nonnull(strstr(error->message, "faults.csv, line 300003: bytes of 0"));
  g_unlink(path);
}

/* Loads a file that is not a table; the error says so. */
static void
check_refused(GString *text, const char *words)
{
  g_autofree char *path = get_path("no-text.csv");
  g_autoptr(GError) error = NULL;

  g_assert_true(g_file_set_contents(path, text->str, (gssize)text->len, NULL));
  g_assert_null(trammel_dataset_load(path, NULL, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_assert_nonnull(strstr(error->message, words));
  g_unlink(path);
}

/* a line without end is refused, with or without an end of the file; bytes of 0 in it give a more
 * precise message */
static void
test_endless_line(void)
{
  enum { N = 3 * 1024 * 1024 };
  g_autoptr(GString) text = g_string_new("t;q\n0;1\n1;2\n2;");
  gsize start = text->len;

  g_string_set_size(text, start + N);
  memset(text->str + start, '7', N);
  check_refused(text, "no-text.csv, line 4: the line is longer than 1048576 bytes; this is not a "
                      "table of numbers");
  text->str[start + 1024 * 1024 + 10] = '\n';
  check_refused(text, "no-text.csv, line 4: the line is longer than 1048576 bytes");
  text->str[start + 1024 * 1024 + 10] = '7';
  text->str[start + 1000] = '\0';
  check_refused(text, "no-text.csv, line 4: bytes of 0, which no text has; the file is "
                      "damaged or is neither CSV nor MAT");
}

static void
assert_no_file(const char *path)
{
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_dataset_load(path, NULL, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_assert_nonnull(strstr(error->message, "is a pipe or a device"));
  g_assert_null(trammel_csv_source_open(path, NULL, NULL));
}

/* Pipes and devices are refused without waiting for their data. */
static void
test_no_file(void)
{
  g_autofree char *path = get_path("pipe");

  g_assert_cmpint(mkfifo(path, 0600), ==, 0);
  assert_no_file(path);
  assert_no_file("/dev/zero");
  assert_no_file("/dev/tty");
  g_unlink(path);
}

static void
test_encodings(void)
{
  g_autofree char *path = get_path("encoding.csv");
  g_autoptr(TrammelImport) import = trammel_import_new();
  g_autoptr(GError) error = NULL;

  g_assert_true(g_file_set_contents(path, "t,q\n0,1\n", -1, NULL));
  import->encoding = g_strdup("Klingon-1");
  g_assert_null(trammel_dataset_load(path, import, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_assert_nonnull(strstr(error->message, "encoding.csv: there is no encoding 'Klingon-1'"));
  g_unlink(path);
}

/* Returns the bytes in use; 0 under a sanitizer, which manages the memory and reports leaks
 * itself. */
static gsize
count_bytes(void)
{
  struct mallinfo2 info = mallinfo2();

  return info.uordblks + info.hblkhd;
}

/* Reading that stops long before the end of the file frees the blocks read ahead. */
static void
test_early_end(void)
{
  enum { N_READS = 20, SIZE = 12 * 1024 * 1024 };
  g_autofree char *path = get_path("early.bin");
  g_autofree char *bytes = g_malloc(SIZE);
  gsize before = 0;

  memset(bytes, 1, SIZE); /* neither text nor a MAT file */
  g_assert_true(g_file_set_contents(path, bytes, SIZE, NULL));
  for (int i = 0; i < N_READS; i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(trammel_dataset_load(path, NULL, NULL, &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
    if (i == N_READS / 2)
      before = count_bytes();
  }
  g_assert_cmpuint(count_bytes(), <, before + 1024 * 1024);
  g_assert_cmpint(g_remove(path), ==, 0);
}

int
main(int argc, char **argv)
{
  int result;

  tr_test_init(&argc, &argv);
  folder = g_dir_make_tmp("trammel-stream-XXXXXX", NULL);
  g_test_add_func("/io/csv-stream/memory", test_memory);
  g_test_add_func("/io/csv-stream/blocks", test_blocks);
  g_test_add_func("/io/csv-stream/late-words", test_late_words);
  g_test_add_func("/io/csv-stream/faults", test_faults);
  g_test_add_func("/io/csv-stream/endless-line", test_endless_line);
  g_test_add_func("/io/csv-stream/no-file", test_no_file);
  g_test_add_func("/io/csv-stream/early-end", test_early_end);
  g_test_add_func("/io/csv-stream/encodings", test_encodings);
  result = g_test_run();
  g_rmdir(folder);
  g_free(folder);
  return result;
}
