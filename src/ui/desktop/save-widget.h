/* Saving of a widget's content to a file that the user chooses. */
#pragma once

#include "ui/desktop/file-dialogs.h"

G_BEGIN_DECLS

/* Writes the content of `widget` to a local file. */
typedef gboolean (*TrammelWriteWidget)(GtkWidget *widget, const char *path, GError **error);

/* Asks for a file, calls `write`, and shows the result by the action win.show-message, with a
 * boolean (an error) and a string.  `name` is suggested. */
void trammel_save_widget(GtkWidget *widget,
                         TrammelChoice choice,
                         const char *name,
                         TrammelWriteWidget write);

G_END_DECLS
