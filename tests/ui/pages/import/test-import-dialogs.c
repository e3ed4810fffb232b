/* Tests of the import and mapping dialogs, used as a person uses them. */
#include <math.h>

#include "io/packed/temp_folder.h"
#include "ui/pages/import/cell-view.h"
#include "ui/pages/import/csv-dialog.h"
#include "ui/pages/import/mapping-dialog.h"
#include "ui/pages/import/mat-dialog.h"
#include "ui/window-support.h"

static char *folder;

/* Writes a swing of 2 s under `header`; row 700 has a word, and the time of row 300 goes back if
 * `falls`. */
static char *
write_csv(const char *name, const char *header, gboolean falls)
{
  char *path = g_build_filename(folder, name, NULL);
  g_autoptr(GString) text = g_string_new(header);

  for (int i = 0; i < 2000; i++) {
    double t = falls && i == 300 ? 0.1 : i * 1e-3;
    g_string_append_printf(text, "%.3f,%.6f,", t, 20 * sin(3 * t));
    g_string_append_printf(text, i == 700 ? "off\n" : "%.6f\n", 0.2 * cos(3 * t));
  }
  g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
  return path;
}

/* TestConditions: a dialog of that kind has read its file; set *user to it. */
static gboolean
find_dialog(gpointer user, gboolean (*is_ready)(gpointer))
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();

  for (GList *l = windows; l; l = l->next)
    if (is_ready(l->data)) {
      *(GtkWidget **)user = l->data;
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_csv(gpointer window)
{
  return TRAMMEL_IS_CSV_DIALOG(window) && trammel_csv_dialog_has_read(window);
}

static gboolean
has_csv(gpointer user)
{
  return find_dialog(user, is_csv);
}

static gboolean
is_mapping(gpointer window)
{
  return TRAMMEL_IS_MAPPING_DIALOG(window) && trammel_mapping_dialog_is_ready(window);
}

static gboolean
has_mapping(gpointer user)
{
  return find_dialog(user, is_mapping);
}

static void
open_files(TrammelWindow *window, char **paths)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_object_unref);

  for (char **path = paths; *path; path++)
    g_ptr_array_add(files, g_file_new_for_path(*path));
  trammel_window_open_files(window, (GFile *const *)files->pdata, files->len);
}

static GtkWidget *
find_button(GtkWidget *dialog, const char *label)
{
  return find_widget(dialog, GTK_TYPE_BUTTON, label);
}

static void
press(GtkWidget *dialog, const char *label)
{
  GtkWidget *button = find_button(dialog, label);

  g_assert_nonnull(button);
  g_assert_true(gtk_widget_get_sensitive(button));
  g_signal_emit_by_name(button, "clicked");
}

static gboolean
has_label(GtkWidget *widget, const char *part)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new();

  collect_widgets(widget, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    if (strstr(gtk_label_get_text(labels->pdata[i]), part))
      return TRUE;
  return FALSE;
}

static gboolean
has_three_logs(gpointer window)
{
  TrammelDocument *document = trammel_window_get_document(window);

  return trammel_project_get_n_logs(trammel_document_get_project(document)) == 3;
}

/* A new project takes three actions: the file, Import, Apply; the next files of the rig need no
 * mapping. */
static void
test_new_project(void)
{
  g_autofree char *a = write_csv("a.csv", "t,position [deg],u\n", FALSE);
  g_autofree char *b = write_csv("b.csv", "t,position [deg],u\n", FALSE);
  g_autofree char *c = write_csv("c.csv", "t,position [deg],u\n", FALSE);
  TrammelWindow *window = open_window();
  GtkWidget *dialog = NULL;

  open_files(window, (char *[]){a, NULL});
  g_assert_true(test_wait(has_csv, &dialog, TEST_DEADLINE));
  g_assert_true(has_label(dialog, "1 cell is not a number"));
  press(dialog, "Import");
  g_assert_true(test_wait(has_mapping, &dialog, TEST_DEADLINE));
  g_assert_true(has_label(dialog, "by name"));
  press(dialog, "Apply");
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  TrammelDocument *document = trammel_window_get_document(window);
  g_assert_cmpstr(trammel_document_get_title(document), ==, "a");
  g_assert_true(trammel_document_get_dirty(document));

  open_files(window, (char *[]){b, c, NULL});
  dialog = NULL;
  g_assert_true(test_wait(has_csv, &dialog, TEST_DEADLINE));
  g_assert_true(has_label(dialog, "settings of the last file with this header"));
  press(dialog, "Import");
  g_assert_true(test_wait(has_three_logs, window, TEST_DEADLINE));
  TrammelProject *project = trammel_document_get_project(document);
  g_assert_cmpuint(trammel_project_get_n_mappings(project, 2), ==, 2);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "add 2 logs");
  activate(window, "undo", NULL);
  g_assert_cmpuint(trammel_project_get_n_logs(trammel_document_get_project(document)), ==, 1);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* Import is disabled until the time increases, with the reason beside it and two buttons that fix
 * it. */
