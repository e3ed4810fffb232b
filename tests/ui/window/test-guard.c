/* Tests of the protection of a document: unsaved work of a killed program, locks, log files that
 * are missing or have changed, files of a newer version. */
#include <glib/gstdio.h>
#include <gtk/gtk.h>
#include <string.h>
#include <unistd.h>

#include "io/packed/temp_folder.h"
#include "io/project/examples.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/pages/import/csv-dialog.h"
#include "ui/pages/import/mapping-dialog.h"
#include "ui/pages/parts/message-bar.h"
#include "ui/session/document/process-identity.h"
#include "ui/session/document/recovery.h"
#include "ui/window-support.h"

static GFile *chosen; /* answer of the replaced file dialog */

static GFile *
choose_file(TrammelChoice choice, const char *name, gpointer user)
{
  return chosen ? g_object_ref(chosen) : NULL;
}

typedef struct {
  char *folder, *project, *log;
} Fixture;

static void
set_up(Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  fixture->project =
      trammel_examples_write(trammel_examples_find("pendulum"), fixture->folder, NULL);
  fixture->log = g_build_filename(fixture->folder, "pendulum.csv", NULL);
  g_assert_true(g_file_test(fixture->log, G_FILE_TEST_EXISTS));
}

static void
tear_down(Fixture *fixture, gconstpointer data)
{
  trammel_temp_folder_remove(fixture->folder);
  g_free(fixture->folder);
  g_free(fixture->project);
  g_free(fixture->log);
}

static TrammelWindow *
open_file(const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_path(path);
  TrammelWindow *window = open_window();

  trammel_window_open_file(window, file);
  return window;
}

typedef struct {
  TrammelWindow *window;
  const char *part;
} Expected;

static gboolean
says(gpointer data)
{
  const Expected *expected = data;
  const char *text = trammel_window_get_message(expected->window);

  return text && strstr(text, expected->part);
}

static void
wait_for_message(TrammelWindow *window, const char *part)
{
  Expected expected = {window, part};

  g_test_message("waiting for “%s”", part);
  g_assert_true(test_wait(says, &expected, TEST_DEADLINE));
}

static GtkWidget *
find_button(TrammelWindow *window, const char *label)
{
  g_autoptr(GPtrArray) bars = g_ptr_array_new();
  GtkWidget *button = NULL;

  collect_widgets(GTK_WIDGET(window), TRAMMEL_TYPE_MESSAGE_BAR, bars);
  for (guint i = 0; i < bars->len && !button; i++)
    button = find_widget(bars->pdata[i], GTK_TYPE_BUTTON, label);
  return button;
}

/* TestCondition: the message bar shows its button, which takes some frames. */
static gboolean
has_button(gpointer data)
{
  const Expected *expected = data;
  return find_button(expected->window, expected->part) != NULL;
}

static void
press(TrammelWindow *window, const char *label)
{
  Expected expected = {window, label};

  g_assert_true(test_wait(has_button, &expected, TEST_DEADLINE));
  g_signal_emit_by_name(find_button(window, label), "clicked");
}

/* A document without its log is opened, and the log is located; another file is asked about. */
static void
test_missing(Fixture *fixture, gconstpointer data)
{
  g_autofree char *moved = g_build_filename(fixture->folder, "moved.csv", NULL);
  g_autofree char *text = NULL;

  g_assert_cmpint(g_rename(fixture->log, moved), ==, 0);
  TrammelWindow *window = open_file(fixture->project);
  wait_for_message(window, "is missing");
  g_assert_true(is_idle(window));
  g_assert_nonnull(trammel_window_get_document(window));

  press(window, "Locate…"); /* and nothing is chosen: it is said again */
  wait_for_message(window, "is missing");
  chosen = g_file_new_for_path(moved);
  press(window, "Locate…");
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  g_clear_object(&chosen);
  g_assert_null(trammel_window_get_message(window));
  TrammelDocument *document = trammel_window_get_document(window);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "locate release");
  close_window(window);
}

