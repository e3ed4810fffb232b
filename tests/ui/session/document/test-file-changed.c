/* Tests of a project whose file another program writes while it is open: changes are found before
 * they are overwritten, and reloading loses nothing. */
#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

#include "io/packed/packed.h"
#include "io/packed/temp_folder.h"
#include "ui/session/document/guard.h"
#include "ui/session/document/recovery.h"
#include "ui/session/session-support.h"

typedef struct {
  char *folder, *path;
  GFile *file;
  TrammelDocument *document;
} Fixture;

/* Saves the pendulum as a file, packed if `data` is its name, and opens it. */
static void
set_up(Fixture *f, gconstpointer data)
{
  g_autoptr(TrammelDocument) example = test_open_example("pendulum");
  g_autoptr(GError) error = NULL;

  f->folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  f->path = g_build_filename(f->folder, data ? data : "a.trammel", NULL);
  f->file = g_file_new_for_path(f->path);
  test_set(example, "h", "0.01");
  g_assert_true(trammel_document_save(example, f->file, NULL));
  g_assert_false(trammel_document_is_file_changed(example));
  f->document = trammel_document_load(f->file, &error);
  g_assert_no_error(error);
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  test_release(f->document);
  g_object_unref(f->file);
  trammel_temp_folder_remove(f->folder);
  g_free(f->folder);
  g_free(f->path);
}

static double
get_step(TrammelDocument *document)
{
  return trammel_project_get_settings(trammel_document_get_project(document))->h;
}

/* Writes the file as another session does: with another step, and with one more run if `run`. */
static void
save_elsewhere(const Fixture *f, const char *step, TrammelRun *run)
{
  g_autoptr(TrammelDocument) other = trammel_document_load(f->file, NULL);

  test_set(other, "h", step);
  if (run)
    trammel_document_keep_run(other, run);
  g_assert_true(trammel_document_save(other, f->file, NULL));
}

static void
test_own_saves(Fixture *f, gconstpointer data)
{
  g_autofree char *other_path = g_build_filename(f->folder, "b.trammel", NULL);
  g_autoptr(GFile) other = g_file_new_for_path(other_path);

  g_assert_false(trammel_document_is_file_changed(f->document));
  test_set(f->document, "h", "0.02");
  g_assert_false(trammel_document_is_file_changed(f->document));
  g_assert_true(trammel_document_save(f->document, f->file, NULL));
  g_assert_false(trammel_document_is_file_changed(f->document));
  g_assert_true(trammel_document_save(f->document, other, NULL));
  save_elsewhere(f, "0.03", NULL); /* it is no longer the file of the document */
  g_assert_false(trammel_document_is_file_changed(f->document));
}

/* A saved file is known by the hash of its content, as when it is opened. */
static void
test_hash_of_saved(Fixture *f, gconstpointer data)
{
  test_set(f->document, "h", "0.02");
  g_assert_true(trammel_document_save(f->document, f->file, NULL));
  g_autoptr(TrammelDocument) opened = trammel_document_load(f->file, NULL);
  g_assert_cmpuint(strlen(trammel_document_get_file_sha256(f->document)), ==, 64);
  g_assert_cmpstr(trammel_document_get_file_sha256(f->document), ==,
                  trammel_document_get_file_sha256(opened));
}

/* A file with the same content, of another time and inode, has not changed. */
static void
test_same_content(Fixture *f, gconstpointer data)
{
  const struct utimbuf past = {1000000000, 1000000000};
  g_autofree char *text = NULL;

  g_assert_cmpint(g_utime(f->path, (struct utimbuf *)&past), ==, 0);
  g_assert_false(trammel_document_is_file_changed(f->document));
  g_assert_true(g_file_get_contents(f->path, &text, NULL, NULL));
  g_assert_true(g_file_set_contents(f->path, text, -1, NULL)); /* by a new file */
  g_assert_false(trammel_document_is_file_changed(f->document));
  g_assert_cmpint(g_unlink(f->path), ==, 0);
  g_assert_false(trammel_document_is_file_changed(f->document));
  g_assert_true(trammel_document_save(f->document, f->file, NULL));
  g_assert_false(trammel_document_is_file_changed(f->document));
}

