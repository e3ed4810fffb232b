/* Tests of the tab Refits with real clicks.  Skipped without xdotool. */
#include "ui/pages/inspect/inspect-page.h"
#include "ui/pages/inspect/refit-panel.h"
#include "ui/pages/inspect/scatter-panel.h"
#include "ui/pages/inspect/start-panel.h"
#include "ui/pages/inspect/track-panel.h"
#include "ui/plot/plot-view.h"
#include "ui/real-input.h"
#include "ui/widgets/task-bar.h"
#include "ui/widgets/text-table.h"
#include "ui/window-support.h"

/* Identifies a shaken pendulum, whose input comes from one period too late at the start: the fit
 * ends in the optimum beside the best one. */
static TrammelWindow *
open_tab(void)
{
  TrammelWindow *window = open_window();
  g_autofree char *path =
      g_build_filename(g_getenv("TRAMMEL_TEST_DATA"), "projects", "shaken.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);

  trammel_window_open_file(window, file);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  activate(window, "page", "inspect");
  GtkWidget *page = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_INSPECT_PAGE, NULL);
  trammel_inspect_page_show_tab(TRAMMEL_INSPECT_PAGE(page), "refits");
  real_input_focus(GTK_WIDGET(window));
  real_input_settle(GTK_WIDGET(window));
  return window;
}

static void
press(gpointer place, const char *label)
{
  real_input_press(find_widget(place, GTK_TYPE_BUTTON, label));
}

/* TestCondition */
static gboolean
has_starts(gpointer panel)
{
  return !trammel_study_panel_get_running(panel) && trammel_start_panel_get_fit(panel);
}

static gboolean
is_fitting(gpointer panel)
{
  return trammel_study_panel_get_running(panel);
}

static double
get_delay(TrammelWindow *window)
{
  TrammelProject *project = trammel_document_get_project(trammel_window_get_document(window));

  return trammel_project_find_quantity(project, "log.log.m.delay")->value;
}

/* The starts end in two optima; the better one becomes the start, and the next fit ends there. */
static void
test_starts(void)
{
  TrammelWindow *window = open_tab();
  GtkWidget *panel = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_START_PANEL, NULL);
  g_autoptr(GPtrArray) tables = g_ptr_array_new(), views = g_ptr_array_new();

  press(panel, "Fit from other starts");
  g_assert_true(test_wait(has_starts, panel, TEST_DEADLINE));
  const TrMultistart *m = trammel_start_panel_get_fit(TRAMMEL_START_PANEL(panel))->multistart;
  g_assert_cmpint(m->n_starts, ==, 20);
  g_assert_cmpint(m->n_optima, ==, 2);
  collect_widgets(panel, TRAMMEL_TYPE_TEXT_TABLE, tables);
  collect_widgets(panel, TRAMMEL_TYPE_PLOT_VIEW, views);
  g_assert_cmpuint(trammel_text_table_get_selected(tables->pdata[0]), ==, 0);
  /* level, two optima, rings; and the starts */
  g_assert_cmpuint(trammel_plot_view_get_n_series(views->pdata[0]), ==, 4);
  g_assert_cmpuint(trammel_plot_view_get_n_series(views->pdata[1]), ==, 4);

  /* the second row fills the table of the parameters, then back to the first by the keyboard */
  real_input_settle(GTK_WIDGET(window));
  real_input_click(tables->pdata[0], 1, 40, 70);
  real_input_settle(GTK_WIDGET(window));
  g_assert_cmpuint(trammel_text_table_get_selected(tables->pdata[0]), ==, 1);
  g_assert_nonnull(find_widget(tables->pdata[1], GTK_TYPE_LABEL, "Chosen"));
  real_input_send(GTK_WIDGET(window), "key Up");
  real_input_settle(GTK_WIDGET(window));
  g_assert_cmpuint(trammel_text_table_get_selected(tables->pdata[0]), ==, 0);

  g_assert_cmpfloat_with_epsilon(get_delay(window), 0.5, 1e-9);
  press(panel, "Use as start values");
  real_input_settle(GTK_WIDGET(window));
  g_assert_cmpfloat_with_epsilon(get_delay(window), 0.05, 0.01);
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  g_assert_null(trammel_start_panel_get_fit(TRAMMEL_START_PANEL(panel)));
  activate(window, "undo", NULL);
  g_assert_cmpfloat_with_epsilon(get_delay(window), 0.5, 1e-9);
  close_window(window);
}

