/* Tests of the Identify page in process: the selection of kappa, the value that a run found, rounds
 * in the plots, columns of the table. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "engine/est/task/reported.h"
#include "io/project/examples.h"
#include "io/study/project_sweeps.h"
#include "ui/pages/identify/kappa-row.h"
#include "ui/pages/identify/param-table.h"
#include "ui/pages/identify/sweep-pane.h"
#include "ui/plot/plot-view.h"
#include "ui/session/run/kappa.h"
#include "ui/session/text/format.h"
#include "ui/window-support.h"

static const TrSettings *
get_settings(TrammelWindow *window)
{
  return trammel_project_get_settings(
      trammel_document_get_project(trammel_window_get_document(window)));
}

static GtkDropDown *
find_choice(TrammelWindow *window)
{
  GtkWidget *row = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_KAPPA_ROW, NULL);

  g_assert_nonnull(row);
  return GTK_DROP_DOWN(find_widget(row, GTK_TYPE_DROP_DOWN, NULL));
}

/* Returns a mapped label below `widget` that contains `part`; NULL if there is none. */
static GtkWidget *
find_text(GtkWidget *widget, const char *part)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new();

  collect_widgets(widget, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    if (strstr(gtk_label_get_text(labels->pdata[i]), part))
      return labels->pdata[i];
  return NULL;
}

static void
choose(TrammelWindow *window, TrammelKappaChoice choice)
{
  gtk_drop_down_set_selected(find_choice(window), choice);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
}

static void
test_choices(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkWidget *top = GTK_WIDGET(window);
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_cmpuint(gtk_drop_down_get_selected(find_choice(window)), ==, TRAMMEL_KAPPA_AUTO);
  choose(window, TRAMMEL_KAPPA_VALIDATE);
  g_assert_true(isnan(get_settings(window)->kappa));
  g_assert_cmpint(get_settings(window)->kappa_rule, ==, TR_KAPPA_VALIDATE);
  gtk_test_widget_wait_for_draw(top);
  g_assert_nonnull(find_text(top, "No log has the role"));

  choose(window, TRAMMEL_KAPPA_NATURAL);
  double natural = trammel_run_get_fit(trammel_document_get_run(document))->kappa_ref;
  g_assert_cmpfloat_with_epsilon(get_settings(window)->kappa / natural, 1, 0.005);
  g_assert_cmpuint(gtk_drop_down_get_selected(find_choice(window)), ==, TRAMMEL_KAPPA_NATURAL);
  g_assert_null(find_text(top, "No log has the role"));

  /* the entry and the slider change the selection, too */
  g_assert_true(trammel_document_set_setting(document, "kappa", "123", NULL));
  g_assert_cmpuint(gtk_drop_down_get_selected(find_choice(window)), ==, TRAMMEL_KAPPA_NUMBER);
  activate(window, "undo", NULL);
  g_assert_cmpuint(gtk_drop_down_get_selected(find_choice(window)), ==, TRAMMEL_KAPPA_NATURAL);
  choose(window, TRAMMEL_KAPPA_AUTO);
  g_assert_cmpint(get_settings(window)->kappa_rule, ==, TR_KAPPA_AUTO);
  g_assert_true(isnan(get_settings(window)->kappa));
  close_window(window);
}

/* Words and numbers can be typed; other texts are refused. */
static void
test_entry(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkWidget *row = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_KAPPA_ROW, NULL);
  GtkWidget *entry = find_widget(row, GTK_TYPE_ENTRY, NULL);

  g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(entry)), ==, "auto");
  gtk_editable_set_text(GTK_EDITABLE(entry), "Validate");
  g_signal_emit_by_name(entry, "activate");
  g_assert_cmpint(get_settings(window)->kappa_rule, ==, TR_KAPPA_VALIDATE);
  g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(entry)), ==, "validate");
  gtk_editable_set_text(GTK_EDITABLE(entry), "1e3");
  g_signal_emit_by_name(entry, "activate");
  g_assert_cmpfloat(get_settings(window)->kappa, ==, 1e3);
  gtk_editable_set_text(GTK_EDITABLE(entry), "many");
  g_signal_emit_by_name(entry, "activate");
  g_assert_true(gtk_widget_has_css_class(entry, "error"));
  g_assert_cmpfloat(get_settings(window)->kappa, ==, 1e3);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static TrammelPlotView *
