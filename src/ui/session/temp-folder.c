#include "ui/session/temp-folder.h"

#include <glib/gstdio.h>

void
trammel_temp_folder_remove(const char *path)
{
  g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
  const char *name;

  while (folder && (name = g_dir_read_name(folder))) {
    g_autofree char *file = g_build_filename(path, name, NULL);
    g_unlink(file);
  }
  g_rmdir(path);
}