/* Stop ends the fits and shows those that have ended. */
static void
test_stop_starts(void)
{
  TrammelWindow *window = open_tab();
  GtkWidget *panel = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_START_PANEL, NULL);
  GtkWidget *number = find_widget(panel, GTK_TYPE_SPIN_BUTTON, NULL);

  gtk_spin_button_set_value(GTK_SPIN_BUTTON(number), 5000);
  press(panel, "Fit from other starts");
  g_assert_true(test_wait(is_fitting, panel, TEST_DEADLINE));
  real_input_run_for(1000);
  press(panel, "Stop");
  g_assert_true(test_wait(has_starts, panel, TEST_DEADLINE));
  const TrFit *fit = trammel_start_panel_get_fit(TRAMMEL_START_PANEL(panel));
  g_assert_cmpint(fit->multistart->n_starts, <, 5000);
  g_assert_cmpint(fit->multistart->n_converged, >, 0);
  close_window(window);
}

/* TestCondition */
static gboolean
has_study(gpointer panel)
{
  return !trammel_study_panel_get_running(panel) && trammel_scatter_panel_get_study(panel);
}

static GtkWidget *
open_view(TrammelWindow *window, const char *label, GType type)
{
  real_input_press(find_widget(GTK_WIDGET(window), GTK_TYPE_LABEL, label));
  real_input_settle(GTK_WIDGET(window));
  return find_widget(GTK_WIDGET(window), type, NULL);
}

/* Simulated logs are fitted; without unknown forces the intervals of both parameters hold. */
static void
test_simulated(void)
{
  TrammelWindow *window = open_tab();
  GtkWidget *panel = open_view(window, "Simulated logs", TRAMMEL_TYPE_SCATTER_PANEL);
  g_autoptr(GPtrArray) views = g_ptr_array_new();
  TrammelSpread spread;

  gtk_spin_button_set_value(GTK_SPIN_BUTTON(find_widget(panel, GTK_TYPE_SPIN_BUTTON, NULL)), 20);
  real_input_press(find_widget(panel, GTK_TYPE_CHECK_BUTTON, NULL));
  press(panel, "Simulate and fit");
  g_assert_true(test_wait(has_study, panel, TEST_DEADLINE));
  const TrammelMonteCarlo *study = trammel_scatter_panel_get_study(TRAMMEL_SCATTER_PANEL(panel));
  g_assert_cmpuint(study->draws->len, ==, 20);
  g_assert_cmpfloat(study->state_sigma, ==, 0);
  for (int i = 0; i < study->fit->n_free; i++) {
    trammel_montecarlo_get_spread(&spread, study, i);
    g_assert_cmpuint(spread.n_held, >=, 16);
  }
  collect_widgets(panel, TRAMMEL_TYPE_PLOT_VIEW, views);
  g_assert_cmpuint(trammel_plot_view_get_n_series(views->pdata[0]), >=, 3);
  g_assert_cmpuint(trammel_plot_view_get_n_series(views->pdata[1]), ==, 2);

  /* the second parameter */
  GtkWidget *table = find_widget(panel, TRAMMEL_TYPE_TEXT_TABLE, NULL);
  TrammelSeries *before = trammel_series_ref(trammel_plot_view_get_series(views->pdata[0], 0));
  real_input_settle(GTK_WIDGET(window));
  real_input_click(table, 1, 40, 70);
  real_input_settle(GTK_WIDGET(window));
  g_assert_cmpuint(trammel_text_table_get_selected(TRAMMEL_TEXT_TABLE(table)), ==, 1);
  g_assert_true(before != trammel_plot_view_get_series(views->pdata[0], 0));
  trammel_series_unref(before);
  close_window(window);
}

