#include "ui/desktop/save-widget.h"

#include <glib/gi18n.h>

/* Data while the user chooses the file. */
typedef struct {
  GtkWidget *widget; /* owned */
  TrammelWriteWidget write;
} Request;

static void
tell(GtkWidget *widget, gboolean is_error, const char *text)
{
  if (!gtk_widget_activate_action(widget, "win.show-message", "(bs)", is_error, text) && is_error)
    g_warning("%s", text);
}

static void
write_chosen(const Request *request, GFile *file)
{
  g_autofree char *path = g_file_get_path(file);
  g_autofree char *name = g_file_get_basename(file);
  g_autoptr(GError) error = NULL;

  if (!path) {
    tell(request->widget, TRUE, _("Only local folders can be written to."));
    return;
  }
  if (!request->write(request->widget, path, &error)) {
    tell(request->widget, TRUE, error->message);
    return;
  }
  g_autofree char *text = g_strdup_printf(_("%s was saved."), name);
  tell(request->widget, FALSE, text);
}

static void
on_file_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  Request *request = data;
  g_autoptr(GFile) file = trammel_choose_file_finish(result, NULL);

  if (file)
    write_chosen(request, file);
  g_object_unref(request->widget);
  g_free(request);
}

void
trammel_save_widget(GtkWidget *widget,
                    TrammelChoice choice,
                    const char *name,
                    TrammelWriteWidget write)
{
  GtkRoot *root = gtk_widget_get_root(widget);
  Request *request = g_new(Request, 1);

  *request = (Request){g_object_ref(widget), write};
  trammel_choose_file_async(GTK_IS_WINDOW(root) ? GTK_WINDOW(root) : NULL, choice, name,
                            on_file_chosen_cb, request);
}