static void
test_other_content(Fixture *fixture, gconstpointer data)
{
  g_autofree char *other = g_build_filename(fixture->folder, "other.csv", NULL);
  g_autofree char *text = NULL, *project = NULL;

  /* the project stores the hash of the file */
  g_assert_true(g_file_get_contents(fixture->project, &project, NULL, NULL));
  g_auto(GStrv) parts = g_strsplit(project, "\"file\": \"pendulum.csv\"", 2);
  g_assert_nonnull(parts[1]);
  g_autofree char *hashed =
      g_strdup_printf("%s\"file\": \"gone.csv\", \"sha256\": \"%064d\"%s", parts[0], 0, parts[1]);
  g_assert_true(g_file_set_contents(fixture->project, hashed, -1, NULL));
  TrammelWindow *window = open_file(fixture->project);
  wait_for_message(window, "is missing");
  chosen = g_file_new_for_path(fixture->log);
  press(window, "Locate…");
  wait_for_message(window, "differs from that of the log");
  g_clear_object(&chosen);
  press(window, "Use Anyway");
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  close_window(window);
}

static void
test_changed(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_file(fixture->project);
  g_autofree char *text = NULL;

  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  TrammelRun *before = trammel_document_get_run(trammel_window_get_document(window));
  g_autofree char *old =
      g_strdup(trammel_problem_get_log_sha256(trammel_run_get_problem(before), 0));
  g_assert_true(g_file_get_contents(fixture->log, &text, NULL, NULL));
  g_autofree char *shorter = g_strndup(text, strlen(text) / 2);
  *(strrchr(shorter, '\n') + 1) = '\0';
  g_assert_true(g_file_set_contents(fixture->log, shorter, -1, NULL));
  wait_for_message(window, "has changed on disk");
  press(window, "Reload");
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  TrammelRun *after = trammel_document_get_run(trammel_window_get_document(window));
  g_assert_cmpstr(trammel_problem_get_log_sha256(trammel_run_get_problem(after), 0), !=, old);
  close_window(window);
}

static gboolean
has_label(gpointer data)
{
  const Expected *expected = data;

  g_autoptr(GPtrArray) labels = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(expected->window), GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    if (strstr(gtk_label_get_text(labels->pdata[i]), expected->part))
      return TRUE;
  return FALSE;
}

