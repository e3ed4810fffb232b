#include <string.h>

#include "pictures.h"
#include "ui-support.h"
#include "ui/pages/template-dialog.h"
#include "ui/session/templates.h"
#include "ui/settings.h"

static void
show_model_page(TrammelWindow *window)
{
  g_action_group_change_action_state(G_ACTION_GROUP(window), "page", g_variant_new_string("model"));
}

/* An example, with what its run knows of the things. */
static gboolean
take_example(GtkApplication *application,
             const char *folder,
             const char *example,
             const char *what,
             const char *style,
             const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);

  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string(example));
  gboolean came = test_wait(is_prepared, window, TEST_DEADLINE);
  if (came)
    g_action_group_activate_action(G_ACTION_GROUP(window), "identify", NULL);
  came = came && test_wait(has_fit, window, TEST_DEADLINE);
  show_model_page(window);
  if (came)
    take_picture(GTK_WINDOW(window), folder, what, style);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}

/* A new project of a template, as it is before anything is done to it. */
static gboolean
take_template(GtkApplication *application,
              const char *folder,
              const char *title,
              const char *what,
              const char *style,
              const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);
  g_autoptr(TrammelProject) project = NULL;

  for (guint i = 0; i < trammel_templates_get_n() && !project; i++)
    if (strstr(trammel_templates_get_title(i), title))
      project = trammel_templates_load(i, NULL);

  if (!project)
    return FALSE;
  g_autoptr(TrammelDocument) document = trammel_document_new(project, NULL, TRUE);
  trammel_window_show_document(window, document);
  take_picture(GTK_WINDOW(window), folder, what, style);
  gtk_window_destroy(GTK_WINDOW(window));
  return TRUE;
}

/* All that can be drawn beside the bodies, after a run. */
static gboolean
take_marks(GtkApplication *application, const char *folder, const char *style, const int size[2])
{
  static const char *const all[] = {
      "show-labels",  "show-joint-axes", "show-centres", "show-inertias", "show-axes",
      "show-gravity", "show-forces",     "show-trails",  "knowledge",     NULL};
  GSettings *settings = trammel_settings_get();

  if (!settings)
    return FALSE;
  g_settings_set_strv(settings, "model-shows", all);
  g_settings_set_strv(settings, "playback-shows", all);
  gboolean taken = take_example(application, folder, "four-bar", "model-marks", style, size);
  g_settings_reset(settings, "model-shows");
  g_settings_reset(settings, "playback-shows");
  return taken;
}

static void
on_dialog_closed_cb(GObject *source, GAsyncResult *result, gpointer unused)
{
  g_assert_null(trammel_template_dialog_finish(result, NULL));
}

static GtkWindow *
find_dialog(TrammelWindow *window)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();

  for (GList *l = windows; l; l = l->next)
    if (gtk_window_get_transient_for(l->data) == GTK_WINDOW(window))
      return l->data;
  return NULL;
}

static gboolean
take_dialog(GtkApplication *application, const char *folder, const char *style, const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);

  trammel_template_dialog_run(GTK_WINDOW(window), on_dialog_closed_cb, NULL);
  GtkWindow *dialog = find_dialog(window);
  if (dialog)
    take_picture(dialog, folder, "new-project", style);
  if (dialog)
    gtk_window_destroy(dialog);
  gtk_window_destroy(GTK_WINDOW(window));
  return dialog != NULL;
}

gboolean
take_model_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height)
{
  const int size[2] = {width, height};

  return take_example(application, folder, "furuta", "model", style, size) &&
         take_marks(application, folder, style, size) &&
         take_template(application, folder, "Four-bar", "model-four-bar", style, size) &&
         take_template(application, folder, "Double pendulum", "model-double", style, size) &&
         take_dialog(application, folder, style, size);
}
