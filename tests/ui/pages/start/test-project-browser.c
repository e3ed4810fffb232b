/* Tests of the project browser in process: roles, the list of runs and its commands. */
#include <gtk/gtk.h>
#include <string.h>

#include "io/packed/temp_folder.h"
#include "io/project/put.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/pages/identify/identify-page.h"
#include "ui/pages/inspect/compare-dialog.h"
#include "ui/pages/start/log-row.h"
#include "ui/pages/start/project-browser.h"
#include "ui/pages/start/run-row.h"
#include "ui/plot/plot-view.h"
#include "ui/session/run/fit-cache.h"
#include "ui/window-support.h"

static GFile *chosen; /* answer of the replaced file dialog */

static GFile *
choose_file(TrammelChoice choice, const char *name, gpointer user)
{
  return chosen ? g_object_ref(chosen) : NULL;
}

static void
activate_run(TrammelWindow *window, const char *action, guint number)
{
  g_action_group_activate_action(G_ACTION_GROUP(window), action, g_variant_new_uint32(number));
}

static GPtrArray *
find_rows(TrammelWindow *window, GType type)
{
  GPtrArray *rows = g_ptr_array_new();

  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  collect_widgets(GTK_WIDGET(window), type, rows);
  return rows;
}

static TrammelRunRecord *
get_record(TrammelWindow *window, guint i)
{
  g_autoptr(GPtrArray) rows = find_rows(window, TRAMMEL_TYPE_RUN_ROW);

  g_assert_cmpuint(i, <, rows->len);
  return trammel_run_row_get_record(rows->pdata[i]);
}

typedef struct {
  TrammelWindow *window;
  guint n;
} Runs;

static gboolean
has_runs(gpointer data)
{
  const Runs *runs = data;
  TrammelDocument *document = trammel_window_get_document(runs->window);
  GListModel *model = trammel_run_list_get_model(trammel_document_get_run_list(document));

  return is_idle(runs->window) && g_list_model_get_n_items(model) == runs->n;
}

static void
identify(TrammelWindow *window, guint n)
{
  Runs runs = {window, n};

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_runs, &runs, TEST_DEADLINE));
}

static void
set_setting(TrammelWindow *window, const char *name, const char *value)
{
  g_action_group_change_action_state(G_ACTION_GROUP(window), "live", g_variant_new_boolean(FALSE));
  g_assert_true(
      trammel_document_set_setting(trammel_window_get_document(window), name, value, NULL));
}

static void
test_roles(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);
  g_autoptr(GPtrArray) rows = find_rows(window, TRAMMEL_TYPE_LOG_ROW);

  g_assert_cmpuint(rows->len, ==, 1);
  GtkWidget *badge = find_widget(rows->pdata[0], GTK_TYPE_BUTTON, "E");
  g_assert_nonnull(badge);
  g_signal_emit_by_name(badge, "clicked");
  g_assert_cmpint(trammel_project_get_log_role(trammel_document_get_project(document), 0), ==,
                  TRAMMEL_ROLE_VALIDATE);
  g_assert_cmpstr(gtk_button_get_label(GTK_BUTTON(badge)), ==, "V");
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "validate with release");
  g_signal_emit_by_name(badge, "clicked");
  g_assert_cmpint(trammel_project_get_log_role(trammel_document_get_project(document), 0), ==,
                  TRAMMEL_ROLE_OFF);
  activate(window, "undo", NULL);
  activate(window, "undo", NULL);
  g_assert_cmpstr(gtk_button_get_label(GTK_BUTTON(badge)), ==, "E");
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static gboolean
has_two_logs(gpointer window)
{
  TrammelRun *run = trammel_document_get_run(trammel_window_get_document(window));
  return is_idle(window) && trammel_problem_get_task(trammel_run_get_problem(run))->n_logs == 2;
}

/* The log selected here is shown on all pages, and the other way round. */
static void
test_choice(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);
  g_autofree char *log = trammel_project_dup_at(trammel_document_get_project(document), "logs[0]");
  g_auto(GStrv) parts = g_strsplit(log, "\"release\"", 2);
  g_autofree char *second = g_strjoinv("\"again\"", parts);

  g_assert_true(trammel_document_put(document, "logs[]", second, "add again", NULL, NULL));
  g_assert_true(test_wait(has_two_logs, window, TEST_DEADLINE));
  g_autoptr(GPtrArray) rows = find_rows(window, TRAMMEL_TYPE_LOG_ROW);
  g_assert_cmpuint(rows->len, ==, 2);
  GtkListBox *list = GTK_LIST_BOX(gtk_widget_get_parent(rows->pdata[0]));
  GtkWidget *page = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_IDENTIFY_PAGE, NULL);
  g_autoptr(GPtrArray) choices = g_ptr_array_new();
  collect_widgets(page, GTK_TYPE_DROP_DOWN, choices);
  GtkDropDown *choice = NULL;
  for (guint i = 0; i < choices->len; i++)
    if (g_list_model_get_n_items(gtk_drop_down_get_model(choices->pdata[i])) == 2)
      choice = choices->pdata[i];
  g_assert_nonnull(choice);

  gtk_list_box_select_row(list, rows->pdata[1]);
  g_assert_cmpuint(trammel_document_get_log(document), ==, 1);
  g_assert_cmpuint(gtk_drop_down_get_selected(choice), ==, 1);
  gtk_drop_down_set_selected(choice, 0);
  g_assert_true(gtk_list_box_get_selected_row(list) == rows->pdata[0]);
  close_window(window);
}

