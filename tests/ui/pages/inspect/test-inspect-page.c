/* Tests of the Inspect page in process: the content of its tabs, its choices, the fix of the
 * summary with undo, and the cost around a pair in the background. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "io/packed/temp_folder.h"
#include "ui/pages/inspect/inspect-page.h"
#include "ui/pages/inspect/inspect-uncertainty.h"
#include "ui/pages/inspect/series.h"
#include "ui/plot/matrix-view.h"
#include "ui/plot/plot-view.h"
#include "ui/window-support.h"

enum { N_RESIDUAL_PLOTS = 7 };

static gboolean
is_up_to_date(gpointer page)
{
  return trammel_inspect_page_is_up_to_date(page);
}

static TrammelInspectPage *
find_page(TrammelWindow *window)
{
  activate(window, "page", "inspect");
  return TRAMMEL_INSPECT_PAGE(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_INSPECT_PAGE, NULL));
}

/* Opens the page of an example after a run, with a tab shown. */
static TrammelInspectPage *
open_page(TrammelWindow **window, const char *example, const char *tab)
{
  *window = open_example(example);
  activate(*window, "identify", NULL);
  g_assert_true(test_wait(has_result, *window, TEST_DEADLINE));
  TrammelInspectPage *page = find_page(*window);
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  trammel_inspect_page_show_tab(page, tab);
  return page;
}

static gboolean
has_all_data(gpointer views)
{
  const GPtrArray *all = views;

  for (guint i = 0; i < all->len; i++)
    if (trammel_plot_view_get_n_series(all->pdata[i]) == 0)
      return FALSE;
  return TRUE;
}

/* Every plot of a tab has content, in an example with a motor. */
static void
test_plots(void)
{
  static const struct {
    const char *tab;
    guint plots;
  } tabs[] = {{"residuals", 7}, {"uncertainty", 2 + 10}, {"states", 8}};
  TrammelWindow *window;
  TrammelInspectPage *page = open_page(&window, "furuta", "residuals");

  for (guint i = 0; i < G_N_ELEMENTS(tabs); i++) {
    g_autoptr(GPtrArray) views = g_ptr_array_new();
    trammel_inspect_page_show_tab(page, tabs[i].tab);
    collect_widgets(GTK_WIDGET(page), TRAMMEL_TYPE_PLOT_VIEW, views);
    g_assert_cmpuint(views->len, ==, tabs[i].plots);
    g_assert_true(has_all_data(views));
    for (guint k = 0; k < views->len; k++)
      gtk_test_accessible_assert_role(views->pdata[k], GTK_ACCESSIBLE_ROLE_IMG);
  }
  close_window(window);
}

/* Another kind of residuals, and more lags; the other tabs do not change. */
static void
test_open_loop(void)
{
  TrammelWindow *window;
  TrammelInspectPage *page = open_page(&window, "pendulum", "residuals");
  g_autoptr(GPtrArray) choices = g_ptr_array_new();
  g_autoptr(GPtrArray) views = g_ptr_array_new();
  GtkWidget *lags = find_widget(GTK_WIDGET(page), GTK_TYPE_SPIN_BUTTON, NULL);

  collect_widgets(GTK_WIDGET(page), TRAMMEL_TYPE_PLOT_VIEW, views);
  collect_widgets(GTK_WIDGET(page), GTK_TYPE_DROP_DOWN, choices);
  /* the last one chooses what residuals are drawn against */
  GtkDropDown *kind = choices->pdata[choices->len - 2], *against = choices->pdata[choices->len - 1];
  g_assert_cmpuint(views->len, ==, N_RESIDUAL_PLOTS);
  TrammelPlotView *spectrum = views->pdata[N_RESIDUAL_PLOTS - 2],
                  *relation = views->pdata[N_RESIDUAL_PLOTS - 1];
  for (guint i = 0; i < 3; i++) {
    gtk_drop_down_set_selected(against, i);
    g_assert_cmpuint(trammel_plot_view_get_n_series(relation), ==, 3);
  }
  gtk_drop_down_set_selected(against, 3); /* the pendulum's friction has no load */
  g_assert_cmpuint(trammel_plot_view_get_n_series(relation), ==, 0);
  gtk_drop_down_set_selected(against, 0);
  g_autofree char *before = trammel_plot_view_dup_axis_name(views->pdata[0], FALSE);
  g_assert_cmpstr(before, ==, "estimated − measured [σ]");
  gtk_drop_down_set_selected(kind, 1);
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  g_autofree char *after = trammel_plot_view_dup_axis_name(views->pdata[0], FALSE);
  g_assert_cmpstr(after, ==, "simulated − measured [σ]");
  g_assert_cmpuint(trammel_plot_view_get_n_series(spectrum), ==, 2);
  g_assert_cmpuint(trammel_plot_view_get_n_series(relation), ==, 0);
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(lags), 100);
  gsize n = 0;
  for (gsize i = 0; i < trammel_plot_view_get_n_series(views->pdata[2]); i++)
    n += trammel_series_get_size(trammel_plot_view_get_series(views->pdata[2], i));
  g_assert_cmpuint(n, >=, 100);
  gtk_drop_down_set_selected(kind, 0);
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  g_autofree char *again = trammel_plot_view_dup_axis_name(views->pdata[0], FALSE);
  g_assert_cmpstr(again, ==, before);
  close_window(window);
}

