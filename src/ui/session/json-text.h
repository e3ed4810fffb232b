/* Small edits of JSON text that keep every other byte as it is. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* `text` with the value of the top-level member `key` replaced by `value` (JSON itself), or the
 * member added at the end.  `text` is a valid object.  Free with g_free(). */
char *trammel_json_replace_member(const char *text, const char *key, const char *value);

G_END_DECLS
