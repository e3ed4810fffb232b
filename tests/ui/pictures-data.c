/* Pictures of the page Data, and of the import and mapping dialogs (pictures.h). */
#include "ui/pictures.h"

#include <glib/gstdio.h>
#include <math.h>

#include "ui/pages/import/csv-dialog.h"
#include "ui/pages/import/mapping-dialog.h"
#include "ui/pages/import/mat-dialog.h"
#include "ui/ui-support.h"

static gboolean
take_page(GtkApplication *application,
          const char *folder,
          const char *what,
          const char *example,
          const char *style,
          const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);

  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string(example));
  gboolean came = test_wait(is_prepared, window, TEST_DEADLINE);
  g_action_group_change_action_state(G_ACTION_GROUP(window), "page", g_variant_new_string("data"));
  if (came)
    take_picture(GTK_WINDOW(window), folder, what, style);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}

/* Takes a prepared log with a finding. */
static gboolean
take_prepared(GtkApplication *application, const char *folder, const char *style, const int size[2])
{
  static const char *const changes[][2] = {{"logs[0].trim", "[0.4, 9]"},
                                           {"logs[0].exclude[]", "[3.2, 4.1]"},
                                           {"logs[0].channels[0].sign", "-1"},
                                           {"logs[0].channels[0].delay", "0.05"},
                                           {"logs[0].channels[0].process",
                                            "[{\"type\": \"detrend\"},"
                                            " {\"type\": \"low-pass\", \"cutoff\": 2}]"}};
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);

  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string("servo"));
  gboolean came = test_wait(is_prepared, window, TEST_DEADLINE);
  g_action_group_change_action_state(G_ACTION_GROUP(window), "page", g_variant_new_string("data"));
  for (guint i = 0; came && i < G_N_ELEMENTS(changes); i++)
    trammel_document_put(trammel_window_get_document(window), changes[i][0], changes[i][1],
                         "prepare", NULL, NULL);
  came = came &&
         trammel_document_put(trammel_window_get_document(window), "logs[0].channels[1]", NULL,
                              "take away", NULL, NULL) &&
         test_wait(is_prepared, window, TEST_DEADLINE);
  if (came)
    take_picture(GTK_WINDOW(window), folder, "data-prepared", style);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}

/* Takes a log with values of its own, one of them of a free quantity. */
static gboolean
take_values(GtkApplication *application, const char *folder, const char *style, const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);

  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string("furuta"));
  gboolean came = test_wait(is_prepared, window, TEST_DEADLINE);
  g_action_group_change_action_state(G_ACTION_GROUP(window), "page", g_variant_new_string("data"));
  came = came &&
         trammel_document_put(trammel_window_get_document(window), "logs[0].values",
                              "{\"body.pendulum.mass\": 0.25, \"body.pendulum.inertia.yy\": 0.0041,"
                              " \"motor.drive.gain\": 0.06}",
                              "values", NULL, NULL) &&
         test_wait(is_prepared, window, TEST_DEADLINE);
  if (came)
    take_picture(GTK_WINDOW(window), folder, "data-values", style);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}

/* Writes a log in the format of a data logger: semicolons, decimal commas, units in the header,
 * some cells that are not numbers. */
static char *
write_csv(const char *folder)
{
  char *path = g_build_filename(folder, "rig-a-0412.csv", NULL);
  g_autoptr(GString) text =
      g_string_new("# rig A, run 412\nt [s];q1 [deg];dq1 [deg/s];i1 [A];temp;state\n");

  for (int i = 0; i < 4000; i++) {
    double t = 0.002 * i;
    g_string_append_printf(text, "%.3f;%.4f;%.3f;", t, 40 * sin(3 * t), 120 * cos(3 * t));
    g_string_append_printf(text, i == 17 || i == 2900 ? "n.a.;" : "%.3f;", 0.4 * sin(3 * t + 1));
    g_string_append_printf(text, "%.1f;%s\n", 24 + 0.1 * t, i < 3000 ? "run" : "stop");
  }
  g_strdelimit(text->str, ".", ',');
  g_file_set_contents(path, text->str, -1, NULL);
  return path;
}

static gboolean
is_ready(gpointer window)
{
  if (TRAMMEL_IS_CSV_DIALOG(window))
    return trammel_csv_dialog_has_read(window);
  if (TRAMMEL_IS_MAT_DIALOG(window))
    return trammel_mat_dialog_is_ready(window);
  return TRAMMEL_IS_MAPPING_DIALOG(window) && trammel_mapping_dialog_is_ready(window);
}

/* TestCondition: a dialog has read its file; sets *user to it. */
static gboolean
has_dialog(gpointer user)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();

  for (GList *l = windows; l; l = l->next)
    if (is_ready(l->data)) {
      *(GtkWindow **)user = l->data;
      return TRUE;
    }
  return FALSE;
}

static void
on_dialog_done_cb(GObject *source, GAsyncResult *result, gpointer user)
{
  g_autoptr(TrammelLogImport) logs = trammel_csv_dialog_finish(result, NULL);
}

static void
on_mapping_done_cb(GObject *source, GAsyncResult *result, gpointer user)
{
  g_autoptr(TrammelProject) project = trammel_mapping_dialog_finish(result, NULL);
}

/* Waits for the dialog over `window`, takes it, and closes both. */
static gboolean
take_dialog(TrammelWindow *window, const char *folder, const char *what, const char *style)
{
  GtkWindow *dialog = NULL;
  gboolean came = test_wait(has_dialog, &dialog, TEST_DEADLINE);

  if (came)
    take_picture(dialog, folder, what, style);
  if (came)
    gtk_window_destroy(dialog);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}

static gboolean
take_csv(GtkApplication *application, const char *folder, const char *style, const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);
  g_autofree char *path = write_csv(g_get_tmp_dir());

  trammel_csv_dialog_run(GTK_WINDOW(window), (const char *[]){path, NULL}, NULL, on_dialog_done_cb,
                         NULL);
  gboolean came = take_dialog(window, folder, "csv-dialog", style);
  g_remove(path);
  return came;
}

/* Takes the import of a measured MAT file, if it is available. */
static gboolean
take_mat(GtkApplication *application, const char *folder, const char *style, const int size[2])
{
  const char *shared = g_getenv("TRAMMEL_SHARED");
  g_autofree char *path = g_build_filename(shared ? shared : "", "data", "multiarm_pendulum",
                                           "SingleDataFreeSwing_1_Dt_0_0001.mat", NULL);

  if (!g_file_test(path, G_FILE_TEST_EXISTS))
    return TRUE;
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);
  trammel_mat_dialog_run(GTK_WINDOW(window), path, on_dialog_done_cb, NULL);
  return take_dialog(window, folder, "mat-dialog", style);
}

static gboolean
take_mapping(GtkApplication *application, const char *folder, const char *style, const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);

  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string("furuta"));
  if (!test_wait(is_prepared, window, TEST_DEADLINE))
    return FALSE;
  trammel_mapping_dialog_run(GTK_WINDOW(window),
                             trammel_document_get_project(trammel_window_get_document(window)), 0,
                             on_mapping_done_cb, NULL);
  return take_dialog(window, folder, "mapping-dialog", style);
}

gboolean
take_data_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height)
{
  const int size[2] = {width, height};

  return take_page(application, folder, "data", "furuta", style, size) &&
         take_page(application, folder, "data-servo", "servo", style, size) &&
         take_prepared(application, folder, style, size) &&
         take_values(application, folder, style, size) &&
         (width < 1440 || (take_csv(application, folder, style, size) &&
                           take_mat(application, folder, style, size) &&
                           take_mapping(application, folder, style, size)));
}
