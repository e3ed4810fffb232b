/* Surfaces of files that were read before. */
#include "io/base/file_state.h"
#include "io/mesh/surface.h"

/* Triangles that are kept without a user, about 60 bytes each. */
enum { MOST_KEPT = 4000000 };

typedef struct {
  TrammelFileState file;
  TrammelSurface *surface; /* NULL: `error` */
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

/* Returns the entry of a file that is as it was. */
static Entry *
find_entry(const char *path, TrammelFileState now)
{
  Entry *entry = entries ? g_hash_table_lookup(entries, path) : NULL;

  return entry && entry->file.size == now.size && entry->file.time == now.time ? entry : NULL;
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
  TrammelFileState now = trammel_file_state_get(path);
  gboolean is_known;

  if (!g_mutex_trylock(&lock))
    return FALSE;
  is_known = find_entry(path, now) != NULL;
  g_mutex_unlock(&lock);
  return is_known;
}

TrammelSurface *
trammel_surface_get(const char *path, GError **error)
{
  TrammelFileState now = trammel_file_state_get(path);
  TrammelSurface *surface = NULL;
  Entry *entry;

  g_mutex_lock(&lock);
  entry = find_entry(path, now);
  if (!entry) {
    entry = g_new0(Entry, 1);
    entry->file = now;
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
