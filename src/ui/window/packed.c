/* Files read and written on another thread, as packed projects are large, with a message if it
 * takes long. */
#include <glib/gi18n.h>

#include "ui/desktop/recent.h"
#include "ui/window/private.h"

enum { TELL_MS = 400 };

/* A file that is being read or written. */
typedef struct {
  TrammelWindow *window;
  GFile *file;
  char *text;   /* message */
  guint source; /* timeout source until the message is shown */
} Errand;

static void
free_errand(Errand *errand)
{
  g_clear_handle_id(&errand->source, g_source_remove);
  g_object_unref(errand->file);
  g_object_unref(errand->window);
  g_free(errand->text);
  g_free(errand);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Errand, free_errand)

static gboolean
on_waiting_cb(gpointer data)
{
  Errand *errand = data;

  errand->source = 0;
  _trammel_window_report(errand->window, TRAMMEL_MESSAGE_INFO, errand->text);
  return G_SOURCE_REMOVE;
}

/* Starts reading or writing a file; takes ownership of `text`. */
static Errand *
begin_errand(TrammelWindow *self, GFile *file, char *text)
{
  Errand *errand = g_new0(Errand, 1);

  *errand = (Errand){g_object_ref(self), g_object_ref(file), text, 0};
  errand->source = g_timeout_add(TELL_MS, on_waiting_cb, errand);
  return errand;
}

/* Removes the message; returns FALSE if the window was closed meanwhile. */
static gboolean
end_errand(Errand *errand)
{
  if (!gtk_window_get_application(GTK_WINDOW(errand->window)))
    return FALSE;
  if (errand->source == 0)
    trammel_message_bar_hide(errand->window->messages);
  return TRUE;
}

static void
on_opened_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(Errand) errand = data;
  TrammelWindow *self = errand->window;
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDocument) document = trammel_document_load_finish(result, &error);

  if (!end_errand(errand))
    return;
  TrammelWindow *other =
      trammel_window_find(gtk_window_get_application(GTK_WINDOW(self)), errand->file);
  if (!document) {
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
  } else if (other) {
    gtk_window_present(GTK_WINDOW(other));
  } else {
    trammel_recent_add(errand->file);
    trammel_window_show_document(self, document);
  }
}

void
_trammel_window_open_packed(TrammelWindow *self, GFile *file)
{
  g_autofree char *name = g_file_get_basename(file);

  trammel_document_load_async(file, on_opened_cb,
                              begin_errand(self, file, g_strdup_printf(_("Unpacking %s…"), name)));
}

static void
on_saved_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(Errand) errand = data;
  TrammelWindow *self = errand->window;
  g_autoptr(GError) error = NULL;
  gboolean is_saved = trammel_document_save_finish(TRAMMEL_DOCUMENT(source), result, &error);
  gboolean then_close = self->close_when_saved;

  self->is_saving = self->close_when_saved = FALSE;
  if (!end_errand(errand))
    return;
  _trammel_window_update_actions(self);
  if (!is_saved) {
    _trammel_window_report_unsaved(self, error);
    return;
  }
  _trammel_window_settle_unsaved(self);
  trammel_recent_add(errand->file);
  if (then_close)
    gtk_window_close(GTK_WINDOW(self)); /* asks about changes made meanwhile */
}

void
_trammel_window_save_packed(TrammelWindow *self, GFile *file, gboolean then_close)
{
  g_autofree char *name = g_file_get_basename(file);

  self->is_saving = TRUE;
  self->close_when_saved = then_close;
  _trammel_window_update_actions(self);
  trammel_document_take_view(self->document, _trammel_window_store_view(self));
  trammel_document_save_async(self->document, file, on_saved_cb,
                              begin_errand(self, file, g_strdup_printf(_("Packing %s…"), name)));
}

gboolean
_trammel_window_close_when_saved(TrammelWindow *self)
{
  self->close_when_saved = self->is_saving;
  return self->is_saving;
}

static void
on_reverted_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(Errand) errand = data;
  TrammelWindow *self = errand->window;
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDocument) loaded = trammel_document_load_finish(result, &error);

  if (!end_errand(errand) || !g_file_equal(errand->file, trammel_document_get_file(self->document)))
    return;
  if (!loaded) {
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
    return;
  }
  gboolean was_dirty = trammel_document_get_dirty(self->document);
  trammel_document_revert(self->document, loaded);
  _trammel_window_settle_unsaved(self);
  _trammel_window_read_logs(self);
  if (was_dirty)
    _trammel_window_report(self, TRAMMEL_MESSAGE_INFO,
                           _("The file was read again. Undo brings your changes back."));
}

void
_trammel_window_revert(TrammelWindow *self)
{
  GFile *file = trammel_document_get_file(self->document);
  g_autofree char *name = g_file_get_basename(file);

  trammel_document_load_async(file, on_reverted_cb,
                              begin_errand(self, file, g_strdup_printf(_("Reading %s…"), name)));
}
