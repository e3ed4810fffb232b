/* Which channel of a log is which signal of the model, with the log after the mapping and the model
 * beside each other; for new logs also which mechanism they come from. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/log-import.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MAPPING_DIALOG (trammel_mapping_dialog_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelMappingDialog, trammel_mapping_dialog, TRAMMEL, MAPPING_DIALOG, GtkWindow)

/* Maps log `log` of `project`. */
void trammel_mapping_dialog_run(GtkWindow *parent,
                                TrammelProject *project,
                                guint log,
                                GAsyncReadyCallback callback,
                                gpointer user);

/* A new project with `logs`: the mechanism is chosen, too. */
void trammel_mapping_dialog_run_new(GtkWindow *parent,
                                    const TrammelNewLogs *logs,
                                    GAsyncReadyCallback callback,
                                    gpointer user);

/* The project with the mapping; NULL with G_IO_ERROR_CANCELLED when the user gave up. */
TrammelProject *trammel_mapping_dialog_finish(GAsyncResult *result, GError **error);

/* Whether the log has been read, and the comparison is there: for tests. */
gboolean trammel_mapping_dialog_is_ready(TrammelMappingDialog *dialog);

G_END_DECLS
