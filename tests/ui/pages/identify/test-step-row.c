/* Tests of the time step in the window: automatic or a number, on the pages Identify and Data, and
 * in the range that a sweep proposes. */
#include <math.h>
#include <string.h>

#include "ui/pages/data/prepare-panel.h"
#include "ui/pages/identify/step-row.h"
#include "ui/session/identify/sweeper.h"
#include "ui/session/run/step.h"
#include "ui/window-support.h"

static TrammelDocument *
get_document(TrammelWindow *window)
{
  return trammel_window_get_document(window);
}

static const TrSettings *
get_settings(TrammelWindow *window)
{
  return trammel_project_get_settings(trammel_document_get_project(get_document(window)));
}

static GtkWidget *
find_part(TrammelWindow *window, GType type)
{
  GtkWidget *row = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_STEP_ROW, NULL);

  g_assert_nonnull(row);
  return find_widget(row, type, NULL);
}

static void
type_text(GtkWidget *entry, const char *text)
{
  gtk_editable_set_text(GTK_EDITABLE(entry), text);
  g_signal_emit_by_name(entry, "activate");
}

static double
get_used_step(TrammelWindow *window)
{
  TrammelRun *run = trammel_document_get_run(get_document(window));

  return trammel_problem_get_task(trammel_run_get_problem(run))->settings.h;
}

/* The slider and the caption show the automatic step; a choice of the list makes it a number. */
static void
test_choice(void)
{
  TrammelWindow *window = open_example("pendulum");
  GtkDropDown *choice = GTK_DROP_DOWN(find_part(window, GTK_TYPE_DROP_DOWN));
  GtkRange *scale = GTK_RANGE(find_part(window, GTK_TYPE_SCALE));
  GtkWidget *entry = find_part(window, GTK_TYPE_ENTRY);

  g_assert_true(isnan(get_settings(window)->h));
  g_assert_cmpuint(gtk_drop_down_get_selected(choice), ==, 0);
  g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(entry)), ==, "auto");
  double h = get_used_step(window);
  g_assert_cmpfloat_with_epsilon(gtk_range_get_value(scale), log10(h / 0.01), 1e-6);
  TrammelRun *run = trammel_document_get_run(get_document(window));
  g_autofree char *text = trammel_step_dup_text(get_settings(window), run);
  g_assert_true(g_str_has_prefix(text, "automatic: "));

  gtk_drop_down_set_selected(choice, 1);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  g_assert_cmpfloat_with_epsilon(get_settings(window)->h, h, 1e-6 * h);
  type_text(entry, "2 ms");
  g_assert_cmpfloat(get_settings(window)->h, ==, 0.002);
  type_text(entry, "Auto");
  g_assert_true(isnan(get_settings(window)->h));
  g_assert_cmpuint(gtk_drop_down_get_selected(choice), ==, 0);
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  g_assert_cmpfloat(get_used_step(window), ==, h);
  close_window(window);
}

/* The step is not known before the logs were read, or with the run of another setting. */
static void
test_unknown(void)
{
  TrSettings settings = tr_settings_default();
  g_autofree char *number = trammel_step_dup_text(&settings, NULL);

  g_assert_cmpstr(number, ==, "10 ms");
  settings.h = NAN;
  g_autofree char *unknown = trammel_step_dup_text(&settings, NULL);
  g_assert_cmpstr(unknown, ==, "automatic");
  g_assert_true(isnan(trammel_step_get(&settings, NULL)));
}

/* A sweep over the step is proposed about the automatic one. */
static void
test_sweep(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = get_document(window);
  TrammelSweepRange range =
      trammel_sweeper_propose(trammel_document_get_project(document),
                              trammel_document_get_run(document), TRAMMEL_SWEEPER_STEP);
  double h = get_used_step(window);

  g_assert_cmpfloat_with_epsilon(range.from * range.to, h * h, 0.01 * h * h);
  range =
      trammel_sweeper_propose(trammel_document_get_project(document), NULL, TRAMMEL_SWEEPER_STEP);
  g_assert_cmpfloat(range.from, <, range.to);
  close_window(window);
}

static gboolean
says_automatic(gpointer panel)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new();

  collect_widgets(panel, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++) {
    const char *text = gtk_label_get_text(labels->pdata[i]);
    if (g_str_has_prefix(text, "automatic: ") && strstr(text, "samples of this log"))
      return TRUE;
  }
  return FALSE;
}

static gboolean
says_number(gpointer panel)
{
  return !says_automatic(panel);
}

/* The page Data shows the step with the samples in it, and takes the word and numbers. */
static void
test_data_page(void)
{
  TrammelWindow *window = open_example("pendulum");

  activate(window, "page", "data");
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  GtkWidget *panel = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_PREPARE_PANEL, NULL);
  g_autoptr(GPtrArray) entries = g_ptr_array_new();
  collect_widgets(panel, GTK_TYPE_ENTRY, entries);
  GtkWidget *entry = NULL;
  for (guint i = 0; i < entries->len; i++)
    if (g_str_equal(gtk_editable_get_text(entries->pdata[i]), "auto"))
      entry = entries->pdata[i];
  g_assert_nonnull(entry);
  g_assert_true(test_wait(says_automatic, panel, TEST_DEADLINE));
  type_text(entry, "5 ms");
  g_assert_cmpfloat(get_settings(window)->h, ==, 0.005);
  g_assert_true(test_wait(says_number, panel, TEST_DEADLINE));
  type_text(entry, "auto");
  g_assert_true(isnan(get_settings(window)->h));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/step-row/choice", test_choice);
  g_test_add_func("/step-row/unknown", test_unknown);
  g_test_add_func("/step-row/sweep", test_sweep);
  g_test_add_func("/step-row/data-page", test_data_page);
  return run_window_tests();
}
