/* Tests of the page Validate in a real window: the matrix and its table, the selected cell, the
 * split of a log with undo, cross-validation with stop, the timeline that is restored. */
#include "ui/pages/validate/validate-page.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "io/packed/temp_folder.h"
#include "ui/pages/parts/split-button.h"
#include "ui/pages/validate/cross-panel.h"
#include "ui/pages/validate/validate-cell.h"
#include "ui/plot/matrix-view.h"
#include "ui/session/import/log-split.h"
#include "ui/widgets/text-table.h"
#include "ui/window-support.h"

static gboolean
is_up_to_date(gpointer page)
{
  return trammel_validate_page_is_up_to_date(page);
}

static TrammelValidatePage *
show_page(TrammelWindow *window)
{
  activate(window, "page", "validate");
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  return TRAMMEL_VALIDATE_PAGE(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_VALIDATE_PAGE, NULL));
}

static void
identify(TrammelWindow *window)
{
  GListModel *runs = trammel_document_get_runs(trammel_window_get_document(window));
  guint n = g_list_model_get_n_items(runs);

  activate(window, "identify", NULL);
  while (g_list_model_get_n_items(runs) == n)
    g_main_context_iteration(NULL, TRUE); /* may be FALSE without an event */
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
}

/* Presses Split in the popover of the button on the page. */
static void
press_split(TrammelValidatePage *page)
{
  GtkWidget *split = find_widget(GTK_WIDGET(page), TRAMMEL_TYPE_SPLIT_BUTTON, NULL);
  GtkWidget *button = find_widget(split, GTK_TYPE_MENU_BUTTON, NULL);

  g_assert_true(gtk_widget_is_sensitive(button));
  gtk_menu_button_popup(GTK_MENU_BUTTON(button));
  GtkWidget *popover = GTK_WIDGET(gtk_menu_button_get_popover(GTK_MENU_BUTTON(button)));
  gtk_test_widget_wait_for_draw(popover);
  g_signal_emit_by_name(find_widget(popover, GTK_TYPE_BUTTON, "Split"), "clicked");
}

static const TrammelMatrix *
get_matrix(TrammelValidatePage *page)
{
  return trammel_matrix_view_get_matrix(
      TRAMMEL_MATRIX_VIEW(find_widget(GTK_WIDGET(page), TRAMMEL_TYPE_MATRIX_VIEW, NULL)));
}

static TrammelPlotView *
get_plot(TrammelValidatePage *page, guint i)
{
  g_autoptr(GPtrArray) plots = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(page), TRAMMEL_TYPE_PLOT_VIEW, plots);
  g_assert_cmpuint(plots->len, >, i);
  return plots->pdata[i];
}

/* Opens a pendulum whose log is split on the page, with a run of the first part. */
static TrammelValidatePage *
open_page(TrammelWindow **window)
{
  *window = open_example("pendulum");
  TrammelValidatePage *page = show_page(*window);
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  press_split(page);
  g_assert_true(test_wait(is_idle, *window, TEST_DEADLINE));
  identify(*window);
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  return page;
}

/* Returns TRUE if a label of the page begins with these words. */
static gboolean
says(TrammelValidatePage *page, const char *words)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(page), GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    if (g_str_has_prefix(gtk_label_get_text(labels->pdata[i]), words))
      return TRUE;
  return FALSE;
}

/* From one log and no run to a run that is validated on a part that it was not fitted to. */
static void
test_way(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);
  TrammelValidatePage *page = show_page(window);
  g_autofree char *before = NULL, *split = NULL, *after = NULL;

  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  g_assert_cmpuint(get_matrix(page)->n_rows, ==, 1); /* the start values alone */
  g_assert_true(says(page, "Start values on release: joint pivot is predicted to "));
  /* nothing was fitted yet */
  g_assert_false(says(page, "These scores are too good"));
  g_assert_cmpint(trammel_page_get_state(TRAMMEL_PAGE(page), &before), ==, TRAMMEL_PAGE_IDLE);
  press_split(page);
  g_assert_cmpuint(trammel_project_get_n_logs(trammel_document_get_project(document)), ==, 2);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  identify(window);
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  g_assert_cmpuint(get_matrix(page)->n_rows, ==, 2);
  g_assert_cmpuint(get_matrix(page)->n_columns, ==, 2);
  g_assert_cmpstr(get_matrix(page)->column_names[1], ==, "release-2 (V)");
  g_assert_true(trammel_matrix_get_cell(get_matrix(page), 0, 0)->hatched);
  g_assert_false(trammel_matrix_get_cell(get_matrix(page), 0, 1)->hatched);
  g_assert_cmpfloat(trammel_matrix_get_cell(get_matrix(page), 0, 1)->value, <,
                    trammel_matrix_get_cell(get_matrix(page), 1, 1)->value);
  g_assert_cmpint(trammel_page_get_state(TRAMMEL_PAGE(page), &split), ==, TRAMMEL_PAGE_READY);
  activate(window, "undo", NULL);
  g_assert_cmpuint(trammel_project_get_n_logs(trammel_document_get_project(document)), ==, 1);
  g_assert_cmpint(trammel_page_get_state(TRAMMEL_PAGE(page), &after), ==, TRAMMEL_PAGE_ATTENTION);
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  g_assert_true(says(page, "These scores are too good"));
  close_window(window);
}