/* The page Data reads the file again, too, although the project has not changed. */
static void
test_reload_data(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_file(fixture->project);
  Expected whole = {window, "8001 rows"}, half = {window, "4001 rows"};
  g_autofree char *text = NULL;

  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  activate(window, "page", "data");
  g_assert_true(test_wait(has_label, &whole, TEST_DEADLINE));
  g_assert_true(g_file_get_contents(fixture->log, &text, NULL, NULL));
  g_auto(GStrv) lines = g_strsplit(text, "\n", 0);
  g_clear_pointer(&lines[4002], g_free); /* keeps the header and 4001 rows */
  g_autofree char *shorter = g_strjoinv("\n", lines);
  g_assert_true(g_file_set_contents(fixture->log, shorter, -1, NULL));
  wait_for_message(window, "has changed on disk");
  press(window, "Reload");
  g_assert_true(test_wait(has_label, &half, TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
  for (guint i = 4003; i < 8003; i++)
    g_free(lines[i]);
}

static gboolean
has_sort(gpointer window)
{
  return find_widget(window, GTK_TYPE_BUTTON, "Sort the rows") != NULL;
}

static gboolean
has_no_sort(gpointer window)
{
  return !has_sort(window) && find_widget(window, GTK_TYPE_LABEL, "No findings.");
}

/* Unordered stamps: one click sorts the rows, and undo restores them. */
static void
test_sort(Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL;

  g_assert_true(g_file_get_contents(fixture->log, &text, NULL, NULL));
  g_auto(GStrv) lines = g_strsplit(text, "\n", 0);
  char *moved = lines[3000];
  lines[3000] = lines[3004];
  lines[3004] = moved;
  g_autofree char *shuffled = g_strjoinv("\n", lines);
  g_assert_true(g_file_set_contents(fixture->log, shuffled, -1, NULL));
  TrammelWindow *window = open_file(fixture->project);
  activate(window, "page", "data");
  g_assert_true(test_wait(has_sort, window, TEST_DEADLINE));
  g_signal_emit_by_name(find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Sort the rows"),
                        "clicked");
  g_assert_true(test_wait(has_no_sort, window, TEST_DEADLINE));
  TrammelDocument *document = trammel_window_get_document(window);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "sort the rows of release");
  activate(window, "undo", NULL);
  g_assert_true(test_wait(has_sort, window, TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static GtkDropTarget *
find_drop_target(TrammelWindow *window)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(GTK_WIDGET(window));

  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
    if (GTK_IS_DROP_TARGET(controller))
      return GTK_DROP_TARGET(controller);
  }
  g_assert_not_reached();
}

/* Delivers files as the toolkit does when they are dropped on the window. */
static gboolean
drop(TrammelWindow *window, const char *const *paths)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_object_unref);
  g_auto(GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  for (; *paths; paths++)
    g_ptr_array_add(files, g_file_new_for_path(*paths));
  g_value_init(&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed(&value, gdk_file_list_new_from_array((GFile **)files->pdata, files->len));
  g_signal_emit_by_name(find_drop_target(window), "drop", &value, 100.0, 100.0, &taken);
  return taken;
}

static gboolean
has_import_dialog(gpointer dialog)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();

  for (GList *l = windows; l; l = l->next)
    if (TRAMMEL_IS_CSV_DIALOG(l->data))
      *(GtkWidget **)dialog = l->data;
  return *(GtkWidget **)dialog != NULL;
}

static gboolean
has_read(gpointer dialog)
{
  return trammel_csv_dialog_has_read(dialog);
}

/* A dropped project is opened; a dropped log opens the import dialog and is added to the
 * document. */
static void
test_drop(Fixture *fixture, gconstpointer data)
{
  g_autofree char *copy = g_build_filename(fixture->folder, "another.csv", NULL);
  g_autofree char *text = NULL;
  TrammelWindow *window = open_window();
  GtkWidget *dialog = NULL;

  g_assert_true(g_file_get_contents(fixture->log, &text, NULL, NULL));
  g_assert_true(g_file_set_contents(copy, text, -1, NULL));
  g_assert_true(drop(window, (const char *const[]){fixture->project, NULL}));
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  g_assert_cmpstr(trammel_document_get_title(trammel_window_get_document(window)), ==,
                  "Pendulum with dry friction");
  g_assert_true(drop(window, (const char *const[]){copy, NULL}));
  g_assert_true(test_wait(has_import_dialog, &dialog, TEST_DEADLINE));
  gtk_window_destroy(GTK_WINDOW(dialog));
  g_assert_false(drop(window, (const char *const[]){NULL}));
  close_window(window);
}

static struct {
  guint n;
  TrammelAnswer answer;
  char *work;
} question;

static TrammelAnswer
answer_stop(const char *work, gpointer user)
{
  question.n++;
  g_free(question.work);
  question.work = g_strdup(work);
  return question.answer;
}

static gboolean
was_asked(gpointer n)
{
  return question.n == GPOINTER_TO_UINT(n);
}

/* A window with a running fit asks once before it closes. */
static void
test_close_running(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_file(fixture->project);

  trammel_file_dialogs_set_seam(
      (TrammelDialogSeam){.choose = choose_file, .ask_stop = answer_stop});
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  g_object_add_weak_pointer(G_OBJECT(window), (gpointer *)&window);
  activate(window, "identify", NULL);
  question.answer = TRAMMEL_ANSWER_CANCEL;
  gtk_window_close(GTK_WINDOW(window));
  g_assert_true(test_wait(was_asked, GUINT_TO_POINTER(1), TEST_DEADLINE));
  g_assert_cmpstr(question.work, ==, "the identification");
  g_assert_nonnull(window);
  question.answer = TRAMMEL_ANSWER_DISCARD;
  if (is_idle(window))
    activate(window, "identify", NULL);
  gtk_window_close(GTK_WINDOW(window));
  g_assert_true(test_wait(test_is_null, &window, TEST_DEADLINE));
  g_assert_cmpuint(question.n, ==, 2);
  g_free(question.work);
  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose_file});
}