find_cost(TrammelWindow *window)
{
  g_autoptr(GPtrArray) views = g_ptr_array_new();

  show_view(window, "progress");
  collect_widgets(GTK_WIDGET(window), TRAMMEL_TYPE_PLOT_VIEW, views);
  for (guint i = 0; i < views->len; i++) {
    TrammelPlotView *view = views->pdata[i];
    if (trammel_plot_view_get_n_series(view) > 0 &&
        g_str_equal(trammel_series_get_name(trammel_plot_view_get_series(view, 0)), "total"))
      return view;
  }
  return NULL;
}

static int
count_gaps(const TrammelSeries *series)
{
  int n = 0;

  for (gsize i = 0; i < trammel_series_get_size(series); i++)
    n += isnan(trammel_series_get_y(series)[i]);
  return n;
}

/* Each round has its mark, and the cost curve is broken between rounds; a fit at one
 * kappa has no marks. */
static void
test_rounds(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  const TrFit *fit = trammel_run_get_fit(trammel_document_get_run(document));
  g_assert_cmpint(fit->variances.rounds, >=, 3);
  TrammelPlotView *cost = find_cost(window);
  g_assert_cmpuint(trammel_plot_view_get_n_marks(cost), ==, (guint)fit->variances.rounds);
  g_assert_cmpint(count_gaps(trammel_plot_view_get_series(cost, 0)), ==, fit->variances.rounds - 1);
  g_assert_nonnull(find_text(GTK_WIDGET(window), "chosen automatically"));
  g_assert_nonnull(find_text(GTK_WIDGET(window), "State error in a step"));
  close_window(window);

  window = open_example("pendulum");
  document = trammel_window_get_document(window);
  g_assert_true(trammel_document_set_setting(document, "kappa", "100", NULL));
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  cost = find_cost(window);
  g_assert_cmpuint(trammel_plot_view_get_n_marks(cost), ==, 0);
  g_assert_nonnull(find_text(GTK_WIDGET(window), "used: 100"));
  close_window(window);
}

/* The status line names the round during a fit. */
static void
on_progress_cb(TrammelJob *job, const TrammelJobProgress *progress, TrammelWindow *window)
{
  int *seen = g_object_get_data(G_OBJECT(window), "seen");

  *seen +=
      progress->kind == TRAMMEL_RUN_FULL && find_text(GTK_WIDGET(window), "Identifying… round");
}

static void
test_progress(void)
{
  TrammelWindow *window = open_example("furuta");
  int seen = 0;

  g_object_set_data(G_OBJECT(window), "seen", &seen);
  /* after the window's own handler */
  g_signal_connect_after(trammel_window_get_job(window), "progress", G_CALLBACK(on_progress_cb),
                         window);
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  g_assert_cmpint(seen, >, 0);
  g_signal_handlers_disconnect_by_data(trammel_window_get_job(window), window);
  close_window(window);
}

static GtkColumnViewColumn *
find_column(TrammelWindow *window, const char *title, guint *place)
{
  GtkWidget *view = find_widget(GTK_WIDGET(window), GTK_TYPE_COLUMN_VIEW, NULL);
  GListModel *columns = gtk_column_view_get_columns(GTK_COLUMN_VIEW(view));

  for (*place = 0; *place < g_list_model_get_n_items(columns); ++*place) {
    g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item(columns, *place);
    if (g_str_equal(gtk_column_view_column_get_title(column), title))
      return column;
  }
  g_assert_not_reached();
}

/* Returns the text of a property of the first row; free with g_free(). */
static char *
dup_first(TrammelWindow *window, const char *property)
{
  GtkWidget *view = find_widget(GTK_WIDGET(window), GTK_TYPE_COLUMN_VIEW, NULL);
  GListModel *rows = G_LIST_MODEL(gtk_column_view_get_model(GTK_COLUMN_VIEW(view)));
  g_autoptr(GObject) item = g_list_model_get_item(rows, 0);
  char *text = NULL;

  g_object_get(item, property, &text, NULL);
  return text;
}

/* The value that is shown is the stepper's, and says so, until the mechanism's has arrived. */
static void
test_one_number(void)
{
  TrammelWindow *window = open_example("pendulum");

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  if (!has_whole_result(window)) {
    g_autofree char *remark = dup_first(window, "remark");
    g_assert_nonnull(strstr(remark, "value of the stepper at h; the physical value follows"));
  }
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  const TrFit *fit =
      trammel_run_get_fit(trammel_document_get_run(trammel_window_get_document(window)));
  const TrReported reported = tr_fit_report(fit, 0);
  g_autofree char *remark = dup_first(window, "remark");
  g_autofree char *shown = dup_first(window, "estimate"), *sigma = dup_first(window, "sigma");
  g_autofree char *value = trammel_format_value(reported.value, reported.sigma);
  g_autofree char *whole = trammel_format_sigma(reported.sigma);
  g_assert_cmpstr(remark, ==, "");
  g_assert_cmpstr(shown, ==, value);
  g_assert_cmpstr(sigma, ==, whole);
  close_window(window);
}