/* The selected cell is replayed; choices change its plots. */
static void
test_cell(void)
{
  TrammelWindow *window;
  TrammelValidatePage *page = open_page(&window);
  TrammelMatrixView *matrix =
      TRAMMEL_MATRIX_VIEW(find_widget(GTK_WIDGET(page), TRAMMEL_TYPE_MATRIX_VIEW, NULL));
  g_autoptr(GPtrArray) choices = g_ptr_array_new();
  guint row, column;

  /* the validation log comes first */
  g_assert_true(trammel_matrix_view_get_selected(matrix, &row, &column));
  g_assert_cmpuint(row, ==, 0);
  g_assert_cmpuint(column, ==, 1);
  double fitted = trammel_series_get_y(trammel_plot_view_get_series(get_plot(page, 0), 0))[300];
  trammel_matrix_view_select(matrix, 1, 1);
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  g_assert_cmpuint(trammel_plot_view_get_n_series(get_plot(page, 0)), ==, 2);
  g_assert_true(trammel_series_get_y(trammel_plot_view_get_series(get_plot(page, 0), 0))[300] !=
                fitted);
  collect_widgets(GTK_WIDGET(page), GTK_TYPE_DROP_DOWN, choices);
  g_assert_cmpstr(get_matrix(page)->title, ==, "Error over a period [%]");
  gtk_drop_down_set_selected(choices->pdata[0], TRAMMEL_METRIC_NRMSE);
  double nrmse = trammel_matrix_get_cell(get_matrix(page), 0, 1)->value;
  gtk_drop_down_set_selected(choices->pdata[0], TRAMMEL_METRIC_FIT);
  g_assert_cmpfloat(fabs(trammel_matrix_get_cell(get_matrix(page), 0, 1)->value - (100 - nrmse)), <,
                    1e-9);
  g_assert_cmpstr(get_matrix(page)->title, ==, "Fit [%]");
  gtk_drop_down_set_selected(choices->pdata[0], TRAMMEL_METRIC_RMSE);
  g_assert_cmpstr(get_matrix(page)->title, ==, "RMSE [deg]");
  /* another start state gives other numbers */
  double rmse = trammel_matrix_get_cell(get_matrix(page), 0, 1)->value;
  gtk_drop_down_set_selected(choices->pdata[choices->len - 1], 1);
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  g_assert_true(trammel_matrix_get_cell(get_matrix(page), 0, 1)->value != rmse);
  close_window(window);
}

static gboolean
has_rows(gpointer page)
{
  return get_matrix(page) && get_matrix(page)->n_rows > 2;
}

static void
test_cross(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);
  TrammelValidatePage *page = show_page(window);
  GtkWidget *button = find_widget(GTK_WIDGET(page), GTK_TYPE_BUTTON, "Cross-validate");

  /* one log to estimate from is not enough */
  g_assert_false(gtk_widget_is_sensitive(button));
  g_assert_true(trammel_log_split(document, 0, (double[]){0, 8}, 4, NULL));
  g_assert_false(gtk_widget_is_sensitive(button));
  trammel_document_set_log_role(document, 1, TRAMMEL_ROLE_ESTIMATE);
  g_assert_true(gtk_widget_is_sensitive(button));
  g_signal_emit_by_name(button, "clicked");
  g_assert_cmpstr(gtk_button_get_label(GTK_BUTTON(button)), ==, "Stop");
  g_autofree char *work = trammel_page_dup_work(TRAMMEL_PAGE(page));
  g_assert_nonnull(work);
  g_assert_true(test_wait(has_rows, page, TEST_DEADLINE));
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  g_assert_null(trammel_page_dup_work(TRAMMEL_PAGE(page)));
  g_assert_cmpuint(get_matrix(page)->n_rows, ==, 1 + 3);
  g_assert_cmpstr(get_matrix(page)->row_names[1], ==, "Fitted to release");
  g_assert_true(trammel_matrix_get_cell(get_matrix(page), 1, 0)->hatched);
  g_assert_false(trammel_matrix_get_cell(get_matrix(page), 1, 1)->hatched);
  /* stopped at once: its cells so far replace the old sheet */
  g_signal_emit_by_name(button, "clicked");
  g_signal_emit_by_name(button, "clicked");
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  g_assert_nonnull(find_widget(GTK_WIDGET(page), GTK_TYPE_LABEL,
                               "Stopped: the scores computed so far are shown."));
  close_window(window);
}

