/* Size and time of a file, by which a cache notices that the file has changed without reading it.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint64 size; /* -1: there is no such file */
  gint64 time; /* of the last change [ns] */
} TrammelFileState;

/* Returns the present state of a file. */
TrammelFileState trammel_file_state_get(const char *path);

/* Returns the state as a part of a key; free with g_free(). */
char *trammel_file_state_dup_text(const char *path);

G_END_DECLS
