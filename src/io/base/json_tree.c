#include "io/base/json_tree.h"

#include <string.h>

#include "io/base/error.h"
#include "io/base/json_check.h"

static JsonNode *
copy_object(JsonObject *from)
{
  g_autoptr(JsonObject) to = json_object_new();
  g_autoptr(GList) keys = json_object_get_members(from);

  for (GList *l = keys; l; l = l->next)
    json_object_set_member(to, l->data, trammel_json_copy(json_object_get_member(from, l->data)));
  return json_node_init_object(json_node_alloc(), to);
}

static JsonNode *
copy_array(JsonArray *from)
{
  g_autoptr(JsonArray) to = json_array_new();

  for (guint i = 0; i < json_array_get_length(from); i++)
    json_array_add_element(to, trammel_json_copy(json_array_get_element(from, i)));
  return json_node_init_array(json_node_alloc(), to);
}

/* Copies a value; json_node_copy() would share it, with a reference count that is not atomic. */
static JsonNode *
copy_value(JsonNode *from)
{
  g_auto(GValue) value = G_VALUE_INIT;
  JsonNode *to = json_node_new(JSON_NODE_VALUE);

  json_node_get_value(from, &value);
  json_node_set_value(to, &value);
  return to;
}

JsonNode *
trammel_json_copy(JsonNode *node)
{
  if (JSON_NODE_HOLDS_OBJECT(node))
    return copy_object(json_node_get_object(node));
  if (JSON_NODE_HOLDS_ARRAY(node))
    return copy_array(json_node_get_array(node));
  return JSON_NODE_HOLDS_NULL(node) ? json_node_new(JSON_NODE_NULL) : copy_value(node);
}

gboolean
trammel_json_begins_object(const char *data, gsize length)
{
  gsize i = length >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

  while (i < length && g_ascii_isspace(data[i]))
    i++;
  return i < length && data[i] == '{';
}

/* Returns the parser's message without its own name for the text: "3:5: Parse error: ...". */
static const char *
strip_source(const char *message)
{
  return g_str_has_prefix(message, "<data>:") ? message + strlen("<data>:") : message;
}

JsonNode *
trammel_json_parse(const char *data, gssize length, const char *name, GError **error)
{
  g_autoptr(JsonParser) parser = json_parser_new();
  g_autoptr(GError) parse_error = NULL;
  gsize size = length < 0 ? strlen(data) : (gsize)length;

  if (!g_utf8_validate_len(data, size, NULL)) {
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s: not a JSON file in UTF-8; choose a file that the program wrote", name);
    return NULL;
  }
  if (!trammel_json_check(data, size, name, error))
    return NULL;
  if (!json_parser_load_from_data(parser, data, (gssize)size, &parse_error)) {
    /* it may quote a text that ends within a character */
    g_autofree char *reason = g_utf8_make_valid(strip_source(parse_error->message), -1);
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s:%s", name, reason);
    return NULL;
  }
  if (!json_parser_get_root(parser)) {
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s: the file is empty", name);
    return NULL;
  }
  return trammel_json_copy(json_parser_get_root(parser));
}