/* Stop keeps the logs that are fitted. */
static void
test_stop_simulated(void)
{
  TrammelWindow *window = open_tab();
  GtkWidget *panel = open_view(window, "Simulated logs", TRAMMEL_TYPE_SCATTER_PANEL);

  gtk_spin_button_set_value(GTK_SPIN_BUTTON(find_widget(panel, GTK_TYPE_SPIN_BUTTON, NULL)), 9000);
  press(panel, "Simulate and fit");
  real_input_run_for(1000);
  press(panel, "Stop");
  g_assert_true(test_wait(has_study, panel, TEST_DEADLINE));
  const TrammelMonteCarlo *study = trammel_scatter_panel_get_study(TRAMMEL_SCATTER_PANEL(panel));
  g_assert_true(study->interrupted);
  g_assert_cmpuint(study->draws->len, <, 9000);
  close_window(window);
}

/* TestCondition */
static gboolean
has_track(gpointer panel)
{
  return !trammel_study_panel_get_running(panel) && trammel_track_panel_get_track(panel);
}

/* The parameters become better known along the log, and end where the run has them. */
static void
test_track(void)
{
  TrammelWindow *window = open_tab();
  GtkWidget *panel = open_view(window, "Along the log", TRAMMEL_TYPE_TRACK_PANEL);
  GtkWidget *bar = find_widget(panel, TRAMMEL_TYPE_TASK_BAR, NULL);
  g_autoptr(GPtrArray) views = g_ptr_array_new();

  press(panel, "Follow the log");
  g_assert_true(test_wait(has_track, panel, TEST_DEADLINE));
  g_assert_cmpuint(trammel_task_bar_get_n_done(TRAMMEL_TASK_BAR(bar)), >, 30);
  const TrammelTrack *track = trammel_track_panel_get_track(TRAMMEL_TRACK_PANEL(panel));
  const TrFixedLag *lag = track->lag;
  int last = (lag->n_windows - 1) * lag->n_free;
  g_assert_null(track->note);
  g_assert_cmpint(lag->n_windows, >, 10);
  for (int i = 0; i < lag->n_free; i++) {
    const TrEstimate *e = &trammel_run_get_fit(track->run)->estimates[track->index[i]];
    g_assert_cmpfloat(lag->sigma[last + i], <, 0.7 * lag->sigma[i]);
    g_assert_cmpfloat_with_epsilon(lag->parameters[last + i], e->value, 0.2 * e->sigma_linear);
  }
  collect_widgets(panel, TRAMMEL_TYPE_PLOT_VIEW, views);
  for (guint i = 0; i < views->len; i++)
    g_assert_cmpuint(trammel_plot_view_get_n_series(views->pdata[i]), ==, i == 0 ? 3 : 2);

  /* a window that cannot move on is named */
  g_autoptr(GPtrArray) numbers = g_ptr_array_new();
  collect_widgets(panel, GTK_TYPE_SPIN_BUTTON, numbers);
  gtk_spin_button_set_value(numbers->pdata[0], 10);
  press(panel, "Follow the log");
  real_input_settle(GTK_WIDGET(window));
  g_assert_nonnull(find_widget(
      bar, GTK_TYPE_LABEL, "a window of 10 nodes cannot move on by 10; make it at least 14 long"));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/refit-panel/starts", test_starts);
  g_test_add_func("/ui/refit-panel/stop-starts", test_stop_starts);
  g_test_add_func("/ui/refit-panel/simulated", test_simulated);
  g_test_add_func("/ui/refit-panel/stop-simulated", test_stop_simulated);
  g_test_add_func("/ui/refit-panel/track", test_track);
  return run_window_tests();
}
