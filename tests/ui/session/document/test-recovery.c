/* Tests of recovery files, locks, and logs whose files are missing or change. */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "io/base/error.h"
#include "io/packed/temp_folder.h"
#include "ui/session/document/file-lock.h"
#include "ui/session/document/log-watch.h"
#include "ui/session/document/recovery.h"
#include "ui/session/session-support.h"
#include "ui/session/thread/file-hash.h"

typedef struct {
  TrammelDocument *document; /* saved in folder as a.trammel */
  char *folder, *path;
} Fixture;

static void
set_up(Fixture *fixture, gconstpointer data)
{
  g_autoptr(TrammelDocument) example = test_open_example("pendulum");
  g_autoptr(GError) error = NULL;

  fixture->folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  fixture->path = g_build_filename(fixture->folder, "a.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(fixture->path);
  g_assert_true(trammel_document_save(example, file, &error));
  fixture->document = trammel_document_load(file, &error);
  g_assert_no_error(error);
}

static void
tear_down(Fixture *fixture, gconstpointer data)
{
  g_clear_object(&fixture->document);
  trammel_temp_folder_remove(fixture->folder);
  g_free(fixture->folder);
  g_free(fixture->path);
}

/* Makes a recovery file look as if its process had been killed. */
static void
orphan(const char *path)
{
  g_autofree char *text = NULL, *own = NULL, *other = NULL;
  TrammelProcessIdentity owner = trammel_process_identity_self();

  own = trammel_process_identity_to_text(&owner);
  owner.start++;
  other = trammel_process_identity_to_text(&owner);
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_auto(GStrv) parts = g_strsplit(text, own, 2);
  g_assert_nonnull(parts[1]);
  g_autofree char *changed = g_strconcat(parts[0], other, parts[1], NULL);
  g_assert_true(g_file_set_contents(path, changed, -1, NULL));
}

static const TrammelLeftover *
find_leftover(const GPtrArray *found, const char *path)
{
  for (guint i = 0; i < found->len; i++)
    if (g_str_equal(((TrammelLeftover *)found->pdata[i])->path, path))
      return found->pdata[i];
  return NULL;
}

static void
test_owner(void)
{
  TrammelProcessIdentity self = trammel_process_identity_self(), other;
  g_autofree char *text = trammel_process_identity_to_text(&self);

  g_assert_true(trammel_process_identity_from_text(&other, text));
  g_assert_true(trammel_process_identity_is_self(&other));
  g_assert_true(trammel_process_identity_is_alive(&other));
  g_assert_cmpint(self.start, >, 0);
  other.start++; /* a reused process number */
  g_assert_false(trammel_process_identity_is_self(&other));
  g_assert_false(trammel_process_identity_is_alive(&other));
  g_strlcpy(other.host, "elsewhere", sizeof other.host);
  g_assert_true(trammel_process_identity_is_alive(&other));
  g_assert_false(trammel_process_identity_from_text(&other, "no owner at all"));
  g_assert_false(trammel_process_identity_from_text(&other, "12"));
}

/* No recovery file for a saved document; an unsaved one has it until it is saved. */
static void
test_write(Fixture *fixture, gconstpointer data)
{
  g_autoptr(TrammelRecovery) recovery = trammel_recovery_new(fixture->document, NULL, 0);
  g_autofree char *path = g_strdup(trammel_recovery_get_path(recovery));
  g_autoptr(GError) error = NULL;
  GStatBuf info;

  g_assert_true(trammel_recovery_write(recovery, &error));
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
  test_set(fixture->document, "h", "0.02");
  g_assert_true(trammel_recovery_write(recovery, &error));
  g_assert_no_error(error);
  g_assert_cmpint(g_stat(path, &info), ==, 0);
  g_assert_cmpint(info.st_mode & 0777, ==, 0600);
  g_autoptr(GPtrArray) mine = trammel_recovery_list();
  g_assert_null(find_leftover(mine, path)); /* this program still runs */

  trammel_document_undo(fixture->document);
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
  trammel_document_redo(fixture->document);
  g_assert_true(trammel_recovery_write(recovery, &error));
  g_assert_true(g_file_test(path, G_FILE_TEST_EXISTS));
  GFile *file = trammel_document_get_file(fixture->document);
  g_assert_true(trammel_document_save(fixture->document, file, NULL));
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));

  test_set(fixture->document, "h", "0.01");
  g_assert_true(trammel_recovery_write(recovery, &error));
  trammel_recovery_close(recovery);
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
}

