/* Tests of the files of windows: the questions before work is lost, as real dialogs; files that are
 * opened again; messages on files that could not be saved. */
#include <gtk/gtk.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "io/packed/temp_folder.h"
#include "io/project/examples.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/desktop/recent.h"
#include "ui/window-support.h"

typedef struct {
  char *folder, *project;
} Fixture;

static void
set_up(Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  fixture->project =
      trammel_examples_write(trammel_examples_find("pendulum"), fixture->folder, NULL);
}

static void
tear_down(Fixture *fixture, gconstpointer data)
{
  trammel_temp_folder_remove(fixture->folder);
  g_free(fixture->folder);
  g_free(fixture->project);
}

static void
set_step(TrammelWindow *window, const char *value)
{
  g_assert_true(
      trammel_document_set_setting(trammel_window_get_document(window), "h", value, NULL));
}

static GtkWidget *
find_answer(const char *label)
{
  GtkWidget *dialog = find_toplevel(GTK_TYPE_MESSAGE_DIALOG);

  return dialog ? find_widget(dialog, GTK_TYPE_BUTTON, label) : NULL;
}

/* TestCondition: a question with the answer of this label is shown. */
static gboolean
can_answer(gpointer label)
{
  return find_answer(label) != NULL;
}

static gboolean
cannot_answer(gpointer label)
{
  return find_answer(label) == NULL;
}

static gboolean
on_click_cb(gpointer label)
{
  g_signal_emit_by_name(find_answer(label), "clicked");
  return G_SOURCE_REMOVE;
}

/* Answers the question by a click on the button, in an event as a real one. */
static void
answer(const char *label)
{
  g_assert_true(test_wait(can_answer, (gpointer)label, TEST_DEADLINE));
  g_idle_add(on_click_cb, (gpointer)label);
  g_assert_true(test_wait(cannot_answer, (gpointer)label, TEST_DEADLINE));
}

/* The window goes with its question; nothing refers to either afterwards. */
static void
test_discard(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_example("pendulum");

  set_step(window, "0.02");
  g_object_add_weak_pointer(G_OBJECT(window), (gpointer *)&window);
  gtk_window_close(GTK_WINDOW(window));
  answer("_Cancel");
  g_assert_nonnull(window);
  gtk_window_close(GTK_WINDOW(window));
  answer("_Discard");
  g_assert_true(test_wait(test_is_null, &window, TEST_DEADLINE));
}

static void
test_stop(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_example("furuta");

  g_object_add_weak_pointer(G_OBJECT(window), (gpointer *)&window);
  activate(window, "identify", NULL);
  gtk_window_close(GTK_WINDOW(window));
  answer("_Stop and Close");
  g_assert_true(test_wait(test_is_null, &window, TEST_DEADLINE));
}

static TrammelWindow *
open_project(const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_path(path);
  TrammelWindow *window = open_window();

  trammel_window_open_file(window, file);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  return window;
}

static double
get_step(TrammelWindow *window)
{
  return trammel_project_get_settings(
             trammel_document_get_project(trammel_window_get_document(window)))
      ->h;
}

static double
get_saved_step(const char *path)
{
  g_autoptr(TrammelProject) project = trammel_project_load(path, NULL);

  return trammel_project_get_settings(project)->h;
}

/* Writes the file as another program does. */
static void
save_elsewhere(const char *path, const char *step)
{
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autoptr(TrammelDocument) document = trammel_document_load(file, NULL);

  g_assert_true(trammel_document_set_setting(document, "h", step, NULL));
  g_assert_true(trammel_document_save(document, file, NULL));
}

static gboolean
is_saved(gpointer window)
{
  return !trammel_document_get_dirty(trammel_window_get_document(window));
}

/* TestCondition: no message of the window is shown. */
static gboolean
is_silent(gpointer window)
{
  return !trammel_window_get_message(window);
}

static GFile *chosen;   /* answer of the replaced file dialog */
static char *suggested; /* name that it got */

