#include "io/project/runs.h"

#include <string.h>

#include "io/base/json_tree.h"
#include "io/base/json_writer.h"
#include "io/project/private.h"

/* Text around the only run of a file, when the run takes several lines. */
#define HEAD "{\n  \"runs\": [\n    "
#define TAIL "\n  ]\n}\n"

GPtrArray *
trammel_project_steal_runs(TrammelProject *project)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func((GDestroyNotify)json_node_unref);
  JsonObject *root = json_node_get_object(project->root);
  JsonNode *list = json_object_get_member(root, "runs");
  JsonArray *array = list ? json_node_get_array(list) : NULL;

  for (guint i = 0; array && i < json_array_get_length(array); i++)
    g_ptr_array_add(runs, json_node_ref(json_array_get_element(array, i)));
  if (runs->len > 0)
    json_object_set_array_member(root, "runs", json_array_new());
  return runs;
}

char *
trammel_run_node_to_text(JsonNode *node)
{
  TrammelJsonWriter *writer = trammel_json_writer_new();

  trammel_json_writer_begin_object(writer);
  trammel_json_writer_key(writer, "runs");
  trammel_json_writer_begin_array(writer);
  trammel_json_writer_node(writer, node);
  trammel_json_writer_end_array(writer);
  trammel_json_writer_end_object(writer);
  g_autofree char *text = trammel_json_writer_finish(writer);
  gsize length = strlen(text);
  if (g_str_has_prefix(text, HEAD))
    return g_strndup(text + strlen(HEAD), length - strlen(HEAD) - strlen(TAIL));
  /* a short one is on one line at any depth */
  TrammelJsonWriter *line = trammel_json_writer_new_line();
  trammel_json_writer_node(line, node);
  return g_strchomp(trammel_json_writer_finish(line));
}

char *
trammel_run_node_to_result(JsonNode *node)
{
  static const char *const own[] = {"name", "notes", "number", "created", "project"};
  g_autoptr(JsonNode) result = trammel_json_copy(node);

  for (guint i = 0; i < G_N_ELEMENTS(own); i++)
    json_object_remove_member(json_node_get_object(result), own[i]);
  return trammel_json_node_to_text(result);
}

/* Returns the levels of brackets in a text of one line; brackets in strings of other programs may
 * count too, which only adds a line break. */
static int
count_levels(const char *text)
{
  int level = 0, deepest = 0;

  for (const char *p = text; *p; p++) {
    level += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
    deepest = MAX(deepest, level);
  }
  return deepest;
}

static void
write_runs(TrammelJsonWriter *writer, const GPtrArray *runs)
{
  trammel_json_writer_key(writer, "runs");
  trammel_json_writer_begin_array(writer);
  for (guint i = 0; i < runs->len; i++) {
    const char *text = runs->pdata[i];
    trammel_json_writer_laid_out(writer, text, strchr(text, '\n') ? 1 : count_levels(text));
  }
  trammel_json_writer_end_array(writer);
}

char *
trammel_project_to_data_with_runs(const TrammelProject *project, const GPtrArray *runs)
{
  JsonObject *root = json_node_get_object(project->root);
  gboolean listed = json_object_has_member(root, "runs");
  TrammelJsonWriter *writer = trammel_json_writer_new();
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  trammel_json_writer_begin_object(writer);
  json_object_iter_init_ordered(&iter, root);
  while (json_object_iter_next_ordered(&iter, &key, &member)) {
    if (g_str_equal(key, "runs")) {
      write_runs(writer, runs);
      continue;
    }
    trammel_json_writer_key(writer, key);
    trammel_json_writer_node(writer, member);
  }
  if (!listed && runs->len > 0)
    write_runs(writer, runs);
  trammel_json_writer_end_object(writer);
  return trammel_json_writer_finish(writer);
}

JsonNode *
trammel_project_dup_frozen(const TrammelProject *project)
{
  JsonNode *root = trammel_json_copy(project->root);

  json_object_remove_member(json_node_get_object(root), "runs");
  json_object_remove_member(json_node_get_object(root), "sweeps");
  json_object_remove_member(json_node_get_object(root), "figures");
  return root;
}

/* Meshes that are not where they were are those of the same name in the present project. */
static void
take_meshes(TrammelProject *project, const TrammelProject *present)
{
  for (guint i = 0; i < project->shapes->len; i++) {
    const TrammelShape *shape = trammel_project_get_shape(project, i);
    if (shape->type != TRAMMEL_SHAPE_MESH || g_file_test(shape->path, G_FILE_TEST_EXISTS))
      continue;
    g_autofree char *base = g_path_get_basename(shape->path);
    for (guint k = 0; k < present->shapes->len; k++) {
      const char *path = trammel_project_get_shape(present, k)->path;
      g_autofree char *other = path ? g_path_get_basename(path) : NULL;
      if (g_strcmp0(base, other) == 0)
        trammel_project_set_mesh_file(project, i, path);
    }
  }
}

void
trammel_project_take_log_files(TrammelProject *project, const TrammelProject *present)
{
  for (guint i = 0; i < project->logs->len; i++)
    for (guint k = 0; k < present->logs->len; k++)
      if (g_str_equal(trammel_project_get_log_name(project, i),
                      trammel_project_get_log_name(present, k))) {
        g_autofree char *path = trammel_project_dup_log_path(present, k);
        trammel_project_set_log_file(project, i, path);
      }
  take_meshes(project, present);
}

TrammelProject *
trammel_run_node_load_project(JsonNode *node, const TrammelProject *present)
{
  JsonNode *project = json_object_get_member(json_node_get_object(node), "project");

  if (!project || !JSON_NODE_HOLDS_OBJECT(project))
    return NULL;
  g_autofree char *text = trammel_json_node_to_text(project);
  TrammelProject *kept = trammel_project_new_from_data(text, -1, present->folder, NULL);
  if (kept) {
    trammel_project_take_log_files(kept, present);
    trammel_project_set_home(kept, present->home);
  }
  return kept;
}
