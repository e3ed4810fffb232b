/* A JSON description as text for people. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Scalars as "key: value", arrays of objects as tables with tabs, other arrays one element a line;
 * what is empty or null is left out.  Free with g_free(). */
char *trammel_info_render(JsonNode *node);

G_END_DECLS
