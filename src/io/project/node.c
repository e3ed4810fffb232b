#include "io/project/node.h"

#include <math.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"

TrammelNode
trammel_node_root(JsonNode *root)
{
  return (TrammelNode){.node = root};
}

TrammelNode
trammel_node_member(const TrammelNode *parent, const char *key)
{
  TrammelNode member = {.parent = parent, .key = key};

  if (parent->node && JSON_NODE_HOLDS_OBJECT(parent->node))
    member.node = json_object_get_member(json_node_get_object(parent->node), key);
  if (member.node && JSON_NODE_HOLDS_NULL(member.node))
    member.node = NULL;
  return member;
}

TrammelNode
trammel_node_element(const TrammelNode *parent, guint index)
{
  TrammelNode element = {.parent = parent, .index = index};

  if (parent->node && JSON_NODE_HOLDS_ARRAY(parent->node) &&
      index < json_array_get_length(json_node_get_array(parent->node)))
    element.node = json_array_get_element(json_node_get_array(parent->node), index);
  return element;
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

gboolean
trammel_node_refuse(const TrammelNode *node, const char *key, GError **error)
{
  TrammelNode member = trammel_node_member(node, key);

  if (!member.node)
    return TRUE;
  return trammel_node_fail(&member, error, "'%s' is not supported by this version; remove it", key);
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
  if (json_node_get_value_type(node) == G_TYPE_STRING)
    return TRAMMEL_WORD("a string");
  return json_node_get_value_type(node) == G_TYPE_BOOLEAN ? TRAMMEL_WORD("true or false")
                                                          : TRAMMEL_WORD("a number");
}

static gboolean
fail_type(const TrammelNode *node, const char *expected, GError **error)
{
  return trammel_node_fail(node, error, "expected %s, found %s", expected, describe(node->node));
}

gboolean
trammel_node_is_number(const TrammelNode *node)
{
  return node->node && JSON_NODE_HOLDS_VALUE(node->node) &&
         (json_node_get_value_type(node->node) == G_TYPE_INT64 ||
          json_node_get_value_type(node->node) == G_TYPE_DOUBLE);
}

gboolean
trammel_node_is_string(const TrammelNode *node)
{
  return node->node && JSON_NODE_HOLDS_VALUE(node->node) &&
         json_node_get_value_type(node->node) == G_TYPE_STRING;
}

gboolean
trammel_node_check_object(const TrammelNode *node, GError **error)
{
  if (node->node && JSON_NODE_HOLDS_OBJECT(node->node))
    return TRUE;
  return fail_type(node, TRAMMEL_WORD("an object { }"), error);
}

gboolean
trammel_node_get_length(const TrammelNode *node, guint *length, GError **error)
{
  *length = 0;
  if (!node->node)
    return TRUE;
  if (!JSON_NODE_HOLDS_ARRAY(node->node))
    return fail_type(node, TRAMMEL_WORD("an array [ ]"), error);
  *length = json_array_get_length(json_node_get_array(node->node));
  return TRUE;
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
  if (!JSON_NODE_HOLDS_VALUE(node->node) || json_node_get_value_type(node->node) != G_TYPE_BOOLEAN)
    return fail_type(node, TRAMMEL_WORD("true or false"), error);
  *value = json_node_get_boolean(node->node);
  return TRUE;
}

gboolean
trammel_node_get_number(const TrammelNode *node, double *value, GError **error)
{
  if (!node->node)
    return TRUE;
  if (!trammel_node_is_number(node))
    return fail_type(node, TRAMMEL_WORD("a number"), error);
  *value = json_node_get_double(node->node);
  if (!isfinite(*value))
    return trammel_node_fail(node, error, "the number is too large");
  return TRUE;
}

gboolean
trammel_node_get_plain(const TrammelNode *node, double *value, gboolean may_be_auto, GError **error)
{
  if (!may_be_auto || !trammel_node_is_string(node))
    return trammel_node_get_number(node, value, error);
  if (g_strcmp0(json_node_get_string(node->node), "auto") != 0)
    return trammel_node_fail(node, error, "expected a number or \"auto\", found \"%s\"",
                             json_node_get_string(node->node));
  *value = NAN;
  return TRUE;
}

static gboolean
read_fixed(const TrammelNode *node, double *value, gboolean may_be_auto, GError **error)
{
  gboolean is_free = FALSE;
  const char *text = NULL;

  if (!node->node || !JSON_NODE_HOLDS_OBJECT(node->node))
    return trammel_node_get_plain(node, value, may_be_auto, error);

  TrammelNode inner = trammel_node_member(node, "value"), flag = trammel_node_member(node, "free");
  TrammelNode note = trammel_node_member(node, "note"), tie = trammel_node_member(node, "tie");
  if (!inner.node)
    return trammel_node_fail(&inner, error, "is missing; a number is needed here");
  if (!trammel_node_get_plain(&inner, value, may_be_auto, error) ||
      !trammel_node_get_boolean(&flag, &is_free, error) ||
      !trammel_node_get_string(&note, &text, error))
    return FALSE;
  if (is_free)
    return trammel_node_fail(&flag, error,
                             "this number is part of the construction and is not estimated; "
                             "measure it, and set 'free' to false");
  if (tie.node)
    return trammel_node_fail(&tie, error,
                             "this number is part of the construction and cannot follow another; "
                             "remove 'tie'");
  return TRUE;
}

gboolean
trammel_node_get_fixed(const TrammelNode *node, double *value, GError **error)
{
  return read_fixed(node, value, FALSE, error);
}

gboolean
trammel_node_get_fixed_or_auto(const TrammelNode *node, double *value, GError **error)
{
  return read_fixed(node, value, TRUE, error);
}

gboolean
trammel_node_get_vector(const TrammelNode *node, double *value, guint length, GError **error)
{
  guint found;

  if (!node->node)
    return TRUE;
  if (!trammel_node_get_length(node, &found, error))
    return FALSE;
  if (found != length)
    return trammel_node_fail(node, error, "expected %u numbers, found %u", length, found);
  for (guint i = 0; i < length; i++) {
    TrammelNode element = trammel_node_element(node, i);
    if (!trammel_node_get_fixed(&element, &value[i], error))
      return FALSE;
  }
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
