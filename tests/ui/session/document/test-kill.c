/* Test of a session that is killed at any moment: the saved file is complete and equals the last
 * save, and unsaved work is offered again, not older than the interval of the recovery file.
 *
 *   test-session-kill             as a test: a few kills
 *   test-session-kill --kills N   as many as requested, by tools/soak
 *
 * The program starts itself as the session: it edits without pause, saves now and then, and reports
 * what it has done; then it is killed. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/packed/temp_folder.h"
#include "support/seed.h"
#include "ui/session/document/recovery.h"
#include "ui/session/session-support.h"

#define COUNTED "body.pendulum.mass" /* holds the number of the edit */

enum {
  INTERVAL = 1,         /* [s] between recovery files, in place of the user's 60 */
  PATIENCE = 4,         /* [s] of delay allowed on a loaded machine */
  EDITS_PER_SAVE = 400, /* more than fit in an interval */
  LONGEST_LIFE = 2500,  /* [ms] */
};

static int n_kills = 4;

/* ---- the killed session ---------------------------------------------------------------------- */

typedef struct {
  TrammelDocument *document;
  GFile *file;
  int n;
  gboolean saves;
} Session;

static void
say(const char *what, int n)
{
  g_autofree char *line = g_strdup_printf("%s %d\n", what, n);

  if (write(STDOUT_FILENO, line, strlen(line)) < 0)
    _exit(EXIT_FAILURE);
}

static gboolean
on_turn_cb(gpointer user_data)
{
  Session *session = user_data;
  g_autoptr(GError) error = NULL;

  session->n++;
  trammel_document_set_value(session->document, COUNTED, session->n, &error);
  g_assert_no_error(error);
  trammel_document_close_step(session->document);
  say("edited", session->n);
  if (session->saves && session->n % EDITS_PER_SAVE == 0) {
    say("saving", session->n);
    g_assert_true(trammel_document_save(session->document, session->file, &error));
    say("saved", session->n);
  }
  return G_SOURCE_CONTINUE;
}

static int
run_session(const char *path, gboolean saves)
{
  g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);
  Session session = {.file = g_file_new_for_path(path), .saves = saves};
  g_autoptr(GError) error = NULL;

  session.document = trammel_document_load(session.file, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelRecovery) recovery = trammel_recovery_new(session.document, NULL, INTERVAL);
  g_timeout_add(4, on_turn_cb, &session);
  g_main_loop_run(loop);
  return EXIT_FAILURE;
}

/* ---- the killing process --------------------------------------------------------------------- */

typedef struct {
  int edited, saving, saved; /* latest numbers reported by the session; 0: none */
  int old;                   /* latest number reported so long ago that it must be kept */
} Heard;

/* Returns the reports of the session until it ended; times[n] is the arrival of edit n. */
static Heard
listen(int from, pid_t child, gint64 until)
{
  g_autoptr(GArray) times = g_array_new(FALSE, TRUE, sizeof(gint64));
  FILE *stream = fdopen(from, "r");
  Heard heard = {0};
  gint64 end = 0;
  char what[16];
  int n;

  while (fscanf(stream, "%15s %d", what, &n) == 2) {
    gint64 now = g_get_monotonic_time();
    if (strcmp(what, "edited") == 0) {
      heard.edited = n;
      g_array_set_size(times, (guint)n + 1);
      g_array_index(times, gint64, n) = now;
    } else if (strcmp(what, "saving") == 0) {
      heard.saving = n;
    } else {
      heard.saved = n;
    }
    if (!end && now > until) {
      kill(child, SIGKILL);
      end = now;
    }
  }
  fclose(stream);
  for (guint i = 1; i < times->len; i++)
    if (g_array_index(times, gint64, i) < end - (INTERVAL + PATIENCE) * G_USEC_PER_SEC)
      heard.old = (int)i;
  return heard;
}

static Heard
run_and_kill(const char *path, int life, gboolean saves)
{
  int ends[2];

  g_assert_cmpint(pipe(ends), ==, 0);
  pid_t child = fork();
  g_assert_cmpint(child, >=, 0);
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    execl("/proc/self/exe", "test-session-kill", saves ? "--session" : "--unsaved", path, NULL);
    _exit(127);
  }
  close(ends[1]);
  Heard heard = listen(ends[0], child, g_get_monotonic_time() + life * (G_USEC_PER_SEC / 1000));
  g_assert_cmpint(waitpid(child, NULL, 0), ==, child);
  return heard;
}

static int
count_of(TrammelDocument *document)
{
  return (int)trammel_project_get_model(trammel_document_get_project(document))->bodies[0].mass;
}

/* Returns the number of the newest edit in the recovery file; 0: there is none. */
static int
open_leftover(const char *path)
{
  g_autoptr(GPtrArray) found = trammel_recovery_list();
  g_autoptr(GError) error = NULL;
  int n = 0;

  g_assert_cmpuint(found->len, <=, 1);
  if (found->len == 0)
    return 0;
  const TrammelLeftover *leftover = found->pdata[0];
  g_assert_cmpstr(leftover->file, ==, path);
  g_autoptr(TrammelDocument) document = trammel_recovery_open(leftover->path, &error);
  g_assert_no_error(error);
  g_assert_true(trammel_document_get_dirty(document));
  n = count_of(document);
  g_assert_cmpint(unlink(leftover->path), ==, 0);
  return n;
}

static void
test_kill(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "a.trammel", NULL);
  g_autoptr(TrammelDocument) example = test_open_example("pendulum");
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autoptr(GError) error = NULL;
  int n_edits = 0, n_left = 0;

  g_assert_true(trammel_document_save(example, file, &error));
  for (int i = 0; i < n_kills; i++) {
    /* the first one never saves, and lives long enough for a recovery file to be written */
    int life = i == 0 ? 1000 * (INTERVAL + PATIENCE + 2) : g_test_rand_int_range(0, LONGEST_LIFE);
    Heard heard = run_and_kill(path, life, i > 0);
    g_autoptr(TrammelDocument) saved = trammel_document_load(file, &error);
    g_assert_no_error(error);
    int in_file = count_of(saved), left = open_leftover(path);

    /* complete, and of the last finished save or of one that was running */
    if (heard.saved > 0)
      g_assert_true(in_file == heard.saved || in_file == heard.saving);
    g_assert_cmpint(left, <=, heard.edited + 1);
    g_assert_cmpint(MAX(in_file * (heard.saving > 0), left), >=, heard.old);
    n_edits += heard.edited;
    n_left += left > 0;
    if (g_test_verbose() || n_kills > 20)
      g_test_message("kill %d: edits %d, saved %d, left %d", i + 1, heard.edited, in_file, left);
  }
  g_test_message("%d kills, %d edits, unsaved work was offered %d times", n_kills, n_edits, n_left);
  g_assert_cmpint(n_edits, >, 0);
  g_assert_cmpint(n_left, >, 0);
  trammel_temp_folder_remove(folder);
}

int
main(int argc, char **argv)
{
  if (argc == 3 && strcmp(argv[1], "--session") == 0)
    return run_session(argv[2], TRUE);
  if (argc == 3 && strcmp(argv[1], "--unsaved") == 0)
    return run_session(argv[2], FALSE);
  g_autofree char *home = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_setenv("XDG_STATE_HOME", home, TRUE);
  if (argc == 3 && strcmp(argv[1], "--kills") == 0) {
    n_kills = atoi(argv[2]);
    argc = 1;
  }
  tr_test_init(&argc, &argv);
  g_test_add_func("/session/kill", test_kill);
  int status = g_test_run();
  trammel_temp_folder_remove(home);
  return status;
}
