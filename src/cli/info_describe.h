/* What is in a file, as JSON: { "file", "kind", "channels": [], "problems": [] } and more by kind.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* `path` is a log, a project or a result, told apart by its content; as JSON, or as text for
 * people.  Free with g_free(). */
char *trammel_info_describe(const char *path, gboolean as_json, GError **error);

G_END_DECLS
