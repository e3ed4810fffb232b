/* Files that show what a widget shows. */
#pragma once

#include "ui/desktop/file-dialogs.h"

G_BEGIN_DECLS

/* Writes what `widget` shows to a file of this computer. */
typedef gboolean (*TrammelWriteWidget)(GtkWidget *widget, const char *path, GError **error);

/* Asks for a file, calls `write`, and tells what came of it by the action win.show-message, with a
 * boolean (an error) and a string.  `name` is suggested. */
void trammel_save_widget(GtkWidget *widget,
                         TrammelChoice choice,
                         const char *name,
                         TrammelWriteWidget write);

G_END_DECLS
