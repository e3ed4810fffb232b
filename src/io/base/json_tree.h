/* JSON trees: parsed with limits, and copied deeply. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Parses text that passes trammel_json_check().  `name` precedes the message, which states line and
 * column.  Free with json_node_unref().  Error: TRAMMEL_ERROR_UNREADABLE. */
JsonNode *trammel_json_parse(const char *data, gssize length, const char *name, GError **error);

/* TRUE if the text begins like a JSON object, after blanks and a byte order mark. */
gboolean trammel_json_begins_object(const char *data, gsize length);

/* Returns a copy that shares nothing with `node` (transfer full). json_node_copy() shares objects,
 * arrays and values, whose reference counts are not atomic, so that its copies may not be used on
 * two threads. */
JsonNode *trammel_json_copy(JsonNode *node);

G_END_DECLS
