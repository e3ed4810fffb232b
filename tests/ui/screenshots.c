/* Writes pictures of the start page and the Identify page (before and after a run), light and dark,
 * at two window sizes, into the folder that is given: to be looked at by people. */
#include <glib/gstdio.h>
#include <gtk/gtk.h>

#include "ui-support.h"
#include "ui/application.h"
#include "ui/window.h"

/* Frames that a page may take to settle after a change (revealers, scroll bars, GL). */
#define SETTLE_SECONDS 0.6

static gboolean
never(gpointer user)
{
  return FALSE;
}

static gboolean
has_prepared(gpointer window)
{
  TrammelDocument *document = trammel_window_get_document(window);
  return document && trammel_document_get_run(document) &&
         !trammel_job_get_running(trammel_window_get_job(window));
}

static gboolean
has_result(gpointer window)
{
  TrammelDocument *document = trammel_window_get_document(window);
  return has_prepared(window) && g_list_model_get_n_items(trammel_document_get_runs(document)) > 0;
}

static void
take_picture(TrammelWindow *window, const char *folder, const char *what, const char *style)
{
  test_wait(never, NULL, SETTLE_SECONDS);
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(GTK_WIDGET(window));
  int width = gtk_widget_get_width(GTK_WIDGET(window));
  int height = gtk_widget_get_height(GTK_WIDGET(window));
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(paintable, snapshot, width, height);
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  g_autoptr(GdkTexture) texture =
      gsk_renderer_render_texture(gtk_native_get_renderer(GTK_NATIVE(window)), node, NULL);
  g_autofree char *path = g_strdup_printf("%s/%s-%s-%d.png", folder, what, style, width);

  gdk_texture_save_to_png(texture, path);
  g_print("%s\n", path);
  gsk_render_node_unref(node);
}

static gboolean
take_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height)
{
  TrammelWindow *window = trammel_window_new(application);

  g_action_group_change_action_state(G_ACTION_GROUP(application), "dark-style",
                                     g_variant_new_string(style));
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_window_present(GTK_WINDOW(window));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  take_picture(window, folder, "start", style);
  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string("furuta"));
  if (!test_wait(has_prepared, window, TEST_DEADLINE))
    return FALSE;
  take_picture(window, folder, "opened", style);
  g_action_group_activate_action(G_ACTION_GROUP(window), "identify", NULL);
  if (!test_wait(has_result, window, TEST_DEADLINE))
    return FALSE;
  take_picture(window, folder, "identify", style);
  gtk_window_destroy(GTK_WINDOW(window));
  return TRUE;
}

int
main(int argc, char **argv)
{
  static const char *const styles[] = {"light", "dark"};
  static const int sizes[][2] = {{1440, 900}, {1024, 700}};

  gtk_init();
  if (argc != 2 || g_mkdir_with_parents(argv[1], 0755) != 0) {
    g_printerr("Usage: screenshots FOLDER\n");
    return 2;
  }
  g_autoptr(TrammelApplication) application = trammel_application_new(G_APPLICATION_NON_UNIQUE);
  if (!g_application_register(G_APPLICATION(application), NULL, NULL))
    return 1;
  for (guint s = 0; s < G_N_ELEMENTS(styles); s++)
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++)
      if (!take_pictures(GTK_APPLICATION(application), argv[1], styles[s], sizes[i][0],
                         sizes[i][1])) {
        g_printerr("The example did not come to a result in time.\n");
        return 1;
      }
  return 0;
}
