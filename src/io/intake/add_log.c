#include "io/intake/add_log.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/intake/mapping_plan.h"
#include "io/log/data/time_column.h"
#include "io/log/load.h"
#include "io/project/put.h"

char *
trammel_log_dup_name(const char *path, JsonArray *logs)
{
  g_autofree char *base = g_path_get_basename(path);
  char *dot = strrchr(base, '.');
  guint number = 1;

  if (dot && dot != base)
    *dot = '\0';
  g_strdelimit(base, ".=/", '_');
  char *name = g_strdup(base);
  for (guint i = 0; logs && i < json_array_get_length(logs); i++) {
    JsonObject *log = json_array_get_object_element(logs, i);
    if (g_strcmp0(json_object_get_string_member_with_default(log, "name", ""), name) != 0)
      continue;
    g_free(name);
    name = g_strdup_printf("%s-%u", base, ++number);
    i = G_MAXUINT; /* start again: the new name may be taken, too */
  }
  return name;
}

/* ---- sensors of rates ------------------------------------------------------------------------ */

static gboolean
has_sensor(const TrModel *model, int joint, TrSensorType type)
{
  for (int s = 0; s < model->n_sensors; s++)
    if (model->sensors[s].type == type && model->sensors[s].joint == joint)
      return TRUE;
  return FALSE;
}

/* Adds a sensor of the rate to each joint that has one of the position; *first is set to the first
 * of them. */
static gboolean
add_rate_sensors(TrammelProject *project, int *first, GError **error)
{
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
  const TrModel *model = trammel_project_get_model(project);

  *first = model->n_sensors;
  for (int j = 0; j < model->n_joints; j++) {
    if (!has_sensor(model, j, TR_SENSOR_JOINT_POSITION) ||
        has_sensor(model, j, TR_SENSOR_JOINT_VELOCITY))
      continue;
    g_autofree char *name = g_strdup_printf("%.50s_velocity", model->joints[j].name);
    TrammelJsonWriter *json = trammel_json_writer_new();
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "name", name);
    trammel_json_writer_add_string(json, "type", "joint-velocity");
    trammel_json_writer_add_string(json, "joint", model->joints[j].name);
    trammel_json_writer_end_object(json);
    g_ptr_array_add(texts, trammel_json_writer_finish(json));
  }
  for (guint i = 0; i < texts->len; i++)
    if (!trammel_project_put(project, "model.sensors[]", texts->pdata[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
is_mapped(const TrammelProject *project, const char *signal)
{
  guint log = trammel_project_get_n_logs(project) - 1;

  for (guint i = 0; i < trammel_project_get_n_mappings(project, log); i++)
    if (g_str_equal(trammel_project_get_mapping(project, log, i)->signal, signal))
      return TRUE;
  return FALSE;
}

/* Removes the sensors from `first` on that no column is mapped to. */
static gboolean
remove_idle_sensors(TrammelProject *project, int first, GError **error)
{
  for (int s = trammel_project_get_model(project)->n_sensors - 1; s >= first; s--) {
    g_autofree char *place = g_strdup_printf("model.sensors[%d]", s);
    if (!is_mapped(project, trammel_project_get_model(project)->sensors[s].name) &&
        !trammel_project_remove(project, place, error))
      return FALSE;
  }
  return TRUE;
}

/* ---- the log --------------------------------------------------------------------------------- */

static gboolean
put_entry(TrammelProject *project,
          const TrammelNewLog *log,
          const TrammelDataset *dataset,
          GError **error)
{
  JsonNode *logs = trammel_project_find_at(project, "logs");
  g_autofree char *name = trammel_log_dup_name(
      log->path, logs && JSON_NODE_HOLDS_ARRAY(logs) ? json_node_get_array(logs) : NULL);
  guint time = trammel_dataset_find_time(dataset);
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "name", name);
  trammel_json_writer_add_string(json, "file", log->path);
  trammel_json_writer_key(json, "time");
  trammel_json_writer_begin_object(json);
  if (time < G_MAXUINT) {
    g_autofree char *column = trammel_dataset_dup_reference(dataset, time);
    trammel_json_writer_add_string(json, "column", column);
  } else {
    trammel_json_writer_add_number(json, "rate", log->rate);
  }
  trammel_json_writer_end_object(json);
  trammel_json_writer_end_object(json);
  g_autofree char *text = trammel_json_writer_finish(json);
  return trammel_project_put(project, "logs[]", text, error);
}

static TrammelDataset *
load(const TrammelNewLog *log, GCancellable *cancellable, GError **error)
{
  g_autoptr(TrammelDataset) dataset = trammel_dataset_load(log->path, NULL, cancellable, error);

  if (!dataset || trammel_dataset_find_time(dataset) < G_MAXUINT || log->rate > 0)
    return g_steal_pointer(&dataset);
  g_autofree char *file = g_path_get_basename(log->path);
  trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                    "%s has no column of times; name one of its columns t, or give the rate of its "
                    "rows",
                    file);
  return NULL;
}

/* Maps the last log. */
static TrammelProject *
map(TrammelProject *project, TrammelDataset *dataset, GError **error)
{
  guint log = trammel_project_get_n_logs(project) - 1;
  g_autoptr(TrammelLogTable) table = trammel_log_table_new(project, log, dataset);
  g_autoptr(TrammelMappingPlan) plan = trammel_mapping_plan_new(project, log, table);

  trammel_mapping_plan_guess(plan);
  if (trammel_mapping_plan_has_sensor(plan))
    return trammel_mapping_plan_build(plan, FALSE, error);
  trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                    "no column of log '%s' fits a sensor of the model, neither by its name nor by "
                    "its unit; name the columns after the joints, or map them in the window",
                    trammel_project_get_log_name(project, log));
  return NULL;
}

