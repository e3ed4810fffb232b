/* Reads a MAT file through the helper process, which may crash, hang or lie. */
#include <math.h>
#include <signal.h>
#include <string.h>

#include "io/dataset_private.h"
#include "io/error.h"
#include "io/mat_stream.h"

enum { MAX_TEXT = 4096 };

/* Most that a file may unfold to. */
#define MAX_NUMBERS (256 * 1024 * 1024ULL)

/* Next to the running program (build tree), else where it is installed. */
static char *
find_helper(void)
{
  const char *named = g_getenv("TRAMMEL_MAT_HELPER"), *build = g_getenv("TRAMMEL_BUILD_ROOT");
  g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
  g_autofree char *folder = self ? g_path_get_dirname(self) : NULL;
  char *candidates[4] = {g_strdup(named),
                         build ? g_build_filename(build, "src/io/trammel-mat-helper", NULL) : NULL,
                         folder ? g_build_filename(folder, "../io/trammel-mat-helper", NULL) : NULL,
                         g_strdup(TRAMMEL_LIBEXECDIR "/trammel-mat-helper")};
  char *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS(candidates); i++) {
    if (!found && candidates[i] && g_file_test(candidates[i], G_FILE_TEST_IS_EXECUTABLE))
      found = g_steal_pointer(&candidates[i]);
    g_free(candidates[i]);
  }
  return found;
}

typedef struct {
  GInputStream *stream;
  GCancellable *cancellable;
  guint64 numbers;
} Reader;

static gboolean
take(Reader *r, void *to, gsize size)
{
  gsize got;

  return g_input_stream_read_all(r->stream, to, size, &got, r->cancellable, NULL) && got == size;
}

static char *
take_text(Reader *r)
{
  guint32 length;
  g_autofree char *text = NULL;

  if (!take(r, &length, sizeof length) || length > MAX_TEXT)
    return NULL;
  text = g_malloc0(length + 1);
  return take(r, text, length) ? g_utf8_make_valid(text, -1) : NULL;
}

static gboolean
take_array(Reader *r, TrammelDataset *dataset)
{
  g_autofree char *path = take_text(r);
  TrammelColumn column = {0};
  guint64 shape[2];

  if (!path || !take(r, shape, sizeof shape) || shape[0] == 0 || shape[0] > MAX_NUMBERS ||
      shape[1] > MAX_NUMBERS / shape[0])
    return FALSE;
  column.n_rows = shape[0];
  column.n_columns = shape[1];
  column.n = column.n_rows * column.n_columns;
  r->numbers += column.n;
  if (r->numbers > MAX_NUMBERS)
    return FALSE;
  column.values = g_try_new(double, column.n);
  if (!column.values || !take(r, column.values, column.n * sizeof(double))) {
    g_free(column.values);
    return FALSE;
  }
  for (gsize i = 0; i < column.n; i++)
    column.n_missing += !isfinite(column.values[i]);
  column.name = g_strdup(path);
  column.label = g_steal_pointer(&path);
  trammel_dataset_take_column(dataset, &column);
  return TRUE;
}

/* TRUE when the stream came to its end mark. */
static gboolean
take_records(Reader *r, TrammelDataset *dataset)
{
  char magic[sizeof TRAMMEL_MAT_MAGIC - 1];

  if (!take(r, magic, sizeof magic) || memcmp(magic, TRAMMEL_MAT_MAGIC, sizeof magic) != 0)
    return FALSE;
  for (;;) {
    guint32 kind;
    g_autofree char *text = NULL;

    if (!take(r, &kind, sizeof kind))
      return FALSE;
    if (kind == TRAMMEL_MAT_END)
      return TRUE;
    if (kind == TRAMMEL_MAT_ARRAY) {
      if (!take_array(r, dataset))
        return FALSE;
    } else if (kind == TRAMMEL_MAT_PROBLEM && (text = take_text(r))) {
      trammel_dataset_add_problem(dataset, "%s", text);
    } else {
      return FALSE;
    }
  }
}

/* Why there is no dataset, from how the helper ended. */
static void
set_failure(GError **error, const char *path, GSubprocess *helper, gboolean too_large)
{
  g_autofree char *name = g_path_get_basename(path);
  const char *why = "its contents make no sense";

  if (too_large)
    why = "it unfolds to more than 2 GB";
  else if (g_subprocess_get_if_signaled(helper)) {
    int signal = g_subprocess_get_term_sig(helper);

    if (signal == SIGALRM || signal == SIGXCPU)
      why = "reading it takes too long";
    else if (signal != SIGKILL) /* that is our own, for nonsense */
      why = "reading it crashes the parser";
  } else if (g_subprocess_get_if_exited(helper) &&
             g_subprocess_get_exit_status(helper) == TRAMMEL_MAT_EXIT_UNREADABLE) {
    why = "it is cut off or not a MAT file";
  }
  g_set_error(
      error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE,
      "%s: the MAT file is damaged: %s; save it again in MATLAB with save('log.mat', '-v7')", name,
      why);
}

TrammelDataset *
trammel_mat_read(const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *program = find_helper();
  g_autoptr(GSubprocess) helper = NULL;
  g_autoptr(TrammelDataset) dataset = trammel_dataset_new(path, "mat");
  Reader reader = {.cancellable = cancellable};
  gboolean complete;

  if (!program) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_FAILED,
                "MAT files are read by trammel-mat-helper, which is not at %s; install it or set "
                "TRAMMEL_MAT_HELPER",
                TRAMMEL_LIBEXECDIR);
    return NULL;
  }
  helper = g_subprocess_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                            error, program, path, NULL);
  if (!helper)
    return NULL;
  reader.stream = g_subprocess_get_stdout_pipe(helper);
  complete = take_records(&reader, dataset);
  if (!complete)
    g_subprocess_force_exit(helper);
  g_subprocess_wait(helper, NULL, NULL);
  if (g_cancellable_set_error_if_cancelled(cancellable, error))
    return NULL;
  if (!complete) {
    set_failure(error, path, helper, reader.numbers > MAX_NUMBERS);
    return NULL;
  }
  return g_steal_pointer(&dataset);
}
