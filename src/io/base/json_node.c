#include "io/base/json_node.h"

#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"

enum { SHA256_DIGITS = 64 };

JsonObject *
trammel_json_as_object(JsonNode *node)
{
  return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

JsonArray *
trammel_json_as_array(JsonNode *node)
{
  return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

JsonNode *
trammel_json_find(JsonNode *parent, const char *key)
{
  JsonObject *object = trammel_json_as_object(parent);

  return object ? json_object_get_member(object, key) : NULL;
}

guint
trammel_json_count(JsonNode *node)
{
  JsonArray *array = trammel_json_as_array(node);

  return array ? json_array_get_length(array) : 0;
}

JsonNode *
trammel_json_element(JsonNode *parent, guint index)
{
  return index < trammel_json_count(parent)
             ? json_array_get_element(json_node_get_array(parent), index)
             : NULL;
}

/* Returns the type of a value; G_TYPE_INVALID if the node is absent or no value. */
static GType
get_type(JsonNode *node)
{
  return node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_INVALID;
}

gboolean
trammel_json_is_number(JsonNode *node)
{
  return get_type(node) == G_TYPE_INT64 || get_type(node) == G_TYPE_DOUBLE;
}

const char *
trammel_json_as_sha256(JsonNode *node)
{
  const char *text = trammel_json_as_string(node);

  return text && strlen(text) == SHA256_DIGITS &&
                 strspn(text, "0123456789abcdefABCDEF") == SHA256_DIGITS
             ? text
             : NULL;
}

double
trammel_json_as_number(JsonNode *node)
{
  return trammel_json_is_number(node) ? json_node_get_double(node) : NAN;
}

const char *
trammel_json_as_string(JsonNode *node)
{
  return get_type(node) == G_TYPE_STRING ? json_node_get_string(node) : NULL;
}

gboolean
trammel_json_as_boolean(JsonNode *node, gboolean fallback)
{
  return get_type(node) == G_TYPE_BOOLEAN ? json_node_get_boolean(node) : fallback;
}

/* ---- with places ----------------------------------------------------------------------------- */

TrammelNode
trammel_node_root(JsonNode *root)
{
  return (TrammelNode){.node = root};
}

TrammelNode
trammel_node_member(const TrammelNode *parent, const char *key)
{
  TrammelNode member = {.parent = parent, .key = key, .node = trammel_json_find(parent->node, key)};

  if (member.node && JSON_NODE_HOLDS_NULL(member.node))
    member.node = NULL;
  return member;
}

TrammelNode
trammel_node_element(const TrammelNode *parent, guint index)
{
  return (TrammelNode){
      .parent = parent, .index = index, .node = trammel_json_element(parent->node, index)};
}

static void
append_place(GString *place, const TrammelNode *node)
{
  if (!node->parent)
    return;
  append_place(place, node->parent);
  if (!node->key)
    g_string_append_printf(place, "[%u]", node->index);
  else
    g_string_append_printf(place, "%s%s", place->len ? "." : "", node->key);
}

char *
trammel_node_dup_place(const TrammelNode *node)
{
  GString *place = g_string_new(NULL);

  append_place(place, node);
  if (!place->len)
    g_string_append(place, TRAMMEL_WORD("the file"));
  return g_string_free(place, FALSE);
}

gboolean
trammel_node_fail(const TrammelNode *node, GError **error, const char *format, ...)
{
  g_autofree char *place = trammel_node_dup_place(node);
  va_list arguments;

  va_start(arguments, format);
  g_autofree char *text = trammel_bilingual_dup_valist(format, arguments);
  va_end(arguments);
  trammel_error_set(error, TRAMMEL_ERROR_INVALID, "%s: %s", place, text);
  return FALSE;
}

/* Returns the kind of a value, for messages. */
static const char *
describe(JsonNode *node)
{
  if (!node)
    return TRAMMEL_WORD("nothing");
  if (JSON_NODE_HOLDS_OBJECT(node))
    return TRAMMEL_WORD("an object");
  if (JSON_NODE_HOLDS_ARRAY(node))
    return TRAMMEL_WORD("an array");
  if (JSON_NODE_HOLDS_NULL(node))
    return "null";
  if (get_type(node) == G_TYPE_STRING)
    return TRAMMEL_WORD("a string");
  return get_type(node) == G_TYPE_BOOLEAN ? TRAMMEL_WORD("true or false")
                                          : TRAMMEL_WORD("a number");
}

static gboolean
fail_type(const TrammelNode *node, const char *expected, GError **error)
{
  return trammel_node_fail(node, error, "expected %s, found %s", expected, describe(node->node));
}

gboolean
trammel_node_is_string(const TrammelNode *node)
{
  return trammel_json_as_string(node->node) != NULL;
}

gboolean
trammel_node_check_object(const TrammelNode *node, GError **error)
{
  return trammel_json_as_object(node->node) ||
         fail_type(node, TRAMMEL_WORD("an object { }"), error);
}

gboolean
trammel_node_get_length(const TrammelNode *node, guint *length, GError **error)
{
  *length = 0;
  if (!node->node)
    return TRUE;
  *length = trammel_json_count(node->node);
  return trammel_json_as_array(node->node) || fail_type(node, TRAMMEL_WORD("an array [ ]"), error);
}

gboolean
trammel_node_get_string(const TrammelNode *node, const char **value, GError **error)
{
  if (!node->node)
    return TRUE;
  if (!trammel_node_is_string(node))
    return fail_type(node, TRAMMEL_WORD("a string"), error);
  *value = json_node_get_string(node->node);
  return TRUE;
}

gboolean
trammel_node_need_string(const TrammelNode *node, const char **value, GError **error)
{
  if (!node->node)
    return trammel_node_fail(node, error, "is missing; a string is needed here");
  return trammel_node_get_string(node, value, error);
}

gboolean
trammel_node_get_boolean(const TrammelNode *node, gboolean *value, GError **error)
{
  if (!node->node)
    return TRUE;
  if (get_type(node->node) != G_TYPE_BOOLEAN)
    return fail_type(node, TRAMMEL_WORD("true or false"), error);
  *value = json_node_get_boolean(node->node);
  return TRUE;
}

gboolean
trammel_node_get_number(const TrammelNode *node, double *value, GError **error)
{
  if (!node->node)
    return TRUE;
  if (!trammel_json_is_number(node->node))
    return fail_type(node, TRAMMEL_WORD("a number"), error);
  *value = json_node_get_double(node->node);
  if (!isfinite(*value))
    return trammel_node_fail(node, error, "the number is too large");
  return TRUE;
}

gboolean
trammel_node_get_word(
    const TrammelNode *node, const char *const *words, guint n, guint *value, GError **error)
{
  const char *text = NULL;

  if (!trammel_node_get_string(node, &text, error))
    return FALSE;
  for (guint i = 0; text && i < n; i++) {
    if (g_str_equal(text, words[i])) {
      *value = i;
      return TRUE;
    }
  }
  if (!text)
    return TRUE;
  GString *list = g_string_new(NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf(list, "%s'%s'", i ? ", " : "", words[i]);
  trammel_node_fail(node, error, "'%s' is not supported by this version; choose among %s", text,
                    list->str);
  g_string_free(list, TRUE);
  return FALSE;
}

gboolean
trammel_node_check_each(const TrammelNode *node,
                        const char *key,
                        TrammelNodeCheck check,
                        GError **error)
{
  TrammelNode list = trammel_node_member(node, key);
  guint length;

  if (!trammel_node_get_length(&list, &length, error))
    return FALSE;
  for (guint i = 0; i < length; i++) {
    TrammelNode element = trammel_node_element(&list, i);
    if (!check(&element, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
trammel_node_get_words(const TrammelNode *list, char ***words, GError **error)
{
  guint length;

  if (!trammel_node_get_length(list, &length, error))
    return FALSE;
  if (!list->node)
    return TRUE;
  g_strfreev(*words);
  *words = g_new0(char *, length + 1);
  for (guint i = 0; i < length; i++) {
    TrammelNode element = trammel_node_element(list, i);
    const char *text = NULL;
    if (!trammel_node_need_string(&element, &text, error))
      return FALSE;
    (*words)[i] = g_strdup(text);
  }
  return TRUE;
}
