/* Test of a program that is ended by a signal, as at a log-out or by Ctrl+C in its terminal: it
 * keeps its unsaved work, ends by that signal, and leaves no lock behind.
 *
 * The test starts itself as the program, which edits its project once and says so. */
#include <gtk/gtk.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/packed/temp_folder.h"
#include "io/project/examples.h"
#include "ui/session/document/recovery.h"
#include "ui/window-support.h"

/* ---- the ended program ----------------------------------------------------------------------- */

static gboolean
on_turn_cb(gpointer program)
{
  GtkWindow *window = gtk_application_get_active_window(program);

  if (!window || !has_prepared(window))
    return G_SOURCE_CONTINUE;
  g_assert_true(trammel_document_set_setting(trammel_window_get_document(TRAMMEL_WINDOW(window)),
                                             "h", "0.02", NULL));
  puts("edited");
  fflush(stdout);
  return G_SOURCE_REMOVE;
}

static int
run_program(char *path)
{
  char *arguments[] = {(char *)"trammel", path, NULL};
  g_autoptr(TrammelApplication) program = trammel_application_new(G_APPLICATION_NON_UNIQUE);

  g_timeout_add(10, on_turn_cb, program);
  return g_application_run(G_APPLICATION(program), 2, arguments);
}

/* ---- the test -------------------------------------------------------------------------------- */

/* Sets what the program inherits: of the signals that end it, only `ignored` is ignored (0: none),
 * whatever the test itself has inherited: nohup ignores SIGHUP, the `&` of a shell SIGINT. */
static void
set_ignored(int ignored)
{
  static const int ends[] = {SIGHUP, SIGINT, SIGTERM};

  for (gsize i = 0; i < G_N_ELEMENTS(ends); i++)
    signal(ends[i], ends[i] == ignored ? SIG_IGN : SIG_DFL);
}

/* Starts the program with the signal `ignored` ignored (0: none), sends the signals after its edit,
 * up to a 0, and returns its status. */
static int
run_and_end(const char *path, int ignored, const int *signals)
{
  char line[16] = "";
  int ends[2], status = 0;

  g_assert_cmpint(pipe(ends), ==, 0);
  pid_t child = fork();
  g_assert_cmpint(child, >=, 0);
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    set_ignored(ignored);
    execl("/proc/self/exe", "test-signals", "--program", path, NULL);
    _exit(127);
  }
  close(ends[1]);
  g_assert_cmpint(read(ends[0], line, sizeof line - 1), >, 0);
  g_assert_cmpstr(line, ==, "edited\n");
  for (; *signals; signals++)
    g_assert_cmpint(kill(child, *signals), ==, 0);
  g_assert_cmpint(waitpid(child, &status, 0), ==, child);
  close(ends[0]);
  return status;
}

typedef struct {
  const char *name;
  int ignored; /* when the program is started, as by nohup */
  int signals[3];
} Case;

static const Case cases[] = {
    {"/ui/signals/terminate", 0, {SIGTERM}},
    {"/ui/signals/hang-up", 0, {SIGHUP}},
    {"/ui/signals/interrupt", 0, {SIGINT}},
    {"/ui/signals/hang-up-ignored", SIGHUP, {SIGHUP, SIGTERM}},
    {"/ui/signals/interrupt-ignored", SIGINT, {SIGINT, SIGTERM}},
};

static void
test_signal(gconstpointer data)
{
  const Case *given = data;
  g_autofree char *folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *path = trammel_examples_write(trammel_examples_find("pendulum"), folder, NULL);
  g_autofree char *lock = g_build_filename(folder, ".pendulum.trammel.lock", NULL);
  g_autoptr(GError) error = NULL;
  int status = run_and_end(path, given->ignored, given->signals);
  int last = given->signals[given->ignored ? 1 : 0];

  g_assert_true(WIFSIGNALED(status));
  g_assert_cmpint(WTERMSIG(status), ==, last);
  g_assert_false(g_file_test(lock, G_FILE_TEST_EXISTS));
  g_autoptr(GPtrArray) found = trammel_recovery_list();
  g_assert_cmpuint(found->len, ==, 1);
  const TrammelLeftover *leftover = found->pdata[0];
  g_assert_cmpstr(leftover->file, ==, path);
  g_autoptr(TrammelDocument) document = trammel_recovery_open(leftover->path, &error);
  g_assert_no_error(error);
  g_assert_cmpfloat(trammel_project_get_settings(trammel_document_get_project(document))->h, ==,
                    0.02);
  g_assert_cmpint(unlink(leftover->path), ==, 0);
  trammel_temp_folder_remove(folder);
}

int
main(int argc, char **argv)
{
  if (argc == 3 && strcmp(argv[1], "--program") == 0)
    return run_program(argv[2]);
  g_autofree char *home = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_setenv("XDG_STATE_HOME", home, TRUE);
  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
    g_test_add_data_func(cases[i].name, &cases[i], test_signal);
  int status = g_test_run();
  trammel_temp_folder_remove(home);
  return status;
}
