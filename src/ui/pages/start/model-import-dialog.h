/* Dialog for the import of a model (io/import/import.h): shows what is taken, changed and ignored,
 * with the choices, before a project is made. */
#pragma once

#include <gtk/gtk.h>

#include "io/project/project.h"

G_BEGIN_DECLS

/* Reads the file and shows the dialog; an error of the file ends it at once. */
void trammel_model_import_dialog_run(GtkWindow *parent,
                                     const char *path,
                                     GAsyncReadyCallback callback,
                                     gpointer user);

/* Returns the project (transfer full); NULL with the error of the file, or with
 * G_IO_ERROR_CANCELLED when the dialog was closed.  *path: the file, owned by the result. */
TrammelProject *
trammel_model_import_dialog_finish(GAsyncResult *result, const char **path, GError **error);

G_END_DECLS
