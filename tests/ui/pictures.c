#include "ui/pictures.h"

#include <libintl.h>

#include "ui/scene/view/scene-view.h"
#include "ui/ui-support.h"
#include "ui/window/application.h"

/* Maximum time for a page to settle after a change (revealers, scroll bars, GL). */
#define SETTLE_SECONDS 0.6

void
init_pictures(void)
{
  const char *texts = g_getenv("TRAMMEL_TEXTS"), *scale = g_getenv("TRAMMEL_TEXT_SCALE");

  trammel_application_choose_locale();
  gtk_init();
  if (texts) {
    bindtextdomain("trammel", texts);
    textdomain("trammel");
  }
  if (g_strcmp0(g_getenv("TRAMMEL_DIRECTION"), "rtl") == 0)
    gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL);
  if (scale)
    g_object_set(gtk_settings_get_default(), "gtk-xft-dpi",
                 (int)(96 * 1024 * g_ascii_strtod(scale, NULL)), NULL);
}

static gboolean
never(gpointer user)
{
  return FALSE;
}

gboolean
is_prepared(gpointer window)
{
  TrammelDocument *document = trammel_window_get_document(window);
  return document && trammel_document_get_run(document) &&
         !trammel_job_get_running(trammel_window_get_job(window));
}

gboolean
has_fit(gpointer window)
{
  TrammelDocument *document = trammel_window_get_document(window);
  return is_prepared(window) && g_list_model_get_n_items(trammel_document_get_runs(document)) > 0 &&
         !trammel_job_get_extending(trammel_window_get_job(window));
}

/* TestCondition: all 3D pictures within a widget are drawn at full quality. */
static gboolean
has_settled(gpointer data)
{
  gboolean settled = !TRAMMEL_IS_SCENE_VIEW(data) || !gtk_widget_get_mapped(data) ||
                     trammel_scene_view_is_settled(data);

  for (GtkWidget *child = gtk_widget_get_first_child(data); child && settled;
       child = gtk_widget_get_next_sibling(child))
    settled = has_settled(child);
  return settled;
}

void
take_picture(GtkWindow *window, const char *folder, const char *what, const char *style)
{
  test_wait(never, NULL, SETTLE_SECONDS);
  if (!test_wait(has_settled, window, TEST_DEADLINE))
    g_warning("the 3D picture of %s does not settle", what);
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(GTK_WIDGET(window));
  int width = gtk_widget_get_width(GTK_WIDGET(window));
  int height = gtk_widget_get_height(GTK_WIDGET(window));
  GskRenderNode *node = NULL;
  /* nothing is drawn while a new size is pending */
  for (int i = 0; i < 1000 && !node; i++) {
    GtkSnapshot *snapshot = gtk_snapshot_new();
    gdk_paintable_snapshot(paintable, snapshot, width, height);
    node = gtk_snapshot_free_to_node(snapshot);
    if (!node)
      test_wait(never, NULL, 0.01);
  }
  g_return_if_fail(node != NULL);
  g_autoptr(GdkTexture) texture =
      gsk_renderer_render_texture(gtk_native_get_renderer(GTK_NATIVE(window)), node, NULL);
  g_autofree char *path = g_strdup_printf("%s/%s-%s-%d.png", folder, what, style, width);

  gdk_texture_save_to_png(texture, path);
  g_print("%s\n", path);
  gsk_render_node_unref(node);
}

TrammelWindow *
open_styled_window(GtkApplication *application, const char *style, int width, int height)
{
  TrammelWindow *window = trammel_window_new(application);

  g_action_group_change_action_state(G_ACTION_GROUP(application), "dark-style",
                                     g_variant_new_string(style));
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_window_present(GTK_WINDOW(window));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  return window;
}