static gboolean
has_profile(gpointer plot)
{
  return trammel_plot_view_get_n_series(plot) == 4;
}

/* A cell of the diagonal shows one parameter, and the button computes its profile. */
static void
test_profile(void)
{
  TrammelWindow *window;
  TrammelInspectPage *page = open_page(&window, "pendulum", "uncertainty");
  GtkWidget *matrix = find_widget(GTK_WIDGET(page), TRAMMEL_TYPE_MATRIX_VIEW, NULL);
  GtkWidget *pair = find_widget(GTK_WIDGET(page), TRAMMEL_TYPE_PLOT_VIEW, NULL);

  g_assert_nonnull(find_widget(GTK_WIDGET(page), GTK_TYPE_BUTTON, "Cost contour"));
  g_signal_emit_by_name(matrix, "cell-activated", 1u, 1u);
  GtkWidget *button = find_widget(GTK_WIDGET(page), GTK_TYPE_BUTTON, "Cost profile");
  g_assert_nonnull(button);
  g_assert_cmpuint(trammel_plot_view_get_n_series(TRAMMEL_PLOT_VIEW(pair)), ==, 3);
  g_signal_emit_by_name(button, "clicked");
  g_assert_true(test_wait(has_profile, pair, TEST_DEADLINE));
  g_signal_emit_by_name(matrix, "cell-activated", 0u, 1u);
  g_assert_nonnull(find_widget(GTK_WIDGET(page), GTK_TYPE_BUTTON, "Cost contour"));
  close_window(window);
}

/* Before the first run the page is empty and shows what to do. */
static void
test_empty(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelInspectPage *page = find_page(window);
  g_autofree char *reason = NULL;

  g_assert_nonnull(find_widget(GTK_WIDGET(page), GTK_TYPE_LABEL, "No run yet"));
  g_assert_cmpint(trammel_page_get_state(TRAMMEL_PAGE(page), &reason), ==, TRAMMEL_PAGE_IDLE);
  g_assert_cmpstr(reason, !=, "");
  close_window(window);
}

static gboolean
is_mass_free(TrammelWindow *window)
{
  TrammelProject *project = trammel_document_get_project(trammel_window_get_document(window));

  return trammel_project_find_quantity(project, "body.pendulum.mass")->free;
}

/* A mass that no log shows: the summary reports it, a click fixes it, undo frees it again. */
static void
test_fix(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);
  g_autofree char *reason = NULL;

  g_assert_true(trammel_document_set_free(document, "body.pendulum.mass", TRUE, NULL));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  TrammelInspectPage *page = find_page(window);
  g_assert_cmpint(trammel_page_get_state(TRAMMEL_PAGE(page), &reason), ==, TRAMMEL_PAGE_ATTENTION);
  g_assert_nonnull(strstr(reason, "0 of 4"));
  GtkWidget *fix = find_widget(GTK_WIDGET(page), GTK_TYPE_BUTTON, "Fix Mass · pendulum");
  g_assert_nonnull(fix);
  g_signal_emit_by_name(fix, "clicked");
  g_assert_false(is_mass_free(window));
  activate(window, "undo", NULL);
  g_assert_true(is_mass_free(window));
  close_window(window);
}

