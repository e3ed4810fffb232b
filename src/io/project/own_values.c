#include "io/project/own_values.h"

#include <math.h>

#include "engine/est/task/own_values.h"
#include "io/base/error.h"
#include "io/project/edit.h"

guint
trammel_project_get_n_own_values(const TrammelProject *project, guint log)
{
  return trammel_project_get_log(project, log)->own->len;
}

TrOwnValue
trammel_project_get_own_value(const TrammelProject *project, guint log, guint i)
{
  return g_array_index(trammel_project_get_log(project, log)->own, TrOwnValue, i);
}

gboolean
trammel_project_can_be_own(const TrammelProject *project, const TrammelQuantity *quantity)
{
  return tr_param_can_be_own(project->model, quantity->param);
}

static gboolean
read_value(const TrammelProject *project,
           TrammelLogEntry *entry,
           const TrammelNode *values,
           const char *id,
           GError **error)
{
  TrammelNode node = trammel_node_member(values, id);
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, id);
  TrOwnValue own;

  if (!quantity) {
    g_autofree char *nearest = trammel_project_find_nearest(project, id);
    return trammel_node_fail(&node, error, "there is no quantity '%s'; nearest: %s", id, nearest);
  }
  own.param = quantity->param;
  if (!trammel_project_can_be_own(project, quantity))
    return trammel_node_fail(
        &node, error,
        "%s cannot have another value in one log; only quantities of the model "
        "that can be free can, other than those of stops and contacts",
        id);
  if (!trammel_node_get_plain(&node, &own.value, FALSE, error))
    return FALSE;
  g_array_append_val(entry->own, own);
  return TRUE;
}

/* Checks the model that the log has. */
static gboolean
check_model(const TrammelProject *project, const TrammelLogEntry *entry, GError **error)
{
  const TrLog log = {.n_own = (int)entry->own->len,
                     .own = (const TrOwnValue *)(void *)entry->own->data};
  TrModel *model = trammel_need_memory(tr_log_model_new(project->model, &log));
  TrError detail = trammel_error_record();
  /* a fault of the common model is reported as such */
  gboolean ok =
      tr_model_check(model, &detail) == TR_OK || tr_model_check(project->model, NULL) != TR_OK;

  tr_model_free(model);
  if (ok)
    return TRUE;
  trammel_error_set_status(error, TR_BAD_MODEL, &detail);
  trammel_error_prefix(error, "log '%s' with its own values: ", entry->name);
  return FALSE;
}

static gboolean
read_log(const TrammelProject *project,
         TrammelLogEntry *entry,
         const TrammelNode *log,
         GError **error)
{
  TrammelNode values = trammel_node_member(log, "values");

  if (!values.node)
    return TRUE;
  if (!trammel_node_check_object(&values, error))
    return FALSE;
  g_autoptr(GList) ids = json_object_get_members(json_node_get_object(values.node));
  for (GList *l = ids; l; l = l->next)
    if (!read_value(project, entry, &values, l->data, error))
      return FALSE;
  return check_model(project, entry, error);
}

gboolean
trammel_project_read_own_values(TrammelProject *project, const TrammelNode *root, GError **error)
{
  TrammelNode logs = trammel_node_member(root, "logs");

  for (guint i = 0; i < project->logs->len; i++) {
    TrammelNode log = trammel_node_element(&logs, i);
    if (!read_log(project, project->logs->pdata[i], &log, error))
      return FALSE;
  }
  return TRUE;
}

/* Returns the values of a log in a tree, which are made if they are missing. */
static JsonObject *
need_values(JsonNode *root, guint log)
{
  const TrammelStep steps[] = {{.key = "logs"}, {.index = log}, {.key = "values"}};
  JsonNode *node = trammel_json_get(root, steps, G_N_ELEMENTS(steps));

  if (!node || !JSON_NODE_HOLDS_OBJECT(node)) {
    g_autoptr(JsonObject) object = json_object_new();
    node = json_node_init_object(json_node_alloc(), object);
    trammel_json_put(root, steps, G_N_ELEMENTS(steps), node);
  }
  return json_node_get_object(node);
}

gboolean
trammel_project_set_own_value(
    TrammelProject *project, guint log, const char *id, double value, GError **error)
{
  g_return_val_if_fail(log < project->logs->len, FALSE);
  if (trammel_project_index_of(project, id, error) < 0)
    return FALSE;
  g_autoptr(JsonNode) root = trammel_json_copy(project->root);
  json_object_set_double_member(need_values(root, log), id, value);
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}

gboolean
trammel_project_remove_own_value(TrammelProject *project, guint log, const char *id, GError **error)
{
  g_return_val_if_fail(log < project->logs->len, FALSE);
  g_autoptr(JsonNode) root = trammel_json_copy(project->root);
  JsonObject *values = need_values(root, log);

  json_object_remove_member(values, id);
  if (json_object_get_size(values) == 0) {
    const TrammelStep steps[] = {{.key = "logs"}, {.index = log}};
    json_object_remove_member(
        json_node_get_object(trammel_json_get(root, steps, G_N_ELEMENTS(steps))), "values");
  }
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}
