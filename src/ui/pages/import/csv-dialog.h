/* How a CSV file is read, with its rows before the eyes: nothing is ever given up because of a bad
 * cell, and what keeps the file from being imported is said beside the button. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/log-import.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CSV_DIALOG (trammel_csv_dialog_get_type())
G_DECLARE_FINAL_TYPE(TrammelCsvDialog, trammel_csv_dialog, TRAMMEL, CSV_DIALOG, GtkWindow)

/* Asks how `paths` (NULL-terminated, files with the same header) are read; the first one is
 * shown.  `layout` (nullable) is what is known already: a log is imported again. */
void trammel_csv_dialog_run(GtkWindow *parent,
                            const char *const *paths,
                            const char *layout,
                            GAsyncReadyCallback callback,
                            gpointer user);

/* NULL with G_IO_ERROR_CANCELLED when the user gave up. */
TrammelNewLogs *trammel_csv_dialog_finish(GAsyncResult *result, GError **error);

/* Whether the whole file has been read: for tests. */
gboolean trammel_csv_dialog_has_read(TrammelCsvDialog *dialog);

G_END_DECLS
