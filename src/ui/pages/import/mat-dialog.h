/* Import dialog of MAT files: the variables, those that look like a log, and the time vector;
 * explains class objects that only MATLAB can read. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/log-import.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MAT_DIALOG (trammel_mat_dialog_get_type())
G_DECLARE_FINAL_TYPE(TrammelMatDialog, trammel_mat_dialog, TRAMMEL, MAT_DIALOG, GtkWindow)

void trammel_mat_dialog_run(GtkWindow *parent,
                            const char *path,
                            GAsyncReadyCallback callback,
                            gpointer user);

/* Returns the import (transfer full); NULL with G_IO_ERROR_CANCELLED when the user cancelled, or
 * with the error of the file. */
TrammelLogImport *trammel_mat_dialog_finish(GAsyncResult *result, GError **error);

/* Returns TRUE if the file has been read; for tests. */
gboolean trammel_mat_dialog_is_ready(TrammelMatDialog *dialog);

G_END_DECLS
