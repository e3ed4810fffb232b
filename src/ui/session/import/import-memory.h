/* Import memory: how files were read and mapped before, keyed by their header line and kept in the
 * user's data folder (trammel/layouts.json), so that the next file of the same rig needs no
 * questions. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the key of files with this header line or list of variables; free with g_free(). */
char *trammel_import_memory_fingerprint(const char *header);

/* Returns the layout: a JSON object with `import`, `time` and `channels` of a log of a project.
 * NULL if there is none; free with g_free(). */
char *trammel_import_memory_dup(const char *fingerprint);

/* Stores `json` for the next file; errors are those of writing. */
gboolean trammel_import_memory_store(const char *fingerprint, const char *json, GError **error);
gboolean trammel_import_memory_forget(const char *fingerprint, GError **error);
gboolean trammel_import_memory_forget_all(GError **error);

/* Returns the number of layouts. */
guint trammel_import_memory_count(void);

G_END_DECLS
