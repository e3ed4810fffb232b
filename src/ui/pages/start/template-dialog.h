/* A new project: one mechanism of those that there are templates of
 * (ui/session/import/templates.h). */
#pragma once

#include <gtk/gtk.h>

#include "io/project/project.h"

G_BEGIN_DECLS

void trammel_template_dialog_run(GtkWindow *parent, GAsyncReadyCallback callback, gpointer user);

/* The project, to be freed; NULL with G_IO_ERROR_CANCELLED where the dialog was closed. */
TrammelProject *trammel_template_dialog_finish(GAsyncResult *result, GError **error);

G_END_DECLS