static void
test_time_that_falls(void)
{
  g_autofree char *path = write_csv("falls.csv", "t,q,v\n", TRUE);
  TrammelWindow *window = open_window();
  GtkWidget *dialog = NULL;

  open_files(window, (char *[]){path, NULL});
  g_assert_true(test_wait(has_csv, &dialog, TEST_DEADLINE));
  g_assert_false(gtk_widget_get_sensitive(find_button(dialog, "Import")));
  g_assert_true(has_label(dialog, "The time does not increase in 1"));
  press(dialog, "Sort the rows");
  g_assert_true(test_wait(has_csv, &dialog, TEST_DEADLINE));
  g_assert_true(gtk_widget_get_sensitive(find_button(dialog, "Import")));
  g_assert_true(has_label(dialog, "always increasing"));
  press(dialog, "Cancel");
  g_assert_null(trammel_window_get_message(window));
  g_assert_null(trammel_window_get_document(window));
  close_window(window);
}

/* The third fix: a separate log from where the time goes back. */
static void
test_segments(void)
{
  g_autofree char *path = write_csv("falls.csv", "t,q,v\n", TRUE);
  TrammelWindow *window = open_window();
  GtkWidget *dialog = NULL;

  open_files(window, (char *[]){path, NULL});
  g_assert_true(test_wait(has_csv, &dialog, TEST_DEADLINE));
  press(dialog, "Split into segments");
  g_assert_true(gtk_widget_get_sensitive(find_button(dialog, "Import")));
  g_assert_true(has_label(dialog, "2 logs: rows 1 to"));
  press(dialog, "Cancel");
  close_window(window);
}

/* Faults can be stepped through, are tinted and explained. */
static void
test_next_fault(void)
{
  g_autofree char *path = write_csv("fault.csv", "t,q,v\n", FALSE);
  TrammelWindow *window = open_window();
  GtkWidget *dialog = NULL;

  open_files(window, (char *[]){path, NULL});
  g_assert_true(test_wait(has_csv, &dialog, TEST_DEADLINE));
  TrammelCellView *cells = TRAMMEL_CELL_VIEW(find_widget(dialog, TRAMMEL_TYPE_CELL_VIEW, NULL));
  const double x = TRAMMEL_CELL_GUTTER + 2.5 * TRAMMEL_CELL_WIDTH;
  g_assert_null(trammel_cell_view_explain(cells, x, 3.5 * TRAMMEL_CELL_HEIGHT));
  press(dialog, "Next fault");
  g_autofree char *why = trammel_cell_view_explain(cells, x, 3.5 * TRAMMEL_CELL_HEIGHT);
  g_assert_cmpstr(why, ==, "line 702: “off” is not a number");
  gtk_window_close(GTK_WINDOW(dialog));
  close_window(window);
}