/* Records the columns that are mapped, and the motors without one. */
static void
note_mapping(TrammelRecord *record, const TrammelProject *project)
{
  guint log = trammel_project_get_n_logs(project) - 1;
  const char *name = trammel_project_get_log_name(project, log);
  const TrModel *model = trammel_project_get_model(project);
  g_autoptr(GString) pairs = g_string_new(NULL), idle = g_string_new(NULL);

  for (guint i = 0; i < trammel_project_get_n_mappings(project, log); i++) {
    const TrammelMapping *mapping = trammel_project_get_mapping(project, log, i);
    g_string_append_printf(pairs, "%s%s → %s", i ? ", " : "", mapping->column, mapping->signal);
  }
  trammel_record_add(record, TRAMMEL_RECORD_TAKEN, NULL, N_("log '%s', its columns mapped: %s"),
                     name, pairs->str);
  for (int m = 0; m < model->n_motors; m++)
    if (!is_mapped(project, model->motors[m].name))
      g_string_append_printf(idle, "%s%s", idle->len ? ", " : "", model->motors[m].name);
  if (idle->len)
    trammel_record_add(record, TRAMMEL_RECORD_IGNORED, NULL,
                       N_("no column of log '%s' fits %s: the input counts as 0"), name, idle->str);
}

TrammelProject *
trammel_project_add_log(const TrammelProject *project,
                        const TrammelNewLog *log,
                        TrammelRecord *record,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr(TrammelDataset) dataset = load(log, cancellable, error);
  g_autoptr(TrammelProject) copy = dataset ? trammel_project_copy(project) : NULL;
  int first = 0;

  if (!copy || (log->with_rates && !add_rate_sensors(copy, &first, error)) ||
      !put_entry(copy, log, dataset, error))
    return NULL;
  g_autoptr(TrammelProject) mapped = map(copy, dataset, error);
  if (!mapped || (log->with_rates && !remove_idle_sensors(mapped, first, error)))
    return NULL;
  note_mapping(record, mapped);
  return g_steal_pointer(&mapped);
}
