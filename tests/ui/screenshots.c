/* Pictures of the start page and the Identify page (before, during and after a run, with two
 * examples), light and dark, at two window sizes, written into the given folder, to be looked at by
 * people; only of the page Data with the second argument "data".  HOME must be a separate folder: a
 * copy of an example is put there, for the list of recent projects. */
#include <glib/gstdio.h>
#include <gtk/gtk.h>

#include "io/project/examples.h"
#include "ui/desktop/recent.h"
#include "ui/pictures.h"
#include "ui/ui-support.h"
#include "ui/window/application.h"

/* Records the round of a running fit that searches kappa. */
static void
on_progress_taken_cb(TrammelJob *job, const TrammelJobProgress *progress, int *round)
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

/* Takes a fit whose step is short enough to show its rounds. */
static gboolean
take_running(GtkApplication *application, const char *folder, const char *style)
{
  TrammelWindow *window = open_styled_window(application, style, 1440, 900);
  TrammelJob *job = trammel_window_get_job(window);
  int round = 0;

  g_signal_connect(job, "progress", G_CALLBACK(on_progress_taken_cb), &round);
  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string("furuta"));
  gboolean came =
      test_wait(is_prepared, window, TEST_DEADLINE) &&
      trammel_document_set_setting(trammel_window_get_document(window), "h", "0.001", NULL) &&
      test_wait(is_prepared, window, TEST_DEADLINE);
  if (came)
    g_action_group_activate_action(G_ACTION_GROUP(window), "identify", NULL);
  came = came && test_wait(is_in_third_round, &round, TEST_DEADLINE);
  if (came)
    take_picture(GTK_WINDOW(window), folder, "running", style);
  g_signal_handlers_disconnect_by_data(job, &round);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}

/* Takes the page with an example, before (if `opened` names a picture) and after its run. */
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
  if (!test_wait(is_prepared, window, TEST_DEADLINE))
    return FALSE;
  if (opened)
    take_picture(GTK_WINDOW(window), folder, opened, style);
  g_action_group_activate_action(G_ACTION_GROUP(window), "identify", NULL);
  if (!test_wait(has_fit, window, TEST_DEADLINE))
    return FALSE;
  take_picture(GTK_WINDOW(window), folder, identified, style);
  return TRUE;
}

static gboolean
is_regression(gpointer window)
{
  TrammelRun *run = trammel_document_get_run(trammel_window_get_document(window));

  return run && trammel_run_get_kind(run) == TRAMMEL_RUN_FULL &&
         trammel_run_get_fit(run)->regression;
}

/* Takes the page after a regression of the project that is open. */
static gboolean
take_regression(TrammelWindow *window, const char *folder, const char *style)
{
  TrammelDocument *document = trammel_window_get_document(window);

  if (!trammel_document_set_setting(document, "cutoff", "40", NULL) ||
      !trammel_document_set_setting(document, "formulation", "regression", NULL))
    return FALSE;
  g_action_group_activate_action(G_ACTION_GROUP(window), "identify", NULL);
  if (!test_wait(is_regression, window, TEST_DEADLINE))
    return FALSE;
  take_picture(GTK_WINDOW(window), folder, "regression", style);
  return TRUE;
}

static gboolean
take_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height)
{
  TrammelWindow *window = open_styled_window(application, style, width, height);
  TrammelWindow *other = NULL;

  take_picture(GTK_WINDOW(window), folder, "start", style);
  gboolean done = take_example(window, folder, "furuta", "opened", "identify", style);
  gtk_window_destroy(GTK_WINDOW(window));
  if (!done)
    return FALSE;
  other = open_styled_window(application, style, width, height);
  done = take_example(other, folder, "servo", NULL, "servo", style) &&
         take_regression(other, folder, style);
  gtk_window_destroy(GTK_WINDOW(other));
  return done;
}

/* Writes a recently used project for the start page. */
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

static gboolean
take_preferences(
    GtkApplication *application, const char *folder, const char *style, int width, int height)
{
  TrammelWindow *window = open_styled_window(application, style, width, height);

  g_action_group_activate_action(G_ACTION_GROUP(application), "preferences", NULL);
  GtkWindow *dialog = gtk_application_get_active_window(application);
  if (dialog != GTK_WINDOW(window))
    take_picture(dialog, folder, "preferences", style);
  gtk_window_destroy(dialog);
  if (dialog != GTK_WINDOW(window))
    gtk_window_destroy(GTK_WINDOW(window));
  return TRUE;
}

/* Groups of pictures that can be requested alone. */
static const struct {
  const char *name;
  gboolean (*take)(GtkApplication *, const char *folder, const char *style, int width, int height);
} parts[] = {{"data", take_data_pictures},         {"model", take_model_pictures},
             {"runs", take_run_pictures},          {"export", take_export_pictures},
             {"identify", take_identify_pictures}, {"inspect", take_inspect_pictures},
             {"refits", take_refit_pictures},      {"scene", take_scene_pictures},
             {"validate", take_validate_pictures}, {"preferences", take_preferences},
             {"dialogs", take_dialog_pictures},    {"fit", take_pictures}};

static gboolean
take_parts(GtkApplication *application, const char *folder, const char *only, const char *style)
{
  static const int sizes[][2] = {{1440, 900}, {1024, 700}, {1920, 1080}};

  for (guint p = 0; p < G_N_ELEMENTS(parts); p++)
    /* the largest size only of the page whose layout it changes */
    for (guint i = 0; i < G_N_ELEMENTS(sizes) - !g_str_equal(parts[p].name, "fit"); i++)
      if ((!only || g_str_equal(only, parts[p].name)) &&
          !parts[p].take(application, folder, style, sizes[i][0], sizes[i][1]))
        return FALSE;
  return (only && !g_str_equal(only, "fit")) || take_running(application, folder, style);
}

int
main(int argc, char **argv)
{
  static const char *const styles[] = {"light", "dark"};

  init_pictures();
  if (argc < 2 || argc > 3 || g_mkdir_with_parents(argv[1], 0755) != 0) {
    g_printerr("Usage: screenshots FOLDER "
               "[data|model|runs|export|identify|inspect|refits|scene|validate|preferences|dialogs|"
               "fit]\n");
    return 2;
  }
  g_autoptr(TrammelApplication) application = trammel_application_new(G_APPLICATION_NON_UNIQUE);
  if (!g_application_register(G_APPLICATION(application), NULL, NULL))
    return 1;
  if (!write_recent())
    return 1;
  for (guint s = 0; s < G_N_ELEMENTS(styles); s++)
    if (!take_parts(GTK_APPLICATION(application), argv[1], argv[2], styles[s])) {
      g_printerr("The example did not come to a result in time.\n");
      return 1;
    }
  return 0;
}