/* A column is renamed, gets a unit and is excluded. */
static void
test_columns(void)
{
  g_autofree char *path = write_csv("columns.csv", "t,q,v\n", FALSE);
  TrammelWindow *window = open_example("servo");
  g_autoptr(GPtrArray) entries = g_ptr_array_new();
  GtkWidget *dialog = NULL;

  open_files(window, (char *[]){path, NULL});
  g_assert_true(test_wait(has_csv, &dialog, TEST_DEADLINE));
  GtkWidget *cells = find_widget(dialog, TRAMMEL_TYPE_CELL_VIEW, NULL);
  GtkWidget *columns = gtk_widget_get_ancestor(cells, GTK_TYPE_BOX);
  collect_widgets(columns, GTK_TYPE_ENTRY, entries);
  g_assert_cmpuint(entries->len, ==, 6);
  gtk_editable_set_text(entries->pdata[3], "deg");
  g_signal_emit_by_name(entries->pdata[3], "activate");
  g_assert_true(test_wait(has_csv, &dialog, TEST_DEADLINE));
  press(dialog, "Import");
  g_assert_true(test_wait(has_mapping, &dialog, TEST_DEADLINE));
  press(dialog, "Cancel");
  TrammelProject *project = trammel_document_get_project(trammel_window_get_document(window));
  g_autofree char *json = trammel_project_to_data(project);
  g_assert_cmpuint(trammel_project_get_n_logs(project), ==, 2);
  g_assert_nonnull(strstr(json, "\"unit\": \"deg\""));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* What is typed into a column while the file is read again after an edit of another one stays, in
 * the same entry. */
static void
test_typing(void)
{
  g_autofree char *path = write_csv("typing.csv", "t,q,v\n", FALSE);
  TrammelWindow *window = open_example("servo");
  g_autoptr(GPtrArray) before = g_ptr_array_new(), after = g_ptr_array_new();
  GtkWidget *dialog = NULL;

  open_files(window, (char *[]){path, NULL});
  g_assert_true(test_wait(has_csv, &dialog, TEST_DEADLINE));
  GtkWidget *columns =
      gtk_widget_get_ancestor(find_widget(dialog, TRAMMEL_TYPE_CELL_VIEW, NULL), GTK_TYPE_BOX);
  collect_widgets(columns, GTK_TYPE_ENTRY, before);
  gtk_editable_set_text(before->pdata[2], "theta");
  g_signal_emit_by_name(before->pdata[2], "activate");
  gtk_editable_set_text(before->pdata[3], "rad");
  g_assert_true(test_wait(has_csv, &dialog, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(dialog);
  collect_widgets(columns, GTK_TYPE_ENTRY, after);
  g_assert_cmpuint(after->len, ==, 6);
  g_assert_true(after->pdata[3] == before->pdata[3]);
  g_assert_cmpstr(gtk_editable_get_text(after->pdata[2]), ==, "theta");
  g_assert_cmpstr(gtk_editable_get_text(after->pdata[3]), ==, "rad");
  g_signal_emit_by_name(after->pdata[3], "activate");
  g_assert_true(test_wait(has_csv, &dialog, TEST_DEADLINE));
  g_assert_cmpstr(gtk_editable_get_text(after->pdata[3]), ==, "rad");
  gtk_window_close(GTK_WINDOW(dialog));
  close_window(window);
}

/* A file that cannot be read is reported in the window. */
static void
test_no_log(void)
{
  g_autofree char *path = g_build_filename(folder, "words.mat", NULL);
  TrammelWindow *window = open_window();

  g_assert_true(
      g_file_set_contents(path, "no MAT file at all, but words of some length", -1, NULL));
  open_files(window, (char *[]){path, NULL});
  for (int i = 0; i < 20000 && !trammel_window_get_message(window); i++)
    g_main_context_iteration(NULL, TRUE);
  g_assert_nonnull(strstr(trammel_window_get_message(window), "words.mat"));
  close_window(window);
}

int
main(int argc, char **argv)
{
  folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", folder, TRUE);
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/import-dialogs/new-project", test_new_project);
  g_test_add_func("/ui/import-dialogs/time-that-falls", test_time_that_falls);
  g_test_add_func("/ui/import-dialogs/segments", test_segments);
  g_test_add_func("/ui/import-dialogs/next-fault", test_next_fault);
  g_test_add_func("/ui/import-dialogs/columns", test_columns);
  g_test_add_func("/ui/import-dialogs/typing", test_typing);
  g_test_add_func("/ui/import-dialogs/no-log", test_no_log);
  int result = run_window_tests();
  trammel_temp_folder_remove(folder);
  g_free(folder);
  return result;
}