/* Returns the role in which a run is drawn over the one that is shown. */
static TrammelSeriesRole
find_overlay(TrammelWindow *window, const char *title)
{
  TrammelPlotView *view =
      TRAMMEL_PLOT_VIEW(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_PLOT_VIEW, NULL));

  for (gsize i = 0; i < trammel_plot_view_get_n_series(view); i++) {
    const TrammelSeries *series = trammel_plot_view_get_series(view, i);
    if (g_str_equal(trammel_series_get_name(series), title))
      return trammel_series_get_style(series)->role;
  }
  g_assert_not_reached();
}

/* A new run comes on top and is shown; a click shows another run, and the newest is drawn in grey;
 * a tick draws it in its colour. */
static void
test_runs(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  identify(window, 1);
  set_setting(window, "kappa", "20");
  identify(window, 2);
  TrammelRunRecord *second = get_record(window, 0), *first = get_record(window, 1);
  g_assert_cmpuint(trammel_run_record_get_number(second), ==, 2);
  g_assert_cmpstr(trammel_run_record_get_name(second), ==, "κ 20");
  g_assert_true(trammel_run_record_get_active(second));

  activate_run(window, "run-show", 1);
  g_assert_true(trammel_run_record_get_active(first));
  g_assert_false(trammel_run_record_get_active(second));
  g_assert_true(trammel_document_get_run(document) == trammel_run_record_get_run(first));

  activate(window, "page", "identify");
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  g_assert_cmpint(find_overlay(window, "#2 κ 20"), ==, TRAMMEL_ROLE_START);
  g_autoptr(GPtrArray) ticks = g_ptr_array_new(), rows = find_rows(window, TRAMMEL_TYPE_RUN_ROW);
  collect_widgets(rows->pdata[0], GTK_TYPE_CHECK_BUTTON, ticks);
  gtk_check_button_set_active(ticks->pdata[0], TRUE);
  g_assert_cmpint(find_overlay(window, "#2 κ 20"), ==, TRAMMEL_ROLE_CYCLE);
  gtk_check_button_set_active(ticks->pdata[0], FALSE);
  g_assert_cmpint(find_overlay(window, "#2 κ 20"), ==, TRAMMEL_ROLE_START);
  close_window(window);
}

/* TestCondition */
static gboolean
has_entry(gpointer row)
{
  return find_widget(row, GTK_TYPE_ENTRY, NULL) != NULL;
}

static void
test_rename(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  identify(window, 1);
  TrammelRunRecord *record = get_record(window, 0);
  activate_run(window, "run-rename", 0);
  g_autoptr(GPtrArray) rows = find_rows(window, TRAMMEL_TYPE_RUN_ROW), entries = g_ptr_array_new();
  g_assert_true(test_wait(has_entry, rows->pdata[0], TEST_DEADLINE));
  collect_widgets(rows->pdata[0], GTK_TYPE_ENTRY, entries);
  g_assert_cmpuint(entries->len, ==, 1);
  gtk_editable_set_text(entries->pdata[0], "  the good one ");
  g_signal_emit_by_name(entries->pdata[0], "activate");
  g_assert_cmpstr(trammel_run_record_get_name(record), ==, "the good one");
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  g_assert_nonnull(find_widget(rows->pdata[0], GTK_TYPE_LABEL, "#1 the good one"));
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "rename run #1");

  activate_run(window, "run-notes", 1);
  GtkWidget *view = find_widget(GTK_WIDGET(window), GTK_TYPE_TEXT_VIEW, NULL);
  g_assert_nonnull(view);
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)), "cold oil", -1);
  gtk_popover_popdown(GTK_POPOVER(gtk_widget_get_ancestor(view, GTK_TYPE_POPOVER)));
  g_assert_cmpstr(trammel_run_record_get_notes(record), ==, "cold oil");

  activate_run(window, "run-delete", 1);
  g_autoptr(GPtrArray) none = find_rows(window, TRAMMEL_TYPE_RUN_ROW);
  g_assert_cmpuint(none->len, ==, 0);
  activate(window, "undo", NULL);
  g_assert_true(get_record(window, 0) == record);
  g_assert_cmpstr(trammel_run_record_get_notes(record), ==, "cold oil");
  close_window(window);
}

static gboolean
has_compare(gpointer user)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();
  GtkWindow **found = user;

  for (GList *l = windows; l; l = l->next)
    if (TRAMMEL_IS_COMPARE_DIALOG(l->data))
      *found = l->data;
  return *found && gtk_widget_get_mapped(GTK_WIDGET(*found));
}

