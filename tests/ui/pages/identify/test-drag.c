/* Tests of a slider drag in the window: plots, table and 3D view follow with previews, the last
 * preview belongs to the last value, and releasing the slider gives the digits of the command
 * line. */
#include <json-glib/json-glib.h>
#include <math.h>

#include "ui/pages/parts/setting-row.h"
#include "ui/window-support.h"

static TrammelDocument *
get_document(TrammelWindow *window)
{
  return trammel_window_get_document(window);
}

static double
get_kappa(TrammelWindow *window)
{
  return trammel_project_get_settings(trammel_document_get_project(get_document(window)))->kappa;
}

static TrammelRun *
get_run(TrammelWindow *window)
{
  return trammel_document_get_run(get_document(window));
}

/* Opens a window with a full run of the pendulum at a stated kappa; *row is the row of kappa. */
static TrammelWindow *
open_identified(TrammelSettingRow **row)
{
  TrammelWindow *window = open_example("pendulum");

  g_assert_true(trammel_document_set_setting(get_document(window), "kappa", "10", NULL));
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  *row = TRAMMEL_SETTING_ROW(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SETTING_ROW, NULL));
  return window;
}

static gboolean
is_previewed(gpointer window)
{
  const TrammelProject *project =
      trammel_problem_get_project(trammel_run_get_problem(get_run(window)));

  return trammel_run_get_kind(get_run(window)) == TRAMMEL_RUN_PREVIEW &&
         trammel_project_get_settings(project)->kappa == get_kappa(window);
}

static void
drag(TrammelWindow *window, TrammelSettingRow *row)
{
  GtkRange *scale = GTK_RANGE(find_widget(GTK_WIDGET(row), GTK_TYPE_SCALE, NULL));
  double begin = gtk_range_get_value(scale);

  for (int i = 1; i <= 25; i++) {
    gtk_range_set_value(scale, begin + 0.03 * i);
    g_main_context_iteration(NULL, FALSE);
  }
}

/* Returns the estimate in a row of the table, from its items. */
static char *
dup_estimate(TrammelWindow *window, guint i)
{
  GtkWidget *view = find_widget(GTK_WIDGET(window), GTK_TYPE_COLUMN_VIEW, NULL);
  g_autoptr(GObject) item =
      g_list_model_get_item(G_LIST_MODEL(gtk_column_view_get_model(GTK_COLUMN_VIEW(view))), i);
  char *text;

  g_object_get(item, "estimate", &text, NULL);
  return text;
}

static gboolean
has_settled(gpointer window)
{
  return is_idle(window) && trammel_run_get_kind(get_run(window)) == TRAMMEL_RUN_FULL;
}

/* Asserts that the fit of the saved project on the command line has the digits of the run. */
static void
assert_same_as_cli(TrammelWindow *window)
{
  g_autofree char *folder = g_build_filename(g_get_home_dir(), "dragged", NULL);
  g_autofree char *path = g_build_filename(folder, "dragged.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autofree char *text = NULL;
  const char *command[] = {g_getenv("TRAMMEL_CLI"), "identify", path, "--json", NULL};
  g_autoptr(JsonParser) parser = json_parser_new();
  g_autoptr(GError) error = NULL;
  int status;

  g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
  g_assert_true(trammel_document_save(get_document(window), file, &error));
  g_assert_no_error(error);
  g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &text, NULL,
               &status, &error);
  g_assert_no_error(error);
  g_assert_true(g_spawn_check_wait_status(status, &error));
  g_assert_true(json_parser_load_from_data(parser, text, -1, &error));
  JsonArray *parameters = json_object_get_array_member(
      json_node_get_object(json_parser_get_root(parser)), "parameters");
  const TrFit *fit = trammel_run_get_fit(get_run(window));
  g_assert_cmpint((int)json_array_get_length(parameters), ==, fit->n_free);
  for (guint i = 0; i < json_array_get_length(parameters); i++) {
    JsonObject *one = json_array_get_object_element(parameters, i);
    JsonObject *stepper = json_object_get_object_member(one, "stepper");
    g_assert_true(json_object_get_double_member(stepper, "value") == fit->estimates[i].value);
    g_assert_true(json_object_get_double_member(stepper, "sigma") == fit->estimates[i].sigma);
  }
}

static void
test_follow(void)
{
  TrammelSettingRow *row;
  TrammelWindow *window = open_identified(&row);
  g_autofree char *before = dup_estimate(window, 1);

  drag(window, row);
  g_assert_cmpfloat(get_kappa(window), >, 20);
  g_assert_true(trammel_live_get_running(trammel_window_get_live(window)));
  g_assert_true(test_wait(is_previewed, window, TEST_DEADLINE));
  g_autofree char *during = dup_estimate(window, 1);
  g_assert_cmpstr(during, !=, before);
  g_signal_emit_by_name(row, "released");
  /* at once, without waiting for the pause */
  g_assert_false(trammel_live_get_running(trammel_window_get_live(window)));
  g_assert_true(trammel_job_get_running(trammel_window_get_job(window)));
  g_assert_true(test_wait(has_settled, window, TEST_DEADLINE));
  assert_same_as_cli(window);
  close_window(window);
}

/* During the fit that follows a drag the button is still Identify, which keeps its run; then it is
 * Stop. */
static void
test_button(void)
{
  TrammelSettingRow *row;
  TrammelWindow *window = open_identified(&row);
  GListModel *kept =
      trammel_run_list_get_model(trammel_document_get_run_list(get_document(window)));

  drag(window, row);
  g_signal_emit_by_name(row, "released");
  g_assert_true(trammel_job_get_running(trammel_window_get_job(window)));
  g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Identify"));
  g_assert_null(find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Stop"));
  activate(window, "identify", NULL);
  g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Stop"));
  g_assert_true(test_wait(has_settled, window, TEST_DEADLINE));
  g_assert_cmpuint(g_list_model_get_n_items(kept), ==, 2);
  close_window(window);
}

/* A drag that continues during the full fit after a pause takes precedence over that fit. */
static void
test_go_on(void)
{
  TrammelSettingRow *row;
  TrammelWindow *window = open_identified(&row);

  drag(window, row);
  g_signal_emit_by_name(row, "released");
  g_assert_true(trammel_job_get_running(trammel_window_get_job(window)));
  drag(window, row);
  g_assert_false(trammel_job_get_running(trammel_window_get_job(window)));
  g_assert_true(test_wait(is_previewed, window, TEST_DEADLINE));
  g_signal_emit_by_name(row, "released");
  g_assert_true(test_wait(has_settled, window, TEST_DEADLINE));
  const TrSettings *settings =
      &trammel_problem_get_task(trammel_run_get_problem(get_run(window)))->settings;
  g_assert_true(settings->kappa == get_kappa(window));
  g_assert_cmpuint(g_list_model_get_n_items(trammel_document_get_runs(get_document(window))), ==,
                   2);
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/drag/follow", test_follow);
  g_test_add_func("/ui/drag/button", test_button);
  g_test_add_func("/ui/drag/go-on", test_go_on);
  return run_window_tests();
}
