#include "io/export/result.h"

#include <math.h>
#include <string.h>

#include "io/base/csv_text.h"
#include "io/base/error.h"
#include "io/base/json_tree.h"
#include "io/base/whole_file.h"
#include "io/result/node.h"

/* Reader: its place in the file, and the first error. */
typedef struct {
  const char *file;
  GString *place;
  GError *error;
} Reader;

static void
refuse(Reader *r, const char *key, const char *expected)
{
  if (!r->error)
    r->error =
        g_error_new(TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE, "%s: %s%s%s: expected %s", r->file,
                    r->place->str, r->place->len > 0 && *key ? "." : "", key, expected);
}

/* Enters a member, or with `index` an element of it; returns the place to return to. */
static gsize
enter(Reader *r, const char *key, int index)
{
  gsize back = r->place->len;

  g_string_append_printf(r->place, "%s%s", back > 0 && *key ? "." : "", key);
  if (index >= 0)
    g_string_append_printf(r->place, "[%d]", index);
  return back;
}

static void
leave(Reader *r, gsize back)
{
  g_string_truncate(r->place, back);
}

static JsonObject *
read_object(Reader *r, JsonObject *parent, const char *key)
{
  JsonNode *node = parent ? json_object_get_member(parent, key) : NULL;

  if (node && JSON_NODE_HOLDS_OBJECT(node))
    return json_node_get_object(node);
  refuse(r, key, "an object");
  return NULL;
}

static JsonArray *
read_array(Reader *r, JsonObject *parent, const char *key)
{
  JsonNode *node = parent ? json_object_get_member(parent, key) : NULL;

  if (node && JSON_NODE_HOLDS_ARRAY(node))
    return json_node_get_array(node);
  refuse(r, key, "an array");
  return NULL;
}

/* Returns element i as an object. */
static JsonObject *
read_element(Reader *r, JsonArray *array, guint i)
{
  JsonNode *node = json_array_get_element(array, i);

  if (JSON_NODE_HOLDS_OBJECT(node))
    return json_node_get_object(node);
  refuse(r, "", "an object");
  return NULL;
}

