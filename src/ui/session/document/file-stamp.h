/* Stamp of a file: its content at one moment, by which later changes by other programs are found.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint64 size, inode;
  gint64 time;     /* of the last change [ns] */
  char sha256[65]; /* hexadecimal; "" if the file could not be read or is no regular file */
} TrammelFileStamp;

/* Returns the stamp of a file with the hash `sha256`; NULL: the file is read for it. */
TrammelFileStamp trammel_file_stamp_take(const char *path, const char *sha256);

/* Returns TRUE if the file at `path` has other content than the stamp.  A file that is missing or
 * no regular file has not changed.  The content is read only if time or inode differ at the same
 * size; if it is the same nevertheless, the stamp takes over these.  Of a stamp that has nothing
 * but the hash the content is always read. */
gboolean trammel_file_stamp_has_changed(TrammelFileStamp *stamp, const char *path);

G_END_DECLS