static gboolean
is_there(gpointer path)
{
  return g_file_test(path, G_FILE_TEST_EXISTS);
}

static void
test_interval(Fixture *fixture, gconstpointer data)
{
  g_autoptr(TrammelRecovery) recovery = trammel_recovery_new(fixture->document, NULL, 1);
  g_autofree char *path = g_strdup(trammel_recovery_get_path(recovery));

  test_set(fixture->document, "h", "0.02");
  g_assert_false(is_there(path));
  g_assert_true(test_wait(is_there, path, TEST_DEADLINE));
  trammel_recovery_close(recovery);
}

static void
on_failed_cb(GString *said, const GError *error)
{
  g_string_append_printf(said, "%s\n", error->message);
}

static gboolean
has_said(gpointer said)
{
  return ((GString *)said)->len > 0;
}

/* A failed write at an interval is reported once. */
static void
test_failed(Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename(fixture->path, "below-a-file.json", NULL);
  g_autoptr(TrammelRecovery) recovery = trammel_recovery_new(fixture->document, path, 1);
  g_autoptr(GString) said = g_string_new(NULL);

  g_signal_connect_swapped(recovery, "failed", G_CALLBACK(on_failed_cb), said);
  test_set(fixture->document, "h", "0.02");
  g_assert_true(test_wait(has_said, said, TEST_DEADLINE));
  g_assert_nonnull(strstr(said->str, fixture->path));
  gsize length = said->len;
  /* another recovery object meanwhile */
  g_autoptr(TrammelRecovery) clock = trammel_recovery_new(fixture->document, NULL, 1);
  g_assert_true(test_wait(is_there, (gpointer)trammel_recovery_get_path(clock), TEST_DEADLINE));
  g_assert_cmpuint(said->len, ==, length);
  trammel_recovery_close(clock);
}

/* A recovery file restores the document with its runs and its file. */
static void
test_open(Fixture *fixture, gconstpointer data)
{
  g_autoptr(TrammelRecovery) recovery = trammel_recovery_new(fixture->document, NULL, 0);
  g_autofree char *path = g_strdup(trammel_recovery_get_path(recovery));
  g_autoptr(TrammelRun) run = test_identify(fixture->document);
  g_autoptr(GError) error = NULL;

  test_set(fixture->document, "h", "0.02");
  trammel_document_take_run(fixture->document, run);
  trammel_document_keep_run(fixture->document, run);
  g_assert_true(trammel_recovery_write(recovery, &error));
  orphan(path);
  g_autoptr(GPtrArray) found = trammel_recovery_list();
  const TrammelLeftover *leftover = find_leftover(found, path);
  g_assert_nonnull(leftover);
  g_assert_cmpstr(leftover->file, ==, fixture->path);
  g_assert_cmpstr(leftover->title, ==, trammel_document_get_title(fixture->document));

  g_autoptr(TrammelDocument) again = trammel_recovery_open(path, &error);
  g_assert_no_error(error);
  g_assert_true(trammel_document_get_dirty(again));
  g_assert_cmpfloat(trammel_project_get_settings(trammel_document_get_project(again))->h, ==, 0.02);
  g_assert_cmpuint(trammel_run_list_get_n_all(trammel_document_get_run_list(again)), ==, 1);
  g_assert_true(
      g_file_equal(trammel_document_get_file(again), trammel_document_get_file(fixture->document)));
  g_assert_cmpint(trammel_document_find_missing_log(again, 0), ==, -1);
  g_autofree char *before = trammel_project_to_data(trammel_document_get_project(again));
  g_autofree char *was = trammel_project_to_data(trammel_document_get_project(fixture->document));
  g_assert_cmpstr(before, ==, was);
  trammel_recovery_close(recovery);
}

/* Names and notes of runs are kept as well, also when nothing else has changed since. */
static void
test_notes(Fixture *fixture, gconstpointer data)
{
  g_autoptr(TrammelRun) run = test_identify(fixture->document);
  TrammelRunRecord *record = trammel_document_keep_run(fixture->document, run);
  g_autoptr(TrammelRecovery) recovery = trammel_recovery_new(fixture->document, NULL, 0);
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_recovery_write(recovery, NULL));
  trammel_document_rename_run(fixture->document, record, "cold");
  trammel_document_set_run_notes(fixture->document, record, "at 5 degrees");
  g_assert_true(trammel_recovery_write(recovery, NULL));
  g_autoptr(TrammelDocument) again =
      trammel_recovery_open(trammel_recovery_get_path(recovery), &error);
  g_assert_no_error(error);
  TrammelRunRecord *kept = trammel_run_list_find_number(trammel_document_get_run_list(again), 1);
  g_assert_cmpstr(trammel_run_record_get_name(kept), ==, "cold");
  g_assert_cmpstr(trammel_run_record_get_notes(kept), ==, "at 5 degrees");
  trammel_recovery_close(recovery);
}

