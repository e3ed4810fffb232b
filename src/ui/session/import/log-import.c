#include "ui/session/import/log-import.h"

#include <string.h>
#include <unistd.h>

#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/base/plain_file.h"
#include "io/intake/add_log.h"
#include "io/log/csv/preview.h"
#include "io/project/edit.h"
#include "io/project/private.h"
#include "io/units/sensor_unit.h"
#include "ui/session/import/import-memory.h"

/* Bytes at the beginning of a file that tell a model from a log. */
enum { HEAD = 4096 };

/* Reads the beginning of a file as text. */
static gboolean
read_head(char head[HEAD + 1], const char *path, GError **error)
{
  int file = trammel_plain_file_open(path, error);

  if (file < 0)
    return FALSE;
  gssize n = read(file, head, HEAD);
  close(file);
  head[MAX(n, 0)] = '\0';
  return TRUE;
}

gboolean
trammel_log_import_can_read(const char *path, GError **error)
{
  static const char *const roots[] = {"<robot", "<mujoco", "<sdf"};
  char head[HEAD + 1];

  if (!read_head(head, path, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(roots); i++)
    if (strstr(head, roots[i])) {
      g_autofree char *name = g_path_get_basename(path);
      trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                        "%s describes a mechanism, which cannot be read yet. Build it on the page "
                        "Model; Export then writes the identified values into this file.",
                        name);
      return FALSE;
    }
  return TRUE;
}

TrammelLogImport *
trammel_log_import_new(const char *const *paths, const char *layout)
{
  TrammelLogImport *logs = g_new0(TrammelLogImport, 1);

  logs->paths = g_strdupv((char **)paths);
  logs->layout = g_strdup(layout);
  return logs;
}

void
trammel_log_import_free(TrammelLogImport *logs)
{
  g_strfreev(logs->paths);
  g_free(logs->layout);
  g_clear_pointer(&logs->segments, g_array_unref);
  g_free(logs);
}

static gboolean
has_signal(const TrModel *model, const char *signal)
{
  if (trammel_sensor_find(model, signal) >= 0)
    return TRUE;
  for (int i = 0; i < model->n_motors; i++)
    if (g_str_equal(model->motors[i].name, signal))
      return TRUE;
  return FALSE;
}

/* Returns the channels whose signals the model has; NULL if there are none. */
static JsonNode *
filter_channels(JsonNode *channels, const TrModel *model)
{
  g_autoptr(JsonArray) kept = json_array_new();
  JsonArray *all =
      channels && JSON_NODE_HOLDS_ARRAY(channels) ? json_node_get_array(channels) : NULL;

  for (guint i = 0; all && i < json_array_get_length(all); i++) {
    JsonNode *channel = json_array_get_element(all, i);
    const char *signal = JSON_NODE_HOLDS_OBJECT(channel)
                             ? json_object_get_string_member_with_default(
                                   json_node_get_object(channel), "signal", "")
                             : "";
    if (has_signal(model, signal))
      json_array_add_element(kept, trammel_json_copy(channel));
  }
  if (json_array_get_length(kept) == 0)
    return NULL;
  return json_node_init_array(json_node_alloc(), kept);
}

static char *
read_header(const char *path)
{
  g_autoptr(TrammelCsvPreview) preview = trammel_csv_preview_new(path, NULL, 0, 1, NULL);

  return preview ? g_strdup(preview->header) : g_strdup("");
}

/* Returns the channels of the first log whose file has the same header. */
static JsonNode *
find_like(const TrammelProject *project, const char *path)
{
  g_autofree char *header = read_header(path);

  for (guint i = 0; *header && i < trammel_project_get_n_logs(project); i++) {
    g_autofree char *other_path = trammel_project_dup_log_path(project, i);
    g_autofree char *other = read_header(other_path);
    const TrammelStep steps[] = {{.key = "logs"}, {.index = i}, {.key = "channels"}};
    if (g_str_equal(header, other))
      return trammel_json_get(project->root, steps, G_N_ELEMENTS(steps));
  }
  return NULL;
}

/* Returns the layout as the entry of a new log. */
static JsonNode *
new_entry(const TrammelProject *project, JsonNode *layout, const char *path, JsonArray *logs)
{
  g_autofree char *name = trammel_log_dup_name(path, logs);
  JsonNode *entry = trammel_json_copy(layout);
  JsonObject *object = json_node_get_object(entry);
  JsonNode *said = json_object_get_member(object, "channels");
  JsonNode *channels = filter_channels(said ? said : find_like(project, path), project->model);

  json_object_remove_member(object, "channels");
  trammel_json_insert(object, "file", json_node_init_string(json_node_alloc(), path));
  trammel_json_insert(object, "name", json_node_init_string(json_node_alloc(), name));
  trammel_json_insert(object, "role", json_node_init_string(json_node_alloc(), "estimate"));
  if (channels)
    trammel_json_insert(object, "channels", channels);
  return entry;
}

