#include "io/export/result.h"

#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/base/json_node.h"
#include "io/base/whole_file.h"
#include "io/result/node.h"

/* Reader: the file, and the first error. */
typedef struct {
  const char *file;
  GError *error;
} Reader;

static void
refuse(Reader *r, const TrammelNode *node, const char *expected)
{
  if (r->error)
    return;
  g_autofree char *place = trammel_node_dup_place(node);
  r->error = g_error_new(TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE, "%s: %s: expected %s", r->file,
                         place, expected);
}

static TrammelNode
read_object(Reader *r, const TrammelNode *parent, const char *key)
{
  TrammelNode member = trammel_node_member(parent, key);

  if (!trammel_json_as_object(member.node))
    refuse(r, &member, "an object");
  return member;
}

static TrammelNode
read_array(Reader *r, const TrammelNode *parent, const char *key)
{
  TrammelNode member = trammel_node_member(parent, key);

  if (!trammel_json_as_array(member.node))
    refuse(r, &member, "an array");
  return member;
}

static gboolean
is_number_or_null(JsonNode *node)
{
  return trammel_json_is_number(node) || (node && JSON_NODE_HOLDS_NULL(node));
}

static double
read_number(Reader *r, const TrammelNode *parent, const char *key)
{
  TrammelNode member = trammel_node_member(parent, key);

  if (!is_number_or_null(trammel_json_find(parent->node, key)))
    refuse(r, &member, "a number or null");
  return trammel_json_as_number(member.node);
}

static gboolean
read_boolean(Reader *r, const TrammelNode *parent, const char *key)
{
  TrammelNode member = trammel_node_member(parent, key);
  gboolean value = trammel_json_as_boolean(member.node, -1);

  if (value < 0)
    refuse(r, &member, "true or false");
  return value > 0;
}

static char *
read_text(Reader *r, const TrammelNode *parent, const char *key)
{
  TrammelNode member = trammel_node_member(parent, key);
  const char *text = trammel_json_as_string(member.node);

  if (!text)
    refuse(r, &member, "a string");
  return g_strdup(text ? text : "");
}

/* Calls a reader for each element of an array of objects. */
static void
read_list(Reader *r,
          const TrammelNode *parent,
          const char *key,
          void (*read)(Reader *, const TrammelNode *, gpointer),
          gpointer user)
{
  TrammelNode list = read_array(r, parent, key);

  for (guint i = 0; !r->error && i < trammel_json_count(list.node); i++) {
    TrammelNode element = trammel_node_element(&list, i);
    if (trammel_json_as_object(element.node))
      read(r, &element, user);
    else
      refuse(r, &element, "an object");
  }
}

