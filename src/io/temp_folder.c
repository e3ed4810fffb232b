#include "io/temp_folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PREFIX "trammel-"

enum { MAX_OPEN = 16 }; /* folders that are read at a time */

struct _TrammelTempFolder {
  gatomicrefcount refs;
  char *path, *origin;
};

/* Those that there are, for the end of the program. */
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

void
trammel_temp_folder_remove_leftover(const char *path)
{
  g_autofree char *parent = g_path_get_dirname(path), *name = g_path_get_basename(path);

  if (g_str_equal(parent, g_get_tmp_dir()) && g_str_has_prefix(name, PREFIX))
    trammel_temp_folder_remove(path);
}

/* A forked process ends by itself, and its folders are its parent's. */
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

TrammelTempFolder *
trammel_temp_folder_new(const char *origin, GError **error)
{
  char *path = g_dir_make_tmp(PREFIX "XXXXXX", error);

  if (!path)
    return NULL;
  TrammelTempFolder *folder = g_new(TrammelTempFolder, 1);
  g_atomic_ref_count_init(&folder->refs);
  folder->path = path;
  folder->origin = g_strdup(origin);
  enlist(folder);
  return folder;
}

TrammelTempFolder *
trammel_temp_folder_ref(TrammelTempFolder *folder)
{
  g_atomic_ref_count_inc(&folder->refs);
  return folder;
}

void
trammel_temp_folder_unref(TrammelTempFolder *folder)
{
  if (!g_atomic_ref_count_dec(&folder->refs))
    return;
  g_mutex_lock(&mutex);
  g_ptr_array_remove_fast(folders, folder);
  g_mutex_unlock(&mutex);
  trammel_temp_folder_remove(folder->path);
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