/* Restricts a log to the rows of a segment. */
static void
take_rows(JsonNode *entry, const TrammelSegment *segment)
{
  JsonObject *object = json_node_get_object(entry);
  g_autoptr(JsonArray) rows = json_array_new();
  JsonNode *import = json_object_get_member(object, "import");
  g_autoptr(JsonObject) none = json_object_new();

  json_array_add_int_element(rows, (gint64)segment->first + 1);
  json_array_add_int_element(rows, (gint64)segment->last + 1);
  if (!import) {
    trammel_json_insert(object, "import", json_node_init_object(json_node_alloc(), none));
    import = json_object_get_member(object, "import");
  }
  trammel_json_insert(json_node_get_object(import), "rows",
                      json_node_init_array(json_node_alloc(), rows));
}

TrammelProject *
trammel_log_import_add(const TrammelLogImport *logs,
                       const TrammelProject *project,
                       gboolean *is_mapped,
                       GError **error)
{
  g_autoptr(JsonNode) layout = trammel_json_parse(logs->layout, -1, "the layout", error);
  g_autoptr(TrammelProject) copy = layout ? trammel_project_copy(project) : NULL;

  if (!copy)
    return NULL;
  g_autoptr(JsonNode) root = trammel_json_copy(copy->root);
  JsonObject *object = json_node_get_object(root);
  if (!json_object_has_member(object, "logs")) {
    g_autoptr(JsonArray) none = json_array_new();
    trammel_json_insert(object, "logs", json_node_init_array(json_node_alloc(), none));
  }
  JsonArray *list = json_object_get_array_member(object, "logs");
  *is_mapped = TRUE;
  guint n = logs->segments ? logs->segments->len : 1;
  for (char **path = logs->paths; *path; path++)
    for (guint i = 0; i < n; i++) {
      JsonNode *entry = new_entry(copy, layout, *path, list);
      *is_mapped = *is_mapped && json_object_has_member(json_node_get_object(entry), "channels");
      if (logs->segments)
        take_rows(entry, &g_array_index(logs->segments, TrammelSegment, i));
      json_array_add_element(list, entry);
    }
  return trammel_project_replace_tree(copy, g_steal_pointer(&root), error) ? g_steal_pointer(&copy)
                                                                           : NULL;
}

void
trammel_log_import_remember(const TrammelProject *project, guint log)
{
  g_autofree char *path = trammel_project_dup_log_path(project, log);
  g_autofree char *header = read_header(path);
  g_autofree char *fingerprint = trammel_import_memory_fingerprint(header);
  g_autofree char *layout = *header ? trammel_import_memory_dup(fingerprint) : NULL;
  g_autoptr(JsonNode) root = layout ? trammel_json_parse(layout, -1, "layout", NULL) : NULL;
  const TrammelStep steps[] = {{.key = "logs"}, {.index = log}, {.key = "channels"}};
  JsonNode *channels = trammel_json_get(project->root, steps, G_N_ELEMENTS(steps));
  g_autoptr(GError) error = NULL;

  if (!root || !channels)
    return;
  json_object_set_member(json_node_get_object(root), "channels", trammel_json_copy(channels));
  g_autofree char *text = trammel_json_node_to_text(root);
  if (!trammel_import_memory_store(fingerprint, text, &error))
    g_info("%s", error->message);
}

static void
free_paths(gpointer paths)
{
  g_strfreev(paths);
}

GPtrArray *
trammel_log_import_group(const char *const *paths)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func(free_paths);
  g_autoptr(GPtrArray) headers = g_ptr_array_new_with_free_func(g_free);

  for (guint i = 0; paths[i]; i++) {
    g_autofree char *header = read_header(paths[i]);
    guint at;
    if (*header && g_ptr_array_find_with_equal_func(headers, header, g_str_equal, &at)) {
      char **group = groups->pdata[at];
      guint n = g_strv_length(group);
      group = g_renew(char *, group, n + 2);
      group[n] = g_strdup(paths[i]);
      group[n + 1] = NULL;
      groups->pdata[at] = group;
    } else {
      g_ptr_array_add(groups, g_strdupv((char *[]){(char *)paths[i], NULL}));
      g_ptr_array_add(headers, g_steal_pointer(&header));
    }
  }
  return groups;
}
