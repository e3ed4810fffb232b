#include "io/result/values.h"

#include <string.h>

#include "io/base/error.h"
#include "io/base/json_node.h"
#include "io/result/node.h"

gboolean
trammel_values_parse(TrammelValues *values, const char *option, const char *word, GError **error)
{
  if (!word)
    return TRUE;
  if (g_str_equal(word, "physical"))
    *values = TRAMMEL_VALUES_PHYSICAL;
  else if (g_str_equal(word, "stepper"))
    *values = TRAMMEL_VALUES_STEPPER;
  else {
    trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                      "%s: there is no '%s'; use physical (values of the mechanism) or stepper "
                      "(values of the stepper at the step of the fit)",
                      option, word);
    return FALSE;
  }
  return TRUE;
}

/* Reads one element of `parameters`; FALSE when it is not a parameter. */
static gboolean
read_parameter(TrammelResultValue *value, JsonNode *node)
{
  const char *id = trammel_json_as_string(trammel_json_find(node, "id"));
  JsonNode *number = trammel_json_find(node, "value");
  JsonNode *stepper = trammel_json_find(trammel_json_find(node, "stepper"), "value");

  if (!id || !trammel_json_is_number(number) || !trammel_json_is_number(stepper))
    return FALSE;
  value->value = json_node_get_double(number);
  value->stepper = json_node_get_double(stepper);
  return g_strlcpy(value->id, id, sizeof value->id) < sizeof value->id;
}

GArray *
trammel_result_read_values(JsonNode *root, const char *name, GError **error)
{
  JsonNode *parameters = trammel_json_find(root, "parameters");
  g_autoptr(GArray) values = g_array_new(FALSE, TRUE, sizeof(TrammelResultValue));

  if (!trammel_json_as_array(parameters)) {
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s: the result has no array 'parameters'",
                      name);
    return NULL;
  }
  for (guint i = 0; i < trammel_json_count(parameters); i++) {
    TrammelResultValue value;
    if (!read_parameter(&value, trammel_json_element(parameters, i))) {
      trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                        "%s: parameters[%u] needs an 'id' (a string), a 'value' (a number) and a "
                        "'stepper' with a 'value' (a number)",
                        name, i);
      return NULL;
    }
    g_array_append_val(values, value);
  }
  return g_steal_pointer(&values);
}

GArray *
trammel_result_load_values(const char *path, GError **error)
{
  g_autoptr(JsonNode) root = trammel_result_load(path, error);

  return root ? trammel_result_read_values(root, path, error) : NULL;
}

double
trammel_result_value_get(const TrammelResultValue *value, TrammelValues values)
{
  return values == TRAMMEL_VALUES_STEPPER ? value->stepper : value->value;
}
