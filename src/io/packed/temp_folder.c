#include "io/packed/temp_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "trammel-"
#define LOCK   ".in-use" /* locked while its folder has an owner; killed programs lose the lock */

enum { MAX_OPEN = 16 }; /* directory handles open at a time */

struct _TrammelTempFolder {
  int refs;
  char *path, *origin;
  int lock;
};

/* All present folders, for the end of the program. */
static GMutex mutex;
static GPtrArray *folders;
static pid_t owner;

static int
remove_entry(const char *path, const struct stat *info, int type, struct FTW *at)
{
  remove(path);
  return 0;
}

void
trammel_temp_folder_remove(const char *path)
{
  nftw(path, remove_entry, MAX_OPEN, FTW_DEPTH | FTW_PHYS);
}

static gboolean
has_place(const char *path)
{
  g_autofree char *parent = g_path_get_dirname(path), *name = g_path_get_basename(path);

  return g_str_equal(parent, g_get_tmp_dir()) && g_str_has_prefix(name, PREFIX);
}

void
trammel_temp_folder_remove_leftover(const char *path)
{
  if (has_place(path))
    trammel_temp_folder_remove(path);
}

void
trammel_temp_folder_keep_leftover(const char *path)
{
  g_autofree char *lock = g_build_filename(path, LOCK, NULL);

  if (has_place(path))
    remove(lock);
}

/* Removes all folders, but not in a forked process, which does not own them. */
static void
remove_all(void)
{
  if (getpid() != owner)
    return;
  g_mutex_lock(&mutex);
  for (guint i = 0; i < folders->len; i++)
    trammel_temp_folder_remove(((TrammelTempFolder *)folders->pdata[i])->path);
  g_ptr_array_set_size(folders, 0);
  g_mutex_unlock(&mutex);
}

static void
enlist(TrammelTempFolder *folder)
{
  g_mutex_lock(&mutex);
  if (!folders) {
    folders = g_ptr_array_new();
    owner = getpid();
    atexit(remove_all);
  }
  g_ptr_array_add(folders, folder);
  g_mutex_unlock(&mutex);
}

/* ---- locks ----------------------------------------------------------------------------------- */

/* Opens a file in a folder of this user only; -1 if there is none. */
static int
open_lock(const char *path, int flags)
{
  g_autofree char *name = g_build_filename(path, LOCK, NULL);

  return open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
}

/* TRUE if the locked file still exists: another program may have removed the folder before it was
 * locked. */
static gboolean
is_there(const char *path, int lock)
{
  g_autofree char *name = g_build_filename(path, LOCK, NULL);
  struct stat named, opened;

  return lstat(name, &named) == 0 && fstat(lock, &opened) == 0 && named.st_ino == opened.st_ino &&
         named.st_dev == opened.st_dev;
}

/* Returns a new folder, locked; NULL with an error. */
static char *
make_folder(int *lock, GError **error)
{
  char *path;

  while ((path = g_dir_make_tmp(PREFIX "XXXXXX", error))) {
    *lock = open_lock(path, O_CREAT | O_EXCL);
    if (*lock < 0) {
      g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno),
                  _("the folder %s cannot be written to: %s"), path, g_strerror(errno));
      trammel_temp_folder_remove(path);
      g_free(path);
      return NULL;
    }
    flock(*lock, LOCK_EX); /* without locks the removal of leftovers gets none either */
    if (is_there(path, *lock))
      return path;
    close(*lock);
    trammel_temp_folder_remove(path);
    g_free(path);
  }
  return NULL;
}

/* Removes a folder of this kind and of this user that is not locked. */
static void
sweep_folder(const char *path)
{
  struct stat info;

  if (lstat(path, &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid())
    return;
  int lock = open_lock(path, 0);
  if (lock < 0)
    return;
  if (flock(lock, LOCK_EX | LOCK_NB) == 0)
    trammel_temp_folder_remove(path);
  close(lock);
}

void
trammel_temp_folder_sweep(const char *const *kept)
{
  g_autoptr(GDir) dir = g_dir_open(g_get_tmp_dir(), 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name(dir))) {
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), name, NULL);
    if (g_str_has_prefix(name, PREFIX) && !g_strv_contains(kept, path))
      sweep_folder(path);
  }
}

/* ---- folders --------------------------------------------------------------------------------- */

TrammelTempFolder *
trammel_temp_folder_new(const char *origin, GError **error)
{
  int lock = -1;
  char *path = make_folder(&lock, error);

  if (!path)
    return NULL;
  TrammelTempFolder *folder = g_new(TrammelTempFolder, 1);
  folder->refs = 1;
  folder->path = path;
  folder->origin = g_strdup(origin);
  folder->lock = lock;
  enlist(folder);
  return folder;
}

TrammelTempFolder *
trammel_temp_folder_ref(TrammelTempFolder *folder)
{
  g_atomic_int_inc(&folder->refs);
  return folder;
}

void
trammel_temp_folder_unref(TrammelTempFolder *folder)
{
  if (!g_atomic_int_dec_and_test(&folder->refs))
    return;
  g_mutex_lock(&mutex);
  g_ptr_array_remove_fast(folders, folder);
  g_mutex_unlock(&mutex);
  trammel_temp_folder_remove(folder->path);
  close(folder->lock);
  g_free(folder->path);
  g_free(folder->origin);
  g_free(folder);
}

const char *
trammel_temp_folder_get_path(const TrammelTempFolder *folder)
{
  return folder->path;
}

const char *
trammel_temp_folder_get_origin(const TrammelTempFolder *folder)
{
  return folder->origin;
}
