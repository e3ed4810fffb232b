/* Tests of the offers of unsaved work, and of the guard of a document, without a window. */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "io/base/error.h"
#include "io/packed/temp_folder.h"
#include "ui/session/document/guard.h"
#include "ui/session/document/process-identity.h"
#include "ui/session/document/recovery-offer.h"
#include "ui/session/session-support.h"

typedef struct {
  char *folder; /* of saved projects */
} Fixture;

static void
set_up(Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
}

static void
tear_down(Fixture *fixture, gconstpointer data)
{
  trammel_temp_folder_remove(fixture->folder);
  g_free(fixture->folder);
}

static void
replace_in_file(const char *path, const char *part, const char *by)
{
  g_autofree char *text = NULL;

  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_auto(GStrv) parts = g_strsplit(text, part, 2);
  g_assert_nonnull(parts[1]);
  g_autofree char *changed = g_strconcat(parts[0], by, parts[1], NULL);
  g_assert_true(g_file_set_contents(path, changed, -1, NULL));
}

/* Writes a recovery file `age` seconds ago as a killed program leaves it; returns its path. */
static char *
leave_behind(int age)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelRecovery) recovery = trammel_recovery_new(document, NULL, 0);
  TrammelProcessIdentity owner = trammel_process_identity_self();
  g_autofree char *own = trammel_process_identity_to_text(&owner), *text = NULL;
  char *path = g_strdup(trammel_recovery_get_path(recovery));

  test_set(document, "h", "0.02");
  g_assert_true(trammel_recovery_write(recovery, NULL));
  owner.start++;
  g_autofree char *dead = trammel_process_identity_to_text(&owner);
  replace_in_file(path, own, dead);
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  gint64 time = g_ascii_strtoll(strstr(text, "\"time\": ") + strlen("\"time\": "), NULL, 10);
  g_autofree char *now = g_strdup_printf("%" G_GINT64_FORMAT, time);
  g_autofree char *then = g_strdup_printf("%" G_GINT64_FORMAT, time - age);
  replace_in_file(path, now, then);
  return path;
}

static void
assert_offered(const char *path)
{
  g_autoptr(TrammelLeftover) offer = trammel_recovery_offer_find();

  g_assert_cmpstr(offer ? offer->path : NULL, ==, path);
}

/* One file at a time, the newest first; a discarded one makes way for the next. */
static void
test_order(Fixture *fixture, gconstpointer data)
{
  assert_offered(NULL);
  g_autofree char *old = leave_behind(7200), *newest = leave_behind(60),
                  *middle = leave_behind(600);

  assert_offered(newest);
  trammel_recovery_offer_discard(newest);
  g_assert_false(g_file_test(newest, G_FILE_TEST_EXISTS));
  assert_offered(middle);
  trammel_recovery_offer_discard(middle);
  assert_offered(old);
  trammel_recovery_offer_discard(old);
  assert_offered(NULL);
}

/* Only what was offered is deleted: neither another file nor that of a running program. */
static void
test_discard(Fixture *fixture, gconstpointer data)
{
  g_autofree char *foreign = g_build_filename(fixture->folder, "a.json", NULL);
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelRecovery) recovery = trammel_recovery_new(document, NULL, 0);

  g_assert_true(g_file_set_contents(foreign, "{}", -1, NULL));
  trammel_recovery_offer_discard(foreign);
  g_assert_true(g_file_test(foreign, G_FILE_TEST_EXISTS));
  test_set(document, "h", "0.02");
  g_assert_true(trammel_recovery_write(recovery, NULL));
  assert_offered(NULL);
  trammel_recovery_offer_discard(trammel_recovery_get_path(recovery));
  g_assert_true(g_file_test(trammel_recovery_get_path(recovery), G_FILE_TEST_EXISTS));
  trammel_recovery_close(recovery);
}

