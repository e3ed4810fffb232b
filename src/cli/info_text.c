#include "cli/info_text.h"

#include <math.h>

/* Number format with enough digits for an overview. */
#define NUMBER_FORMAT "%.6g"

static void
append_scalar(GString *text, JsonNode *node)
{
  GType type = node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : 0;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (type == G_TYPE_STRING)
    g_string_append(text, json_node_get_string(node));
  else if (type == G_TYPE_BOOLEAN)
    g_string_append(text, json_node_get_boolean(node) ? "yes" : "no");
  else if (type == G_TYPE_INT64)
    g_string_append_printf(text, "%" G_GINT64_FORMAT, json_node_get_int(node));
  else if (type == G_TYPE_DOUBLE)
    g_string_append(
        text, g_ascii_formatd(number, sizeof number, NUMBER_FORMAT, json_node_get_double(node)));
}

/* Appends the rows of an array of objects; the first one's keys are the headings. */
static void
append_table(GString *text, JsonArray *rows)
{
  JsonObject *first = json_array_get_object_element(rows, 0);
  g_autoptr(GList) keys = json_object_get_members(first);

  for (GList *key = keys; key; key = key->next)
    g_string_append_printf(text, "%s%s", key == keys ? "  " : "\t", (const char *)key->data);
  g_string_append_c(text, '\n');
  for (guint i = 0; i < json_array_get_length(rows); i++) {
    JsonObject *row = json_array_get_object_element(rows, i);
    for (GList *key = keys; key; key = key->next) {
      g_string_append(text, key == keys ? "  " : "\t");
      append_scalar(text, json_object_get_member(row, key->data));
    }
    g_string_append_c(text, '\n');
  }
}

static void
append_array(GString *text, JsonArray *array)
{
  if (JSON_NODE_HOLDS_OBJECT(json_array_get_element(array, 0))) {
    append_table(text, array);
    return;
  }
  for (guint i = 0; i < json_array_get_length(array); i++) {
    g_string_append(text, "  ");
    append_scalar(text, json_array_get_element(array, i));
    g_string_append_c(text, '\n');
  }
}

static void
append_member(GString *text, const char *key, JsonNode *node)
{
  if (JSON_NODE_HOLDS_ARRAY(node)) {
    if (json_array_get_length(json_node_get_array(node)) == 0)
      return;
    g_string_append_printf(text, "%s:\n", key);
    append_array(text, json_node_get_array(node));
  } else if (JSON_NODE_HOLDS_VALUE(node)) {
    g_string_append_printf(text, "%s: ", key);
    append_scalar(text, node);
    g_string_append_c(text, '\n');
  }
}

char *
trammel_info_render(JsonNode *node)
{
  GString *text = g_string_new(NULL);
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  json_object_iter_init_ordered(&iter, json_node_get_object(node));
  while (json_object_iter_next_ordered(&iter, &key, &member))
    append_member(text, key, member);
  return g_string_free(text, FALSE);
}
