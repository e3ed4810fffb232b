/* Tests of packed projects in the window: they are opened, dropped, saved and saved as on another
 * thread, and nothing is lost when the window is closed meanwhile. */
#include <glib/gstdio.h>
#include <gtk/gtk.h>
#include <string.h>

#include "io/packed/packed.h"
#include "io/project/examples.h"
#include "io/project/save.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/window-support.h"

typedef struct {
  char *folder, *packed;
} Fixture;

/* Answer of the replaced file dialog, and the name that it was asked with. */
static struct {
  char *path, *name;
  TrammelChoice choice;
} chooser;

static GFile *
choose_file(TrammelChoice choice, const char *name, gpointer user)
{
  g_free(chooser.name);
  chooser.name = g_strdup(name);
  chooser.choice = choice;
  return g_file_new_for_path(chooser.path);
}

static TrammelProject *
load(const char *path)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_project_load(path, &error);

  g_assert_no_error(error);
  return project;
}

/* Creates a packed file of the pendulum in an empty folder. */
static void
set_up(Fixture *f, gconstpointer data)
{
  g_autoptr(GError) error = NULL;

  f->folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  f->packed = g_build_filename(f->folder, "rig.trammelz", NULL);
  g_autoptr(TrammelProject) example =
      trammel_examples_load(trammel_examples_find("pendulum"), &error);
  g_assert_no_error(error);
  g_autoptr(TrammelProject) packed = trammel_project_write(example, f->packed, NULL, &error);
  g_assert_no_error(error);
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  trammel_temp_folder_remove(f->folder);
  g_free(f->folder);
  g_free(f->packed);
  g_clear_pointer(&chooser.path, g_free);
  g_clear_pointer(&chooser.name, g_free);
}

static TrammelWindow *
open_packed(const Fixture *f)
{
  g_autoptr(GFile) file = g_file_new_for_path(f->packed);
  TrammelWindow *window = open_window();

  trammel_window_open_file(window, file);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  return window;
}

static gboolean
is_saved(gpointer window)
{
  return !trammel_document_get_dirty(trammel_window_get_document(window));
}

static void
set_step(TrammelWindow *window, const char *value)
{
  g_autoptr(GError) error = NULL;

  trammel_document_set_setting(trammel_window_get_document(window), "h", value, &error);
  g_assert_no_error(error);
  g_assert_false(is_saved(window));
}

static double
get_saved_step(const char *path)
{
  g_autoptr(TrammelProject) project = load(path);
  g_autofree char *log = trammel_project_dup_log_path(project, 0);

  g_assert_true(g_file_test(log, G_FILE_TEST_EXISTS));
  return trammel_project_get_settings(project)->h;
}

