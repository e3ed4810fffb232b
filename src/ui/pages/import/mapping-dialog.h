/* Dialog that maps the channels of a log to the signals of the model, with the mapped log and the
 * model beside each other; for new logs it also chooses the mechanism. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/log-import.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MAPPING_DIALOG (trammel_mapping_dialog_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelMappingDialog, trammel_mapping_dialog, TRAMMEL, MAPPING_DIALOG, GtkWindow)

/* Asks for the mapping of log `log` of `project`. */
void trammel_mapping_dialog_run(GtkWindow *parent,
                                TrammelProject *project,
                                guint log,
                                GAsyncReadyCallback callback,
                                gpointer user);

/* Asks for the mechanism and the mapping of a new project with `logs`. */
void trammel_mapping_dialog_run_new(GtkWindow *parent,
                                    const TrammelLogImport *logs,
                                    GAsyncReadyCallback callback,
                                    gpointer user);

/* Returns the project with the mapping (transfer full); NULL with G_IO_ERROR_CANCELLED when the
 * user cancelled. */
TrammelProject *trammel_mapping_dialog_finish(GAsyncResult *result, GError **error);

/* Returns TRUE if the log has been read and the comparison is shown; for tests. */
gboolean trammel_mapping_dialog_is_ready(TrammelMappingDialog *dialog);

G_END_DECLS
