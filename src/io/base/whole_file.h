/* Files that are read or written as a whole: projects, results, models of other programs. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

enum { TRAMMEL_WHOLE_FILE_MOST = 256 * 1024 * 1024 }; /* [bytes] */

/* Returns the content of the file, with a NUL after it; pipes are accepted.  At most
 * TRAMMEL_WHOLE_FILE_MOST bytes are read, so that an endless device ends.  Free with g_free().
 * Error: TRAMMEL_ERROR_UNREADABLE, also for a larger file. */
char *trammel_whole_file_read(const char *path, gsize *length, GError **error);

/* Same as trammel_whole_file_read(), but refuses a pipe or a device at once
 * (io/base/plain_file.h). */
char *trammel_whole_file_read_plain(const char *path, gsize *length, GError **error);

/* Writes the file, completely or not at all (temporary file, fsync, rename).  A symbolic link stays
 * and leads to the new file, which keeps permissions and owner of the old one
 * (io/base/replaced_file.h); a pipe or device is written to.  Errors: G_FILE_ERROR. */
gboolean
trammel_whole_file_write(const char *path, gconstpointer data, gsize length, GError **error);

gboolean trammel_whole_file_write_bytes(const char *path, GBytes *bytes, GError **error);

/* Same as trammel_whole_file_write(), readable by this user only. */
gboolean trammel_whole_file_write_private(const char *path,
                                          gconstpointer data,
                                          gsize length,
                                          GError **error);

G_END_DECLS