static void
test_open_and_save(Fixture *f, gconstpointer data)
{
  TrammelWindow *window = open_packed(f);
  TrammelDocument *document = trammel_window_get_document(window);
  g_autofree char *stem = trammel_document_dup_stem(document);

  g_assert_cmpstr(stem, ==, "rig");
  g_assert_true(is_saved(window));
  set_step(window, "0.02");
  activate(window, "save", NULL);
  g_assert_true(test_wait(is_saved, window, TEST_DEADLINE));
  g_assert_cmpfloat(get_saved_step(f->packed), ==, 0.02);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* A file that is opened again shows its window. */
static gboolean
is_only_window(gpointer window)
{
  GList *windows = gtk_application_get_windows(GTK_APPLICATION(application));
  guint n = 0;

  for (GList *l = windows; l; l = l->next)
    n += TRAMMEL_IS_WINDOW(l->data);
  return n == 1;
}

static void
test_open_twice(Fixture *f, gconstpointer data)
{
  TrammelWindow *window = open_packed(f);
  g_autoptr(GFile) file = g_file_new_for_path(f->packed);
  GFile *files[] = {file, file};

  trammel_window_open_files(window, files, 2);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  g_assert_true(is_only_window(window));
  close_window(window);
}

/* Edits after Save was pressed are not saved, and are kept. */
static void
test_edit_while_saving(Fixture *f, gconstpointer data)
{
  TrammelWindow *window = open_packed(f);
  TrammelDocument *document = trammel_window_get_document(window);

  set_step(window, "0.02");
  activate(window, "save", NULL);
  g_assert_false(g_action_group_get_action_enabled(G_ACTION_GROUP(window), "save"));
  set_step(window, "0.025");
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  while (!g_action_group_get_action_enabled(G_ACTION_GROUP(window), "save"))
    g_main_context_iteration(NULL, TRUE);
  g_assert_cmpfloat(get_saved_step(f->packed), ==, 0.02);
  g_assert_cmpfloat(trammel_project_get_settings(trammel_document_get_project(document))->h, ==,
                    0.025);
  g_assert_true(trammel_document_get_dirty(document));
  activate(window, "save", NULL);
  g_assert_true(test_wait(is_saved, window, TEST_DEADLINE));
  g_assert_cmpfloat(get_saved_step(f->packed), ==, 0.025);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* The window closes when the file is written. */
static void
test_close_while_saving(Fixture *f, gconstpointer data)
{
  TrammelWindow *window = open_packed(f);

  set_step(window, "0.02");
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  g_object_add_weak_pointer(G_OBJECT(window), (gpointer *)&window);
  activate(window, "save", NULL);
  gtk_window_close(GTK_WINDOW(window));
  g_assert_nonnull(window);
  g_assert_true(test_wait(test_is_null, &window, TEST_DEADLINE));
  g_assert_cmpfloat(get_saved_step(f->packed), ==, 0.02);
}

/* TestCondition: after a failed write the window stays and shows the reason. */
static gboolean
says_cannot(gpointer window)
{
  const char *text = trammel_window_get_message(window);

  return text && strstr(text, "cannot be written");
}

static void
test_close_and_fail(Fixture *f, gconstpointer data)
{
  TrammelWindow *window = open_packed(f);
  g_autofree char *inner = g_build_filename(f->folder, "gone", "copy.trammelz", NULL);

  set_step(window, "0.02");
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  chooser.path = g_steal_pointer(&inner);
  activate(window, "save-packed", NULL);
  while (g_action_group_get_action_enabled(G_ACTION_GROUP(window), "save"))
    g_main_context_iteration(NULL, TRUE);
  gtk_window_close(GTK_WINDOW(window));
  g_assert_true(test_wait(says_cannot, window, TEST_DEADLINE));
  g_assert_false(is_saved(window));
  activate(window, "undo", NULL);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static gboolean
has_file(gpointer window)
{
  GFile *file = trammel_document_get_file(trammel_window_get_document(window));

  return file != NULL;
}

/* An example is saved as a packed project; the extension may be omitted if no file is replaced. */
static void
test_save_as(Fixture *f, gconstpointer data)
{
  TrammelWindow *window = open_example("pendulum");
  g_autofree char *mine = g_build_filename(f->folder, "mine", NULL);
  g_autofree char *full = g_strconcat(mine, TRAMMEL_PACKED_ENDING, NULL);

  chooser.path = g_build_filename(f->folder, "rig", NULL); /* rig.trammelz exists */
  activate(window, "save-packed", NULL);
  while (!trammel_window_get_message(window))
    g_main_context_iteration(NULL, TRUE);
  g_assert_nonnull(strstr(trammel_window_get_message(window), "rig.trammelz"));
  g_assert_cmpint(chooser.choice, ==, TRAMMEL_CHOOSE_SAVE_PACKED);
  g_assert_true(g_str_has_suffix(chooser.name, TRAMMEL_PACKED_ENDING));
  g_assert_false(has_file(window));
  g_free(chooser.path);
  chooser.path = g_strdup(mine);
  activate(window, "save-packed", NULL);
  g_assert_true(test_wait(has_file, window, TEST_DEADLINE));
  g_assert_true(is_saved(window));
  get_saved_step(full);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* TestCondition: the document was saved unpacked, together with its log. */
static gboolean
is_plain(gpointer window)
{
  GFile *file = trammel_document_get_file(trammel_window_get_document(window));
  g_autofree char *path = g_file_get_path(file);

  return g_str_has_suffix(path, ".trammel");
}

static void
test_save_unpacked(Fixture *f, gconstpointer data)
{
  TrammelWindow *window = open_packed(f);
  g_autofree char *log = g_build_filename(f->folder, "pendulum.csv", NULL);

  chooser.path = g_build_filename(f->folder, "plain", NULL); /* plain.trammel is written */
  activate(window, "save-as", NULL);
  g_assert_true(test_wait(is_plain, window, TEST_DEADLINE));
  g_assert_true(g_str_has_suffix(chooser.name, TRAMMEL_PACKED_ENDING));
  g_assert_true(g_file_test(log, G_FILE_TEST_EXISTS));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

#define ADD(name, function)                                                                        \
  g_test_add("/ui/packed/" name, Fixture, NULL, set_up, function, tear_down)

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose_file});
  ADD("open-and-save", test_open_and_save);
  ADD("open-twice", test_open_twice);
  ADD("edit-while-saving", test_edit_while_saving);
  ADD("close-while-saving", test_close_while_saving);
  ADD("close-and-fail", test_close_and_fail);
  ADD("save-as", test_save_as);
  ADD("save-unpacked", test_save_unpacked);
  return run_window_tests();
}