/* A copy of an example, whose temporary folder may be lost after a power failure. */
static void
test_example(void)
{
  TrammelDocument *document = test_open_example("pendulum");
  TrammelRecovery *recovery = trammel_recovery_new(document, NULL, 0);
  g_autofree char *path = g_strdup(trammel_recovery_get_path(recovery));
  g_autoptr(GError) error = NULL;

  test_set(document, "h", "0.02");
  g_assert_true(trammel_recovery_write(recovery, NULL));
  g_object_unref(recovery); /* not closed: the file stays */
  g_object_unref(document);
  orphan(path);
  g_autoptr(TrammelDocument) again = trammel_recovery_open(path, &error);
  g_assert_no_error(error);
  g_assert_cmpint(trammel_document_find_missing_log(again, 0), ==, -1);
  g_assert_cmpstr(trammel_document_get_example(again), ==, "pendulum");
  g_assert_null(trammel_document_get_file(again));
  g_unlink(path);
}

/* A packed project whose unpacked files are lost: they are unpacked again, and the changes can
 * still be saved to it. */
static void
test_packed(Fixture *fixture, gconstpointer data)
{
  g_autofree char *packed = g_build_filename(fixture->folder, "a.trammelz", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(packed);
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_document_save(fixture->document, file, &error));
  g_assert_no_error(error);
  TrammelDocument *document = trammel_document_load(file, &error);
  TrammelRecovery *recovery = trammel_recovery_new(document, NULL, 0);
  g_autofree char *path = g_strdup(trammel_recovery_get_path(recovery));
  test_set(document, "h", "0.02");
  g_assert_true(trammel_recovery_write(recovery, NULL));
  g_object_unref(recovery); /* not closed: the file stays */
  g_object_unref(document);
  orphan(path);
  g_autoptr(TrammelDocument) again = trammel_recovery_open(path, &error);
  g_assert_no_error(error);
  g_assert_true(trammel_document_get_dirty(again));
  g_assert_true(g_file_equal(trammel_document_get_file(again), file));
  g_assert_cmpint(trammel_document_find_missing_log(again, 0), ==, -1);
  g_assert_cmpint(g_unlink(packed), ==, 0); /* then the logs are reported missing */
  g_autoptr(TrammelDocument) without = trammel_recovery_open(path, &error);
  g_assert_no_error(error);
  g_assert_cmpint(trammel_document_find_missing_log(without, 0), ==, 0);
  g_unlink(path);
}

