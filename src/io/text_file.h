/* Files of text that are read as a whole: projects, results, models of other programs. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

enum { TRAMMEL_TEXT_FILE_MOST = 256 * 1024 * 1024 }; /* [bytes] */

/* The content of the file, with a zero behind it; a pipe will do.  Not more is read than `most`
 * bytes (below 4 GB), so that an endless device ends.  Free with g_free().
 * Error: TRAMMEL_ERROR_UNREADABLE, for a larger file too. */
char *trammel_text_file_read_most(const char *path, gsize *length, guint most, GError **error);

/* The same with at most TRAMMEL_TEXT_FILE_MOST. */
char *trammel_text_file_read(const char *path, gsize *length, GError **error);

G_END_DECLS
