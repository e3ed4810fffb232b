/* Tests of the window in process: actions, the two clicks to a result, export, stopping,
 * disposal. */
#include <glib/gstdio.h>
#include <gtk/gtk.h>

#include "engine/est/task/reported.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/pages/import/mapping-dialog.h"
#include "ui/pages/import/mat-dialog.h"
#include "ui/pages/parts/page-switcher.h"
#include "ui/pages/parts/timeline-bar.h"
#include "ui/session/import/templates.h"
#include "ui/session/text/format.h"
#include "ui/window-support.h"

/* Answers of the replaced dialogs. */
static struct {
  GFile *file;
  TrammelChoice asked;
  TrammelAnswer answer;
  int questions;
} answers;

static GFile *
choose_file(TrammelChoice choice, const char *name, gpointer user)
{
  answers.asked = choice;
  return answers.file ? g_object_ref(answers.file) : NULL;
}

static TrammelAnswer
answer_question(const char *title, gpointer user)
{
  answers.questions++;
  return answers.answer;
}

static gboolean
is_enabled(TrammelWindow *window, const char *action)
{
  return g_action_group_get_action_enabled(G_ACTION_GROUP(window), action);
}

static gboolean
has_message(gpointer window)
{
  return trammel_window_get_message(window) != NULL;
}

static void
test_empty(void)
{
  TrammelWindow *window = open_window();

  g_assert_null(trammel_window_get_document(window));
  g_assert_false(is_enabled(window, "identify"));
  g_assert_false(is_enabled(window, "save"));
  g_assert_false(is_enabled(window, "export"));
  g_assert_true(is_enabled(window, "open"));
  g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Open project…"));
  close_window(window);
}

/* TestCondition: the status line shows a run with its values for h = 0. */
static gboolean
has_settled(gpointer data)
{
  TrammelWindow *window = data;
  TrammelRun *run = trammel_document_get_run(trammel_window_get_document(window));
  gboolean has_all = trammel_run_get_fit(run)->physical != NULL;

  g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_LABEL,
                               has_all ? "Converged" : "Converged; computing physical values…"));
  return has_all;
}

static void
test_two_clicks(void)
{
  TrammelWindow *window = open_example("furuta");

  g_assert_true(is_enabled(window, "identify"));
  g_assert_false(is_enabled(window, "export"));
  GtkWidget *button = find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Identify");
  g_assert_nonnull(button);
  g_signal_emit_by_name(button, "clicked");
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));

  TrammelRun *run = trammel_document_get_run(trammel_window_get_document(window));
  g_assert_cmpint(trammel_run_get_fit(run)->status, ==, TR_OK);
  g_assert_true(is_enabled(window, "export"));
  g_assert_true(test_wait(has_settled, window, TEST_DEADLINE));
  close_window(window);
}

static void
test_table_shows_estimates(void)
{
  TrammelWindow *window = open_example("pendulum");

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  const TrFit *fit =
      trammel_run_get_fit(trammel_document_get_run(trammel_window_get_document(window)));
  /* rows further down are not on the screen */
  for (int i = 0; i < MIN(fit->n_free, 5); i++) {
    const TrReported reported = tr_fit_report(fit, i);
    g_autofree char *text = trammel_format_value(reported.value, reported.sigma);
    g_test_message("estimate %d: %s", i, text);
    g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_LABEL, text));
  }
  close_window(window);
}

static void
test_export_figures(void)
{
  static const char *const parts[] = {"cost", "parameters", "convergence", NULL};
  g_autofree char *folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "out.svg", NULL);
  TrammelWindow *window = open_example("pendulum");

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  answers.file = g_file_new_for_path(path);
  activate(window, "export-figures", "svg");
  g_assert_true(test_wait(has_message, window, TEST_DEADLINE));
  g_assert_nonnull(strstr(trammel_window_get_message(window), "out-….svg"));
  g_clear_object(&answers.file);
  for (int i = 0; parts[i]; i++) {
    g_autofree char *name = g_strdup_printf("%s/out-%s.svg", folder, parts[i]);
    g_assert_true(g_file_test(name, G_FILE_TEST_IS_REGULAR));
  }
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  const char *name;
  int n = 0;
  while ((name = g_dir_read_name(dir))) {
    g_autofree char *full = g_build_filename(folder, name, NULL);
    g_remove(full);
    n++;
  }
  /* and the plot of the sensor with the strip below it */
  g_assert_cmpint(n, ==, 5);
  g_rmdir(folder);
  close_window(window);
}

static void
on_progress_stop_cb(TrammelJob *job, const TrammelJobProgress *progress, TrammelWindow *window)
{
  if (trammel_job_get_kind(job) == TRAMMEL_RUN_FULL)
    activate(window, "stop", NULL);
}