/* A copy elsewhere is not opened: its document would delete it when it is closed. */
static void
test_foreign(Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = leave_behind(60), *text = NULL;
  g_autofree char *foreign = g_build_filename(fixture->folder, "a.json", NULL);
  g_autofree char *name = g_path_get_basename(path), *folder = g_path_get_dirname(path);
  g_autofree char *round = g_build_filename(folder, ".", name, NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_assert_true(g_file_set_contents(foreign, text, -1, NULL));
  g_assert_null(trammel_recovery_offer_open(foreign, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
  trammel_recovery_offer_discard(foreign);
  trammel_recovery_offer_discard(round);
  g_assert_true(g_file_test(foreign, G_FILE_TEST_EXISTS));
  assert_offered(path);
  g_clear_error(&error);
  g_autoptr(TrammelDocument) document = trammel_recovery_offer_open(path, &error);
  g_assert_no_error(error);
  g_assert_true(trammel_document_get_dirty(document));
  trammel_recovery_offer_discard(path);
}

/* Work left at the end of the program is offered at the next start; its file is not locked. */
static void
test_leave(Fixture *fixture, gconstpointer data)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autofree char *path = g_build_filename(fixture->folder, "a.trammel", NULL);
  g_autofree char *lock = g_build_filename(fixture->folder, ".a.trammel.lock", NULL);
  g_autofree char *folder = trammel_recovery_dup_folder();
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_document_save(document, file, NULL));
  g_autoptr(TrammelDocumentGuard) guard = trammel_document_guard_new(document, NULL, 0);
  g_assert_true(trammel_document_guard_leave(guard, &error));
  g_autoptr(GDir) before = g_dir_open(folder, 0, NULL);
  g_assert_null(before ? g_dir_read_name(before) : NULL); /* all is saved */
  test_set(document, "h", "0.02");
  g_assert_true(trammel_document_guard_leave(guard, &error));
  g_assert_no_error(error);
  g_assert_false(g_file_test(lock, G_FILE_TEST_EXISTS));
  g_autoptr(GDir) after = g_dir_open(folder, 0, NULL);
  g_assert_nonnull(g_dir_read_name(after));
  trammel_document_guard_close(guard);
}

/* An opened file belongs to its document: it is not offered again, and goes when it is closed. */
static void
test_opened(Fixture *fixture, gconstpointer data)
{
  g_autofree char *old = leave_behind(600), *newest = leave_behind(0);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDocument) document = trammel_recovery_open(newest, &error);

  g_assert_no_error(error);
  g_autoptr(TrammelDocumentGuard) guard = trammel_document_guard_new(document, newest, 0);
  assert_offered(old);
  g_assert_true(g_file_test(newest, G_FILE_TEST_EXISTS));
  trammel_document_guard_close(guard);
  g_assert_false(g_file_test(newest, G_FILE_TEST_EXISTS));
  trammel_recovery_offer_discard(old);
}

static void
test_text(Fixture *fixture, gconstpointer data)
{
  g_autoptr(GDateTime) time = g_date_time_new_local(2024, 2, 29, 14, 32, 5);
  g_autoptr(GDateTime) evening = g_date_time_new_local(2024, 2, 29, 23, 59, 59);
  g_autoptr(GDateTime) next_year = g_date_time_new_local(2025, 3, 1, 0, 0, 0);
  TrammelLeftover offer = {.title = (char *)"furuta", .time = time};
  g_autofree char *today = trammel_recovery_offer_dup_text(&offer, evening);
  g_autofree char *later = trammel_recovery_offer_dup_text(&offer, next_year);

  g_assert_cmpstr(today, ==, "Recovered unsaved work on “furuta” from 14:32.");
  g_assert_cmpstr(later, ==, "Recovered unsaved work on “furuta” from 2024-02-29 14:32.");
  offer.title = NULL;
  g_autofree char *untitled = trammel_recovery_offer_dup_text(&offer, evening);
  g_assert_cmpstr(untitled, ==, "Recovered unsaved work on “” from 14:32.");
}

static void
count_cb(int *count)
{
  (*count)++;
}

/* The lock follows the file when it is saved under another name. */
static void
test_lock(Fixture *fixture, gconstpointer data)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autofree char *path = g_build_filename(fixture->folder, "a.trammel", NULL);
  g_autofree char *lock = g_build_filename(fixture->folder, ".a.trammel.lock", NULL);
  g_autofree char *other_path = g_build_filename(fixture->folder, "b.trammel", NULL);
  g_autofree char *other_lock = g_build_filename(fixture->folder, ".b.trammel.lock", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autoptr(GFile) other = g_file_new_for_path(other_path);
  g_autoptr(TrammelDocumentGuard) guard = trammel_document_guard_new(document, NULL, 0);
  TrammelProcessIdentity self = trammel_process_identity_self();
  g_autofree char *running = g_strdup_printf("%d 0 %s", (int)getppid(), self.host);
  int n = 0;

  g_signal_connect_swapped(guard, "open-elsewhere", G_CALLBACK(count_cb), &n);
  g_assert_null(trammel_document_guard_get_other(guard));
  g_assert_true(trammel_document_save(document, file, NULL));
  g_assert_true(g_file_test(lock, G_FILE_TEST_EXISTS));
  g_assert_cmpint(n, ==, 0);
  g_assert_true(g_file_set_contents(other_lock, running, -1, NULL));
  g_assert_true(trammel_document_save(document, other, NULL));
  g_assert_cmpint(n, ==, 1);
  g_assert_nonnull(strstr(trammel_document_guard_get_other(guard), self.host));
  g_assert_false(g_file_test(lock, G_FILE_TEST_EXISTS));
  trammel_document_guard_close(guard);
  g_assert_true(g_file_test(other_lock, G_FILE_TEST_EXISTS));
}

#define ADD(name, function)                                                                        \
  g_test_add("/ui/session/recovery-offer/" name, Fixture, NULL, set_up, function, tear_down)

int
main(int argc, char **argv)
{
  /* no other test writes recovery files there */
  g_autofree char *home = g_dir_make_tmp("trammel-test-XXXXXX", NULL);

  g_setenv("XDG_STATE_HOME", home, TRUE);
  g_test_init(&argc, &argv, NULL);
  ADD("order", test_order);
  ADD("discard", test_discard);
  ADD("foreign", test_foreign);
  ADD("leave", test_leave);
  ADD("opened", test_opened);
  ADD("text", test_text);
  ADD("lock", test_lock);
  int result = g_test_run();
  trammel_temp_folder_remove(home);
  return result;
}