static void
test_compare(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkWindow *dialog = NULL;

  identify(window, 1);
  activate_run(window, "run-compare", 1);
  g_assert_nonnull(strstr(trammel_window_get_message(window), "no other run"));
  set_setting(window, "kappa", "20");
  identify(window, 2);
  activate_run(window, "run-compare", 1);
  g_assert_true(test_wait(has_compare, &dialog, TEST_DEADLINE));
  const GArray *values = trammel_run_record_get_values(get_record(window, 0));
  g_assert_nonnull(find_widget(GTK_WIDGET(dialog), GTK_TYPE_LABEL, "#2 κ 20"));
  g_assert_nonnull(find_widget(GTK_WIDGET(dialog), GTK_TYPE_LABEL, "Inertia zz · pendulum"));
  g_assert_nonnull(find_widget(GTK_WIDGET(dialog), GTK_TYPE_LABEL, "kg m²"));
  g_autoptr(GPtrArray) labels = g_ptr_array_new();
  collect_widgets(GTK_WIDGET(dialog), GTK_TYPE_LABEL, labels);
  g_assert_cmpuint(labels->len, >=, 6 * (values->len + 1));
  gtk_window_destroy(dialog);
  close_window(window);
}

/* Values and settings of a run are applied to the document, each as one undo step. */
static void
test_apply(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  identify(window, 1);
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  set_setting(window, "kappa", "20");
  TrammelRunRecord *record = get_record(window, 0);
  const TrammelRunValue *value =
      &g_array_index(trammel_run_record_get_values(record), TrammelRunValue, 0);
  activate_run(window, "run-apply", 1);
  TrammelProject *project = trammel_document_get_project(document);
  g_assert_true(trammel_project_find_quantity(project, value->id)->value == value->value);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "apply values of run #1");
  activate_run(window, "run-apply-stepper", 1);
  project = trammel_document_get_project(document);
  g_assert_true(trammel_project_find_quantity(project, value->id)->value ==
                trammel_run_get_fit(trammel_run_record_get_run(record))->estimates[0].value);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==,
                  "apply values of the stepper of run #1");
  g_assert_true(trammel_project_get_settings(project)->kappa == 20);
  activate_run(window, "run-settings", 1);
  project = trammel_document_get_project(document);
  g_assert_false(trammel_project_get_settings(project)->kappa == 20);
  close_window(window);
}

static gboolean
is_saved(gpointer window)
{
  return trammel_document_get_file(trammel_window_get_document(window)) != NULL;
}

/* TestCondition: the motions of the newest run are in the cache. */
static gboolean
is_kept(gpointer window)
{
  g_autofree char *key = trammel_run_record_dup_key(get_record(window, 0));

  return trammel_fit_cache_has(key);
}

/* After saving and opening again without the cache, a run is listed and can be computed again, with
 * the same digits. */
static void
test_stored(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "a.trammel", NULL);
  TrammelWindow *window = open_example("pendulum");

  identify(window, 1);
  chosen = g_file_new_for_path(path);
  activate(window, "save-as", NULL);
  g_assert_true(test_wait(is_saved, window, TEST_DEADLINE));
  activate_run(window, "run-copy-command", 0);
  g_assert_nonnull(strstr(trammel_window_get_message(window), "trammel-cli identify "));
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  g_assert_true(test_wait(is_kept, window, TEST_DEADLINE));
  close_window(window);

  g_autofree char *cache = g_build_filename(g_get_user_cache_dir(), "trammel", NULL);
  trammel_temp_folder_remove(cache);
  window = open_window();
  trammel_window_open_file(window, chosen);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  g_clear_object(&chosen);
  TrammelRunRecord *record = get_record(window, 0);
  g_assert_null(trammel_run_record_get_run(record));
  activate_run(window, "run-show", 1);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  TrammelRun *run = trammel_run_record_get_run(record);
  g_assert_true(run == trammel_document_get_run(trammel_window_get_document(window)));
  g_assert_true(trammel_run_record_get_active(record));
  const GArray *values = trammel_run_record_get_values(record);
  for (guint i = 0; i < values->len; i++)
    g_assert_true(trammel_run_get_fit(run)->estimates[i].value ==
                  g_array_index(values, TrammelRunValue, i).stepper);
  g_assert_false(trammel_document_get_dirty(trammel_window_get_document(window)));
  close_window(window);
  trammel_temp_folder_remove(folder);
}

static void
test_hide(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkWidget *browser = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_PROJECT_BROWSER, NULL);

  g_assert_nonnull(browser);
  activate(window, "show-browser", NULL);
  g_assert_false(gtk_widget_get_visible(browser));
  activate(window, "show-browser", NULL);
  g_assert_true(gtk_widget_get_visible(browser));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose_file});
  g_test_add_func("/ui/project-browser/roles", test_roles);
  g_test_add_func("/ui/project-browser/choice", test_choice);
  g_test_add_func("/ui/project-browser/runs", test_runs);
  g_test_add_func("/ui/project-browser/rename", test_rename);
  g_test_add_func("/ui/project-browser/compare", test_compare);
  g_test_add_func("/ui/project-browser/apply", test_apply);
  g_test_add_func("/ui/project-browser/stored", test_stored);
  g_test_add_func("/ui/project-browser/hide", test_hide);
  return run_window_tests();
}
