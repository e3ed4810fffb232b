#include "io/project/put.h"

#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/json_node.h"
#include "io/base/json_writer.h"
#include "io/project/edit.h"

/* Path split into steps; the keys are in `parts`. */
typedef struct {
  char **parts;
  TrammelStep steps[TRAMMEL_MAX_STEPS];
  guint n;
  gboolean appends; /* the last step is the end of an array, with an index that is not known yet */
} Path;

static void
path_clear(Path *path)
{
  g_strfreev(path->parts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Path, path_clear)

/* Reads "[3]", or "[]" for the end. */
static gboolean
read_index(Path *path, char *part, TrammelStep *step)
{
  gsize length = strlen(part);
  guint64 index = 0;

  if (part[length - 1] != ']')
    return FALSE;
  path->appends = length == 2;
  part[length - 1] = '\0';
  if (!path->appends && !g_ascii_string_to_unsigned(part + 1, 10, 0, G_MAXINT32, &index, NULL))
    return FALSE;
  step->index = (guint)index;
  return TRUE;
}

static gboolean
read_steps(Path *path, const char *text)
{
  g_autoptr(GString) spaced = g_string_new(text);

  g_string_replace(spaced, "[", ".[", 0);
  path->parts = g_strsplit(spaced->str, ".", -1);
  for (char **part = path->parts; *part; part++) {
    TrammelStep *step = &path->steps[path->n];
    if (**part == '\0' || path->appends || path->n == TRAMMEL_MAX_STEPS)
      return FALSE;
    if (**part != '[')
      step->key = *part;
    else if (!read_index(path, *part, step))
      return FALSE;
    path->n++;
  }
  return path->n > 0;
}

static gboolean
parse_path(Path *path, const char *text, GError **error)
{
  if (read_steps(path, text))
    return TRUE;
  trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                    "'%s' is no path into a project; expected one such as logs[0].channels[1].unit",
                    text);
  return FALSE;
}

/* Sets the index after the last element of the array. */
static void
resolve_end(Path *path, JsonNode *root)
{
  JsonNode *array = trammel_json_get(root, path->steps, path->n - 1);

  if (path->appends && array && JSON_NODE_HOLDS_ARRAY(array))
    path->steps[path->n - 1].index = json_array_get_length(json_node_get_array(array));
}

/* Redirects a number for an object with a "value" to that member. */
static void
step_into_quantity(Path *path, JsonNode *root, JsonNode *value)
{
  JsonNode *present = trammel_json_get(root, path->steps, path->n);

  if (!JSON_NODE_HOLDS_OBJECT(value) && present && JSON_NODE_HOLDS_OBJECT(present) &&
      json_object_has_member(json_node_get_object(present), "value") && path->n < TRAMMEL_MAX_STEPS)
    path->steps[path->n++] = (TrammelStep){.key = "value"};
}

/* Redirects "x.value" to x if x is a plain number. */
static void
step_out_of_number(Path *path, JsonNode *root)
{
  JsonNode *present = trammel_json_get(root, path->steps, path->n - 1);

  if (path->n > 1 && g_strcmp0(path->steps[path->n - 1].key, "value") == 0 && present &&
      !JSON_NODE_HOLDS_OBJECT(present) && !JSON_NODE_HOLDS_NULL(present))
    path->n--;
}

/* Makes a plain number on the path the object of a quantity, so that "x.free" finds its place where
 * x is 1. */
static void
widen_number(const Path *path, JsonNode *root)
{
  static const char *const members[] = {"free", "min", "max", "prior", "transform", NULL};

  for (guint i = 1; i < path->n; i++) {
    JsonNode *present = trammel_json_get(root, path->steps, i);
    const char *key = path->steps[i].key;
    if (!key || !g_strv_contains(members, key) || !present ||
        isnan(trammel_json_as_number(present)))
      continue;
    JsonObject *quantity = json_object_new();
    json_object_set_member(quantity, "value", json_node_copy(present));
    JsonNode *node = json_node_new(JSON_NODE_OBJECT);
    json_node_take_object(node, quantity);
    trammel_json_put(root, path->steps, i, node);
    return;
  }
}

