/* JSON readers, a lenient one and a strict one.
 *
 * The lenient one takes a value of another kind as absent. In the strict one every value knows its
 * place in the file, so that messages can name it, e.g. "model.joints[1].child: there is no body
 * called 'amr'": its readers return FALSE and set TRAMMEL_ERROR_INVALID when the value is not of
 * the expected kind. An absent member has a NULL node; readers with a default then leave *value
 * unchanged. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Return a member or an element; NULL if `parent` (nullable) is of another kind or lacks it. */
JsonNode *trammel_json_find(JsonNode *parent, const char *key);
JsonNode *trammel_json_element(JsonNode *parent, guint index);
/* Returns the length of an array, 0 for anything else. */
guint trammel_json_count(JsonNode *node);

/* Return the content of a node (nullable); NULL, NAN or `fallback` if it is of another kind. */
JsonObject *trammel_json_as_object(JsonNode *node);
JsonArray *trammel_json_as_array(JsonNode *node);
const char *trammel_json_as_string(JsonNode *node);
const char *trammel_json_as_sha256(JsonNode *node); /* text of 64 hexadecimal digits */
double trammel_json_as_number(JsonNode *node);
gboolean trammel_json_as_boolean(JsonNode *node, gboolean fallback);
gboolean trammel_json_is_number(JsonNode *node);

/* Node of the tree with its place; lives on the stack of the caller, and `parent` must outlive
 * it. */
typedef struct TrammelNode {
  const struct TrammelNode *parent;
  const char *key; /* NULL for an element of an array */
  guint index;
  JsonNode *node; /* NULL when absent */
} TrammelNode;

TrammelNode trammel_node_root(JsonNode *root);
/* Return a member or an element; its node is NULL when `parent` is absent or lacks the member, or
 * the member is null. */
TrammelNode trammel_node_member(const TrammelNode *parent, const char *key);
TrammelNode trammel_node_element(const TrammelNode *parent, guint index);

/* Returns the place, "model.joints[1].child"; free with g_free(). */
char *trammel_node_dup_place(const TrammelNode *node);

/* Sets the error "place: text" and returns FALSE. */
gboolean trammel_node_fail(const TrammelNode *node, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

gboolean trammel_node_check_object(const TrammelNode *node, GError **error);
/* Sets the length of an array, 0 when absent. */
gboolean trammel_node_get_length(const TrammelNode *node, guint *length, GError **error);

/* TRUE if all elements of the list `key` of `node`, if it exists, pass the check. */
typedef gboolean (*TrammelNodeCheck)(const TrammelNode *element, GError **error);
gboolean trammel_node_check_each(const TrammelNode *node,
                                 const char *key,
                                 TrammelNodeCheck check,
                                 GError **error);

/* Reads a list of words, NULL-terminated, which replaces *words; free with g_strfreev(). */
gboolean trammel_node_get_words(const TrammelNode *list, char ***words, GError **error);
gboolean trammel_node_get_string(const TrammelNode *node, const char **value, GError **error);
/* Reads a string; fails when it is absent. */
gboolean trammel_node_need_string(const TrammelNode *node, const char **value, GError **error);
gboolean trammel_node_get_boolean(const TrammelNode *node, gboolean *value, GError **error);
/* Reads a plain finite number. */
gboolean trammel_node_get_number(const TrammelNode *node, double *value, GError **error);

/* Reads one of `n` words; *value is its index. */
gboolean trammel_node_get_word(
    const TrammelNode *node, const char *const *words, guint n, guint *value, GError **error);

gboolean trammel_node_is_string(const TrammelNode *node);

G_END_DECLS
