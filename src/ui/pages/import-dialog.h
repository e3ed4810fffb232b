/* Opening a log without a model: choose a mechanism, say which column is what. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_IMPORT_DIALOG (trammel_import_dialog_get_type())
G_DECLARE_FINAL_TYPE(TrammelImportDialog, trammel_import_dialog, TRAMMEL, IMPORT_DIALOG, GtkWindow)

/* Reads `file` on a thread, then asks.  The callback runs when the dialog closes. */
void trammel_import_dialog_run(GtkWindow *parent,
                               GFile *file,
                               GAsyncReadyCallback callback,
                               gpointer user);

/* The document, without a name; NULL with G_IO_ERROR_CANCELLED when the user gave up, or with what
 * made the file unreadable. */
TrammelDocument *trammel_import_dialog_finish(GAsyncResult *result, GError **error);

G_END_DECLS
