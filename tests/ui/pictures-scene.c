/* Pictures of what the 3D view draws beside the mechanism, and of its dialog (pictures.h): a
 * direction of the parameters on the page Inspect, forces and trails, the saving of a motion. */
#include "ui/desktop/settings.h"
#include "ui/pages/inspect/inspect-page.h"
#include "ui/pages/inspect/inspect-uncertainty.h"
#include "ui/pages/parts/movie-dialog.h"
#include "ui/pictures.h"
#include "ui/window-support.h"

static gboolean
has_analysis(gpointer page)
{
  return trammel_inspect_page_is_up_to_date(page);
}

/* Opens an example with its run on the page Inspect. */
static TrammelWindow *
open_run(GtkApplication *program, const char *example, const char *style, const int size[2])
{
  TrammelWindow *window = open_styled_window(program, style, size[0], size[1]);
  GActionGroup *actions = G_ACTION_GROUP(window);

  g_action_group_activate_action(actions, "open-example", g_variant_new_string(example));
  test_wait(is_prepared, window, TEST_DEADLINE);
  g_action_group_activate_action(actions, "identify", NULL);
  test_wait(has_fit, window, TEST_DEADLINE);
  g_action_group_change_action_state(actions, "page", g_variant_new_string("inspect"));
  return window;
}

/* Takes the least determined direction, and the one that is best determined. */
static void
take_directions(TrammelWindow *window, const char *folder, const char *style)
{
  GtkWidget *page = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_INSPECT_PAGE, NULL);

  trammel_inspect_page_show_tab(TRAMMEL_INSPECT_PAGE(page), "uncertainty");
  test_wait(has_analysis, page, TEST_DEADLINE);
  GtkWidget *tab = find_widget(page, TRAMMEL_TYPE_INSPECT_UNCERTAINTY, NULL);
  GtkWidget *button = find_widget(tab, GTK_TYPE_TOGGLE_BUTTON, "3D");
  GtkWidget *spin = find_widget(tab, GTK_TYPE_SPIN_BUTTON, NULL);
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), TRUE);
  take_picture(GTK_WINDOW(window), folder, "scene-direction", style);
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), 1);
  take_picture(GTK_WINDOW(window), folder, "scene-direction-first", style);
}

static void
take_movie(TrammelWindow *window, const char *folder, const char *style)
{
  GtkWidget *page = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_INSPECT_PAGE, NULL);

  trammel_inspect_page_show_tab(TRAMMEL_INSPECT_PAGE(page), "residuals");
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  GtkWidget *pane = find_widget(page, TRAMMEL_TYPE_SCENE_PANE, NULL);
  if (!pane)
    return;
  TrammelMovieDialog *dialog = trammel_movie_dialog_show(TRAMMEL_SCENE_PANE(pane));
  take_picture(GTK_WINDOW(dialog), folder, "scene-movie", style);
  gtk_window_destroy(GTK_WINDOW(dialog));
}

/* Takes forces, names and trails in the large 3D view. */
static void
take_forces(GtkApplication *program, const char *folder, const char *style, const int size[2])
{
  static const char *const all[] = {"show-labels", "show-forces", "show-trails", "show-violations",
                                    NULL};
  GSettings *settings = trammel_settings_get();

  if (settings)
    g_settings_set_strv(settings, "playback-shows", all);
  TrammelWindow *window = open_run(program, "four-bar", style, size);
  g_action_group_change_action_state(G_ACTION_GROUP(window), "page",
                                     g_variant_new_string("identify"));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  g_autoptr(GPtrArray) buttons = g_ptr_array_new();
  collect_widgets(GTK_WIDGET(window), GTK_TYPE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    if (g_strcmp0(gtk_buildable_get_buildable_id(buttons->pdata[i]), "large") == 0)
      g_signal_emit_by_name(buttons->pdata[i], "clicked");
  g_autoptr(GPtrArray) cursors = g_ptr_array_new();
  collect_widgets(GTK_WIDGET(window), GTK_TYPE_SCALE, cursors);
  if (cursors->len > 0)
    gtk_range_set_value(cursors->pdata[cursors->len - 1], 1.3);
  take_picture(GTK_WINDOW(window), folder, "scene-forces", style);
  gtk_window_destroy(GTK_WINDOW(window));
  if (settings)
    g_settings_reset(settings, "playback-shows");
}

gboolean
take_scene_pictures(
    GtkApplication *program, const char *folder, const char *style, int width, int height)
{
  const int size[2] = {width, height};
  TrammelWindow *window = open_run(program, "furuta", style, size);

  take_directions(window, folder, style);
  take_movie(window, folder, style);
  gtk_window_destroy(GTK_WINDOW(window));
  take_forces(program, folder, style, size);
  return TRUE;
}