static void
test_stop_keeps_best(void)
{
  TrammelWindow *window = open_example("furuta");
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_true(trammel_document_set_setting(document, "h", "0.002", NULL));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  g_signal_connect(trammel_window_get_job(window), "progress", G_CALLBACK(on_progress_stop_cb),
                   window);
  activate(window, "identify", NULL);
  g_assert_true(is_enabled(window, "stop"));
  g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Stop"));
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  const TrFit *fit = trammel_run_get_fit(trammel_document_get_run(document));
  g_assert_cmpint(fit->status, ==, TR_CANCELLED);
  g_assert_cmpfloat(fit->cost.total, <=, fit->history[0].cost.total);
  g_assert_nonnull(find_widget(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Identify"));
  g_assert_true(is_enabled(window, "export"));
  close_window(window);
}

static guint
count_runs(TrammelWindow *window)
{
  return g_list_model_get_n_items(trammel_document_get_runs(trammel_window_get_document(window)));
}

static gboolean
has_second_run(gpointer window)
{
  return is_idle(window) && count_runs(window) == 2;
}

/* With Live on, a changed setting is followed by a preview and then by a full fit; with Live off by
 * nothing. */
static void
test_live(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  g_assert_true(trammel_document_set_setting(document, "compliance_scale", "0.5", NULL));
  g_assert_true(trammel_live_get_running(trammel_window_get_live(window)));
  g_assert_true(is_idle(window));
  g_assert_true(test_wait(has_second_run, window, TEST_DEADLINE));
  TrammelProblem *problem = trammel_run_get_problem(trammel_document_get_run(document));
  g_assert_cmpfloat(trammel_problem_get_task(problem)->settings.compliance_scale, ==, 0.5);

  g_action_group_change_action_state(G_ACTION_GROUP(window), "live", g_variant_new_boolean(FALSE));
  g_assert_true(trammel_document_set_setting(document, "compliance_scale", "0.25", NULL));
  g_assert_true(is_idle(window));
  close_window(window);
}

/* Measures the longest iteration of the main loop until a condition holds [s]. */
static double
measure_longest_turn(TestCondition condition, gpointer user)
{
  gint64 deadline = g_get_monotonic_time() + (gint64)(TEST_DEADLINE * 1e6);
  gint64 longest = 0;

  while (!condition(user) && g_get_monotonic_time() < deadline) {
    gint64 begin = g_get_monotonic_time();
    if (!g_main_context_iteration(NULL, FALSE))
      g_usleep(500);
    longest = MAX(longest, g_get_monotonic_time() - begin);
  }
  return (double)longest * 1e-6;
}

/* The main loop keeps running during a long fit. */
static void
test_main_loop_never_waits(void)
{
  TrammelWindow *window = open_example("furuta");
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_true(trammel_document_set_setting(document, "h", "0.002", NULL));
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  activate(window, "identify", NULL);
  double longest = measure_longest_turn(has_result, window);
  g_assert_true(has_result(window));
  double fit = trammel_run_get_fit(trammel_document_get_run(document))->seconds;
  g_test_message("longest turn %.3f s, fit %.3f s", longest, fit);
  g_assert_cmpfloat(longest, <, fit / 2);
  close_window(window);
}

/* A measured log without a model: mechanism and scale are chosen in the dialog, then Identify. */
/* TestCondition: the top window of this kind has read its file. */
static gboolean
has_ready_dialog(gpointer user)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();

  for (GList *l = windows; l; l = l->next)
    if ((TRAMMEL_IS_MAT_DIALOG(l->data) && trammel_mat_dialog_is_ready(l->data)) ||
        (TRAMMEL_IS_MAPPING_DIALOG(l->data) && trammel_mapping_dialog_is_ready(l->data))) {
      *(GtkWidget **)user = l->data;
      return TRUE;
    }
  return FALSE;
}

static void
press(GtkWidget *dialog, const char *label)
{
  GtkWidget *button = find_widget(dialog, GTK_TYPE_BUTTON, label);

  g_assert_true(gtk_widget_get_sensitive(button));
  g_signal_emit_by_name(button, "clicked");
}

static void
test_import_measured_log(void)
{
  const char *shared = g_getenv("TRAMMEL_SHARED");
  g_autofree char *path = g_build_filename(shared ? shared : "", "data/emps/DATA_EMPS.mat", NULL);
  g_autoptr(GPtrArray) choices = g_ptr_array_new(), entries = g_ptr_array_new();
  GtkWidget *dialog = NULL;

  if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
    g_test_skip("the log of the linear axis (data/emps/DATA_EMPS.mat) is not there");
    return;
  }
  TrammelWindow *window = open_window();
  answers.file = g_file_new_for_path(path);
  activate(window, "open-log", NULL);
  g_assert_true(test_wait(has_ready_dialog, &dialog, TEST_DEADLINE));
  g_clear_object(&answers.file);
  press(dialog, "Import");

  g_assert_true(test_wait(has_ready_dialog, &dialog, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(dialog);
  collect_widgets(dialog, GTK_TYPE_DROP_DOWN, choices);
  gtk_drop_down_set_selected(choices->pdata[0], trammel_templates_get_n() - 2);
  gtk_test_widget_wait_for_draw(dialog);
  /* unit, scale, offset, delay and sigma of the sensor, unit and scale of the input */
  collect_widgets(dialog, GTK_TYPE_ENTRY, entries);
  g_assert_cmpuint(entries->len, ==, 9);
  gtk_editable_set_text(entries->pdata[6], "35.15065");
  g_signal_emit_by_name(entries->pdata[6], "activate");
  press(dialog, "Apply");
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  TrammelRun *run = trammel_document_get_run(trammel_window_get_document(window));
  int mass = trammel_run_find_parameter(run, "body.carriage.mass");
  g_assert_cmpint(mass, >=, 0);
  double value = trammel_run_get_fit(run)->estimates[mass].value;
  g_assert_cmpfloat(ABS(value - 95.1089), <, 0.007 * 95.1089);
  close_window(window);
}

/* A mapping dialog that is cancelled changes nothing: the result stays. */
static void
test_mapping_cancelled(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);
  GtkWidget *dialog = NULL;

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  g_autoptr(TrammelRun) run = g_object_ref(trammel_document_get_run(document));
  activate(window, "map-log", NULL);
  g_assert_true(test_wait(has_ready_dialog, &dialog, TEST_DEADLINE));
  g_object_add_weak_pointer(G_OBJECT(dialog), (gpointer *)&dialog);
  gtk_window_close(GTK_WINDOW(dialog));
  g_assert_true(test_wait(test_is_null, &dialog, TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  g_assert_true(trammel_document_get_run(document) == run);
  close_window(window);
}

static void
test_undo_actions(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_false(is_enabled(window, "undo"));
  g_assert_true(trammel_document_set_setting(document, "h", "0.02", NULL));
  g_assert_true(is_enabled(window, "undo"));
  activate(window, "undo", NULL);
  g_assert_true(isnan(trammel_project_get_settings(trammel_document_get_project(document))->h));
  g_assert_true(is_enabled(window, "redo"));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

/* The next undo step is shown in the tooltip; the history menu takes several steps at once. */
static void
test_history(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);
  g_autoptr(GPtrArray) buttons = g_ptr_array_new();
  GtkWidget *undo = NULL;

  collect_widgets(GTK_WIDGET(window), GTK_TYPE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    if (GTK_IS_ACTIONABLE(buttons->pdata[i]) &&
        g_strcmp0(gtk_actionable_get_action_name(buttons->pdata[i]), "win.undo") == 0)
      undo = buttons->pdata[i];
  g_assert_nonnull(undo);
  g_assert_cmpstr(gtk_widget_get_tooltip_text(undo), ==, "Undo (Ctrl+Z)");
  g_assert_true(trammel_document_set_value(document, "joint.pivot.viscous", 0.002, NULL));
  g_assert_cmpstr(gtk_widget_get_tooltip_text(undo), ==,
                  "Undo change viscous friction of pivot (Ctrl+Z)");
  g_assert_true(trammel_document_set_setting(document, "h", "0.02", NULL));
  g_assert_cmpstr(gtk_widget_get_tooltip_text(undo), ==,
                  "Undo change time step from auto to 20 ms (Ctrl+Z)");
  g_action_group_activate_action(G_ACTION_GROUP(window), "history", g_variant_new_int32(-2));
  g_assert_cmpstr(gtk_widget_get_tooltip_text(undo), ==, "Undo (Ctrl+Z)");
  g_assert_cmpstr(trammel_document_get_history_label(document, 2), ==,
                  "change time step from auto to 20 ms");
  g_action_group_activate_action(G_ACTION_GROUP(window), "history", g_variant_new_int32(1));
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==,
                  "change viscous friction of pivot");
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

static void
test_close_asks(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  answers.questions = 0;
  answers.answer = TRAMMEL_ANSWER_CANCEL;
  g_assert_true(trammel_document_set_setting(document, "h", "0.02", NULL));
  activate(window, "close", NULL);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  g_assert_cmpint(answers.questions, ==, 1);
  g_assert_true(gtk_widget_get_visible(GTK_WIDGET(window)));

  g_object_add_weak_pointer(G_OBJECT(window), (gpointer *)&window);
  answers.answer = TRAMMEL_ANSWER_DISCARD;
  activate(window, "close", NULL);
  g_assert_true(test_wait(test_is_null, &window, TEST_DEADLINE));
  g_assert_cmpint(answers.questions, ==, 2);
}

/* A file that cannot be read is reported in the window; nothing else happens. */
static void
test_open_failure(void)
{
  TrammelWindow *window = open_window();

  answers.file = g_file_new_for_path("/nowhere/at-all.trammel");
  activate(window, "open", NULL);
  g_assert_true(test_wait(has_message, window, TEST_DEADLINE));
  g_clear_object(&answers.file);
  g_assert_nonnull(strstr(trammel_window_get_message(window), "at-all.trammel"));
  g_assert_null(trammel_window_get_document(window));
  close_window(window);
}

static void
test_giving_up_is_silent(void)
{
  TrammelWindow *window = open_window();

  activate(window, "open", NULL);
  for (int i = 0; i < 50; i++)
    g_main_context_iteration(NULL, FALSE);
  g_assert_null(trammel_window_get_message(window));
  close_window(window);
}

static gboolean
has_dot(GtkWidget *widget, const char *style)
{
  if (gtk_widget_has_css_class(widget, "dot") && gtk_widget_has_css_class(widget, style))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child))
    if (has_dot(child, style))
      return TRUE;
  return FALSE;
}

/* Every page has a button, whose dot follows its state; numbers and names both show it. */
static void
test_pages(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkWidget *switcher = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_PAGE_SWITCHER, NULL);
  g_autoptr(GPtrArray) buttons = g_ptr_array_new();
  int identify = -1;

  g_assert_nonnull(switcher);
  collect_widgets(switcher, GTK_TYPE_TOGGLE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++) {
    g_action_group_activate_action(G_ACTION_GROUP(window), "page-number",
                                   g_variant_new_int32((int)i + 1));
    g_assert_true(gtk_toggle_button_get_active(buttons->pdata[i]));
    g_autoptr(GVariant) state = g_action_group_get_action_state(G_ACTION_GROUP(window), "page");
    if (g_str_equal(g_variant_get_string(state, NULL), "identify"))
      identify = (int)i;
  }
  g_assert_cmpint(identify, >=, 0);
  /* there is no such page: nothing happens */
  g_action_group_activate_action(G_ACTION_GROUP(window), "page-number", g_variant_new_int32(99));
  activate(window, "page", "identify");
  g_assert_true(gtk_toggle_button_get_active(buttons->pdata[identify]));
  g_assert_true(has_dot(buttons->pdata[identify], "idle"));
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  g_assert_false(has_dot(buttons->pdata[identify], "idle"));
  close_window(window);
}

/* A time [s] that the timeline has to pass. */
typedef struct {
  GtkRange *scale;
  double passed;
} Motion;

/* TestCondition */
static gboolean
has_passed(gpointer data)
{
  const Motion *motion = data;

  return gtk_range_get_value(motion->scale) > motion->passed;
}

/* The motion plays until the second activation, and continues from there. */
static void
test_play(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkWidget *bar = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_TIMELINE_BAR, NULL);
  Motion motion = {.scale = GTK_RANGE(find_widget(bar, GTK_TYPE_SCALE, NULL))};
  double start = gtk_range_get_value(motion.scale);

  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  g_assert_cmpfloat(gtk_range_get_value(motion.scale), ==, start);
  for (int i = 0; i < 2; i++) {
    motion.passed = gtk_range_get_value(motion.scale);
    activate(window, "play", NULL);
    g_assert_true(test_wait(has_passed, &motion, TEST_DEADLINE));
    activate(window, "play", NULL);
    double stopped = gtk_range_get_value(motion.scale);
    gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
    g_assert_cmpfloat(gtk_range_get_value(motion.scale), ==, stopped);
  }
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose_file, .ask = answer_question});
  g_test_add_func("/ui/window/empty", test_empty);
  g_test_add_func("/ui/window/two-clicks", test_two_clicks);
  g_test_add_func("/ui/window/table-shows-estimates", test_table_shows_estimates);
  g_test_add_func("/ui/window/export-figures", test_export_figures);
  g_test_add_func("/ui/window/stop-keeps-best", test_stop_keeps_best);
  g_test_add_func("/ui/window/import-measured-log", test_import_measured_log);
  g_test_add_func("/ui/window/mapping-cancelled", test_mapping_cancelled);
  g_test_add_func("/ui/window/live", test_live);
  g_test_add_func("/ui/window/main-loop-never-waits", test_main_loop_never_waits);
  g_test_add_func("/ui/window/undo-actions", test_undo_actions);
  g_test_add_func("/ui/window/history", test_history);
  g_test_add_func("/ui/window/close-asks", test_close_asks);
  g_test_add_func("/ui/window/open-failure", test_open_failure);
  g_test_add_func("/ui/window/giving-up-is-silent", test_giving_up_is_silent);
  g_test_add_func("/ui/window/pages", test_pages);
  g_test_add_func("/ui/window/play", test_play);
  return run_window_tests();
}