static TrammelInspectUncertainty *
find_uncertainty(TrammelInspectPage *page)
{
  return TRAMMEL_INSPECT_UNCERTAINTY(
      find_widget(GTK_WIDGET(page), TRAMMEL_TYPE_INSPECT_UNCERTAINTY, NULL));
}

static TrammelPlotView *
get_pair_plot(TrammelInspectUncertainty *tab)
{
  return TRAMMEL_PLOT_VIEW(find_widget(GTK_WIDGET(tab), TRAMMEL_TYPE_PLOT_VIEW, NULL));
}

static gboolean
has_curve(TrammelPlotView *view, const char *name)
{
  for (gsize i = 0; i < trammel_plot_view_get_n_series(view); i++)
    if (g_str_equal(trammel_series_get_name(trammel_plot_view_get_series(view, i)), name))
      return TRUE;
  return FALSE;
}

static gboolean
has_contour(gpointer view)
{
  return has_curve(view, "cost of the stepper, 95 %");
}

static gboolean
has_stepper(gpointer view)
{
  return has_curve(view, "stepper at h");
}

/* A cell of the heat-map shows its pair; the button computes the cost around it in the
 * background. */
static void
test_pair(void)
{
  TrammelWindow *window;
  TrammelInspectPage *page = open_page(&window, "pendulum", "uncertainty");
  TrammelInspectUncertainty *tab = find_uncertainty(page);
  GtkWidget *matrix = find_widget(GTK_WIDGET(tab), TRAMMEL_TYPE_MATRIX_VIEW, NULL);
  int first, second, was[2];

  g_assert_true(trammel_inspect_uncertainty_get_pair(tab, &was[0], &was[1]));
  g_signal_emit_by_name(matrix, "cell-activated", 2u, 0u);
  g_assert_true(trammel_inspect_uncertainty_get_pair(tab, &first, &second));
  g_assert_true(first != was[0] || second != was[1]);
  g_assert_cmpint(first, !=, second);
  TrammelPlotView *view = get_pair_plot(tab);
  g_assert_true(has_curve(view, "1 σ") && has_curve(view, "2 σ") && has_curve(view, "prior, 1 σ"));
  g_assert_false(has_contour(view));
  GtkWidget *button = find_widget(GTK_WIDGET(tab), GTK_TYPE_BUTTON, "Cost contour");
  g_signal_emit_by_name(button, "clicked");
  g_assert_cmpstr(gtk_button_get_label(GTK_BUTTON(button)), ==, "Stop");
  g_assert_true(test_wait(has_contour, view, TEST_DEADLINE));
  g_assert_cmpstr(gtk_button_get_label(GTK_BUTTON(button)), ==, "Cost contour");
  /* the ellipses move to the values of the mechanism; the contour belongs to the stepper */
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  g_assert_true(test_wait(has_stepper, view, TEST_DEADLINE));
  g_assert_true(has_contour(view) && has_curve(view, "1 σ"));
  /* another pair removes it */
  g_signal_emit_by_name(matrix, "cell-activated", 1u, 0u);
  g_assert_false(has_contour(view));
  close_window(window);
}

