/* Tests of going on from a stopped fit: the message at the limit of iterations, the button, the
 * action. */
#include <string.h>

#include "ui/pages/identify/settings-panel.h"
#include "ui/pages/parts/message-bar.h"
#include "ui/window-support.h"

static const TrFit *
get_fit(TrammelWindow *window)
{
  TrammelRun *run = trammel_document_get_run(trammel_window_get_document(window));

  return trammel_run_get_fit(run);
}

static gboolean
may_go_on(TrammelWindow *window)
{
  return g_action_group_get_action_enabled(G_ACTION_GROUP(window), "go-on");
}

static TrammelWindow *
open_stopped(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_false(may_go_on(window));
  g_assert_true(trammel_document_set_setting(document, "kappa", "10", NULL));
  g_assert_true(trammel_document_set_setting(document, "max_iterations", "2", NULL));
  g_assert_true(test_wait(has_prepared, window, TEST_DEADLINE));
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  g_assert_cmpint(get_fit(window)->status, ==, TR_NOT_CONVERGED);
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  return window;
}

/* Returns the button of the message at the limit of iterations; NULL while it is not shown. */
static GtkWidget *
find_button(TrammelWindow *window)
{
  g_autoptr(GPtrArray) bars = g_ptr_array_new();

  collect_widgets(GTK_WIDGET(window), TRAMMEL_TYPE_MESSAGE_BAR, bars);
  for (guint i = 0; i < bars->len; i++) {
    const char *text = trammel_message_bar_get_text(bars->pdata[i]);
    if (text && strstr(text, "limit of iterations"))
      return find_widget(bars->pdata[i], GTK_TYPE_BUTTON, "Continue");
  }
  return NULL;
}

static gboolean
has_button(gpointer window)
{
  return find_button(window) != NULL;
}

static gboolean
has_better(gpointer window)
{
  return is_idle(window) && get_fit(window)->status == TR_OK;
}

/* The message at the limit has a button that ends the fit in a few turns of two iterations. */
static void
test_message(void)
{
  TrammelWindow *window = open_stopped();
  double cost = get_fit(window)->cost.total;

  g_assert_true(may_go_on(window));
  for (int turn = 0; turn < 20 && get_fit(window)->status == TR_NOT_CONVERGED; turn++) {
    const TrFit *before = get_fit(window);
    g_assert_true(test_wait(has_button, window, TEST_DEADLINE));
    g_signal_emit_by_name(find_button(window), "clicked");
    g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
    g_assert_true(get_fit(window) != before);
    g_assert_cmpfloat(get_fit(window)->cost.total, <, cost);
    gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  }
  g_assert_cmpint(get_fit(window)->status, ==, TR_OK);
  g_assert_false(may_go_on(window));
  close_window(window);
}

/* The panel of settings keeps the button when the message is gone; the run is a new one. */
static void
test_panel(void)
{
  TrammelWindow *window = open_stopped();
  TrammelDocument *document = trammel_window_get_document(window);
  GtkWidget *panel = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SETTINGS_PANEL, NULL);
  guint n = g_list_model_get_n_items(trammel_document_get_runs(document));

  g_assert_true(trammel_document_set_setting(document, "max_iterations", "auto", NULL));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  if (get_fit(window)->status == TR_NOT_CONVERGED) {
    GtkWidget *button = find_widget(panel, GTK_TYPE_BUTTON, "Continue");
    g_assert_nonnull(button);
    g_signal_emit_by_name(button, "clicked");
    g_assert_true(test_wait(has_better, window, TEST_DEADLINE));
    g_assert_cmpuint(g_list_model_get_n_items(trammel_document_get_runs(document)), ==, n + 1);
  }
  g_assert_null(find_widget(panel, GTK_TYPE_BUTTON, "Continue"));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/go-on/message", test_message);
  g_test_add_func("/go-on/panel", test_panel);
  return run_window_tests();
}
