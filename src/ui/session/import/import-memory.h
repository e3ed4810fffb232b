/* How files were read and mapped before, by what stands in their header: kept in the user's data
 * folder (trammel/layouts.json), so that the next file of the same rig needs no questions. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A name for files with this header line or list of variables; free with g_free(). */
char *trammel_layout_fingerprint(const char *header);

/* The layout: a JSON object with what a log of a project says of `import`, `time` and `channels`.
 * NULL where there is none; free with g_free(). */
char *trammel_layouts_dup(const char *fingerprint);

/* Keeps `json` for the next file; errors are those of writing. */
gboolean trammel_layouts_store(const char *fingerprint, const char *json, GError **error);
gboolean trammel_layouts_forget(const char *fingerprint, GError **error);
gboolean trammel_layouts_forget_all(GError **error);

/* How many there are. */
guint trammel_layouts_count(void);

G_END_DECLS