static char *
read_flags(Reader *r, const TrammelNode *parent)
{
  TrammelNode list = read_array(r, parent, "flags");
  GString *flags = g_string_new(NULL);

  for (guint i = 0; i < trammel_json_count(list.node); i++) {
    const char *flag = trammel_json_as_string(trammel_json_element(list.node, i));
    if (!flag)
      refuse(r, &list, "an array of texts");
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
  g_free(p->missing);
}

static void
read_stepper(Reader *r, const TrammelNode *parent, TrammelExportParameter *p)
{
  TrammelNode stepper = read_object(r, parent, "stepper");

  p->stepper = read_number(r, &stepper, "value");
  p->stepper_sigma = read_number(r, &stepper, "sigma");
  p->sigma_linear = read_number(r, &stepper, "sigma_linear");
}

/* Reads a text or null, which is NULL. */
static char *
read_text_or_null(Reader *r, const TrammelNode *parent, const char *key)
{
  TrammelNode member = trammel_node_member(parent, key);
  JsonNode *node = trammel_json_find(parent->node, key);

  if (!node || !(JSON_NODE_HOLDS_NULL(node) || trammel_json_as_string(node)))
    refuse(r, &member, "a string or null");
  return g_strdup(trammel_json_as_string(node));
}

static void
read_parameter(Reader *r, const TrammelNode *node, gpointer parameters)
{
  TrammelExportParameter p;

  p.id = read_text(r, node, "id");
  p.unit = read_text(r, node, "unit");
  p.flags = read_flags(r, node);
  p.value = read_number(r, node, "value");
  p.sigma = read_number(r, node, "sigma");
  p.noise = read_number(r, node, "noise");
  p.model = trammel_json_find(node->node, "model") ? read_number(r, node, "model")
            : isfinite(p.noise)                    ? 0
                                                   : NAN;
  p.timing = trammel_json_find(node->node, "timing") ? read_number(r, node, "timing") : NAN;
  p.step = read_number(r, node, "step");
  p.smoothing = read_number(r, node, "smoothing");
  p.physical = read_boolean(r, node, "physical");
  p.missing = read_text_or_null(r, node, "missing");
  read_stepper(r, node, &p);
  p.start = read_number(r, node, "start");
  p.min = read_number(r, node, "min");
  p.max = read_number(r, node, "max");
  p.identifiable = read_boolean(r, node, "identifiable");
  p.at_bound = read_boolean(r, node, "at_bound");
  g_array_append_val((GArray *)parameters, p);
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
clear_prediction(gpointer data)
{
  TrammelExportPrediction *prediction = data;

  g_free(prediction->log);
  g_free(prediction->joint);
}

static void
clear_force_error(gpointer data)
{
  g_free(((TrammelExportForceError *)data)->log);
}

/* Log whose members are read. */
typedef struct {
  TrammelExportResult *result;
  const char *name, *role;
  double samples;
} Log;

static void
read_sensor(Reader *r, const TrammelNode *node, gpointer data)
{
  const Log *log = data;
  TrammelExportSensor sensor = {.log = g_strdup(log->name), .role = g_strdup(log->role)};

  sensor.name = read_text(r, node, "name");
  sensor.rmse = read_number(r, node, "rmse");
  sensor.fit_percent = read_number(r, node, "fit_percent");
  sensor.chi2_per_sample = read_number(r, node, "chi2_per_sample");
  sensor.samples =
      trammel_json_find(node->node, "samples") ? read_number(r, node, "samples") : log->samples;
  g_array_append_val(log->result->sensors, sensor);
}

static void
read_prediction(Reader *r, const TrammelNode *node, gpointer data)
{
  const Log *log = data;
  TrammelExportPrediction prediction = {.log = g_strdup(log->name),
                                        .joint = read_text(r, node, "joint"),
                                        .period = read_number(r, node, "period"),
                                        .error_percent = read_number(r, node, "error_percent")};

  g_array_append_val(log->result->predictions, prediction);
}

static void
read_force_error(Reader *r, const TrammelNode *node, const Log *log)
{
  TrammelExportForceError error = {.percent = read_number(r, node, "force_error_percent")};

  if (isnan(error.percent))
    return;
  error.log = g_strdup(log->name);
  g_array_append_val(log->result->force_errors, error);
}

static void
read_log(Reader *r, const TrammelNode *node, gpointer result)
{
  g_autofree char *name = read_text(r, node, "name"), *role = read_text(r, node, "role");
  Log log = {result, name, role, read_number(r, node, "samples")};

  read_list(r, node, "sensors", read_sensor, &log);
  if (trammel_json_find(node->node, "predictions"))
    read_list(r, node, "predictions", read_prediction, &log);
  if (trammel_json_find(node->node, "force_error_percent"))
    read_force_error(r, node, &log);
}

static void
clear_state_error(gpointer data)
{
  TrammelExportStateError *error = data;

  g_free(error->joint);
  g_free(error->unit);
}

static void
read_state_error(Reader *r, const TrammelNode *node, gpointer list)
{
  TrammelExportStateError error = {.joint = read_text(r, node, "joint"),
                                   .unit = read_text(r, node, "unit"),
                                   .sigma = read_number(r, node, "sigma"),
                                   .inertial = read_number(r, node, "inertial"),
                                   .at_floor = read_boolean(r, node, "at_floor")};

  g_array_append_val((GArray *)list, error);
}

static void
clear_iteration(gpointer data)
{
  g_free(((TrammelExportIteration *)data)->parameters);
}

/* Reads an array of `n` numbers or null. */
static void
read_numbers(Reader *r, double *values, const TrammelNode *list, guint n)
{
  gboolean good = trammel_json_count(list->node) == n;

  for (guint i = 0; i < n; i++) {
    JsonNode *element = trammel_json_element(list->node, i);
    values[i] = trammel_json_as_number(element);
    good = good && is_number_or_null(element);
  }
  if (!good) {
    g_autofree char *expected =
        g_strdup_printf("an array of %u numbers, one for each parameter", n);
    refuse(r, list, expected);
  }
}

static void
read_iteration(Reader *r, const TrammelNode *node, gpointer data)
{
  TrammelExportResult *result = data;
  guint n = result->parameters->len;
  TrammelExportIteration iteration = {.iteration = read_number(r, node, "iteration"),
                                      .cost = read_number(r, node, "cost"),
                                      .gradient = read_number(r, node, "gradient"),
                                      .parameters = g_new0(double, n + 1)};
  TrammelNode parameters = read_array(r, node, "parameters");

  read_numbers(r, iteration.parameters, &parameters, n);
  g_array_append_val(result->history, iteration);
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
read_finding(Reader *r, const TrammelNode *node, gpointer findings)
{
  TrammelExportFinding finding = {.severity = read_text(r, node, "severity"),
                                  .code = read_text(r, node, "code"),
                                  .text = read_text(r, node, "text")};

  g_array_append_val((GArray *)findings, finding);
}

static double *
read_matrix(Reader *r, const TrammelNode *root, const char *key, guint n)
{
  TrammelNode list = read_array(r, root, key);
  double *values = g_new0(double, (gsize)n *n + 1);

  if (trammel_json_count(list.node) != n)
    refuse(r, &list, "a row for each parameter");
  for (guint i = 0; !r->error && i < n; i++) {
    TrammelNode row = trammel_node_element(&list, i);
    if (!trammel_json_as_array(row.node))
      refuse(r, &row, "an array");
    read_numbers(r, values + (gsize)i * n, &row, n);
  }
  return values;
}

static void
read_direction(Reader *r, const TrammelNode *node, gpointer texts)
{
  g_autofree char *text = read_text(r, node, "text");

  read_object(r, node, "loadings");
  g_strv_builder_add(texts, text);
}

static void
read_directions(Reader *r, TrammelExportResult *result, const TrammelNode *root)
{
  g_autoptr(GStrvBuilder) texts = g_strv_builder_new();

  read_list(r, root, "unidentifiable_directions", read_direction, texts);
  result->directions = g_strv_builder_end(texts);
}

static void
read_head(Reader *r, TrammelExportResult *result, const TrammelNode *root)
{
  static const char *const words[] = {"converged", "stopped", "cancelled", "failed", NULL};
  TrammelNode status = trammel_node_member(root, "status");

  result->program = read_text(r, root, "program");
  result->status = read_text(r, root, "status");
  result->message = read_text(r, root, "message");
  result->iterations = read_number(r, root, "iterations");
  result->seconds = read_number(r, root, "seconds");
  result->cost = trammel_json_as_object(read_object(r, root, "cost").node);
  result->settings = trammel_json_as_object(read_object(r, root, "settings").node);
  if (!g_strv_contains(words, result->status))
    refuse(r, &status, "converged, stopped, cancelled or failed");
}

static const char *
read_sha256(Reader *r, const TrammelNode *node)
{
  const char *text = trammel_json_as_sha256(node->node);

  if (!text)
    refuse(r, node, "64 hexadecimal digits");
  return text ? text : "";
}

static void
read_provenance(Reader *r, TrammelExportResult *result, const TrammelNode *root)
{
  TrammelNode provenance = read_object(r, root, "provenance");
  TrammelNode project = trammel_node_member(&provenance, "project_sha256");
  TrammelNode logs = read_object(r, &provenance, "log_sha256");

  result->project_sha256 = g_strdup(read_sha256(r, &project));
  result->logs_sha256 = trammel_json_as_object(logs.node);
  g_autoptr(GList) names =
      result->logs_sha256 ? json_object_get_members(result->logs_sha256) : NULL;
  for (GList *l = names; l; l = l->next) {
    TrammelNode log = trammel_node_member(&logs, l->data);
    read_sha256(r, &log);
  }
}

static GArray *
new_list(gsize size, GDestroyNotify clear)
{
  GArray *list = g_array_new(FALSE, TRUE, (guint)size);

  g_array_set_clear_func(list, clear);
  return list;
}

static TrammelExportResult *
unfold(Reader *r, JsonNode *node)
{
  TrammelExportResult *result = g_new0(TrammelExportResult, 1);
  TrammelNode root = trammel_node_root(node);
  guint n;

  result->root = node;
  result->path = g_strdup(r->file);
  result->parameters = new_list(sizeof(TrammelExportParameter), clear_parameter);
  result->sensors = new_list(sizeof(TrammelExportSensor), clear_sensor);
  result->state_errors = new_list(sizeof(TrammelExportStateError), clear_state_error);
  result->predictions = new_list(sizeof(TrammelExportPrediction), clear_prediction);
  result->force_errors = new_list(sizeof(TrammelExportForceError), clear_force_error);
  result->history = new_list(sizeof(TrammelExportIteration), clear_iteration);
  result->findings = new_list(sizeof(TrammelExportFinding), clear_finding);
  read_head(r, result, &root);
  read_list(r, &root, "parameters", read_parameter, result->parameters);
  n = result->parameters->len;
  g_free(read_matrix(r, &root, "covariance", n));
  result->correlation = read_matrix(r, &root, "correlation", n);
  read_directions(r, result, &root);
  read_list(r, &root, "history", read_iteration, result);
  read_list(r, &root, "logs", read_log, result);
  if (trammel_json_find(node, "state_sigmas"))
    read_list(r, &root, "state_sigmas", read_state_error, result->state_errors);
  read_provenance(r, result, &root);
  read_list(r, &root, "findings", read_finding, result->findings);
  return result;
}

TrammelExportResult *
trammel_export_result_parse(const char *text, gssize length, const char *path, GError **error)
{
  g_autoptr(JsonNode) root = trammel_result_parse(text, length, path, error);
  g_autoptr(TrammelExportResult) result = NULL;
  Reader r = {.file = path};

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
  g_array_unref(result->state_errors);
  g_array_unref(result->predictions);
  g_array_unref(result->force_errors);
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

gboolean
trammel_export_parameter_has(const TrammelExportParameter *parameter, const char *flag)
{
  g_auto(GStrv) flags = g_strsplit(parameter->flags, ",", -1);

  return g_strv_contains((const char *const *)flags, flag);
}

/* Makes the stepper's values those of the parameter, with their flags. */
static void
take_stepper(TrammelExportParameter *p)
{
  GString *flags = g_string_new(p->at_bound ? "at-bound," : "");

  g_string_append(flags, p->identifiable ? "" : "not-identifiable,");
  g_string_append(flags, "stepper-value");
  if (trammel_export_parameter_has(p, "stopped"))
    g_string_append(flags, ",stopped");
  if (trammel_export_parameter_has(p, "bad-fit"))
    g_string_append(flags, ",bad-fit");
  g_free(p->flags);
  p->flags = g_string_free(flags, FALSE);
  p->value = p->stepper;
  p->noise = p->stepper_sigma;
  p->sigma = hypot(hypot(p->noise, p->model), isfinite(p->timing) ? p->timing : 0);
  p->step = p->smoothing = NAN;
  p->physical = FALSE;
}

TrammelExportResult *
trammel_export_result_select(const TrammelExportResult *result, TrammelValues values)
{
  Reader r = {.file = result->path};
  TrammelExportResult *selected = unfold(&r, json_node_ref(result->root));

  g_assert_no_error(r.error); /* it has been read before */
  selected->values = values;
  for (guint i = 0; values == TRAMMEL_VALUES_STEPPER && i < selected->parameters->len; i++)
    take_stepper(&g_array_index(selected->parameters, TrammelExportParameter, i));
  return selected;
}
