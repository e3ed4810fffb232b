#include "ui/session/thread/file-hash.h"

enum { BLOCK = 256 * 1024 };

char *
trammel_file_hash(GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr(GFileInputStream) stream = g_file_read(file, cancellable, error);
  g_autoptr(GChecksum) hash = g_checksum_new(G_CHECKSUM_SHA256);
  g_autofree guint8 *block = g_malloc(BLOCK);
  gssize n = -1;

  while (stream &&
         (n = g_input_stream_read(G_INPUT_STREAM(stream), block, BLOCK, cancellable, error)) > 0)
    g_checksum_update(hash, block, n);
  return n < 0 ? NULL : g_strdup(g_checksum_get_string(hash));
}

static void
hash_file(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  char *hash = trammel_file_hash(source, cancellable, &error);

  if (hash)
    g_task_return_pointer(task, hash, g_free);
  else
    g_task_return_error(task, error);
}

void
trammel_file_hash_async(GFile *file, GAsyncReadyCallback callback, gpointer user)
{
  g_autoptr(GTask) task = g_task_new(file, NULL, callback, user);

  g_task_set_source_tag(task, trammel_file_hash_async);
  g_task_run_in_thread(task, hash_file);
}

char *
trammel_file_hash_finish(GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer(G_TASK(result), error);
}
