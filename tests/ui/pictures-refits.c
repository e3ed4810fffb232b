/* Pictures of the tab Refits of the page Inspect (pictures.h). */
#include <glib/gi18n.h>

#include "ui/pages/inspect/inspect-page.h"
#include "ui/pages/inspect/refit-panel.h"
#include "ui/pictures.h"
#include "ui/widgets/task-bar.h"
#include "ui/window-support.h"

/* TestCondition */
static gboolean
has_ended(gpointer bar)
{
  return !trammel_task_bar_get_running(bar);
}

/* Shows a view, lets its button work, and takes the picture. */
static gboolean
take_view(TrammelWindow *window, GtkWidget *panel, const char *name, const char *folder)
{
  const char *style = g_object_get_data(G_OBJECT(window), "style");
  g_autofree char *what = g_strconcat("inspect-", name, NULL);

  trammel_refit_panel_show_view(TRAMMEL_REFIT_PANEL(panel), name);
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  GtkWidget *bar = find_widget(panel, TRAMMEL_TYPE_TASK_BAR, NULL);
  g_signal_emit_by_name(find_widget(bar, GTK_TYPE_BUTTON, NULL), "clicked");
  gboolean came = test_wait(has_ended, bar, 4 * TEST_DEADLINE);
  take_picture(GTK_WINDOW(window), folder, what, style);
  return came;
}

gboolean
take_refit_pictures(
    GtkApplication *program, const char *folder, const char *style, int width, int height)
{
  static const char *const views[] = {"starts", "scatter", "track"};
  TrammelWindow *window = open_styled_window(program, style, width, height);
  GActionGroup *actions = G_ACTION_GROUP(window);

  g_object_set_data(G_OBJECT(window), "style", (gpointer)style);
  g_autofree char *path =
      g_build_filename(g_getenv("TRAMMEL_TEST_DATA"), "projects", "shaken.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  trammel_window_open_file(window, file);
  gboolean came = test_wait(is_prepared, window, TEST_DEADLINE);
  g_action_group_activate_action(actions, "identify", NULL);
  came = came && test_wait(has_fit, window, TEST_DEADLINE);
  g_action_group_change_action_state(actions, "page", g_variant_new_string("inspect"));
  GtkWidget *page = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_INSPECT_PAGE, NULL);
  trammel_inspect_page_show_tab(TRAMMEL_INSPECT_PAGE(page), "refits");
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  GtkWidget *panel = find_widget(page, TRAMMEL_TYPE_REFIT_PANEL, NULL);
  for (guint i = 0; came && i < G_N_ELEMENTS(views); i++)
    came = take_view(window, panel, views[i], folder);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}
