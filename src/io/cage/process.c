#include "io/cage/process.h"

#include <errno.h>
#include <gio/gunixinputstream.h>
#include <signal.h>
#include <unistd.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"

/* Wall time for one second of CPU that the helper may take, on a busy machine. */
enum { WALL_RATIO = 5, GRACE_MILLISECONDS = 2000 };

struct _TrammelCageProcess {
  GSubprocess *helper;
  GCancellable *cancellable; /* nullable */
  int output;                /* belongs to `helper` */
  gint64 deadline;           /* monotonic [us] */
  gboolean late;             /* the deadline passed */
  gboolean ended;            /* the output has ended */
};

/* Finds the helper in the build tree, where programs are in src/<layer>/ and tests/<layer>/. */
static char *
find_near_program(const char *program)
{
  static const char *const places[] = {".", "../io", "../../src/io", "../../../src/io"};
  g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
  g_autofree char *folder = self ? g_path_get_dirname(self) : NULL;

  if (!folder || g_str_equal(folder, TRAMMEL_BINDIR))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
    g_autofree char *path = g_build_filename(folder, places[i], program, NULL);

    if (g_file_test(path, G_FILE_TEST_IS_EXECUTABLE))
      return g_steal_pointer(&path);
  }
  return NULL;
}

static char *
find_helper(const TrammelCageTask *task, GError **error)
{
  const char *named = g_getenv(task->variable);
  g_autofree char *path = named ? g_strdup(named) : find_near_program(task->program);

  if (!path)
    path = g_build_filename(TRAMMEL_LIBEXECDIR, task->program, NULL);
  if (g_file_test(path, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer(&path);
  trammel_error_set(error, TRAMMEL_ERROR_FAILED,
                    "the program %s, which reads such files, is not at %s; install it there or set "
                    "%s to its path",
                    task->program, path, task->variable);
  return NULL;
}

static GSubprocess *
start(const char *const *argv, int *input, GError **error)
{
  char *environment[] = {NULL};
  g_autoptr(GSubprocessLauncher) launcher =
      g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);

  g_subprocess_launcher_set_environ(launcher, environment);
  if (*input >= 0)
    g_subprocess_launcher_take_stdin_fd(launcher, g_steal_fd(input));
  return g_subprocess_launcher_spawnv(launcher, argv, error);
}

TrammelCageProcess *
trammel_cage_process_new(const TrammelCageTask *task, GCancellable *cancellable, GError **error)
{
  g_autofree char *program = find_helper(task, error);
  g_autoptr(GPtrArray) argv = g_ptr_array_new();
  GSubprocess *helper = NULL;
  TrammelCageProcess *process;
  int input = task->input;

  g_ptr_array_add(argv, program);
  for (guint i = 0; task->arguments[i]; i++)
    g_ptr_array_add(argv, (gpointer)task->arguments[i]);
  g_ptr_array_add(argv, NULL);
  if (program)
    helper = start((const char *const *)argv->pdata, &input, error);
  if (input >= 0)
    close(input);
  if (!helper)
    return NULL;
  process = g_new0(TrammelCageProcess, 1);
  process->helper = helper;
  process->cancellable = cancellable ? g_object_ref(cancellable) : NULL;
  process->output =
      g_unix_input_stream_get_fd(G_UNIX_INPUT_STREAM(g_subprocess_get_stdout_pipe(helper)));
  process->deadline =
      g_get_monotonic_time() + WALL_RATIO * (gint64)task->cpu_seconds * G_USEC_PER_SEC;
  return process;
}

/* Waits; TRUE when there is output or its end. */
static gboolean
wait_for_output(TrammelCageProcess *process)
{
  GPollFD fds[2] = {{.fd = process->output, .events = G_IO_IN}};
  guint n = g_cancellable_make_pollfd(process->cancellable, &fds[1]) ? 2 : 1;
  int ready;

  do {
    gint64 left = process->deadline - g_get_monotonic_time();

    ready = left > 0 ? g_poll(fds, n, (int)(left / 1000) + 1) : 0;
  } while (ready < 0 && errno == EINTR);
  if (n == 2)
    g_cancellable_release_fd(process->cancellable);
  process->late = ready == 0;
  return ready > 0 && fds[0].revents != 0 && !g_cancellable_is_cancelled(process->cancellable);
}

gboolean
trammel_cage_process_read(TrammelCageProcess *process, void *buffer, gsize size)
{
  char *at = buffer;

  while (size > 0) {
    gssize got;

    if (!wait_for_output(process))
      return FALSE;
    got = read(process->output, at, size);
    if (got < 0 && errno == EINTR)
      continue;
    process->ended = got <= 0;
    if (process->ended)
      return FALSE;
    at += got;
    size -= (gsize)got;
  }
  return TRUE;
}

static TrammelCageEnd
report_end(const TrammelCageProcess *process)
{
  int signal;

  if (process->late)
    return TRAMMEL_CAGE_TIMED_OUT;
  if (g_subprocess_get_if_exited(process->helper))
    return g_subprocess_get_exit_status(process->helper) == 0 ? TRAMMEL_CAGE_ENDED
                                                              : TRAMMEL_CAGE_FAILED;
  signal = g_subprocess_get_term_sig(process->helper);
  if (signal == SIGXCPU || signal == SIGPROF)
    return TRAMMEL_CAGE_TIMED_OUT;
  return signal == SIGKILL ? TRAMMEL_CAGE_KILLED : TRAMMEL_CAGE_CRASHED;
}

/* Waits for the exit of a process that has closed its output; its exit status shows the fault. */
static void
await_exit(TrammelCageProcess *process)
{
  for (int i = 0; i < GRACE_MILLISECONDS && g_subprocess_get_identifier(process->helper); i++)
    g_usleep(1000);
}

TrammelCageEnd
trammel_cage_process_finish(TrammelCageProcess *process)
{
  TrammelCageEnd end;

  if (process->ended)
    await_exit(process);
  g_subprocess_force_exit(process->helper);
  g_subprocess_wait(process->helper, NULL, NULL);
  end = report_end(process);
  g_object_unref(process->helper);
  g_clear_object(&process->cancellable);
  g_free(process);
  return end;
}

const char *
trammel_cage_end_text(TrammelCageEnd end)
{
  static const char *const reasons[] = {
      [TRAMMEL_CAGE_ENDED] = TRAMMEL_WORD("its contents are invalid"),
      [TRAMMEL_CAGE_FAILED] = TRAMMEL_WORD("its contents are invalid"),
      [TRAMMEL_CAGE_CRASHED] = TRAMMEL_WORD("its reader crashes on it"),
      [TRAMMEL_CAGE_TIMED_OUT] = TRAMMEL_WORD("its reader does not finish"),
      [TRAMMEL_CAGE_KILLED] = TRAMMEL_WORD("its contents are invalid or need too much memory"),
  };

  return reasons[end];
}