static void
test_other_content(Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  g_assert_true(g_file_get_contents(f->path, &text, NULL, NULL));
  g_assert_true(g_file_set_contents(f->path, "{}", -1, NULL));
  g_assert_true(trammel_document_is_file_changed(f->document));
  g_assert_true(g_file_set_contents(f->path, text, -1, NULL));
  g_assert_false(trammel_document_is_file_changed(f->document));
  *strstr(text, "endulum") = 'E'; /* the same size */
  g_assert_true(g_file_set_contents(f->path, text, -1, NULL));
  g_assert_true(trammel_document_is_file_changed(f->document));
  g_assert_true(trammel_document_is_file_changed(f->document)); /* until it is saved */
  g_assert_true(trammel_document_save(f->document, f->file, NULL));
  g_assert_false(trammel_document_is_file_changed(f->document));
}

static void
on_done_cb(GObject *source, GAsyncResult *result, gpointer user)
{
  *(GAsyncResult **)user = g_object_ref(result);
}

static GAsyncResult *
wait_for(GAsyncResult **result)
{
  while (!*result)
    g_main_context_iteration(NULL, TRUE);
  return *result;
}

/* The same on other threads; a file that is being saved has not changed. */
static void
test_threads(Fixture *f, gconstpointer data)
{
  g_autoptr(GAsyncResult) loading = NULL, saving = NULL;
  g_autoptr(GError) error = NULL;

  trammel_document_load_async(f->file, on_done_cb, &loading);
  g_autoptr(TrammelDocument) document = trammel_document_load_finish(wait_for(&loading), &error);
  g_assert_no_error(error);
  g_assert_false(trammel_document_is_file_changed(document));
  save_elsewhere(f, "0.02", NULL);
  g_assert_true(trammel_document_is_file_changed(document));
  trammel_document_save_async(document, f->file, on_done_cb, &saving);
  g_assert_false(trammel_document_is_file_changed(document));
  g_assert_true(trammel_document_save_finish(document, wait_for(&saving), &error));
  g_assert_false(trammel_document_is_file_changed(document));
  save_elsewhere(f, "0.03", NULL);
  g_assert_true(trammel_document_is_file_changed(document));
}

static guint
count_runs(TrammelDocument *document)
{
  return g_list_model_get_n_items(
      trammel_run_list_get_model(trammel_document_get_run_list(document)));
}

static const char *
get_newest_name(TrammelDocument *document)
{
  g_autoptr(TrammelRunRecord) record =
      g_list_model_get_item(trammel_run_list_get_model(trammel_document_get_run_list(document)), 0);

  return trammel_run_record_get_name(record);
}

/* Reloading is one step: undo restores the unsaved values and runs, redo those of the file. */
static void
test_revert(Fixture *f, gconstpointer data)
{
  TrammelDocument *document = f->document;
  g_autoptr(TrammelRun) run = test_identify(document);
  TrammelRunRecord *record = trammel_document_keep_run(document, run);
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_document_save(document, f->file, NULL));
  save_elsewhere(f, "0.03", run);
  test_set(document, "h", "0.02");
  trammel_document_rename_run(document, record, "mine");
  g_autoptr(TrammelDocument) loaded = trammel_document_load(f->file, &error);
  g_assert_no_error(error);
  trammel_document_revert(document, loaded);
  g_clear_object(&loaded);
  g_assert_cmpfloat(get_step(document), ==, 0.03);
  g_assert_cmpuint(count_runs(document), ==, 2);
  g_assert_cmpstr(get_newest_name(document), !=, "mine");
  g_assert_false(trammel_document_get_dirty(document));
  g_assert_false(trammel_document_is_file_changed(document));
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "reload from disk");

  trammel_document_undo(document);
  g_assert_cmpfloat(get_step(document), ==, 0.02);
  g_assert_cmpuint(count_runs(document), ==, 1);
  g_assert_cmpstr(get_newest_name(document), ==, "mine");
  g_assert_true(trammel_document_get_dirty(document));
  trammel_document_move_in_history(document, -2);
  g_assert_cmpfloat(get_step(document), ==, 0.01);
  g_assert_cmpuint(count_runs(document), ==, 1);
  g_assert_cmpstr(get_newest_name(document), !=, "mine");
  trammel_document_move_in_history(document, 3);
  g_assert_cmpfloat(get_step(document), ==, 0.03);
  g_assert_cmpuint(count_runs(document), ==, 2);
  g_assert_false(trammel_document_get_dirty(document));
}