/* Returns the length [px] of what a scrolled widget hides. */
static double
get_hidden(GtkAdjustment *adjustment)
{
  return gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment);
}

static GtkAdjustment *
find_across(GtkWidget *table)
{
  return gtk_scrollable_get_hadjustment(
      GTK_SCROLLABLE(find_widget(table, GTK_TYPE_COLUMN_VIEW, NULL)));
}

/* After a cross-validation, a small window shows all rows of the matrix and all columns of the
 * tables. */
static void
test_small(void)
{
  TrammelWindow *window = open_example("furuta");
  TrammelDocument *document = trammel_window_get_document(window);

  gtk_window_set_default_size(GTK_WINDOW(window), 1024, 700);
  g_action_group_change_action_state(G_ACTION_GROUP(window), "show-browser",
                                     g_variant_new_boolean(FALSE));
  TrammelValidatePage *page = show_page(window);
  g_assert_true(trammel_log_split(document, 0, (double[]){0, 10}, 6, NULL));
  g_assert_true(trammel_log_split(document, 0, (double[]){0, 6}, 3, NULL));
  trammel_document_set_log_role(document, 1, TRAMMEL_ROLE_ESTIMATE);
  identify(window);
  identify(window);
  g_signal_emit_by_name(find_widget(GTK_WIDGET(page), GTK_TYPE_BUTTON, "Cross-validate"),
                        "clicked");
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  g_assert_cmpint(gtk_widget_get_width(GTK_WIDGET(window)), ==, 1024);
  g_assert_cmpuint(get_matrix(page)->n_rows, >=, 6);
  GtkWidget *matrix = find_widget(GTK_WIDGET(page), TRAMMEL_TYPE_MATRIX_VIEW, NULL);
  GtkWidget *scroller = gtk_widget_get_ancestor(matrix, GTK_TYPE_SCROLLED_WINDOW);
  g_assert_cmpfloat(get_hidden(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller))),
                    <=, 0);
  GtkWidget *logs = find_widget(GTK_WIDGET(page), TRAMMEL_TYPE_TEXT_TABLE, NULL);
  g_assert_cmpfloat(get_hidden(find_across(logs)), <=, 0);
  GtkWidget *choice = find_widget(GTK_WIDGET(page), GTK_TYPE_LABEL, "By sensor");
  gtk_toggle_button_set_active(
      GTK_TOGGLE_BUTTON(gtk_widget_get_ancestor(choice, GTK_TYPE_TOGGLE_BUTTON)), TRUE);
  GtkWidget *sensors = gtk_widget_get_prev_sibling(logs);
  soon_true(gtk_widget_get_mapped(sensors));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  g_assert_cmpfloat(get_hidden(find_across(sensors)), <=, 0);
  close_window(window);
}

/* The range of the timeline is restored on other pages. */
static void
test_timeline(void)
{
  TrammelWindow *window;
  TrammelValidatePage *page = open_page(&window);
  TrammelSeries *simulated = trammel_plot_view_get_series(get_plot(page, 0), 0);
  gsize n = trammel_series_get_size(simulated);
  double low, high, y_low, y_high;

  trammel_plot_view_get_range(get_plot(page, 0), &low, &high, &y_low, &y_high);
  g_assert_cmpfloat(trammel_series_get_x(simulated)[0], >, 11);
  g_assert_cmpfloat_with_epsilon(trammel_series_get_x(simulated)[n - 1], 16, 0.05);
  g_assert_cmpfloat(low, >, 10);
  activate(window, "page", "identify");
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  soon_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_LABEL, "0.000 / 11.200 s"));
  close_window(window);
}

static void
test_export(void)
{
  static const char *const parts[] = {"scores", "angle", "angle-error"};
  TrammelWindow *window;
  TrammelValidatePage *page = open_page(&window);
  g_autofree char *folder = g_dir_make_tmp("trammel-validate-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "v.svg", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_page_export_figures(TRAMMEL_PAGE(page), path, &error));
  g_assert_no_error(error);
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
    g_autofree char *part = g_strdup_printf("%s/v-%s.svg", folder, parts[i]);
    g_assert_true(g_file_test(part, G_FILE_TEST_IS_REGULAR));
  }
  trammel_temp_folder_remove(folder);
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/validate-page/way", test_way);
  g_test_add_func("/ui/validate-page/cell", test_cell);
  g_test_add_func("/ui/validate-page/cross", test_cross);
  g_test_add_func("/ui/validate-page/small", test_small);
  g_test_add_func("/ui/validate-page/timeline", test_timeline);
  g_test_add_func("/ui/validate-page/export", test_export);
  return run_window_tests();
}
