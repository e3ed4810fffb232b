/* Pictures of the export dialog (pictures.h). */
#include "ui/pages/export/export-dialog.h"
#include "ui/pictures.h"
#include "ui/plot/picture.h"
#include "ui/ui-support.h"
#include "ui/window-support.h"

static gboolean
is_up_to_date(gpointer dialog)
{
  return trammel_export_dialog_is_up_to_date(dialog);
}

static gboolean
take_format(TrammelWindow *window, const char *folder, const char *format, const char *style)
{
  g_autofree char *name = g_strdup_printf("export-%s", format);

  activate(window, "export", format);
  GtkWidget *dialog = find_toplevel(TRAMMEL_TYPE_EXPORT_DIALOG);
  gboolean done = dialog && test_wait(is_up_to_date, dialog, TEST_DEADLINE);
  if (done)
    take_picture(GTK_WINDOW(dialog), folder, name, style);
  if (dialog)
    gtk_window_destroy(GTK_WINDOW(dialog));
  return done;
}

gboolean
take_export_pictures(
    GtkApplication *app, const char *folder, const char *style, int width, int height)
{
  static const char *const formats[] = {"json", "csv", "h", "urdf", "motion-csv", "pdf"};
  TrammelWindow *window = open_styled_window(app, style, width, height);
  TrammelDocument *document;

  activate(window, "open-example", "pendulum");
  document = trammel_window_get_document(window);
  gboolean done = test_wait(is_prepared, window, TEST_DEADLINE) &&
                  trammel_document_set_free(document, "body.pendulum.mass", TRUE, NULL) &&
                  test_wait(is_prepared, window, TEST_DEADLINE);
  if (done)
    activate(window, "identify", NULL);
  done = done && test_wait(has_fit, window, TEST_DEADLINE);
  GtkWidget *picture = done ? find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_PICTURE, NULL) : NULL;
  for (int i = 0; picture && i < 2; i++)
    gtk_widget_activate_action(picture, "picture.add-to-report", NULL);
  for (gsize i = 0; done && i < G_N_ELEMENTS(formats); i++)
    done = take_format(window, folder, formats[i], style);
  gtk_window_destroy(GTK_WINDOW(window));
  return done;
}
