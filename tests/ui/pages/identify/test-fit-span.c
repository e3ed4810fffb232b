/* Test of the time that the plots of a fit show. */
#include "ui/pages/identify/fit-plots.h"
#include "ui/plot/plot-view.h"
#include "ui/session/import/log-model.h"
#include "ui/window-support.h"

/* Returns the lowest and the highest time of the first plot of the fit. */
static TrammelPlotView *
get_times(TrammelWindow *window, double times[2])
{
  GtkWidget *plots = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_FIT_PLOTS, NULL);
  TrammelPlotView *view = TRAMMEL_PLOT_VIEW(find_widget(plots, TRAMMEL_TYPE_PLOT_VIEW, NULL));
  double low, high;

  trammel_plot_view_get_range(view, &times[0], &times[1], &low, &high);
  return view;
}

/* The plots begin with the trim of the log, before a run and after it; "fit" shows the whole
 * log. */
static void
test_trim(void)
{
  TrammelWindow *window = open_example("pendulum");
  g_autoptr(TrammelLogModel) log = trammel_log_model_new(trammel_window_get_document(window));
  double times[2];

  get_times(window, times);
  double end = times[1];
  g_assert_cmpfloat(end, >, 4);
  g_assert_true(trammel_log_model_set_trim(log, 1, 3, NULL));
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  get_times(window, times);
  g_assert_cmpfloat_with_epsilon(times[0], 1, 0.1);
  g_assert_cmpfloat_with_epsilon(times[1], 3, 0.1);
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  TrammelPlotView *view = get_times(window, times);
  g_assert_cmpfloat_with_epsilon(times[0], 1, 0.1);
  g_assert_cmpfloat_with_epsilon(times[1], 3, 0.1);
  trammel_plot_view_fit(view);
  get_times(window, times);
  g_assert_cmpfloat(times[1], ==, end);
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/fit-span/trim", test_trim);
  return run_window_tests();
}
