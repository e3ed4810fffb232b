/* Import dialog of CSV files with a preview of the rows.  A bad cell never aborts the import;
 * obstacles are shown beside the import button. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/import/log-import.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CSV_DIALOG (trammel_csv_dialog_get_type())
G_DECLARE_FINAL_TYPE(TrammelCsvDialog, trammel_csv_dialog, TRAMMEL, CSV_DIALOG, GtkWindow)

/* Asks how to read `paths` (NULL-terminated, files with the same header) and shows the first one.
 * `layout` (nullable) is the known one, when a log is imported again. */
void trammel_csv_dialog_run(GtkWindow *parent,
                            const char *const *paths,
                            const char *layout,
                            GAsyncReadyCallback callback,
                            gpointer user);

/* Returns the import (transfer full); NULL with G_IO_ERROR_CANCELLED when the user cancelled. */
TrammelLogImport *trammel_csv_dialog_finish(GAsyncResult *result, GError **error);

/* Returns TRUE if the whole file has been read; for tests. */
gboolean trammel_csv_dialog_has_read(TrammelCsvDialog *dialog);

G_END_DECLS
