/* SHA-256 of a file, computed on another thread. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void trammel_file_hash_async(GFile *file, GAsyncReadyCallback callback, gpointer user);

/* Returns 64 hexadecimal digits, free with g_free(); NULL with the error of reading. */
char *trammel_file_hash_finish(GAsyncResult *result, GError **error);

G_END_DECLS