static GFile *
choose_file(TrammelChoice choice, const char *name, gpointer user)
{
  g_free(suggested);
  suggested = g_strdup(name);
  return g_object_ref(chosen);
}

/* A file that another program has changed is overwritten only on request. */
static void
test_overwrite(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_project(fixture->project);

  save_elsewhere(fixture->project, "0.03");
  set_step(window, "0.02");
  activate(window, "save", NULL);
  answer("_Cancel");
  g_assert_cmpfloat(get_saved_step(fixture->project), ==, 0.03);
  g_assert_false(is_saved(window));
  activate(window, "save", NULL);
  answer("_Overwrite");
  g_assert_true(test_wait(is_saved, window, TEST_DEADLINE));
  g_assert_cmpfloat(get_saved_step(fixture->project), ==, 0.02);
  set_step(window, "0.025"); /* nobody else has changed it since */
  activate(window, "save", NULL);
  g_assert_true(is_saved(window));
  g_assert_true(test_wait(is_silent, window, TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* A window that is closed asks about both, and stays when the file is shown instead. */
static void
test_close_and_save(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_project(fixture->project);

  save_elsewhere(fixture->project, "0.03");
  set_step(window, "0.02");
  gtk_window_close(GTK_WINDOW(window));
  answer("_Save");
  answer("_Reload");
  g_assert_true(test_wait(is_saved, window, TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  save_elsewhere(fixture->project, "0.04");
  set_step(window, "0.025");
  g_object_add_weak_pointer(G_OBJECT(window), (gpointer *)&window);
  gtk_window_close(GTK_WINDOW(window));
  answer("_Save");
  answer("_Overwrite");
  g_assert_true(test_wait(test_is_null, &window, TEST_DEADLINE));
  g_assert_cmpfloat(get_saved_step(fixture->project), ==, 0.025);
}

static void
test_save_as(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_project(fixture->project);
  g_autofree char *path = g_build_filename(fixture->folder, "mine.trammel", NULL);

  save_elsewhere(fixture->project, "0.03");
  set_step(window, "0.02");
  /* a full name typed in place of the selected part: the entry keeps the extension behind it */
  g_autofree char *doubled = g_strconcat(path, ".trammel", NULL);
  chosen = g_file_new_for_path(doubled);
  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose_file});
  activate(window, "save", NULL);
  answer("Save _As…");
  g_assert_true(test_wait(is_saved, window, TEST_DEADLINE));
  g_assert_cmpstr(suggested, ==, fixture->project); /* in the folder of the file */
  trammel_file_dialogs_set_seam((TrammelDialogSeam){0});
  g_clear_object(&chosen);
  g_assert_cmpfloat(get_saved_step(fixture->project), ==, 0.03);
  g_assert_cmpfloat(get_saved_step(path), ==, 0.02);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* Reloading shows what is in the file; undo brings the changes back. */
static void
test_reload(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_project(fixture->project);

  save_elsewhere(fixture->project, "0.03");
  set_step(window, "0.02");
  activate(window, "save", NULL);
  answer("_Reload");
  g_assert_true(test_wait(is_saved, window, TEST_DEADLINE));
  g_assert_cmpfloat(get_step(window), ==, 0.03);
  g_assert_true(g_str_has_prefix(trammel_window_get_message(window), "The file was read again"));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  activate(window, "undo", NULL);
  g_assert_cmpfloat(get_step(window), ==, 0.02);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static GtkWidget *
find_reload(gpointer window)
{
  return find_widget(window, GTK_TYPE_BUTTON, "Reload");
}

static gboolean
can_reload(gpointer window)
{
  return find_reload(window) != NULL;
}

static gboolean
has_other_step(gpointer window)
{
  return get_step(window) == 0.03;
}

/* A change is shown at once; a file that cannot be read leaves all as it is. */
static void
test_notice(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_project(fixture->project);

  save_elsewhere(fixture->project, "0.03");
  g_assert_true(test_wait(can_reload, window, TEST_DEADLINE));
  g_assert_true(g_str_has_prefix(trammel_window_get_message(window), "Another program"));
  g_signal_emit_by_name(find_reload(window), "clicked");
  g_assert_true(test_wait(has_other_step, window, TEST_DEADLINE));
  g_assert_true(is_saved(window));
  g_assert_true(test_wait(is_silent, window, TEST_DEADLINE));
  g_assert_true(g_file_set_contents(fixture->project, "nothing", -1, NULL));
  g_assert_true(test_wait(can_reload, window, TEST_DEADLINE));
  g_signal_emit_by_name(find_reload(window), "clicked");
  soon_true(trammel_window_get_message(window) &&
            strstr(trammel_window_get_message(window), "pendulum.trammel"));
  g_assert_cmpfloat(get_step(window), ==, 0.03);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static guint
count_windows(void)
{
  guint n = 0;

  for (GList *l = gtk_application_get_windows(GTK_APPLICATION(application)); l; l = l->next)
    n += TRAMMEL_IS_WINDOW(l->data);
  return n;
}

/* A project that is opened from outside again shows its window; only other files get one more. */
static void
test_open_again(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_project(fixture->project);
  g_autofree char *copy = g_build_filename(fixture->folder, "copy.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(fixture->project);
  g_autoptr(GFile) other = g_file_new_for_path(copy);
  GFile *files[] = {file, other};

  g_application_open(G_APPLICATION(application), files, 1, "");
  g_assert_cmpuint(count_windows(), ==, 1);
  g_assert_true(g_file_copy(file, other, 0, NULL, NULL, NULL, NULL));
  g_application_open(G_APPLICATION(application), files, 2, "");
  g_assert_cmpuint(count_windows(), ==, 2);
  TrammelWindow *second = trammel_window_find(GTK_APPLICATION(application), other);
  g_assert_true(second && second != window);
  g_assert_true(test_wait(has_prepared, second, TEST_DEADLINE));
  close_window(second);
  close_window(window);
}

/* Limits the size of files, as a full disk does; 0: no limit. */
static void
limit_files(rlim_t size)
{
  struct rlimit limit;

  g_assert_cmpint(getrlimit(RLIMIT_FSIZE, &limit), ==, 0);
  limit.rlim_cur = size ? size : limit.rlim_max;
  g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &limit), ==, 0);
}

/* Messages that nothing could be written go with the next save. */
static void
test_full_disk(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_project(fixture->project);

  signal(SIGXFSZ, SIG_IGN);
  set_step(window, "0.02");
  limit_files(100);
  activate(window, "save", NULL);
  limit_files(0);
  g_assert_nonnull(strstr(trammel_window_get_message(window), "cannot be written"));
  activate(window, "save", NULL);
  g_assert_true(is_saved(window) && is_silent(window));

  set_step(window, "0.025");
  limit_files(100);
  activate(window, "identify", NULL); /* keeps unsaved work first */
  limit_files(0);
  g_assert_nonnull(strstr(trammel_window_get_message(window), "could not be backed up"));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  activate(window, "save", NULL);
  g_assert_true(is_saved(window) && is_silent(window));
  close_window(window);
}

/* Folder that a TestCondition waits for: its project is listed. */
static char *recent_folder;

static gboolean
has_recent(gpointer window)
{
  return find_widget(window, GTK_TYPE_LABEL, recent_folder) != NULL;
}

static gboolean
has_recent_log(gpointer window)
{
  return find_widget(window, GTK_TYPE_LABEL, "pendulum.csv") != NULL;
}

/* Projects and logs are listed. */
static void
test_recent(Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_build_filename(g_get_home_dir(), "recent-XXXXXX", NULL);
  TrammelWindow *window = open_window();

  g_assert_cmpint(g_mkdir_with_parents(g_get_home_dir(), 0700), ==, 0);
  g_assert_nonnull(g_mkdtemp(folder));
  g_autofree char *path = trammel_examples_write(trammel_examples_find("pendulum"), folder, NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autofree char *name = g_path_get_basename(folder);
  recent_folder = g_strconcat("~/", name, NULL);
  trammel_recent_add(file);
  g_assert_true(test_wait(has_recent, window, TEST_DEADLINE));
  g_autofree char *log = g_build_filename(folder, "pendulum.csv", NULL);
  g_autoptr(GFile) log_file = g_file_new_for_path(log);
  trammel_recent_add(log_file);
  g_assert_true(test_wait(has_recent_log, window, TEST_DEADLINE));
  close_window(window);
  g_clear_pointer(&recent_folder, g_free);
}

static GtkWidget *
find_join(const char *label)
{
  GListModel *windows = gtk_window_get_toplevels();

  for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
    g_autoptr(GtkWidget) window = g_list_model_get_item(windows, i);
    GtkWidget *button = find_widget(window, GTK_TYPE_BUTTON, label);
    if (button)
      return button;
  }
  return NULL;
}

/* TestCondition: a button with this label is shown. */
static gboolean
has_button(gpointer label)
{
  return find_join(label) != NULL;
}

static gboolean
on_press_cb(gpointer label)
{
  g_autoptr(GtkWidget) button = g_object_ref(find_join(label));

  g_signal_emit_by_name(button, "clicked");
  return G_SOURCE_REMOVE;
}

/* Presses the button in an event, as the user does. */
static void
press(const char *label)
{
  g_assert_true(test_wait(has_button, (gpointer)label, TEST_DEADLINE));
  g_idle_add(on_press_cb, (gpointer)label);
}

static gboolean
has_no_button(gpointer label)
{
  return !find_join(label);
}

/* TestCondition: the joined file is there. */
static gboolean
is_written(gpointer file)
{
  return g_file_query_exists(file, NULL);
}

/* Files with different columns are joined by time into a chosen file, which is then imported. */
static void
test_join(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_project(fixture->project);
  g_autofree char *q = g_build_filename(fixture->folder, "q.csv", NULL);
  g_autofree char *u = g_build_filename(fixture->folder, "u.csv", NULL);
  g_autofree char *to = g_build_filename(fixture->folder, "both.csv", NULL);
  g_autoptr(GFile) first = g_file_new_for_path(q), second = g_file_new_for_path(u);
  GFile *files[] = {first, second};
  g_autofree char *text = NULL;

  g_assert_true(g_file_set_contents(q, "t,q\n0,1\n1,2\n", -1, NULL));
  g_assert_true(g_file_set_contents(u, "t,u\n0,3\n1,4\n", -1, NULL));
  chosen = g_file_new_for_path(to);
  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose_file});
  trammel_window_open_files(window, files, 2);
  press("_Join by Time…");
  g_assert_true(test_wait(is_written, chosen, TEST_DEADLINE));
  trammel_file_dialogs_set_seam((TrammelDialogSeam){0});
  g_clear_object(&chosen);
  g_assert_true(g_file_get_contents(to, &text, NULL, NULL));
  g_assert_cmpstr(text, ==, "t [s],q,u\n0,1,3\n1,2,4\n");
  press("Cancel");
  g_assert_true(test_wait(has_no_button, (gpointer) "Cancel", TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

#define ADD(name, function)                                                                        \
  g_test_add("/ui/files/" name, Fixture, NULL, set_up, function, tear_down)

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  ADD("discard", test_discard);
  ADD("stop", test_stop);
  ADD("overwrite", test_overwrite);
  ADD("close-and-save", test_close_and_save);
  ADD("save-as", test_save_as);
  ADD("reload", test_reload);
  ADD("notice", test_notice);
  ADD("open-again", test_open_again);
  ADD("full-disk", test_full_disk);
  ADD("recent", test_recent);
  ADD("join", test_join);
  return run_window_tests();
}