static gboolean
take_number(JsonNode *node, double *value)
{
  GType type =
      node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_INVALID;

  *value = NAN;
  if (type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
    return node && JSON_NODE_HOLDS_NULL(node);
  *value = json_node_get_double(node);
  return TRUE;
}

static double
read_number(Reader *r, JsonObject *parent, const char *key)
{
  double value;

  if (!take_number(parent ? json_object_get_member(parent, key) : NULL, &value))
    refuse(r, key, "a number or null");
  return value;
}

static gboolean
read_boolean(Reader *r, JsonObject *parent, const char *key)
{
  JsonNode *node = parent ? json_object_get_member(parent, key) : NULL;

  if (node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_BOOLEAN)
    return json_node_get_boolean(node);
  refuse(r, key, "true or false");
  return FALSE;
}

static const char *
get_text(JsonNode *node)
{
  return node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING
             ? json_node_get_string(node)
             : NULL;
}

static char *
read_text(Reader *r, JsonObject *parent, const char *key)
{
  const char *text = get_text(parent ? json_object_get_member(parent, key) : NULL);

  if (!text)
    refuse(r, key, "a string");
  return g_strdup(text ? text : "");
}

static char *
read_flags(Reader *r, JsonObject *parent)
{
  JsonArray *array = read_array(r, parent, "flags");
  GString *flags = g_string_new(NULL);

  for (guint i = 0; array && i < json_array_get_length(array); i++) {
    const char *flag = get_text(json_array_get_element(array, i));
    if (!flag)
      refuse(r, "flags", "an array of texts");
    else
      g_string_append_printf(flags, "%s%s", i ? "," : "", flag);
  }
  return g_string_free(flags, FALSE);
}

static void
clear_parameter(gpointer data)
{
  TrammelExportParameter *p = data;

  g_free(p->id);
  g_free(p->unit);
  g_free(p->flags);
}

static void
read_parameter(Reader *r, GArray *parameters, JsonObject *object)
{
  JsonNode *physical = object ? json_object_get_member(object, "physical") : NULL;
  TrammelExportParameter p = {.physical = NAN, .physical_sigma = NAN, .systematic = NAN};

  p.id = read_text(r, object, "id");
  p.unit = read_text(r, object, "unit");
  p.flags = read_flags(r, object);
  p.value = read_number(r, object, "value");
  p.sigma = read_number(r, object, "sigma");
  p.sigma_linear = read_number(r, object, "sigma_linear");
  p.start = read_number(r, object, "start");
  p.min = read_number(r, object, "min");
  p.max = read_number(r, object, "max");
  p.identifiable = read_boolean(r, object, "identifiable");
  p.at_bound = read_boolean(r, object, "at_bound");
  if (physical && JSON_NODE_HOLDS_OBJECT(physical)) {
    gsize back = enter(r, "physical", -1);
    p.physical = read_number(r, json_node_get_object(physical), "value");
    if (json_object_has_member(json_node_get_object(physical), "sigma"))
      p.physical_sigma = read_number(r, json_node_get_object(physical), "sigma");
    p.systematic = read_number(r, json_node_get_object(physical), "systematic");
    leave(r, back);
  } else if (!physical || !JSON_NODE_HOLDS_NULL(physical)) {
    refuse(r, "physical", "an object or null");
  }
  g_array_append_val(parameters, p);
}

static void
clear_sensor(gpointer data)
{
  TrammelExportSensor *sensor = data;

  g_free(sensor->log);
  g_free(sensor->role);
  g_free(sensor->name);
}

static void
read_log(Reader *r, GArray *sensors, JsonObject *log)
{
  g_autofree char *name = read_text(r, log, "name"), *role = read_text(r, log, "role");
  double samples = read_number(r, log, "samples");
  JsonArray *array = read_array(r, log, "sensors");

  for (guint i = 0; array && i < json_array_get_length(array); i++) {
    gsize back = enter(r, "sensors", (int)i);
    JsonObject *object = read_element(r, array, i);
    TrammelExportSensor sensor = {.log = g_strdup(name), .role = g_strdup(role)};
    sensor.name = read_text(r, object, "name");
    sensor.rmse = read_number(r, object, "rmse");
    sensor.fit_percent = read_number(r, object, "fit_percent");
    sensor.chi2_per_sample = read_number(r, object, "chi2_per_sample");
    sensor.samples = object && json_object_has_member(object, "samples")
                         ? read_number(r, object, "samples")
                         : samples;
    g_array_append_val(sensors, sensor);
    leave(r, back);
  }
}

static void
clear_iteration(gpointer data)
{
  g_free(((TrammelExportIteration *)data)->parameters);
}

/* Reads an array of `n` numbers or null. */
static void
read_numbers(Reader *r, double *values, JsonArray *array, guint n)
{
  gboolean good = array && json_array_get_length(array) == n;

  for (guint i = 0; i < n; i++)
    values[i] = NAN;
  for (guint i = 0; good && i < n; i++)
    good = take_number(json_array_get_element(array, i), &values[i]);
  if (array && !good) {
    g_autofree char *expected =
        g_strdup_printf("an array of %u numbers, one for each parameter", n);
    refuse(r, "", expected);
  }
}

static void
read_iteration(Reader *r, GArray *history, JsonObject *object, guint n_parameters)
{
  TrammelExportIteration iteration = {.iteration = read_number(r, object, "iteration"),
                                      .cost = read_number(r, object, "cost"),
                                      .gradient = read_number(r, object, "gradient"),
                                      .parameters = g_new0(double, n_parameters + 1)};
  JsonArray *parameters = read_array(r, object, "parameters");
  gsize back = enter(r, "parameters", -1);

  read_numbers(r, iteration.parameters, parameters, n_parameters);
  leave(r, back);
  g_array_append_val(history, iteration);
}

static void
clear_finding(gpointer data)
{
  TrammelExportFinding *finding = data;

  g_free(finding->severity);
  g_free(finding->code);
  g_free(finding->text);
}

static void
read_finding(Reader *r, GArray *findings, JsonObject *object)
{
  TrammelExportFinding finding = {.severity = read_text(r, object, "severity"),
                                  .code = read_text(r, object, "code"),
                                  .text = read_text(r, object, "text")};

  g_array_append_val(findings, finding);
}

static double *
read_matrix(Reader *r, JsonObject *root, const char *key, guint n)
{
  JsonArray *array = read_array(r, root, key);
  double *values = g_new0(double, (gsize)n *n + 1);

  if (array && json_array_get_length(array) != n)
    refuse(r, key, "a row for each parameter");
  for (guint i = 0; array && !r->error && i < n; i++) {
    JsonNode *row = json_array_get_element(array, i);
    gsize back = enter(r, key, (int)i);
    if (!JSON_NODE_HOLDS_ARRAY(row))
      refuse(r, "", "an array");
    else
      read_numbers(r, values + (gsize)i * n, json_node_get_array(row), n);
    leave(r, back);
  }
  return values;
}

/* Calls one of the readers of elements for each element of an array of objects. */
static void
read_list(Reader *r,
          JsonObject *root,
          const char *key,
          GArray *items,
          void (*read)(Reader *, GArray *, JsonObject *))
{
  JsonArray *array = read_array(r, root, key);

  for (guint i = 0; array && !r->error && i < json_array_get_length(array); i++) {
    gsize back = enter(r, key, (int)i);
    JsonObject *object = read_element(r, array, i);
    if (object)
      read(r, items, object);
    leave(r, back);
  }
}

static void
read_directions(Reader *r, TrammelExportResult *result, JsonObject *root)
{
  JsonArray *array = read_array(r, root, "unidentifiable_directions");
  g_autoptr(GStrvBuilder) texts = g_strv_builder_new();

  for (guint i = 0; array && i < json_array_get_length(array); i++) {
    gsize back = enter(r, "unidentifiable_directions", (int)i);
    JsonObject *object = read_element(r, array, i);
    g_autofree char *text = read_text(r, object, "text");
    read_object(r, object, "loadings");
    g_strv_builder_add(texts, text);
    leave(r, back);
  }
  result->directions = g_strv_builder_end(texts);
}

static void
read_history(Reader *r, TrammelExportResult *result, JsonObject *root)
{
  JsonArray *array = read_array(r, root, "history");

  for (guint i = 0; array && !r->error && i < json_array_get_length(array); i++) {
    gsize back = enter(r, "history", (int)i);
    JsonObject *object = read_element(r, array, i);
    if (object)
      read_iteration(r, result->history, object, result->parameters->len);
    leave(r, back);
  }
}

static void
read_head(Reader *r, TrammelExportResult *result, JsonObject *root)
{
  static const char *const words[] = {"converged", "stopped", "cancelled", "failed", NULL};

  result->program = read_text(r, root, "program");
  result->status = read_text(r, root, "status");
  result->message = read_text(r, root, "message");
  result->iterations = read_number(r, root, "iterations");
  result->seconds = read_number(r, root, "seconds");
  result->cost = read_object(r, root, "cost");
  result->settings = read_object(r, root, "settings");
  if (!g_strv_contains(words, result->status))
    refuse(r, "status", "converged, stopped, cancelled or failed");
}

static void
read_provenance(Reader *r, TrammelExportResult *result, JsonObject *root)
{
  JsonObject *provenance = read_object(r, root, "provenance");
  gsize back = enter(r, "provenance", -1);

  result->project_sha256 = read_text(r, provenance, "project_sha256");
  result->logs_sha256 = read_object(r, provenance, "log_sha256");
  leave(r, back);
}

static GArray *
new_list(gsize size, GDestroyNotify clear)
{
  GArray *list = g_array_new(FALSE, TRUE, (guint)size);

  g_array_set_clear_func(list, clear);
  return list;
}

static TrammelExportResult *
unfold(Reader *r, JsonNode *root)
{
  TrammelExportResult *result = g_new0(TrammelExportResult, 1);
  JsonObject *object = json_node_get_object(root);
  guint n;

  result->root = root;
  result->path = g_strdup(r->file);
  result->parameters = new_list(sizeof(TrammelExportParameter), clear_parameter);
  result->sensors = new_list(sizeof(TrammelExportSensor), clear_sensor);
  result->history = new_list(sizeof(TrammelExportIteration), clear_iteration);
  result->findings = new_list(sizeof(TrammelExportFinding), clear_finding);
  read_head(r, result, object);
  read_list(r, object, "parameters", result->parameters, read_parameter);
  n = result->parameters->len;
  g_free(read_matrix(r, object, "covariance", n));
  result->correlation = read_matrix(r, object, "correlation", n);
  read_directions(r, result, object);
  read_history(r, result, object);
  read_list(r, object, "logs", result->sensors, read_log);
  read_provenance(r, result, object);
  read_list(r, object, "findings", result->findings, read_finding);
  return result;
}

TrammelExportResult *
trammel_export_result_parse(const char *text, gssize length, const char *path, GError **error)
{
  g_autoptr(JsonNode) root = trammel_result_parse(text, length, path, error);
  g_autoptr(TrammelExportResult) result = NULL;
  g_autoptr(GString) place = g_string_new(NULL);
  Reader r = {.file = path, .place = place};

  if (!root)
    return NULL;
  result = unfold(&r, g_steal_pointer(&root));
  if (!r.error)
    return g_steal_pointer(&result);
  g_propagate_error(error, r.error);
  return NULL;
}

TrammelExportResult *
trammel_export_result_load(const char *path, GError **error)
{
  gsize length;
  g_autofree char *text = trammel_whole_file_read(path, &length, error);

  if (!text)
    return NULL;
  return trammel_export_result_parse(text, (gssize)length, path, error);
}

void
trammel_export_result_free(TrammelExportResult *result)
{
  json_node_unref(result->root);
  g_free(result->path);
  g_free(result->program);
  g_free(result->status);
  g_free(result->message);
  g_array_unref(result->parameters);
  g_array_unref(result->sensors);
  g_array_unref(result->history);
  g_array_unref(result->findings);
  g_strfreev(result->directions);
  g_free(result->correlation);
  g_free(result->project_sha256);
  g_free(result);
}

guint
trammel_export_result_get_n_parameters(const TrammelExportResult *result)
{
  return result->parameters->len;
}

const TrammelExportParameter *
trammel_export_result_get_parameter(const TrammelExportResult *result, guint i)
{
  return &g_array_index(result->parameters, TrammelExportParameter, i);
}

static char *
join_flags(const char *flags, const char *remark)
{
  return g_strconcat(flags, *flags && *remark ? "," : "", remark, NULL);
}

char *
trammel_export_csv(const TrammelExportResult *result)
{
  /* the table has no other column for it */
  const char *remark = g_str_equal(result->status, "converged") ? "" : "not-converged";
  GString *csv = g_string_new("id,unit,value,sigma,sigma_linear,physical,systematic,start,min,max,"
                              "identifiable,at_bound,flags\n");

  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    const double numbers[] = {p->value,      p->sigma, p->sigma_linear, p->physical,
                              p->systematic, p->start, p->min,          p->max};
    char number[TRAMMEL_NUMBER_SIZE];
    trammel_csv_append_text(csv, p->id);
    g_string_append_c(csv, ',');
    trammel_csv_append_text(csv, p->unit);
    for (gsize k = 0; k < G_N_ELEMENTS(numbers); k++)
      g_string_append_printf(csv, ",%s", trammel_csv_format_number(number, numbers[k]));
    g_string_append_printf(csv, ",%s,%s,", p->identifiable ? "true" : "false",
                           p->at_bound ? "true" : "false");
    g_autofree char *flags = join_flags(p->flags, remark);
    trammel_csv_append_text(csv, flags);
    g_string_append_c(csv, '\n');
  }
  return g_string_free(csv, FALSE);
}