/* The first result brings its view.  The true value stands in it only for examples; the value of
 * the stepper is shown once it is chosen in the menu of the header. */
static void
test_columns(void)
{
  TrammelWindow *window = open_example("pendulum");
  guint stepper, reference;

  find_column(window, "Prior σ", &reference);
  show_view(window, "result");
  GtkColumnViewColumn *column = find_column(window, "True value", &reference);
  g_assert_true(gtk_column_view_column_get_visible(column));
  column = find_column(window, "Stepper at h", &stepper);
  g_assert_cmpuint(reference, <, stepper);
  show_view(window, "setup");
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  column = find_column(window, "Stepper at h", &stepper);
  g_assert_false(gtk_column_view_column_get_visible(column));
  GtkWidget *view = find_widget(GTK_WIDGET(window), GTK_TYPE_COLUMN_VIEW, NULL);
  g_autofree char *choice = g_strdup_printf("columns.%u", stepper);
  g_assert_true(gtk_widget_activate_action(view, choice, NULL));
  g_assert_true(gtk_column_view_column_get_visible(column));
  close_window(window);
}

static guint
count_rows(TrammelWindow *window)
{
  GtkWidget *view = find_widget(GTK_WIDGET(window), GTK_TYPE_COLUMN_VIEW, NULL);

  return g_list_model_get_n_items(G_LIST_MODEL(gtk_column_view_get_model(GTK_COLUMN_VIEW(view))));
}

/* Returns the entry of a table cell, by its tooltip "TITLE of PARAMETER". */
static GtkWidget *
find_cell(TrammelWindow *window, const char *tooltip)
{
  GtkWidget *view = find_widget(GTK_WIDGET(window), GTK_TYPE_COLUMN_VIEW, NULL);
  g_autoptr(GPtrArray) entries = g_ptr_array_new();

  collect_widgets(view, GTK_TYPE_ENTRY, entries);
  for (guint i = 0; i < entries->len; i++)
    if (g_strcmp0(gtk_widget_get_tooltip_text(entries->pdata[i]), tooltip) == 0)
      return entries->pdata[i];
  return NULL;
}

/* A prior is typed into the set-up; a refused text keeps a red border and changes nothing. */
static void
test_setup(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkWidget *sigma = find_cell(window, "Prior σ of Dry friction · pivot");
  guint n = count_rows(window);

  g_assert_nonnull(sigma);
  gtk_editable_set_text(GTK_EDITABLE(sigma), "0.002");
  g_signal_emit_by_name(sigma, "activate");
  g_assert_cmpstr(
      gtk_editable_get_text(GTK_EDITABLE(find_cell(window, "Prior of Dry friction · pivot"))), ==,
      "0.01");
  gtk_editable_set_text(GTK_EDITABLE(sigma), "-1");
  g_signal_emit_by_name(sigma, "activate");
  g_assert_true(gtk_widget_has_css_class(sigma, "error"));
  activate(window, "undo", NULL);
  g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(sigma)), ==, "");
  /* a parameter that is freed elsewhere gets its row */
  g_assert_true(trammel_document_put(trammel_window_get_document(window), "model.bodies[0].mass",
                                     "{ \"value\": 0.62, \"free\": true, \"min\": 0.1 }", "edit",
                                     NULL, NULL));
  g_assert_cmpuint(count_rows(window), ==, n + 1);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* Writes a project that is not an example, in a new folder of the home folder. */
static char *
write_project(void)
{
  g_autofree char *folder = g_build_filename(g_get_home_dir(), "recent-XXXXXX", NULL);

  g_assert_cmpint(g_mkdir_with_parents(g_get_home_dir(), 0700), ==, 0);
  g_assert_nonnull(g_mkdtemp(folder));
  char *path = trammel_examples_write(trammel_examples_find("pendulum"), folder, NULL);

  g_assert_nonnull(path);
  return path;
}

/* Every example has a picture for its card. */
static void
test_cards(void)
{
  for (guint i = 0; i < trammel_examples_get_n(); i++) {
    g_autofree char *path = g_strdup_printf("/io/github/trammel/Trammel/pictures/%s.svg",
                                            trammel_examples_get(i)->name);
    g_assert_true(g_resources_get_info(path, 0, NULL, NULL, NULL));
  }
}

