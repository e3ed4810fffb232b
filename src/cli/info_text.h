/* Text form of a JSON description. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Returns scalars as "key: value", arrays of objects as tables with tabs, other arrays with one
 * element per line; empty and null members are left out.  Free with g_free(). */
char *trammel_info_render(JsonNode *node);

G_END_DECLS
