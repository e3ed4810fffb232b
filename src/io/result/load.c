/* Reading of result files: ids and values of the parameters. */
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/json_tree.h"
#include "io/base/whole_file.h"
#include "io/result/node.h"

/* Reads one element of `parameters`; FALSE when it is not a parameter. */
static gboolean
read_parameter(TrammelResultValue *value, JsonNode *node)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
  JsonNode *id = object ? json_object_get_member(object, "id") : NULL;
  JsonNode *number = object ? json_object_get_member(object, "value") : NULL;

  if (!id || json_node_get_value_type(id) != G_TYPE_STRING || !number ||
      !JSON_NODE_HOLDS_VALUE(number))
    return FALSE;
  return g_strlcpy(value->id, json_node_get_string(id), sizeof value->id) < sizeof value->id &&
         (json_node_get_value_type(number) == G_TYPE_DOUBLE ||
          json_node_get_value_type(number) == G_TYPE_INT64) &&
         (value->value = json_node_get_double(number), TRUE);
}

GArray *
trammel_result_read_values(JsonNode *root, const char *path, GError **error)
{
  JsonObject *object = json_node_get_object(root);
  JsonNode *parameters = json_object_get_member(object, "parameters");
  g_autoptr(GArray) values = g_array_new(FALSE, TRUE, sizeof(TrammelResultValue));
  guint n = parameters && JSON_NODE_HOLDS_ARRAY(parameters)
                ? json_array_get_length(json_node_get_array(parameters))
                : 0;

  if (!parameters || !JSON_NODE_HOLDS_ARRAY(parameters)) {
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s: the result has no array 'parameters'",
                      path);
    return NULL;
  }
  for (guint i = 0; i < n; i++) {
    TrammelResultValue value;
    if (!read_parameter(&value, json_array_get_element(json_node_get_array(parameters), i))) {
      trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                        "%s: parameters[%u] needs an 'id' (a string) and a 'value' (a number)",
                        path, i);
      return NULL;
    }
    g_array_append_val(values, value);
  }
  return g_steal_pointer(&values);
}

static gboolean
check_format(JsonNode *root, const char *path, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;
  JsonNode *format = object ? json_object_get_member(object, "format") : NULL;
  const char *text = format && json_node_get_value_type(format) == G_TYPE_STRING
                         ? json_node_get_string(format)
                         : NULL;

  if (g_strcmp0(text, "trammel-result/1") == 0)
    return TRUE;
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                    "%s is not a result: its 'format' is %s%s%s; expected \"trammel-result/1\", as "
                    "trammel-cli identify -o FILE.json writes it",
                    path, text ? "\"" : "", text ? text : TRAMMEL_WORD("missing"),
                    text ? "\"" : "");
  return FALSE;
}

JsonNode *
trammel_result_parse(const char *data, gssize length, const char *name, GError **error)
{
  g_autoptr(JsonNode) root = trammel_json_parse(data, length, name, error);

  return root && check_format(root, name, error) ? g_steal_pointer(&root) : NULL;
}

JsonNode *
trammel_result_load(const char *path, GError **error)
{
  gsize length;
  g_autofree char *data = trammel_whole_file_read(path, &length, error);

  if (!data)
    return NULL;
  return trammel_result_parse(data, (gssize)length, path, error);
}

GArray *
trammel_result_load_values(const char *path, GError **error)
{
  g_autoptr(JsonNode) root = trammel_result_load(path, error);

  return root ? trammel_result_read_values(root, path, error) : NULL;
}
