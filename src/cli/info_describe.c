#include "cli/info_describe.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "cli/info_text.h"
#include "io/base/json_node.h"
#include "io/base/json_tree.h"
#include "io/base/plain_file.h"
#include "io/base/whole_file.h"
#include "io/check/log_info.h"
#include "io/log/load.h"
#include "io/packed/packed.h"
#include "io/project/project.h"
#include "io/result/values.h"
#include "io/study/project_sweeps.h"

/* Opens the object that all kinds share. */
static TrammelJsonWriter *
begin(const char *path, const char *kind)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "file", path);
  trammel_json_writer_add_string(json, "kind", kind);
  return json;
}

/* Opens the member `key`, an array. */
static void
begin_list(TrammelJsonWriter *json, const char *key)
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_begin_array(json);
}

static void
add_empty_list(TrammelJsonWriter *json, const char *key)
{
  begin_list(json, key);
  trammel_json_writer_end_array(json);
}

static void
add_quantities(TrammelJsonWriter *json, const TrammelProject *project)
{
  begin_list(json, "parameters");
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    if (!quantity->free)
      continue;
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "id", quantity->id);
    trammel_json_writer_add_string(json, "unit", quantity->unit);
    trammel_json_writer_add_number(json, "value", quantity->value);
    trammel_json_writer_add_number(json, "min", quantity->min);
    trammel_json_writer_add_number(json, "max", quantity->max);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

/* Writes the logs; returns sentences about missing ones. */
static GPtrArray *
add_logs(TrammelJsonWriter *json, const TrammelProject *project)
{
  static const char *const roles[] = {[TRAMMEL_ROLE_ESTIMATE] = "estimate",
                                      [TRAMMEL_ROLE_VALIDATE] = "validate",
                                      [TRAMMEL_ROLE_OFF] = "off"};
  GPtrArray *problems = g_ptr_array_new_with_free_func(g_free);

  begin_list(json, "logs");
  for (guint i = 0; i < trammel_project_get_n_logs(project); i++) {
    const char *name = trammel_project_get_log_name(project, i);
    g_autofree char *path = trammel_project_dup_log_path(project, i);
    g_autofree char *place = trammel_project_dup_log_place(project, i);
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "name", name);
    trammel_json_writer_add_string(json, "file", place);
    trammel_json_writer_add_string(json, "role", roles[trammel_project_get_log_role(project, i)]);
    trammel_json_writer_end_object(json);
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
      g_ptr_array_add(problems, g_strdup_printf("log '%s': there is no file %s", name, place));
  }
  trammel_json_writer_end_array(json);
  return problems;
}

static char *
describe_project(const char *path, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_open(path, error);
  g_autoptr(GPtrArray) problems = NULL;
  const TrModel *model;
  TrammelJsonWriter *json;

  if (!project)
    return NULL;
  model = trammel_project_get_model(project);
  json = begin(path, "project");
  trammel_json_writer_add_string(json, "name", trammel_project_get_name(project));
  trammel_json_writer_add_integer(json, "bodies", model->n_bodies);
  trammel_json_writer_add_integer(json, "joints", model->n_joints);
  trammel_json_writer_add_integer(json, "motors", model->n_motors);
  trammel_json_writer_add_integer(json, "sensors", model->n_sensors);
  add_empty_list(json, "channels");
  add_quantities(json, project);
  problems = add_logs(json, project);
  begin_list(json, "problems");
  for (guint i = 0; i < problems->len; i++)
    trammel_json_writer_string(json, problems->pdata[i]);
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

/* Copies a text member of the result if it is present. */
static void
copy_text(TrammelJsonWriter *json, JsonObject *result, const char *key)
{
  JsonNode *member = json_object_get_member(result, key);

  if (member && json_node_get_value_type(member) == G_TYPE_STRING)
    trammel_json_writer_add_string(json, key, json_node_get_string(member));
}

static char *
describe_result(const char *path, JsonObject *result, GError **error)
{
  g_autoptr(GArray) values = trammel_result_load_values(path, error);
  TrammelJsonWriter *json;

  if (!values)
    return NULL;
  json = begin(path, "result");
  copy_text(json, result, "program");
  copy_text(json, result, "status");
  copy_text(json, result, "message");
  add_empty_list(json, "channels");
  begin_list(json, "parameters");
  for (guint i = 0; i < values->len; i++) {
    const TrammelResultValue *value = &g_array_index(values, TrammelResultValue, i);
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "id", value->id);
    trammel_json_writer_add_number(json, "value", value->value);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
  add_empty_list(json, "problems");
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

static char *
describe_log(const char *path, gboolean as_json, GError **error)
{
  g_autoptr(TrammelDataset) dataset = trammel_dataset_load(path, NULL, NULL, error);

  if (!dataset)
    return NULL;
  return as_json ? trammel_info_to_json(dataset) : trammel_info_to_text(dataset);
}

/* Reads the beginning of a file. */
static gssize
read_head(const char *path, char *head, gsize size, GError **error)
{
  int file = trammel_plain_file_open(path, error);

  if (file < 0)
    return -1;
  gssize n = read(file, head, size);
  g_close(file, NULL);
  return MAX(n, 0); /* the reader of the whole file reports the reason */
}

/* Describes a project or a result. */
static char *
describe_json(const char *path, GError **error)
{
  gsize length;
  g_autofree char *data = trammel_whole_file_read(path, &length, error);
  g_autoptr(JsonNode) root = NULL;
  const char *format;

  if (!data)
    return NULL;
  root = trammel_json_parse(data, (gssize)length, path, error);
  if (!root)
    return NULL;
  format = trammel_json_as_string(trammel_json_find(root, "format"));
  if (format && g_str_has_prefix(format, "trammel-result/"))
    return describe_result(path, json_node_get_object(root), error);
  return describe_project(path, error);
}

char *
trammel_info_describe(const char *path, gboolean as_json, GError **error)
{
  char head[4096];
  gssize n = read_head(path, head, sizeof head, error);
  /* spreadsheets are zip files too, and are reported as such */
  gboolean is_packed = trammel_packed_has_ending(path) && trammel_packed_is_file(path);
  g_autofree char *text = NULL;
  g_autoptr(JsonNode) node = NULL;

  if (n < 0)
    return NULL;
  if (!is_packed && !trammel_json_begins_object(head, (gsize)n))
    return describe_log(path, as_json, error);
  text = is_packed ? describe_project(path, error) : describe_json(path, error);
  if (!text || as_json)
    return g_steal_pointer(&text);
  node = json_from_string(text, NULL);
  return trammel_info_render(node);
}
