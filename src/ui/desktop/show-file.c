#include "ui/desktop/show-file.h"

static void
open_folder(GtkWindow *parent, GFile *file)
{
  g_autoptr(GFile) folder = g_file_get_parent(file);
  g_autofree char *uri = g_file_get_uri(folder ? folder : file);

  gtk_show_uri(parent, uri, GDK_CURRENT_TIME);
}

typedef struct {
  GWeakRef parent; /* a window */
  GFile *file;
} Request;

static void
on_shown_cb(GObject *connection, GAsyncResult *result, gpointer data)
{
  Request *request = data;
  g_autoptr(GVariant) answer =
      g_dbus_connection_call_finish(G_DBUS_CONNECTION(connection), result, NULL);
  g_autoptr(GtkWindow) parent = g_weak_ref_get(&request->parent);

  if (!answer)
    open_folder(parent, request->file);
  g_weak_ref_clear(&request->parent);
  g_object_unref(request->file);
  g_free(request);
}

void
trammel_show_file(GtkWindow *parent, const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_path(path);
  GApplication *application = G_APPLICATION(gtk_window_get_application(parent));
  GDBusConnection *bus = g_application_get_dbus_connection(application);

  if (!bus) {
    open_folder(parent, file);
    return;
  }
  g_autofree char *uri = g_file_get_uri(file);
  const char *const uris[] = {uri, NULL};
  Request *request = g_new0(Request, 1);
  g_weak_ref_init(&request->parent, parent);
  request->file = g_steal_pointer(&file);
  g_dbus_connection_call(bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                         "org.freedesktop.FileManager1", "ShowItems",
                         g_variant_new("(^ass)", uris, ""), NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL,
                         on_shown_cb, request);
}