/* Damaged and foreign files are skipped and refused. */
static void
test_damaged(void)
{
  g_autofree char *folder = trammel_recovery_dup_folder();
  g_autofree char *path = g_build_filename(folder, "damaged.json", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
  g_assert_true(g_file_set_contents(path, "{ \"format\": \"trammel-recovery/1\", \"pro", -1, NULL));
  g_autoptr(GPtrArray) found = trammel_recovery_list();
  g_assert_null(find_leftover(found, path));
  g_assert_null(trammel_recovery_open(path, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_clear_error(&error);
  g_assert_true(g_file_set_contents(path, "{ \"format\": \"other/1\" }", -1, NULL));
  g_assert_null(trammel_recovery_open(path, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  g_unlink(path);
}

static void
test_lock(Fixture *fixture, gconstpointer data)
{
  GFile *file = trammel_document_get_file(fixture->document);
  g_autofree char *path = g_build_filename(fixture->folder, ".a.trammel.lock", NULL);
  TrammelProcessIdentity other = trammel_process_identity_self();
  gboolean taken = TRUE;
  TrammelFileLock *lock = trammel_file_lock_new(file, &other, &taken);

  g_assert_nonnull(lock);
  g_assert_false(taken);
  g_assert_true(is_there(path));
  TrammelFileLock *again = trammel_file_lock_new(file, &other, &taken); /* by the same process */
  g_assert_true(again && !taken);
  trammel_file_lock_free(again);
  trammel_file_lock_free(lock);
  g_assert_false(is_there(path));

  /* of a running process: the parent */
  g_autofree char *text = g_strdup_printf("%d 0 %s", (int)getppid(), other.host);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  g_assert_null(trammel_file_lock_new(file, &other, &taken));
  g_assert_true(taken);
  g_assert_cmpint(other.pid, ==, getppid());
  /* of one that was killed */
  other = trammel_process_identity_self();
  other.start++;
  g_autofree char *stale = trammel_process_identity_to_text(&other);
  g_assert_true(g_file_set_contents(path, stale, -1, NULL));
  lock = trammel_file_lock_new(file, &other, &taken);
  g_assert_nonnull(lock);
  trammel_file_lock_free(lock);
}

static void
on_hashed_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  char **hash = data;
  *hash = trammel_file_hash_finish(result, NULL);
}

static gboolean
is_set(gpointer pointer)
{
  return *(gpointer *)pointer != NULL;
}

/* A missing log is found again by its hash, which a run has stored. */
static void
test_missing(Fixture *fixture, gconstpointer data)
{
  TrammelDocument *document = fixture->document;
  g_autofree char *was = trammel_project_dup_log_path(trammel_document_get_project(document), 0);
  g_autofree char *moved = g_build_filename(fixture->folder, "moved.csv", NULL);
  g_autoptr(TrammelRun) run = test_identify(document);
  g_autofree char *hash = NULL;

  g_assert_null(trammel_document_dup_log_hash(document, 0));
  trammel_document_take_run(document, run);
  trammel_document_keep_run(document, run);
  g_assert_cmpint(trammel_document_find_missing_log(document, 0), ==, -1);
  g_assert_cmpint(g_rename(was, moved), ==, 0);
  g_assert_cmpint(trammel_document_find_missing_log(document, 0), ==, 0);
  g_autofree char *known = trammel_document_dup_log_hash(document, 0);
  g_autoptr(GFile) file = g_file_new_for_path(moved);
  trammel_file_hash_async(file, on_hashed_cb, &hash);
  g_assert_true(test_wait(is_set, &hash, TEST_DEADLINE));
  g_assert_cmpstr(hash, ==, known);

  trammel_document_set_log_file(document, 0, moved);
  g_assert_cmpint(trammel_document_find_missing_log(document, 0), ==, -1);
  g_assert_cmpstr(trammel_project_get_log_file(trammel_document_get_project(document), 0), ==,
                  "moved.csv");
  trammel_document_undo(document);
  g_assert_cmpint(trammel_document_find_missing_log(document, 0), ==, 0);
}

static void
on_log_changed_cb(TrammelLogWatch *watch, guint log, gpointer data)
{
  gpointer *seen = data;
  g_assert_cmpuint(log, ==, 0);
  *seen = watch;
}

static void
test_watch(Fixture *fixture, gconstpointer data)
{
  g_autoptr(TrammelLogWatch) watch = trammel_log_watch_new(fixture->document);
  g_autofree char *path =
      trammel_project_dup_log_path(trammel_document_get_project(fixture->document), 0);
  g_autofree char *text = NULL;
  gpointer seen = NULL;

  g_signal_connect(watch, "log-changed", G_CALLBACK(on_log_changed_cb), &seen);
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_autofree char *longer = g_strconcat(text, "\n", NULL);
  g_assert_true(g_file_set_contents(path, longer, -1, NULL)); /* replaced, as editors do */
  g_assert_true(test_wait(is_set, &seen, TEST_DEADLINE));
  seen = NULL;
  FILE *file = g_fopen(path, "a"); /* appended, as loggers do */
  fputs("\n", file);
  fclose(file);
  g_assert_true(test_wait(is_set, &seen, TEST_DEADLINE));
  seen = NULL;
  memset(longer, '#', 1);
  g_autofree char *changed = g_strconcat(longer, "\n", NULL); /* of the same size */
  g_assert_true(g_file_set_contents(path, changed, -1, NULL));
  g_assert_true(test_wait(is_set, &seen, TEST_DEADLINE));
}

#define ADD(name, function)                                                                        \
  g_test_add("/ui/session/recovery/" name, Fixture, NULL, set_up, function, tear_down)

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/recovery/owner", test_owner);
  g_test_add_func("/ui/session/recovery/example", test_example);
  g_test_add_func("/ui/session/recovery/damaged", test_damaged);
  ADD("write", test_write);
  ADD("interval", test_interval);
  ADD("failed", test_failed);
  ADD("open", test_open);
  ADD("notes", test_notes);
  ADD("lock", test_lock);
  ADD("missing", test_missing);
  ADD("packed", test_packed);
  ADD("watch", test_watch);
  return g_test_run();
}
