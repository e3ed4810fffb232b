#include "ui/scene/geometry/skin-store.h"

#include "io/base/file_state.h"
#include "io/base/json_writer.h"
#include "io/mesh/surface.h"

/* Triangles that are kept without a user. */
enum { MOST_KEPT = 2000000 };

typedef struct {
  char *path;
  double scale[3];
  TrammelSkinState state;
  TrammelSkin *skin;
} Entry;

typedef struct {
  void (*arrived)(gpointer data);
  gpointer data;
} Watch;

static GHashTable *entries; /* key -> Entry; of the main thread */
static GArray *watches;     /* Watch */

/* Entries that were read and wait for the main thread; all of these are under the lock. */
static GMutex lock;
static GCond is_read;
static GPtrArray *done;
static guint n_awaited;

static void
free_entry(gpointer data)
{
  Entry *entry = data;

  g_clear_pointer(&entry->skin, trammel_skin_unref);
  g_free(entry->path);
  g_free(entry);
}

/* Returns the key of a file as it is now, at a scale. */
static char *
make_key(const char *path, const double scale[3])
{
  char numbers[3][TRAMMEL_NUMBER_SIZE];
  g_autofree char *file = trammel_file_state_dup_text(path);

  return g_strdup_printf("%s %s %s %s %s", file, trammel_json_format_number(numbers[0], scale[0]),
                         trammel_json_format_number(numbers[1], scale[1]),
                         trammel_json_format_number(numbers[2], scale[2]), path);
}

/* Takes what was read; of the main thread. */
static gboolean
settle(void)
{
  g_autoptr(GPtrArray) taken = NULL;

  g_mutex_lock(&lock);
  taken = g_steal_pointer(&done);
  g_mutex_unlock(&lock);
  for (guint i = 0; taken && i < taken->len; i++) {
    Entry *entry = taken->pdata[i];
    entry->state = entry->skin ? TRAMMEL_SKIN_THERE : TRAMMEL_SKIN_FAILED;
  }
  return taken != NULL;
}

/* GSourceFunc. */
static gboolean
report(gpointer data)
{
  if (settle())
    for (guint i = 0; watches && i < watches->len; i++) {
      const Watch *watch = &g_array_index(watches, Watch, i);
      watch->arrived(watch->data);
    }
  return G_SOURCE_REMOVE;
}

/* GFunc of the thread. */
static void
read_entry(gpointer data, gpointer user)
{
  Entry *entry = data;
  g_autoptr(TrammelSurface) surface = trammel_surface_get(entry->path, NULL);

  if (surface) {
    const TrSurface view = trammel_surface_view(surface);
    entry->skin = trammel_skin_new(&view, entry->scale);
  }
  g_mutex_lock(&lock);
  if (!done)
    done = g_ptr_array_new();
  g_ptr_array_add(done, entry);
  n_awaited--;
  g_cond_broadcast(&is_read);
  g_mutex_unlock(&lock);
  g_idle_add(report, NULL);
}

/* Drops skins without a user when there are many. */
static void
shrink(void)
{
  GHashTableIter iter;
  gpointer value;
  guint64 n = 0;

  g_hash_table_iter_init(&iter, entries);
  while (g_hash_table_iter_next(&iter, NULL, &value)) {
    const Entry *entry = value;
    if (entry->state != TRAMMEL_SKIN_THERE)
      continue;
    n += entry->skin->mesh.indices->len / 3;
    if (n > MOST_KEPT && g_atomic_int_get(&entry->skin->refs) == 1)
      g_hash_table_iter_remove(&iter);
  }
}

static Entry *
begin(char *key, const char *path, const double scale[3])
{
  static GThreadPool *pool;
  Entry *entry = g_new0(Entry, 1);

  if (!pool)
    pool = g_thread_pool_new(read_entry, NULL, 1, FALSE, NULL);
  entry->path = g_strdup(path);
  entry->state = TRAMMEL_SKIN_AWAITED;
  for (int i = 0; i < 3; i++)
    entry->scale[i] = scale[i];
  g_hash_table_insert(entries, key, entry);
  g_mutex_lock(&lock);
  n_awaited++;
  g_mutex_unlock(&lock);
  g_thread_pool_push(pool, entry, NULL);
  return entry;
}

TrammelSkinState
trammel_skin_store_get(TrammelSkin **skin, const char *path, const double scale[3])
{
  g_autofree char *key = make_key(path, scale);
  Entry *entry;

  if (!entries)
    entries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_entry);
  entry = g_hash_table_lookup(entries, key);
  if (!entry) {
    shrink();
    entry = begin(g_steal_pointer(&key), path, scale);
  }
  *skin = entry->state == TRAMMEL_SKIN_THERE ? trammel_skin_ref(entry->skin) : NULL;
  return entry->state;
}

void
trammel_skin_store_wait(void)
{
  g_mutex_lock(&lock);
  while (n_awaited > 0)
    g_cond_wait(&is_read, &lock);
  g_mutex_unlock(&lock);
  report(NULL);
}

void
trammel_skin_store_watch(void (*arrived)(gpointer data), gpointer data)
{
  const Watch watch = {arrived, data};

  if (!watches)
    watches = g_array_new(FALSE, FALSE, sizeof(Watch));
  g_array_append_val(watches, watch);
}

void
trammel_skin_store_unwatch(gpointer data)
{
  for (guint i = watches ? watches->len : 0; i-- > 0;)
    if (g_array_index(watches, Watch, i).data == data)
      g_array_remove_index(watches, i);
}
