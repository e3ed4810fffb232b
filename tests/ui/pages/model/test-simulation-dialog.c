/* Tests of the window Simulate with real keys: an input is typed, the motion follows; a formula
 * that cannot be read is named; the result becomes a log.  Skipped without xdotool. */
#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "io/packed/temp_folder.h"
#include "io/project/scenario.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/pages/model/model-page.h"
#include "ui/pages/model/simulation-dialog.h"
#include "ui/pages/model/simulation-plots.h"
#include "ui/pages/parts/timeline-bar.h"
#include "ui/real-input.h"
#include "ui/window-support.h"

static gboolean
is_up_to_date(gpointer dialog)
{
  return trammel_simulation_dialog_is_up_to_date(dialog);
}

/* Opens the example without its log, and the window by its button on the page Model. */
static TrammelSimulationDialog *
open_dialog(TrammelWindow **window)
{
  *window = open_example("furuta");
  TrammelDocument *document = trammel_window_get_document(*window);
  g_assert_true(trammel_document_put(document, "logs", NULL, "no log", NULL, NULL));
  activate(*window, "page", "model");
  real_input_focus(GTK_WIDGET(*window));
  real_input_settle(GTK_WIDGET(*window));
  GtkWidget *page = find_widget(GTK_WIDGET(*window), TRAMMEL_TYPE_MODEL_PAGE, NULL);
  trammel_model_pose_move(trammel_model_page_get_pose(TRAMMEL_MODEL_PAGE(page)), 1, 60);
  GtkWidget *button = find_widget(page, GTK_TYPE_BUTTON, "Simulate…");
  real_input_click(button, 1, gtk_widget_get_width(button) / 2.0,
                   gtk_widget_get_height(button) / 2.0);
  soon_nonnull(find_toplevel(TRAMMEL_TYPE_SIMULATION_DIALOG));
  TrammelSimulationDialog *dialog =
      TRAMMEL_SIMULATION_DIALOG(find_toplevel(TRAMMEL_TYPE_SIMULATION_DIALOG));
  g_assert_true(test_wait(is_up_to_date, dialog, TEST_DEADLINE));
  real_input_focus(GTK_WIDGET(dialog));
  real_input_settle(GTK_WIDGET(dialog));
  return dialog;
}

/* Types a text into the n-th entry, in the order of the form, and presses Enter. */
static void
type(TrammelSimulationDialog *dialog, guint n, const char *text)
{
  g_autoptr(GPtrArray) entries = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(dialog), GTK_TYPE_ENTRY, entries);
  g_assert_cmpuint(entries->len, >, n);
  GtkWidget *entry = entries->pdata[n];
  real_input_click(entry, 1, 20, gtk_widget_get_height(entry) / 2.0);
  real_input_send(GTK_WIDGET(dialog), "key ctrl+a");
  real_input_send(GTK_WIDGET(dialog), "type '%s'", text);
  real_input_send(GTK_WIDGET(dialog), "key Return");
  real_input_settle(GTK_WIDGET(dialog));
}

enum { DURATION, STEP, DRIVE, SHAFT, SHAFT_RATE, ELBOW, ELBOW_RATE, NOISE };

static TrammelScenario *
get_scenario(TrammelWindow *window)
{
  return trammel_scenario_of(trammel_document_get_project(trammel_window_get_document(window)));
}

static GtkLabel *
find_trouble(TrammelSimulationDialog *dialog)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(dialog), GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    if (gtk_widget_has_css_class(labels->pdata[i], "trouble"))
      return labels->pdata[i];
  return NULL;
}

