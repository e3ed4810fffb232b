/* Tests of the tab Next experiment with real clicks: plan, stop, keep, and the kept plan beside the
 * reached sigmas.  Skipped without xdotool. */
#include "ui/pages/inspect/experiment-panel.h"
#include "ui/pages/inspect/inspect-page.h"
#include "ui/plot/plot-view.h"
#include "ui/real-input.h"
#include "ui/window-support.h"

static TrammelExperimentPanel *
open_panel(TrammelWindow **window)
{
  *window = open_example("servo");
  activate(*window, "identify", NULL);
  g_assert_true(test_wait(has_result, *window, TEST_DEADLINE));
  activate(*window, "page", "inspect");
  GtkWidget *page = find_widget(GTK_WIDGET(*window), TRAMMEL_TYPE_INSPECT_PAGE, NULL);
  trammel_inspect_page_show_tab(TRAMMEL_INSPECT_PAGE(page), "experiment");
  real_input_focus(GTK_WIDGET(*window));
  real_input_settle(GTK_WIDGET(*window));
  return TRAMMEL_EXPERIMENT_PANEL(find_widget(page, TRAMMEL_TYPE_EXPERIMENT_PANEL, NULL));
}

static void
click(TrammelExperimentPanel *panel, const char *label)
{
  real_input_press(find_widget(GTK_WIDGET(panel), GTK_TYPE_BUTTON, label));
}

static gboolean
is_running(gpointer panel)
{
  return trammel_experiment_panel_get_running(panel);
}

static gboolean
has_ended(gpointer panel)
{
  return !trammel_experiment_panel_get_running(panel);
}

/* TestCondition: a first plan is reported while the search goes on. */
static gboolean
has_best(gpointer panel)
{
  return is_running(panel) && trammel_experiment_panel_get_n_tried(panel) > 0;
}

static void
test_stop_and_keep(void)
{
  TrammelWindow *window;
  TrammelExperimentPanel *panel = open_panel(&window);
  g_autoptr(GPtrArray) views = g_ptr_array_new();

  click(panel, "Plan");
  g_assert_true(test_wait(is_running, panel, TEST_DEADLINE));
  g_assert_true(test_wait(has_best, panel, TEST_DEADLINE));
  click(panel, "Stop");
  g_assert_true(test_wait(has_ended, panel, TEST_DEADLINE));
  const TrammelExperiment *experiment = trammel_experiment_panel_get_experiment(panel);
  g_assert_nonnull(experiment);
  g_assert_true(experiment->design->plan->is_cancelled);
  collect_widgets(GTK_WIDGET(panel), TRAMMEL_TYPE_PLOT_VIEW, views);
  g_assert_cmpuint(views->len, ==, 2);
  for (guint i = 0; i < views->len; i++)
    g_assert_cmpuint(trammel_plot_view_get_n_series(views->pdata[i]), ==, 1);
  click(panel, "Use as plan");
  real_input_settle(GTK_WIDGET(window));
  TrammelProject *project = trammel_document_get_project(trammel_window_get_document(window));
  g_autoptr(GArray) promises = trammel_project_dup_promises(project);
  g_assert_nonnull(promises);
  g_assert_cmpuint(promises->len, ==, (guint)trammel_design_get_n(experiment->design));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/experiment-panel/stop-and-keep", test_stop_and_keep);
  return run_window_tests();
}
