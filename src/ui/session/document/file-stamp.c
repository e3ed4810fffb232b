#include "ui/session/document/file-stamp.h"

#include <glib/gstdio.h>
#include <string.h>

#include "ui/session/thread/file-hash.h"

/* Reads all but the hash; returns FALSE for all but regular files, of which pipes would block. */
static gboolean
look(TrammelFileStamp *stamp, const char *path)
{
  GStatBuf info;

  *stamp = (TrammelFileStamp){0};
  if (g_stat(path, &info) != 0 || !S_ISREG(info.st_mode))
    return FALSE;
  stamp->size = (guint64)info.st_size;
  stamp->inode = (guint64)info.st_ino;
  stamp->time = info.st_mtim.tv_sec * G_GINT64_CONSTANT(1000000000) + info.st_mtim.tv_nsec;
  return TRUE;
}

static void
add_hash(TrammelFileStamp *stamp, const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autofree char *hash = trammel_file_hash(file, NULL, NULL);

  g_strlcpy(stamp->sha256, hash ? hash : "", sizeof stamp->sha256);
}

TrammelFileStamp
trammel_file_stamp_take(const char *path, const char *sha256)
{
  TrammelFileStamp stamp;
  gboolean is_file = look(&stamp, path);

  if (is_file && sha256)
    g_strlcpy(stamp.sha256, sha256, sizeof stamp.sha256);
  else if (is_file)
    add_hash(&stamp, path);
  return stamp;
}

gboolean
trammel_file_stamp_has_changed(TrammelFileStamp *stamp, const char *path)
{
  TrammelFileStamp now;

  if (!look(&now, path) ||
      (now.size == stamp->size && now.inode == stamp->inode && now.time == stamp->time))
    return FALSE;
  if (stamp->inode != 0 && now.size != stamp->size)
    return TRUE;
  add_hash(&now, path);
  if (!g_str_equal(now.sha256, stamp->sha256))
    return TRUE;
  *stamp = now;
  return FALSE;
}
