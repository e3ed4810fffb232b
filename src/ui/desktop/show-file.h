/* Display of a file in the desktop's file manager. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens the folder of `path` and selects the file if the desktop supports that. */
void trammel_show_file(GtkWindow *parent, const char *path);

G_END_DECLS