/* A project that is not an example has no true values. */
static void
test_no_reference(void)
{
  g_autofree char *path = write_project();
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autofree char *uri = g_file_get_uri(file);
  TrammelWindow *window = open_window();
  guint place;

  activate(window, "open-recent", uri);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  show_view(window, "result");
  g_assert_false(gtk_column_view_column_get_visible(find_column(window, "True value", &place)));
  close_window(window);
}

static gboolean
is_checked(gpointer window)
{
  return is_idle(window) && trammel_checker_is_current(trammel_window_get_checker(window));
}

static void
put(TrammelWindow *window, const char *path, const char *json)
{
  g_autoptr(GError) error = NULL;

  trammel_document_put(trammel_window_get_document(window), path, json, "edit", NULL, &error);
  g_assert_no_error(error);
  g_assert_true(test_wait(is_checked, window, TEST_DEADLINE));
}

/* A finding appears with an edit and disappears with its button, whose step can be undone. */
static void
test_findings(void)
{
  TrammelWindow *window = open_example("pendulum");
  const char *label = "Set the start of Dry friction · pivot to 0.05 N m";

  put(window, "model.joints[0].friction.coulomb.value", "0");
  GtkWidget *fix = find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, label);
  g_assert_nonnull(fix);
  g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_LABEL, "1 warning"));
  g_signal_emit_by_name(fix, "clicked");
  g_assert_false(gtk_widget_is_sensitive(fix)); /* out of date until the next check */
  g_assert_true(test_wait(is_checked, window, TEST_DEADLINE));
  g_assert_null(find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, label));
  activate(window, "undo", NULL);
  g_assert_true(test_wait(is_checked, window, TEST_DEADLINE));
  g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, label));
  close_window(window);
}

/* A document that cannot be identified shows the reason with a link to the page that fixes it;
 * other findings are no obstacle. */
static void
test_obstacle(void)
{
  TrammelWindow *window = open_example("pendulum");
  GActionGroup *actions = G_ACTION_GROUP(window);

  g_assert_true(test_wait(is_checked, window, TEST_DEADLINE));
  g_assert_true(g_action_group_get_action_enabled(actions, "identify"));
  put(window, "logs[0].channels", "[]");
  g_assert_false(g_action_group_get_action_enabled(actions, "identify"));
  GtkWidget *button = find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Identify");
  g_assert_nonnull(strstr(gtk_widget_get_tooltip_text(button), "no sensor mapped"));
  GtkWidget *way = find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Go to the page Data");
  g_assert_nonnull(way);
  g_signal_emit_by_name(way, "clicked");
  g_autoptr(GVariant) page = g_action_group_get_action_state(actions, "page");
  g_assert_cmpstr(g_variant_get_string(page, NULL), ==, "data");
  activate(window, "undo", NULL);
  g_assert_true(test_wait(is_checked, window, TEST_DEADLINE));
  g_assert_true(g_action_group_get_action_enabled(actions, "identify"));
  close_window(window);
}

static void
on_text_read_cb(GObject *clipboard, GAsyncResult *result, gpointer user)
{
  *(char **)user = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(clipboard), result, NULL);
}

static gboolean
has_text(gpointer text)
{
  return *(char **)text != NULL;
}

/* Selected rows are edited, fixed and copied together, and the table is sorted. */
static void
test_many_rows(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);
  g_autofree char *text = NULL;

  show_view(window, "setup");
  GtkWidget *table = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_PARAM_TABLE, NULL);
  GtkColumnView *view = GTK_COLUMN_VIEW(find_widget(table, GTK_TYPE_COLUMN_VIEW, NULL));
  GListModel *columns = gtk_column_view_get_columns(view);
  g_autoptr(GtkColumnViewColumn) start = g_list_model_get_item(columns, 3);
  gtk_column_view_sort_by_column(view, start, GTK_SORT_DESCENDING);
  GtkSelectionModel *rows = gtk_column_view_get_model(view);
  g_autoptr(TrammelParamItem) first = g_list_model_get_item(G_LIST_MODEL(rows), 0);
  g_assert_cmpstr(trammel_param_item_get_id(first), ==, "body.pendulum.inertia.zz");
  gtk_selection_model_select_range(rows, 0, 2, TRUE);
  gtk_widget_activate_action(table, "params.copy", NULL);
  gdk_clipboard_read_text_async(gtk_widget_get_clipboard(table), NULL, on_text_read_cb, &text);
  g_assert_true(test_wait(has_text, &text, TEST_DEADLINE));
  g_assert_true(g_str_has_prefix(text, "id\tparameter\t"));
  g_assert_nonnull(strstr(text, "\nbody.pendulum.inertia.zz\t"));
  g_assert_null(strstr(text, "viscous"));
  gtk_widget_activate_action(table, "params.fix", NULL);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "fixing of 2 parameters");
  activate(window, "undo", NULL);
  g_assert_true(trammel_param_item_get_free(first));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static gboolean
