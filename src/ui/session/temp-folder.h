/* A temporary folder with files in it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Deletes the files in `path` and the folder itself; what cannot be deleted stays. */
void trammel_temp_folder_remove(const char *path);

G_END_DECLS
