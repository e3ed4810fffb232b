/* Dialog before several CSV files with different columns are imported: joined by time into one log,
 * or as separate logs. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens the dialog for at least two files; `callback` calls trammel_join_dialog_finish(). */
void trammel_join_dialog_run(GtkWindow *parent,
                             const char *const *paths,
                             GAsyncReadyCallback callback,
                             gpointer user);

/* Sets *joined to the path of the joined file, which has been written, or to NULL for separate logs
 * (free with g_free()).  Returns FALSE with G_IO_ERROR_CANCELLED. */
gboolean trammel_join_dialog_finish(GAsyncResult *result, char **joined, GError **error);

G_END_DECLS