/* Two runs: the newest is shown, the other one can be chosen to compare. */
static void
test_compare(void)
{
  TrammelWindow *window;
  TrammelInspectPage *page = open_page(&window, "pendulum", "table");
  TrammelDocument *document = trammel_window_get_document(window);
  g_autoptr(GPtrArray) choices = g_ptr_array_new();

  g_assert_true(trammel_document_set_setting(document, "h", "0.02", NULL));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  activate(window, "identify", NULL);
  while (g_list_model_get_n_items(trammel_document_get_runs(document)) < 2)
    g_main_context_iteration(NULL, TRUE); /* may be FALSE without an event */
  collect_widgets(GTK_WIDGET(page), GTK_TYPE_DROP_DOWN, choices);
  g_assert_cmpuint(choices->len, ==, 2);
  GtkDropDown *run = choices->pdata[0], *other = choices->pdata[1];
  g_assert_cmpuint(g_list_model_get_n_items(gtk_drop_down_get_model(run)), ==, 2);
  g_assert_cmpuint(g_list_model_get_n_items(gtk_drop_down_get_model(other)), ==, 3);
  gtk_drop_down_set_selected(other, 2);
  g_assert_true(test_wait(is_up_to_date, page, TEST_DEADLINE));
  g_assert_nonnull(find_widget(GTK_WIDGET(page), GTK_TYPE_LABEL, "Estimate #1"));
  g_assert_nonnull(find_widget(GTK_WIDGET(page), GTK_TYPE_LABEL, "Estimate #2"));
  g_assert_nonnull(find_widget(GTK_WIDGET(page), GTK_TYPE_LABEL, "Δ/σ"));
  gtk_drop_down_set_selected(run, 1);
  g_assert_null(find_widget(GTK_WIDGET(page), GTK_TYPE_LABEL, "Δ/σ"));
  close_window(window);
}

/* All plots of all tabs are written. */
static void
test_export(void)
{
  static const char *const parts[] = {"residual", "autocorrelation", "quantiles", "correlation",
                                      "pair",     "friction",        "energy",    "information"};
  TrammelWindow *window;
  TrammelInspectPage *page = open_page(&window, "furuta", "residuals");
  g_autofree char *folder = g_dir_make_tmp("trammel-inspect-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "figures.svg", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_page_export_figures(TRAMMEL_PAGE(page), path, &error));
  g_assert_no_error(error);
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
    g_autofree char *part = g_strdup_printf("%s/figures-%s.svg", folder, parts[i]);
    g_assert_true(g_file_test(part, G_FILE_TEST_IS_REGULAR));
  }
  trammel_temp_folder_remove(folder);
  close_window(window);
}

/* The friction that the motion requires lies around the identified curve. */
static void
test_friction_series(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDocument) document = trammel_document_new_from_example("pendulum", &error);
  g_autoptr(TrammelProblem) problem =
      trammel_problem_new(trammel_document_get_project(document), NULL, NULL, &error);
  TrFit *fit = NULL;

  g_assert_no_error(error);
  g_assert_cmpint(tr_identify(&fit, trammel_problem_get_task(problem), NULL), ==, TR_OK);
  g_autoptr(TrammelRun) run = trammel_run_new(TRAMMEL_RUN_FULL, problem, fit);
  g_autoptr(TrammelRunAnalysis) analysis = trammel_run_analysis_new(run);
  g_autoptr(GPtrArray) list = trammel_inspect_friction(analysis, 0, 0);
  TrammelSeries *dots = list->pdata[0], *curve = list->pdata[1];
  double off = 0, size = 0;
  gsize n = 0;
  for (gsize i = 0; i < trammel_series_get_size(dots); i++) {
    double x = trammel_series_get_x(dots)[i];
    double y = trammel_series_interpolate(curve, x);
    /* [deg/s] outside the step of dry friction; the ends of the curve are rounded */
    if (fabs(x) < 100 || isnan(y))
      continue;
    off += trammel_series_get_y(dots)[i] - y;
    size += fabs(y);
    n++;
  }
  g_assert_cmpuint(n, >, 200);
  g_assert_cmpfloat(fabs(off), <, 0.02 * size);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/inspect-page/empty", test_empty);
  g_test_add_func("/ui/inspect-page/plots", test_plots);
  g_test_add_func("/ui/inspect-page/open-loop", test_open_loop);
  g_test_add_func("/ui/inspect-page/profile", test_profile);
  g_test_add_func("/ui/inspect-page/fix", test_fix);
  g_test_add_func("/ui/inspect-page/pair", test_pair);
  g_test_add_func("/ui/inspect-page/compare", test_compare);
  g_test_add_func("/ui/inspect-page/export", test_export);
  g_test_add_func("/ui/inspect-page/friction-series", test_friction_series);
  return run_window_tests();
}
