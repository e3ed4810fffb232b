#include "ui/session/run/fit-cache.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdatomic.h>
#include <utime.h>

#include "io/base/json_node.h"
#include "io/base/json_writer.h"
#include "io/base/whole_file.h"
#include "io/result/fit_archive.h"

/* Largest file, and largest sum of all files [bytes]. */
#define MOST_OF_ONE ((gsize)64 << 20)
#define MOST_OF_ALL ((goffset)512 << 20)

static char *
dup_folder(void)
{
  return g_build_filename(g_get_user_cache_dir(), "trammel", "fits", NULL);
}

static char *
dup_path(const char *key)
{
  g_autofree char *folder = dup_folder();

  return g_build_filename(folder, key, NULL);
}

char *
trammel_fit_cache_dup_key(JsonNode *result)
{
  static const char *const members[] = {"program", "seconds", "cost", "parameters", "provenance"};
  g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

  for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
    JsonNode *member = trammel_json_find(result, members[i]);
    g_autofree char *text = member ? trammel_json_node_to_text(member) : g_strdup("");
    g_checksum_update(sum, (const guchar *)text, -1);
  }
  return g_strdup(g_checksum_get_string(sum));
}

gboolean
trammel_fit_cache_has(const char *key)
{
  g_autofree char *path = dup_path(key);

  return g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

TrFit *
trammel_fit_cache_find(const char *key, const TrammelProblem *problem)
{
  g_autofree char *path = dup_path(key);
  gsize length;
  char *data = trammel_whole_file_read_plain(path, &length, NULL);

  if (!data)
    return NULL;
  g_autoptr(GBytes) bytes = g_bytes_new_take(data, length);
  TrFit *fit = trammel_fit_archive_read(problem, bytes);
  if (fit)
    g_utime(path, NULL); /* used just now */
  else
    g_remove(path);
  return fit;
}

/* A file of the cache. */
typedef struct {
  char *path;
  goffset size;
  gint64 used;
} Kept;

static void
kept_clear(gpointer data)
{
  g_free(((Kept *)data)->path);
}

static int
compare_use(gconstpointer a, gconstpointer b)
{
  const Kept *one = a, *other = b;

  return one->used < other->used ? -1 : one->used > other->used;
}

/* Removes the files that were not used for longest until the rest is small enough. */
static void
make_room(const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(Kept));
  goffset sum = 0;
  const char *name;

  g_array_set_clear_func(all, kept_clear);
  while (dir && (name = g_dir_read_name(dir))) {
    Kept kept = {.path = g_build_filename(folder, name, NULL)};
    GStatBuf info;
    if (g_stat(kept.path, &info) == 0) {
      kept.size = info.st_size;
      kept.used = info.st_mtime;
    }
    sum += kept.size;
    g_array_append_val(all, kept);
  }
  g_array_sort(all, compare_use);
  for (guint i = 0; i < all->len && sum > MOST_OF_ALL; i++) {
    const Kept *kept = &g_array_index(all, Kept, i);
    if (g_remove(kept->path) == 0)
      sum -= kept->size;
  }
}

/* A fit to be kept. */
typedef struct {
  char *key;
  TrammelRun *run; /* owns the arrays of `fit` */
  TrFit fit;       /* its values for h = 0 at the request */
  /* GLib's locks order the two threads; ThreadSanitizer, which does not see them, sees this. */
  atomic_bool is_filled;
} Parcel;

static void
parcel_free(gpointer data)
{
  Parcel *parcel = data;

  g_free(parcel->key);
  g_object_unref(parcel->run);
  g_free(parcel);
}

static void
keep(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Parcel *parcel = data;
  g_return_if_fail(atomic_load_explicit(&parcel->is_filled, memory_order_acquire));
  g_autofree char *folder = dup_folder(), *path = dup_path(parcel->key);
  g_autoptr(GBytes) bytes = trammel_fit_archive_new(&parcel->fit);
  g_autoptr(GError) error = NULL;

  if (g_bytes_get_size(bytes) > MOST_OF_ONE)
    return;
  if (g_mkdir_with_parents(folder, 0700) != 0)
    g_info("%s: %s", folder, g_strerror(errno));
  else if (!trammel_whole_file_write_private(path, g_bytes_get_data(bytes, NULL),
                                             g_bytes_get_size(bytes), &error))
    g_info("%s", error->message);
  make_room(folder);
}

void
trammel_fit_cache_put(const char *key, TrammelRun *run)
{
  Parcel *parcel = g_new0(Parcel, 1);
  g_autoptr(GTask) task = g_task_new(NULL, NULL, NULL, NULL);

  parcel->key = g_strdup(key);
  parcel->run = g_object_ref(run);
  parcel->fit = *trammel_run_get_fit(run);
  atomic_store_explicit(&parcel->is_filled, true, memory_order_release);
  g_task_set_task_data(task, parcel, parcel_free);
  g_task_run_in_thread(task, keep);
}
