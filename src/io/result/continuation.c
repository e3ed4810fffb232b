#include "io/result/continuation.h"

#include "io/base/error.h"
#include "io/base/json_node.h"
#include "io/result/node.h"

/* Returns the stepper's value of an element of `parameters`; results of the first format have no
 * other.  NULL if there is none. */
static JsonNode *
find_stepper_value(JsonNode *parameter)
{
  JsonNode *own = trammel_json_find(trammel_json_find(parameter, "stepper"), "value");
  JsonNode *value = own ? own : trammel_json_find(parameter, "value");

  return trammel_json_is_number(value) ? value : NULL;
}

static int
find_free(const TrTask *task, const char *wanted)
{
  char id[TR_ID_SIZE];

  for (int i = 0; i < task->n_free; i++) {
    tr_task_free_id(id, task, i);
    if (g_strcmp0(id, wanted) == 0)
      return i;
  }
  return -1;
}

static void
append_id(GString *list, const char *id)
{
  g_string_append_printf(list, "%s%s", list->len ? ", " : "", id);
}

/* Names the parameters that only one of both has. */
static gboolean
refuse(const char *path, const GString *lacking, const GString *surplus, GError **error)
{
  if (lacking->len)
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s has no values of %s, which the project leaves free; fix them, or take a "
                      "result with them",
                      path, lacking->str);
  else
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s has estimates of %s, which the project does not leave free; free them, "
                      "or take a result without them",
                      path, surplus->str);
  return FALSE;
}

/* Returns the kappa that a result ended with; 0 of a regression, which has none. */
static double
find_kappa(JsonNode *root)
{
  JsonNode *settings = trammel_json_find(root, "settings");
  JsonNode *kappa = trammel_json_find(settings, "kappa");
  const char *formulation = trammel_json_as_string(trammel_json_find(settings, "formulation"));

  if (g_strcmp0(formulation, "regression") == 0 || !trammel_json_is_number(kappa))
    return 0;
  return json_node_get_double(kappa);
}

gboolean
trammel_continuation_load(
    double *start, double *kappa, const TrTask *task, const char *path, GError **error)
{
  g_autoptr(JsonNode) root = trammel_result_load(path, error);
  JsonNode *parameters = root ? trammel_json_find(root, "parameters") : NULL;
  g_autofree gboolean *known = g_new0(gboolean, (gsize)task->n_free + 1);
  g_autoptr(GString) lacking = g_string_new(NULL), surplus = g_string_new(NULL);

  if (!root)
    return FALSE;
  for (guint k = 0; k < trammel_json_count(parameters); k++) {
    JsonNode *parameter = trammel_json_element(parameters, k);
    const char *id = trammel_json_as_string(trammel_json_find(parameter, "id"));
    JsonNode *value = find_stepper_value(parameter);
    int i = find_free(task, id);

    if (i < 0 && id)
      append_id(surplus, id);
    if (i < 0 || !value)
      continue;
    start[i] = json_node_get_double(value);
    known[i] = TRUE;
  }
  for (int i = 0; i < task->n_free; i++) {
    char id[TR_ID_SIZE];
    tr_task_free_id(id, task, i);
    if (!known[i])
      append_id(lacking, id);
  }
  if (lacking->len || surplus->len)
    return refuse(path, lacking, surplus, error);
  *kappa = find_kappa(root);
  return TRUE;
}
