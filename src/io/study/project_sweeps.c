#include "io/study/project_sweeps.h"

#include "io/base/error.h"
#include "io/base/json_tree.h"
#include "io/project/private.h"
#include "io/project/put.h"
#include "io/project/runs.h"

static gboolean
check_sweep(const TrammelNode *node, GError **error)
{
  g_autoptr(TrammelSweep) sweep = trammel_sweep_read(node, error);

  return sweep != NULL;
}

gboolean
trammel_project_check_sweeps(const TrammelProject *project, GError **error)
{
  TrammelNode root = trammel_node_root(project->root);

  if (trammel_node_check_each(&root, "sweeps", check_sweep, error))
    return TRUE;
  trammel_project_explain_newer(project, error);
  return FALSE;
}

TrammelProject *
trammel_project_open(const char *path, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_load(path, error);

  if (!project)
    return NULL;
  if (trammel_project_check_sweeps(project, error))
    return g_steal_pointer(&project);
  trammel_error_prefix(error, "%s: ", path);
  return NULL;
}

guint
trammel_project_get_n_sweeps(const TrammelProject *project)
{
  return trammel_project_get_list_length(project, "sweeps");
}

static JsonNode *
get_sweep(const TrammelProject *project, guint i)
{
  return json_array_get_element(trammel_project_get_list(project, "sweeps"), i);
}

static TrammelSweep *
read_sweep(const TrammelProject *project, guint i, GError **error)
{
  TrammelNode root = trammel_node_root(project->root);
  TrammelNode sweeps = trammel_node_member(&root, "sweeps"),
              node = trammel_node_element(&sweeps, i);

  return trammel_sweep_read(&node, error);
}

TrammelSweep *
trammel_project_load_sweep(const TrammelProject *project, guint i)
{
  g_return_val_if_fail(i < trammel_project_get_n_sweeps(project), NULL);
  g_autoptr(GError) error = NULL;
  TrammelSweep *sweep = read_sweep(project, i, &error);

  /* a project is always valid */
  g_assert_no_error(error);
  return sweep;
}

TrammelProject *
trammel_project_load_swept(const TrammelProject *project, guint i)
{
  g_return_val_if_fail(i < trammel_project_get_n_sweeps(project), NULL);
  return trammel_run_node_load_project(get_sweep(project, i), project);
}

int
trammel_project_find_sweep(const TrammelProject *project, const char *setting)
{
  for (guint i = 0; i < trammel_project_get_n_sweeps(project); i++) {
    JsonNode *node = get_sweep(project, i);
    JsonObject *over = json_object_get_object_member(json_node_get_object(node), "over");
    if (json_object_get_size(over) == 1 && json_object_has_member(over, setting))
      return (int)i;
  }
  return -1;
}

static char *
describe_sweep(const TrammelSweep *sweep, const TrammelProject *swept)
{
  g_autofree char *text = trammel_sweep_to_json(sweep);
  g_autoptr(JsonNode) node = trammel_json_parse(text, -1, "the sweep", NULL);

  json_object_set_member(json_node_get_object(node), "project", trammel_project_dup_frozen(swept));
  return trammel_json_node_to_text(node);
}

gboolean
trammel_project_keep_sweep(TrammelProject *project,
                           const TrammelSweep *sweep,
                           const TrammelProject *swept,
                           GError **error)
{
  const TrammelSweepAxis *axis = sweep->axes->pdata[0];
  int old = sweep->axes->len == 1 ? trammel_project_find_sweep(project, axis->name) : -1;
  g_autofree char *text = describe_sweep(sweep, swept);
  g_autofree char *path = old < 0 ? g_strdup("sweeps[]") : g_strdup_printf("sweeps[%d]", old);

  return trammel_project_put(project, path, text, error);
}

gboolean
trammel_project_remove_sweep(TrammelProject *project, guint i, GError **error)
{
  g_autofree char *path = g_strdup_printf("sweeps[%u]", i);

  return trammel_project_remove(project, path, error);
}