has_swept(gpointer sweeper)
{
  return !trammel_worker_get_running(sweeper) && trammel_sweeper_get_sweep(sweeper);
}

static void
type_into(GtkWidget *pane, guint entry, const char *text)
{
  g_autoptr(GPtrArray) entries = g_ptr_array_new();

  collect_widgets(pane, GTK_TYPE_ENTRY, entries);
  gtk_editable_set_text(GTK_EDITABLE(entries->pdata[entry]), text);
  g_signal_emit_by_name(entries->pdata[entry], "activate");
}

static GtkWidget *
find_delete(GtkWidget *pane)
{
  g_autoptr(GPtrArray) buttons = g_ptr_array_new();

  collect_widgets(pane, GTK_TYPE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    if (g_strcmp0(gtk_button_get_icon_name(buttons->pdata[i]), "user-trash-symbolic") == 0)
      return buttons->pdata[i];
  return NULL;
}

/* The sweep belongs to the document: deleting it can be undone, and it is there again after the
 * file was opened again. */
static void
check_kept(TrammelWindow *window, GtkWidget *pane)
{
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_cmpuint(trammel_project_get_n_sweeps(trammel_document_get_project(document)), ==, 1);
  g_assert_true(is_idle(window)); /* no fit depends on it */
  g_signal_emit_by_name(find_delete(pane), "clicked");
  g_assert_cmpuint(trammel_project_get_n_sweeps(trammel_document_get_project(document)), ==, 0);
  g_assert_null(find_delete(pane));
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==,
                  "delete the sweep over state error weight κ");
  activate(window, "undo", NULL);
  g_assert_cmpuint(trammel_project_get_n_sweeps(trammel_document_get_project(document)), ==, 1);
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  g_assert_nonnull(find_delete(pane));
}

/* A click on a point of a sweep applies its kappa, shows its result, keeps no run, and can be
 * undone. */
static void
test_sweep(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_true(trammel_document_set_setting(document, "h", "0.02", NULL));
  show_view(window, "sweep");
  GtkWidget *pane = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SWEEP_PANE, NULL);
  type_into(pane, 0, "1");
  type_into(pane, 1, "100");
  type_into(pane, 2, "3");
  g_signal_emit_by_name(find_widget(pane, GTK_TYPE_BUTTON, "Sweep"), "clicked");
  TrammelSweeper *sweeper = trammel_sweep_pane_get_sweeper(TRAMMEL_SWEEP_PANE(pane));
  g_assert_true(test_wait(has_swept, sweeper, TEST_DEADLINE));
  g_assert_cmpuint(trammel_sweeper_get_sweep(sweeper)->points->len, ==, 3);
  check_kept(window, pane);

  GtkWidget *curve = find_widget(pane, TRAMMEL_TYPE_PLOT_VIEW, NULL);
  g_signal_emit_by_name(curve, "series-clicked", 0u, 1u);
  g_assert_cmpfloat(get_settings(window)->kappa, ==, 10);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  g_assert_cmpfloat(trammel_run_get_fit(trammel_document_get_run(document))->kappa, ==, 10);
  g_assert_cmpuint(
      g_list_model_get_n_items(trammel_run_list_get_model(trammel_document_get_run_list(document))),
      ==, 0);
  activate(window, "undo", NULL);
  g_assert_true(isnan(get_settings(window)->kappa));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/identify-page/cards", test_cards);
  g_test_add_func("/ui/identify-page/choices", test_choices);
  g_test_add_func("/ui/identify-page/entry", test_entry);
  g_test_add_func("/ui/identify-page/rounds", test_rounds);
  g_test_add_func("/ui/identify-page/progress", test_progress);
  g_test_add_func("/ui/identify-page/one-number", test_one_number);
  g_test_add_func("/ui/identify-page/columns", test_columns);
  g_test_add_func("/ui/identify-page/findings", test_findings);
  g_test_add_func("/ui/identify-page/obstacle", test_obstacle);
  g_test_add_func("/ui/identify-page/many-rows", test_many_rows);
  g_test_add_func("/ui/identify-page/sweep", test_sweep);
  g_test_add_func("/ui/identify-page/setup", test_setup);
  g_test_add_func("/ui/identify-page/no-reference", test_no_reference);
  return run_window_tests();
}
