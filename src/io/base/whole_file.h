/* Files that are read or written as a whole: projects, results, models of other programs. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

enum { TRAMMEL_WHOLE_FILE_MOST = 256 * 1024 * 1024 }; /* [bytes] */

/* The content of the file, with a zero behind it; a pipe will do.  Not more is read than `most`
 * bytes (below 4 GB), so that an endless device ends.  Free with g_free().
 * Error: TRAMMEL_ERROR_UNREADABLE, for a larger file too. */
char *trammel_whole_file_read_most(const char *path, gsize *length, guint most, GError **error);

/* The same with at most TRAMMEL_WHOLE_FILE_MOST. */
char *trammel_whole_file_read(const char *path, gsize *length, GError **error);

/* Writes the file, whole or not at all (temporary file, fsync, rename).  Errors: G_FILE_ERROR. */
gboolean
trammel_whole_file_write(const char *path, gconstpointer data, gsize length, GError **error);

/* The same for nobody but this user. */
gboolean trammel_whole_file_write_private(const char *path,
                                          gconstpointer data,
                                          gsize length,
                                          GError **error);

G_END_DECLS
