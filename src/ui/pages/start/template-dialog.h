/* Dialog for a new project: a choice of the mechanisms in ui/session/import/templates.h. */
#pragma once

#include <gtk/gtk.h>

#include "io/project/project.h"

G_BEGIN_DECLS

void trammel_template_dialog_run(GtkWindow *parent, GAsyncReadyCallback callback, gpointer user);

/* Returns the project (transfer full); NULL with G_IO_ERROR_CANCELLED when the dialog was
 * closed. */
TrammelProject *trammel_template_dialog_finish(GAsyncResult *result, GError **error);

G_END_DECLS