static void
test_newer(Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL;

  g_assert_true(g_file_get_contents(fixture->project, &text, NULL, NULL));
  char *version = strstr(text, "trammel/1");
  g_assert_nonnull(version);
  version[strlen("trammel/")] = '3';
  g_assert_true(g_file_set_contents(fixture->project, text, -1, NULL));
  TrammelWindow *window = open_file(fixture->project);
  wait_for_message(window, "read-only");
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  close_window(window);
}

/* The parent process of the tests plays another process with the project open. */
static void
test_lock(Fixture *fixture, gconstpointer data)
{
  g_autofree char *name = g_path_get_basename(fixture->project);
  g_autofree char *hidden = g_strdup_printf(".%s.lock", name);
  g_autofree char *path = g_build_filename(fixture->folder, hidden, NULL);
  TrammelProcessIdentity owner = trammel_process_identity_self();
  g_autofree char *text = g_strdup_printf("%d 0 %s", (int)getppid(), owner.host);

  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  TrammelWindow *window = open_file(fixture->project);
  wait_for_message(window, "open elsewhere");
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  close_window(window);
  g_assert_true(g_file_test(path, G_FILE_TEST_EXISTS)); /* it belongs to the other process */
  g_assert_cmpint(g_unlink(path), ==, 0);

  window = open_file(fixture->project);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  g_assert_true(g_file_test(path, G_FILE_TEST_EXISTS));
  close_window(window);
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
}

/* Writes a recovery file as a killed program leaves it. */
static char *
leave_behind(const char *project)
{
  g_autoptr(GFile) file = g_file_new_for_path(project);
  g_autoptr(TrammelDocument) document = trammel_document_load(file, NULL);
  g_autoptr(TrammelRecovery) recovery = trammel_recovery_new(document, NULL, 0);
  TrammelProcessIdentity owner = trammel_process_identity_self();
  g_autofree char *own = trammel_process_identity_to_text(&owner), *text = NULL;
  char *path = g_strdup(trammel_recovery_get_path(recovery));

  g_assert_true(trammel_document_set_setting(document, "h", "0.02", NULL));
  g_assert_true(trammel_recovery_write(recovery, NULL));
  owner.start++;
  g_autofree char *dead = trammel_process_identity_to_text(&owner);
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_auto(GStrv) parts = g_strsplit(text, own, 2);
  g_autofree char *changed = g_strconcat(parts[0], dead, parts[1], NULL);
  g_assert_true(g_file_set_contents(path, changed, -1, NULL));
  return path;
}

static void
test_recovery(Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = leave_behind(fixture->project);
  TrammelWindow *window = open_window();

  trammel_window_offer_recovery(window);
  wait_for_message(window, "Recovered unsaved work");
  press(window, "Open");
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  TrammelDocument *document = trammel_window_get_document(window);
  g_assert_true(trammel_document_get_dirty(document));
  g_assert_cmpfloat(trammel_project_get_settings(trammel_document_get_project(document))->h, ==,
                    0.02);
  g_assert_true(g_file_test(path, G_FILE_TEST_EXISTS)); /* until the document is saved */
  activate(window, "save", NULL);
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
  g_assert_false(trammel_document_get_dirty(document));
  close_window(window);
}

static void
test_discard(Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = leave_behind(fixture->project);
  TrammelWindow *window = open_window();

  trammel_window_offer_recovery(window);
  wait_for_message(window, "Recovered unsaved work");
  press(window, "Discard");
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
  g_assert_null(trammel_window_get_message(window));
  close_window(window);
}

