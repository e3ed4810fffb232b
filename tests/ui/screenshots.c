/* Writes pictures of the start page and the Identify page (before and after a run and during one,
 * with two examples), light and dark, at two window sizes, into the folder
 * that is given: to be looked at by people.  HOME is to be a folder of its own: a copy of an
 * example is put there, for the list of recent projects. */
#include <glib/gstdio.h>
#include <gtk/gtk.h>

#include "io/examples.h"
#include "ui-support.h"
#include "ui/application.h"
#include "ui/recent.h"
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
  GskRenderNode *node = NULL;
  /* nothing is drawn while a new size is pending */
  for (int i = 0; i < 1000 && !node; i++) {
    GtkSnapshot *snapshot = gtk_snapshot_new();
    gdk_paintable_snapshot(paintable, snapshot, width, height);
    node = gtk_snapshot_free_to_node(snapshot);
    if (!node)
      g_main_context_iteration(NULL, TRUE);
  }
  g_return_if_fail(node != NULL);
  g_autoptr(GdkTexture) texture =
      gsk_renderer_render_texture(gtk_native_get_renderer(GTK_NATIVE(window)), node, NULL);
  g_autofree char *path = g_strdup_printf("%s/%s-%s-%d.png", folder, what, style, width);

  gdk_texture_save_to_png(texture, path);
  g_print("%s\n", path);
  gsk_render_node_unref(node);
}

/* The third round of a fit that looks for kappa. */
static void
on_progress_taken_cb(TrammelJob *job, const TrammelProgress *progress, int *round)
{
  *round = progress->kind == TRAMMEL_RUN_FULL
               ? MAX(*round, progress->history[progress->n_history - 1].round)
               : 0;
}

static gboolean
is_in_third_round(gpointer round)
{
  return *(int *)round >= 3;
}

static TrammelWindow *
open_window(GtkApplication *application, const char *style, int width, int height)
{
  TrammelWindow *window = trammel_window_new(application);

  g_action_group_change_action_state(G_ACTION_GROUP(application), "dark-style",
                                     g_variant_new_string(style));
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_window_present(GTK_WINDOW(window));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  return window;
}

/* A fit with a step so short that its rounds can be looked at. */
static gboolean
take_running(GtkApplication *application, const char *folder, const char *style)
{
  TrammelWindow *window = open_window(application, style, 1440, 900);
  TrammelJob *job = trammel_window_get_job(window);
  int round = 0;

  g_signal_connect(job, "progress", G_CALLBACK(on_progress_taken_cb), &round);
  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string("furuta"));
  gboolean came =
      test_wait(has_prepared, window, TEST_DEADLINE) &&
      trammel_document_set_setting(trammel_window_get_document(window), "h", "0.001", NULL) &&
      test_wait(has_prepared, window, TEST_DEADLINE);
  if (came)
    g_action_group_activate_action(G_ACTION_GROUP(window), "identify", NULL);
  came = came && test_wait(is_in_third_round, &round, TEST_DEADLINE);
  if (came)
    take_picture(window, folder, "running", style);
  g_signal_handlers_disconnect_by_data(job, &round);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}

/* The page with an example, before (where `opened` names a picture) and after its run. */
static gboolean
take_example(TrammelWindow *window,
             const char *folder,
             const char *example,
             const char *opened,
             const char *identified,
             const char *style)
{
  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string(example));
  if (!test_wait(has_prepared, window, TEST_DEADLINE))
    return FALSE;
  if (opened)
    take_picture(window, folder, opened, style);
  g_action_group_activate_action(G_ACTION_GROUP(window), "identify", NULL);
  if (!test_wait(has_result, window, TEST_DEADLINE))
    return FALSE;
  take_picture(window, folder, identified, style);
  return TRUE;
}

static gboolean
take_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height)
{
  TrammelWindow *window = open_window(application, style, width, height);
  TrammelWindow *other = NULL;

  take_picture(window, folder, "start", style);
  gboolean done = take_example(window, folder, "furuta", "opened", "identify", style);
  gtk_window_destroy(GTK_WINDOW(window));
  if (!done)
    return FALSE;
  other = open_window(application, style, width, height);
  done = take_example(other, folder, "servo", NULL, "servo", style);
  gtk_window_destroy(GTK_WINDOW(other));
  return done;
}

/* A project that was opened before, for the start page. */
static gboolean
write_recent(void)
{
  g_autofree char *folder = g_build_filename(g_get_home_dir(), "Projects", "servo", NULL);
  g_autoptr(GError) error = NULL;
  g_autofree char *path = trammel_examples_write(trammel_examples_find("servo"), folder, &error);

  if (!path) {
    g_printerr("%s\n", error->message);
    return FALSE;
  }
  g_autoptr(GFile) file = g_file_new_for_path(path);
  trammel_recent_add(file);
  return TRUE;
}

static int
fail(void)
{
  g_printerr("The example did not come to a result in time.\n");
  return 1;
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
  if (!write_recent())
    return 1;
  for (guint s = 0; s < G_N_ELEMENTS(styles); s++) {
    if (!take_running(GTK_APPLICATION(application), argv[1], styles[s]))
      return fail();
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++)
      if (!take_pictures(GTK_APPLICATION(application), argv[1], styles[s], sizes[i][0],
                         sizes[i][1]))
        return fail();
  }
  return 0;
}
