/* Changes of a project's tree in place: the other members keep their order and values. */
#pragma once

#include "io/base/json_tree.h"
#include "io/project/private.h"

G_BEGIN_DECLS

/* Sets the node at the end of `steps` from `root` to `value` (taken).  Missing objects and arrays
 * on the path are made, and a new member is placed in the order of the schema. */
void trammel_json_put(JsonNode *root, const TrammelStep *steps, guint n_steps, JsonNode *value);

/* Returns the node at the end of `steps`, or NULL; owned by the tree. */
JsonNode *trammel_json_get(JsonNode *root, const TrammelStep *steps, guint n_steps);

/* Adds or replaces one member of an object, in the order of the schema. */
void trammel_json_insert(JsonObject *object, const char *key, JsonNode *value);

G_END_DECLS
