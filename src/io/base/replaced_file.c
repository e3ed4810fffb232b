#include "io/base/replaced_file.h"

#include <glib/gstdio.h>
#include <unistd.h>

enum { MAX_LINKS = 40, PERMISSIONS = 0777 };

/* Follows the symbolic links at the end of the path, also to a file that does not exist. */
static char *
follow_links(const char *path)
{
  g_autofree char *at = g_strdup(path);

  for (int i = 0; i < MAX_LINKS; i++) {
    g_autofree char *target = g_file_read_link(at, NULL);
    if (!target)
      return g_steal_pointer(&at);
    g_autofree char *folder = g_path_get_dirname(at);
    g_free(at);
    at = g_path_is_absolute(target) ? g_steal_pointer(&target)
                                    : g_build_filename(folder, target, NULL);
  }
  return g_strdup(path);
}

void
trammel_replaced_file_init(TrammelReplacedFile *file, const char *path)
{
  gboolean is_found = stat(path, &file->info) == 0;

  file->is_there = is_found && S_ISREG(file->info.st_mode);
  file->is_device = is_found && !file->is_there && !S_ISDIR(file->info.st_mode);
  file->path = file->is_device ? g_strdup(path) : follow_links(path);
}

void
trammel_replaced_file_clear(TrammelReplacedFile *file)
{
  g_clear_pointer(&file->path, g_free);
}

int
trammel_replaced_file_get_mode(const TrammelReplacedFile *file)
{
  return file->is_there ? (int)(file->info.st_mode & PERMISSIONS) : 0666;
}

void
trammel_replaced_file_settle(const TrammelReplacedFile *file)
{
  guint mode = file->info.st_mode & PERMISSIONS;

  if (!file->is_there)
    return;
  if (chown(file->path, file->info.st_uid, file->info.st_gid) != 0 &&
      chown(file->path, (uid_t)-1, file->info.st_gid) != 0)
    mode = (mode & ~(guint)S_IRWXG) | (mode & S_IRWXO) << 3;
  g_chmod(file->path, (int)mode);
}