/* Checks that the containers on the path fit the steps. */
static gboolean
check_way(const Path *path, JsonNode *root, const char *text, GError **error)
{
  for (guint i = 0; i < path->n; i++) {
    JsonNode *node = trammel_json_get(root, path->steps, i);
    if (!node || JSON_NODE_HOLDS_NULL(node))
      return TRUE;
    if (path->steps[i].key ? JSON_NODE_HOLDS_OBJECT(node) : JSON_NODE_HOLDS_ARRAY(node))
      continue;
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s: the project has something else there; expected %s", text,
                      path->steps[i].key ? TRAMMEL_WORD("an object") : TRAMMEL_WORD("an array"));
    return FALSE;
  }
  return TRUE;
}

/* Sets one member in a tree. */
static gboolean
put_one(JsonNode *root, const char *path, JsonNode *value, GError **error)
{
  g_auto(Path) way = {0};

  if (!parse_path(&way, path, error))
    return FALSE;
  resolve_end(&way, root);
  step_out_of_number(&way, root);
  step_into_quantity(&way, root, value);
  widen_number(&way, root);
  if (!check_way(&way, root, path, error))
    return FALSE;
  trammel_json_put(root, way.steps, way.n, trammel_json_copy(value));
  return TRUE;
}

gboolean
trammel_project_put(TrammelProject *project, const char *path, const char *json, GError **error)
{
  g_autoptr(JsonNode) value = trammel_json_parse(json, -1, path, error);
  g_auto(GStrv) paths = g_strsplit(path, ",", -1);

  if (!value)
    return FALSE;
  g_autoptr(JsonNode) root = trammel_json_copy(project->root);
  if (!*paths && !put_one(root, path, value, error))
    return FALSE;
  for (char **one = paths; *one; one++)
    if (!put_one(root, *one, value, error))
      return FALSE;
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}

gboolean
trammel_project_remove(TrammelProject *project, const char *path, GError **error)
{
  g_auto(Path) way = {0};

  if (!parse_path(&way, path, error))
    return FALSE;
  if (!trammel_json_get(project->root, way.steps, way.n))
    return TRUE;
  g_autoptr(JsonNode) root = trammel_json_copy(project->root);
  JsonNode *owner = trammel_json_get(root, way.steps, way.n - 1);
  const TrammelStep *last = &way.steps[way.n - 1];
  if (last->key)
    json_object_remove_member(json_node_get_object(owner), last->key);
  else
    json_array_remove_element(json_node_get_array(owner), last->index);
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}

JsonNode *
trammel_project_find_at(const TrammelProject *project, const char *path)
{
  g_auto(Path) way = {0};

  return parse_path(&way, path, NULL) ? trammel_json_get(project->root, way.steps, way.n) : NULL;
}

char *
trammel_project_dup_at(const TrammelProject *project, const char *path)
{
  JsonNode *node = trammel_project_find_at(project, path);

  return node ? trammel_json_node_to_text(node) : NULL;
}

char *
trammel_project_dup_quantity_path(TrParam param)
{
  TrammelStep steps[TRAMMEL_MAX_STEPS];
  guint n = trammel_project_get_path(steps, param);
  GString *path = g_string_new(NULL);

  for (guint i = 0; i < n; i++)
    if (steps[i].key)
      g_string_append_printf(path, "%s%s", i ? "." : "", steps[i].key);
    else
      g_string_append_printf(path, "[%u]", steps[i].index);
  return g_string_free(path, FALSE);
}

const TrammelQuantity *
trammel_project_find_quantity_at(const TrammelProject *project,
                                 const char *path,
                                 const char **member)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    g_autofree char *own = trammel_project_dup_quantity_path(quantity->param);
    gsize n = strlen(own);
    if (strncmp(own, path, n) != 0 || (path[n] != '.' && path[n] != '\0'))
      continue;
    if (member)
      *member = path[n] == '.' ? path + n + 1 : path + n;
    return quantity;
  }
  return NULL;
}

gboolean
trammel_project_equal_at(const TrammelProject *a, const TrammelProject *b, const char *path)
{
  JsonNode *one = trammel_project_find_at(a, path), *other = trammel_project_find_at(b, path);

  return one && other ? json_node_equal(one, other) : one == other;
}
