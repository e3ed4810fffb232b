#include "io/result/apply.h"

#include <math.h>

#include "engine/est/task/reported.h"
#include "engine/mbs/model/sensor.h"
#include "io/base/error.h"
#include "io/base/json_node.h"
#include "io/base/json_writer.h"
#include "io/result/node.h"

gboolean
trammel_result_node_apply_values(
    TrammelProject *project, JsonNode *root, const char *name, TrammelValues values, GError **error)
{
  g_autoptr(GArray) list = trammel_result_read_values(root, name, error);
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(TrammelAssignment));

  for (guint i = 0; list && i < list->len; i++) {
    const TrammelResultValue *value = &g_array_index(list, TrammelResultValue, i);
    TrammelAssignment to = {.value = trammel_result_value_get(value, values)};
    g_strlcpy(to.id, value->id, sizeof to.id);
    g_array_append_val(all, to);
  }
  if (list && !trammel_project_set_values(project, all, error)) {
    trammel_error_prefix(error, "%s does not fit the project: ", name);
    return FALSE;
  }
  return list != NULL;
}

gboolean
trammel_result_apply_values(TrammelProject *project,
                            const char *path,
                            TrammelValues values,
                            GError **error)
{
  g_autoptr(JsonNode) root = trammel_result_load(path, error);

  return root && trammel_result_node_apply_values(project, root, path, values, error);
}

gboolean
trammel_fit_apply_values(TrammelProject *project,
                         const TrTask *task,
                         const TrFit *fit,
                         TrammelValues values,
                         GError **error)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(TrammelAssignment));

  for (int i = 0; i < fit->n_free; i++) {
    TrammelAssignment to = {.value = values == TRAMMEL_VALUES_STEPPER
                                         ? fit->estimates[i].value
                                         : tr_fit_report(fit, i).value};
    tr_task_free_id(to.id, task, i);
    g_array_append_val(all, to);
  }
  return trammel_project_set_values(project, all, error);
}

static gboolean
apply_setting(
    TrammelProject *project, JsonNode *settings, const char *name, const char *path, GError **error)
{
  JsonNode *node = trammel_json_find(settings, name);
  const char *word = trammel_json_as_string(node);
  char number[TRAMMEL_NUMBER_SIZE];

  if (!node || !JSON_NODE_HOLDS_VALUE(node))
    return TRUE;
  if (!word)
    word = trammel_json_format_number(number, json_node_get_double(node));
  if (trammel_project_set_setting(project, name, word, error))
    return TRUE;
  trammel_error_prefix(error, "%s: ", path);
  return FALSE;
}

/* Returns the sensor's sigma in the first log that has it. */
static double
find_sigma(JsonNode *logs, const char *sensor)
{
  for (guint l = 0; l < trammel_json_count(logs); l++) {
    JsonNode *sensors = trammel_json_find(trammel_json_element(logs, l), "sensors");

    for (guint s = 0; s < trammel_json_count(sensors); s++) {
      JsonNode *node = trammel_json_element(sensors, s);
      JsonNode *sigma = trammel_json_find(node, "sigma");
      const char *name = trammel_json_as_string(trammel_json_find(node, "name"));

      if (sigma && JSON_NODE_HOLDS_VALUE(sigma) && g_strcmp0(name, sensor) == 0)
        return json_node_get_double(sigma);
    }
  }
  return NAN;
}

/* Returns the sigma of channels of one unit of a device: the root of the mean square over those in
 * the result; NAN: none. */
static double
find_shared_sigma(JsonNode *logs, const TrModel *model, int first)
{
  const char *unit = tr_sensor_unit(model, first);
  int device = tr_device_of(model, first), n = 0;
  double sum = 0, last = NAN;

  for (int s = first; s < model->n_sensors && tr_device_of(model, s) == device &&
                      g_str_equal(tr_sensor_unit(model, s), unit);
       s++) {
    double sigma = find_sigma(logs, model->sensors[s].name);
    if (!(sigma > 0))
      continue;
    sum += sigma * sigma;
    last = sigma;
    n++;
  }
  return n > 1 ? sqrt(sum / n) : last;
}

static gboolean
apply_sigmas(TrammelProject *project, JsonNode *logs, GError **error)
{
  const TrModel *model = trammel_project_get_model(project);

  for (int s = 0; s < model->n_sensors; s++) {
    gboolean is_first = model->sensors[s].axis == 0 || tr_sensor_quaternion(model, s) == s;
    double sigma =
        is_first && isnan(model->sensors[s].sigma) ? find_shared_sigma(logs, model, s) : NAN;
    char id[TR_ID_SIZE];

    if (!(sigma > 0))
      continue;
    tr_param_id(id, model, tr_param_of_sigma(model, s));
    if (!trammel_project_set_value(project, id, sigma, error))
      return FALSE;
    model = trammel_project_get_model(project);
  }
  return TRUE;
}

gboolean
trammel_result_node_apply_settings(TrammelProject *project,
                                   JsonNode *root,
                                   const char *name,
                                   GError **error)
{
  static const char *const names[] = {
      "formulation",  "h", "kappa", "weighting", "observations", "compliance_scale",
      "damping_scale"};
  JsonNode *settings = trammel_json_find(root, "settings");

  for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
    if (!apply_setting(project, settings, names[i], name, error))
      return FALSE;
  return apply_sigmas(project, trammel_json_find(root, "logs"), error);
}

gboolean
trammel_result_apply_settings(TrammelProject *project, const char *path, GError **error)
{
  g_autoptr(JsonNode) root = trammel_result_load(path, error);

  return root && trammel_result_node_apply_settings(project, root, path, error);
}

char **
trammel_result_node_dup_log_names(JsonNode *root)
{
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();
  JsonNode *logs = trammel_json_find(root, "logs");

  for (guint l = 0; l < trammel_json_count(logs); l++) {
    const char *name =
        trammel_json_as_string(trammel_json_find(trammel_json_element(logs, l), "name"));
    if (name)
      g_strv_builder_add(names, name);
  }
  return g_strv_builder_end(names);
}

char **
trammel_result_load_log_names(const char *path, GError **error)
{
  g_autoptr(JsonNode) root = trammel_result_load(path, error);

  return root ? trammel_result_node_dup_log_names(root) : NULL;
}