static void
test_typed(void)
{
  TrammelWindow *window;
  TrammelSimulationDialog *dialog = open_dialog(&window);
  TrammelSimulationPlots *plots = TRAMMEL_SIMULATION_PLOTS(
      find_widget(GTK_WIDGET(dialog), TRAMMEL_TYPE_SIMULATION_PLOTS, NULL));

  g_assert_cmpuint(trammel_simulation_plots_count(plots), ==, 2);
  type(dialog, DURATION, "2");
  type(dialog, DRIVE, "0.5*sin(4*t)");
  type(dialog, SHAFT_RATE, "90");
  g_assert_true(test_wait(is_up_to_date, dialog, TEST_DEADLINE));
  g_autoptr(TrammelScenario) typed = get_scenario(window);
  g_assert_cmpfloat(typed->duration, ==, 2);
  g_assert_cmpstr(g_hash_table_lookup(typed->inputs, "drive"), ==, "0.5*sin(4*t)");
  g_assert_cmpfloat_with_epsilon(trammel_scenario_get_start(typed, "shaft").rate, G_PI / 2, 1e-12);
  g_assert_cmpuint(trammel_simulation_plots_count(plots), ==, 3);
  g_assert_null(find_trouble(dialog));
  GtkWidget *bar = find_widget(GTK_WIDGET(dialog), TRAMMEL_TYPE_TIMELINE_BAR, NULL);
  gtk_widget_activate_action(bar, "win.play", NULL);
  GtkWidget *time = find_widget(bar, GTK_TYPE_LABEL, "0.000 / 2.000 s");
  soon_true(!time || g_strcmp0(gtk_label_get_text(GTK_LABEL(time)), "0.000 / 2.000 s") != 0);
  /* a formula that cannot be read changes nothing, and is named */
  type(dialog, DRIVE, "0.5*sin(4*x)");
  soon_nonnull(find_trouble(dialog));
  g_autoptr(TrammelScenario) kept = get_scenario(window);
  g_assert_cmpstr(g_hash_table_lookup(kept->inputs, "drive"), ==, "0.5*sin(4*t)");
  gtk_window_destroy(GTK_WINDOW(dialog));
  close_window(window);
}

/* The pose that was tried on the page Model becomes the start. */
static void
test_pose(void)
{
  TrammelWindow *window;
  TrammelSimulationDialog *dialog = open_dialog(&window);
  GtkWidget *button = find_widget(GTK_WIDGET(dialog), GTK_TYPE_BUTTON, "Start at the Trial Pose");

  real_input_click(button, 1, gtk_widget_get_width(button) / 2.0,
                   gtk_widget_get_height(button) / 2.0);
  real_input_settle(GTK_WIDGET(dialog));
  g_assert_true(test_wait(is_up_to_date, dialog, TEST_DEADLINE));
  g_autoptr(TrammelScenario) scenario = get_scenario(window);
  g_assert_cmpfloat_with_epsilon(trammel_scenario_get_start(scenario, "elbow").position, G_PI / 3,
                                 1e-9);
  gtk_window_destroy(GTK_WINDOW(dialog));
  close_window(window);
}

/* Opened before the page Model was shown, it has no trial pose to offer. */
static void
test_without_pose(void)
{
  TrammelWindow *window = open_example("furuta");

  activate(window, "simulate", NULL);
  soon_nonnull(find_toplevel(TRAMMEL_TYPE_SIMULATION_DIALOG));
  GtkWidget *dialog = find_toplevel(TRAMMEL_TYPE_SIMULATION_DIALOG);
  g_assert_true(test_wait(is_up_to_date, dialog, TEST_DEADLINE));
  GtkWidget *button = find_widget(dialog, GTK_TYPE_BUTTON, "Start at the Trial Pose");
  g_assert_false(gtk_widget_is_sensitive(button));
  gtk_window_destroy(GTK_WINDOW(dialog));
  close_window(window);
}

static GFile *
choose(TrammelChoice choice, const char *name, gpointer folder)
{
  g_autofree char *path = g_build_filename(folder, name, NULL);

  g_assert_cmpint(choice, ==, TRAMMEL_CHOOSE_SAVE_DATA);
  return g_file_new_for_path(path);
}

static void
test_log(void)
{
  TrammelWindow *window;
  TrammelSimulationDialog *dialog = open_dialog(&window);
  g_autofree char *folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  TrammelDocument *document = trammel_window_get_document(window);

  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose, .user = folder});
  type(dialog, ELBOW, "120");
  type(dialog, DRIVE, "2*sin(3*t)");
  type(dialog, NOISE, "1");
  g_assert_true(test_wait(is_up_to_date, dialog, TEST_DEADLINE));
  GtkWidget *button = find_widget(GTK_WIDGET(dialog), GTK_TYPE_BUTTON, "Keep as Log…");
  real_input_click(button, 1, gtk_widget_get_width(button) / 2.0,
                   gtk_widget_get_height(button) / 2.0);
  soon_cmpuint(trammel_project_get_n_logs(trammel_document_get_project(document)), ==, 1);
  g_assert_cmpuint(trammel_project_get_n_mappings(trammel_document_get_project(document), 0), ==,
                   3);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  trammel_file_dialogs_set_seam((TrammelDialogSeam){0});
  gtk_window_destroy(GTK_WINDOW(dialog));
  close_window(window);
  trammel_temp_folder_remove(folder);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/simulation-dialog/typed", test_typed);
  g_test_add_func("/ui/simulation-dialog/pose", test_pose);
  g_test_add_func("/ui/simulation-dialog/without-pose", test_without_pose);
  g_test_add_func("/ui/simulation-dialog/log", test_log);
  return run_window_tests();
}
