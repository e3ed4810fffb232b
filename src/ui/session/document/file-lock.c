#include "ui/session/document/file-lock.h"

#include <glib/gstdio.h>

struct _TrammelFileLock {
  char *path;
};

static char *
dup_lock_path(GFile *file)
{
  g_autofree char *path = g_file_get_path(file);

  if (!path)
    return NULL;
  g_autofree char *folder = g_path_get_dirname(path), *name = g_path_get_basename(path);
  g_autofree char *hidden = g_strdup_printf(".%s.lock", name);
  return g_build_filename(folder, hidden, NULL);
}

/* Returns TRUE if another running process holds it. */
static gboolean
is_held(const char *path, TrammelProcessIdentity *other)
{
  g_autofree char *text = NULL;

  return g_file_get_contents(path, &text, NULL, NULL) &&
         trammel_process_identity_from_text(other, text) &&
         !trammel_process_identity_is_self(other) && trammel_process_identity_is_alive(other);
}

TrammelFileLock *
trammel_file_lock_new(GFile *file, TrammelProcessIdentity *other, gboolean *taken_by_other)
{
  g_autofree char *path = dup_lock_path(file);
  TrammelProcessIdentity self = trammel_process_identity_self();
  g_autofree char *text = trammel_process_identity_to_text(&self);

  *taken_by_other = path && is_held(path, other);
  if (!path || *taken_by_other || !g_file_set_contents(path, text, -1, NULL))
    return NULL;
  TrammelFileLock *lock = g_new0(TrammelFileLock, 1);
  lock->path = g_steal_pointer(&path);
  return lock;
}

void
trammel_file_lock_free(TrammelFileLock *lock)
{
  g_unlink(lock->path);
  g_free(lock->path);
  g_free(lock);
}
