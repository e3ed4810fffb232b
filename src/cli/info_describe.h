/* Content of a file as JSON: { "file", "kind", "channels": [], "problems": [] } and more by
 * kind. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the description of `path`, a log, a project or a result, told apart by its content, as
 * JSON or as text.  Free with g_free().  Errors: those of the loaders. */
char *trammel_info_describe(const char *path, gboolean as_json, GError **error);

G_END_DECLS
