/* Surfaces of files that were read before. */
#include <glib/gstdio.h>

#include "io/mesh/surface.h"

/* Triangles that are kept without a user, about 60 bytes each. */
enum { MOST_KEPT = 4000000 };

typedef struct {
  gint64 size, seconds, nanoseconds; /* of the file and its change; size -1: there was none */
  TrammelSurface *surface;           /* NULL: `error` */
  GError *error;
} Entry;

static GMutex lock;
static GHashTable *entries; /* path -> Entry */

static void
free_entry(gpointer data)
{
  Entry *entry = data;

  g_clear_pointer(&entry->surface, trammel_surface_unref);
  g_clear_error(&entry->error);
  g_free(entry);
}

static void
stamp(Entry *entry, const char *path)
{
  GStatBuf info;

  entry->size = -1;
  if (g_stat(path, &info) != 0)
    return;
  entry->size = info.st_size;
  entry->seconds = info.st_mtim.tv_sec;
  entry->nanoseconds = info.st_mtim.tv_nsec;
}

/* Returns the entry of a file that is as it was. */
static Entry *
find_entry(const char *path, const Entry *now)
{
  Entry *entry = entries ? g_hash_table_lookup(entries, path) : NULL;

  return entry && entry->size == now->size && entry->seconds == now->seconds &&
                 entry->nanoseconds == now->nanoseconds
             ? entry
             : NULL;
}

/* Drops surfaces without a user when there are many. */
static void
shrink(void)
{
  GHashTableIter iter;
  gpointer value;
  guint64 n = 0;

  g_hash_table_iter_init(&iter, entries);
  while (g_hash_table_iter_next(&iter, NULL, &value)) {
    const Entry *entry = value;
    n += entry->surface ? entry->surface->n_triangles : 0;
    if (n > MOST_KEPT && entry->surface && g_atomic_int_get(&entry->surface->refs) == 1)
      g_hash_table_iter_remove(&iter);
  }
}

gboolean
trammel_surface_is_known(const char *path)
{
  Entry now = {0};
  gboolean is_known;

  stamp(&now, path);
  if (!g_mutex_trylock(&lock))
    return FALSE;
  is_known = find_entry(path, &now) != NULL;
  g_mutex_unlock(&lock);
  return is_known;
}

TrammelSurface *
trammel_surface_get(const char *path, GError **error)
{
  Entry now = {0}, *entry;
  TrammelSurface *surface = NULL;

  stamp(&now, path);
  g_mutex_lock(&lock);
  entry = find_entry(path, &now);
  if (!entry) {
    entry = g_new(Entry, 1);
    *entry = now;
    entry->surface = trammel_surface_load(path, NULL, &entry->error);
    if (!entries)
      entries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_entry);
    g_hash_table_replace(entries, g_strdup(path), entry);
    shrink();
  }
  if (entry->surface)
    surface = trammel_surface_ref(entry->surface);
  else if (error)
    *error = g_error_copy(entry->error);
  g_mutex_unlock(&lock);
  return surface;
}