/* Unsaved work knows the content of the file that it was based on. */
static void
test_recovered(Fixture *f, gconstpointer data)
{
  g_autoptr(TrammelRecovery) recovery = trammel_recovery_new(f->document, NULL, 0);
  g_autoptr(GError) error = NULL;

  test_set(f->document, "h", "0.02");
  g_assert_true(trammel_recovery_write(recovery, NULL));
  g_autoptr(TrammelDocument) same =
      trammel_recovery_open(trammel_recovery_get_path(recovery), &error);
  g_assert_no_error(error);
  g_assert_false(trammel_document_is_file_changed(same));
  save_elsewhere(f, "0.03", NULL);
  g_assert_true(trammel_document_is_file_changed(same));
  g_autoptr(TrammelDocument) later =
      trammel_recovery_open(trammel_recovery_get_path(recovery), &error);
  g_assert_no_error(error);
  g_assert_true(trammel_document_is_file_changed(later));
  trammel_recovery_close(recovery);
}

static void
count_cb(int *count)
{
  (*count)++;
}

/* The guard reports changes by others, and follows the document to another file. */
static void
test_watch(Fixture *f, gconstpointer data)
{
  g_autofree char *other_path = g_build_filename(f->folder, "b.trammel", NULL);
  g_autoptr(GFile) other = g_file_new_for_path(other_path);
  g_autoptr(TrammelDocumentGuard) guard = trammel_document_guard_new(f->document, NULL, 0);
  int n = 0;

  g_signal_connect_swapped(guard, "file-changed", G_CALLBACK(count_cb), &n);
  g_assert_true(trammel_document_save(f->document, f->file, NULL));
  test_let_pass();
  g_assert_cmpint(n, ==, 0);
  save_elsewhere(f, "0.03", NULL);
  while (n == 0)
    g_main_context_iteration(NULL, TRUE);
  g_assert_true(trammel_document_save(f->document, other, NULL));
  test_let_pass();
  n = 0;
  save_elsewhere(f, "0.04", NULL);
  test_let_pass();
  g_assert_cmpint(n, ==, 0);
  g_assert_true(g_file_set_contents(other_path, "{}", -1, NULL));
  while (n == 0)
    g_main_context_iteration(NULL, TRUE);
  trammel_document_guard_close(guard);
}

/* Without a file there is nothing to overwrite. */
static void
test_without_file(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");

  g_assert_false(trammel_document_is_file_changed(document));
  g_assert_null(trammel_document_get_file_sha256(document));
}

#define ADD(name, data, function)                                                                  \
  g_test_add("/ui/session/file-changed/" name, Fixture, data, set_up, function, tear_down)

int
main(int argc, char **argv)
{
  g_autofree char *home = g_dir_make_tmp("trammel-test-XXXXXX", NULL);

  g_setenv("XDG_STATE_HOME", home, TRUE);
  g_test_init(&argc, &argv, NULL);
  ADD("own-saves", NULL, test_own_saves);
  ADD("hash", NULL, test_hash_of_saved);
  ADD("hash-packed", "a.trammelz", test_hash_of_saved);
  ADD("same-content", NULL, test_same_content);
  ADD("other-content", NULL, test_other_content);
  ADD("threads", NULL, test_threads);
  ADD("threads-packed", "a.trammelz", test_threads);
  ADD("revert", NULL, test_revert);
  ADD("revert-packed", "a.trammelz", test_revert);
  ADD("recovered", NULL, test_recovered);
  ADD("watch", NULL, test_watch);
  g_test_add_func("/ui/session/file-changed/without-file", test_without_file);
  int result = g_test_run();
  trammel_temp_folder_remove(home);
  return result;
}
