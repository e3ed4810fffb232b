/* Trees of JSON text: parsed with a limit, and copied deeply. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Parses text that trammel_json_check() has nothing against.  `name`
 * stands in front of the message, which tells line and column.  Error: TRAMMEL_ERROR_UNREADABLE. */
JsonNode *trammel_json_parse(const char *data, gssize length, const char *name, GError **error);

/* Whether the text begins like a JSON object, after blanks and a byte order mark. */
gboolean trammel_json_begins_object(const char *data, gsize length);

/* A copy that shares nothing with `node`: json_node_copy() shares objects, arrays and values, whose
 * users are counted without a lock, so that trees which share any may not be used on two threads.
 */
JsonNode *trammel_json_copy(JsonNode *node);

G_END_DECLS
