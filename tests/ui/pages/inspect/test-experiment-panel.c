/* Tests of the tab Next experiment with real clicks: plan, stop, keep, and the kept plan beside the
 * reached sigmas.  Skipped without xdotool. */
#include "ui/pages/inspect/experiment-panel.h"

#include <glib/gstdio.h>

#include "io/project/put.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/pages/inspect/inspect-page.h"
#include "ui/plot/plot-view.h"
#include "ui/real-input.h"
#include "ui/session/text/text-row.h"
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

/* Plans until there is a first plan. */
static void
plan_and_stop(TrammelExperimentPanel *panel)
{
  click(panel, "Plan");
  g_assert_true(test_wait(is_running, panel, TEST_DEADLINE));
  g_assert_true(test_wait(has_best, panel, TEST_DEADLINE));
  click(panel, "Stop");
  g_assert_true(test_wait(has_ended, panel, TEST_DEADLINE));
}

static void
test_stop_and_keep(void)
{
  TrammelWindow *window;
  TrammelExperimentPanel *panel = open_panel(&window);
  g_autoptr(GPtrArray) views = g_ptr_array_new();

  plan_and_stop(panel);
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

static char *plan_path; /* answer of the replaced file dialog */

static GFile *
choose_plan(TrammelChoice choice, const char *name, gpointer user)
{
  g_assert_cmpint(choice, ==, TRAMMEL_CHOOSE_SAVE_EXPORT);
  return g_file_new_for_path(plan_path);
}

static gboolean
is_written(gpointer path)
{
  return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* Writes the readings of a saved plan with noise, as the log that the machine brings back. */
static void
write_log(const char *path, const char *plan)
{
  g_autofree char *text = NULL;
  GString *log = g_string_new("t,q,u\n");
  GRand *noise = g_rand_new_with_seed(1);

  g_assert_true(g_file_get_contents(plan, &text, NULL, NULL));
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_assert_cmpstr(lines[0], ==, "time [s],axis set-point [rad],drive input,position [rad]");
  for (char **line = lines + 1; *line && **line; line++) {
    g_auto(GStrv) cells = g_strsplit(*line, ",", -1);
    g_assert_cmpuint(g_strv_length(cells), ==, 4);
    g_string_append_printf(log, "%s,%.9f,%s\n", cells[0],
                           g_ascii_strtod(cells[3], NULL) + g_rand_double_range(noise, -1e-4, 1e-4),
                           cells[2]);
  }
  g_rand_free(noise);
  g_assert_true(g_file_set_contents(path, log->str, -1, NULL));
  g_string_free(log, TRUE);
}

static void
add_log(TrammelWindow *window, const char *path)
{
  TrammelDocument *document = trammel_window_get_document(window);
  TrammelProject *project = trammel_project_copy(trammel_document_get_project(document));
  g_autofree char *json =
      g_strdup_printf("{ \"name\": \"plan\", \"file\": \"%s\", \"role\": \"estimate\", "
                      "\"time\": { \"column\": \"t\", \"unit\": \"s\" }, \"channels\": ["
                      "{ \"signal\": \"position\", \"column\": \"q\", \"unit\": \"rad\" }, "
                      "{ \"signal\": \"drive\", \"column\": \"u\" }] }",
                      path);

  g_assert_true(trammel_project_put(project, "logs[]", json, NULL));
  trammel_document_take_project(document, project, "add a log", NULL);
}

/* TestCondition: a run of both logs. */
static gboolean
has_second_run(gpointer window)
{
  TrammelDocument *document = trammel_window_get_document(window);

  return is_idle(window) && g_list_model_get_n_items(trammel_document_get_runs(document)) > 1;
}

/* The saved plan comes back as a log: the tab has the kept plan's sigmas beside those reached. */
static void
test_log_comes_back(void)
{
  TrammelWindow *window;
  TrammelExperimentPanel *panel = open_panel(&window);
  g_autofree char *folder = g_dir_make_tmp("trammel-plan-XXXXXX", NULL);
  g_autofree char *plan = plan_path = g_build_filename(folder, "plan.csv", NULL);
  g_autofree char *log = g_build_filename(folder, "log.csv", NULL);

  plan_and_stop(panel);
  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose_plan});
  click(panel, "Save plan…");
  g_assert_true(test_wait(is_written, plan, TEST_DEADLINE));
  trammel_file_dialogs_set_seam((TrammelDialogSeam){0});
  click(panel, "Use as plan");
  real_input_settle(GTK_WIDGET(window));
  write_log(log, plan);
  add_log(window, log);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_second_run, window, TEST_DEADLINE));

  TrammelDocument *document = trammel_window_get_document(window);
  g_autoptr(GListModel) rows = trammel_experiment_promise_rows(
      trammel_document_get_project(document), trammel_document_get_run(document));
  g_assert_nonnull(find_widget(GTK_WIDGET(panel), GTK_TYPE_LABEL, "σ reached"));
  g_assert_cmpuint(g_list_model_get_n_items(rows), ==, 5);
  for (guint i = 0; i < 5; i++) {
    g_autoptr(TrammelTextRow) row = g_list_model_get_item(rows, i);
    const char *const texts[] = {trammel_text_row_get(row, TRAMMEL_EXPERIMENT_AFTER),
                                 trammel_text_row_get(row, TRAMMEL_EXPERIMENT_GAIN)};

    for (int k = 0; k < 2; k++) {
      g_assert_true(*texts[k]);
      g_assert_nonnull(find_widget(GTK_WIDGET(panel), GTK_TYPE_LABEL, texts[k]));
    }
  }
  g_remove(plan);
  g_remove(log);
  g_rmdir(folder);
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/experiment-panel/stop-and-keep", test_stop_and_keep);
  g_test_add_func("/ui/experiment-panel/log-comes-back", test_log_comes_back);
  return run_window_tests();
}