/* Unsaved work is written before every fit; a regular close deletes the file. */
static void
test_before_run(Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = trammel_recovery_dup_folder();
  TrammelWindow *window = open_file(fixture->project);

  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  g_assert_true(
      trammel_document_set_setting(trammel_window_get_document(window), "h", "0.02", NULL));
  activate(window, "identify", NULL);
  g_autoptr(GDir) during = g_dir_open(folder, 0, NULL);
  g_assert_nonnull(g_dir_read_name(during));
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  close_window(window);
  g_autoptr(GDir) after = g_dir_open(folder, 0, NULL);
  g_assert_null(g_dir_read_name(after));
}

/* A file is shown in one window only. */
static void
test_opened_twice(Fixture *fixture, gconstpointer data)
{
  g_autoptr(GFile) file = g_file_new_for_path(fixture->project);
  TrammelWindow *window = open_file(fixture->project), *other = open_window();

  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  trammel_window_open_file(other, file);
  g_assert_null(trammel_window_get_document(other));
  close_window(other);
  close_window(window);
}

static gboolean
is_silent(gpointer window)
{
  return trammel_window_get_message(window) == NULL;
}

/* The message that a log cannot be read goes when it can: after its channels are mapped, here
 * again. */
static void
test_unmapped(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_file(fixture->project);
  g_autoptr(GError) error = NULL;

  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  g_assert_true(trammel_document_put(trammel_window_get_document(window), "logs[0].channels", "[]",
                                     "unmap", NULL, &error));
  g_assert_no_error(error);
  wait_for_message(window, "no sensor mapped");
  activate(window, "undo", NULL);
  g_assert_true(test_wait(is_silent, window, TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static gboolean
has_mapping_dialog(gpointer dialog)
{
  GtkWidget *found = find_toplevel(TRAMMEL_TYPE_MAPPING_DIALOG);

  if (found && trammel_mapping_dialog_is_ready(TRAMMEL_MAPPING_DIALOG(found)))
    *(GtkWidget **)dialog = found;
  return *(GtkWidget **)dialog != NULL;
}

/* A log that nothing is mapped of is not reported while its columns are being mapped, but
 * afterwards. */
static void
test_being_mapped(Fixture *fixture, gconstpointer data)
{
  g_autofree char *log = g_build_filename(fixture->folder, "strange.csv", NULL);
  TrammelWindow *window = open_file(fixture->project);
  GtkWidget *import = NULL, *mapping = NULL;

  g_assert_true(g_file_set_contents(log, "t,a\n0,7\n0.01,7\n0.02,7\n0.03,7\n", -1, NULL));
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  g_assert_true(drop(window, (const char *const[]){log, NULL}));
  g_assert_true(test_wait(has_import_dialog, &import, TEST_DEADLINE));
  g_assert_true(test_wait(has_read, import, TEST_DEADLINE));
  g_signal_emit_by_name(find_widget(import, GTK_TYPE_BUTTON, "Import"), "clicked");
  g_assert_true(test_wait(has_mapping_dialog, &mapping, TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  g_assert_cmpstr(trammel_window_get_message(window), ==, NULL);
  gtk_window_close(GTK_WINDOW(mapping));
  wait_for_message(window, "no sensor mapped");
  close_window(window);
}

#define ADD(name, function)                                                                        \
  g_test_add("/ui/guard/" name, Fixture, NULL, set_up, function, tear_down)

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose_file});
  ADD("missing", test_missing);
  ADD("other-content", test_other_content);
  ADD("changed", test_changed);
  ADD("reload-data", test_reload_data);
  ADD("sort", test_sort);
  ADD("drop", test_drop);
  ADD("close-running", test_close_running);
  ADD("newer", test_newer);
  ADD("lock", test_lock);
  ADD("recovery", test_recovery);
  ADD("discard", test_discard);
  ADD("before-run", test_before_run);
  ADD("opened-twice", test_opened_twice);
  ADD("unmapped", test_unmapped);
  ADD("being-mapped", test_being_mapped);
  return run_window_tests();
}
