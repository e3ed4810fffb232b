/* SHA-256 of a file. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Returns 64 hexadecimal digits, free with g_free(); NULL with the error of reading. */
char *trammel_file_hash(GFile *file, GCancellable *cancellable, GError **error);

/* Computes it on another thread. */
void trammel_file_hash_async(GFile *file, GAsyncReadyCallback callback, gpointer user);

char *trammel_file_hash_finish(GAsyncResult *result, GError **error);

G_END_DECLS
