#include "io/project_edit.h"

#include <math.h>
#include <string.h>

#include "io/error.h"

/* Keys in the order of the schema; one list serves all objects, since where two of these keys meet
 * in an object their order is the same everywhere. */
static const char *const key_order[] = {"format",
                                        "name",
                                        "type",
                                        "signal",
                                        "notes",
                                        "model",
                                        "gravity",
                                        "magnitude",
                                        "direction",
                                        "tilt",
                                        "bodies",
                                        "joints",
                                        "motors",
                                        "sensors",
                                        "parent",
                                        "child",
                                        "parent_frame",
                                        "child_frame",
                                        "joint",
                                        "mass",
                                        "com",
                                        "inertia",
                                        "shapes",
                                        "linear",
                                        "angular",
                                        "compliance",
                                        "damping_time",
                                        "friction",
                                        "viscous",
                                        "coulomb",
                                        "stribeck",
                                        "delta",
                                        "zeta",
                                        "radius",
                                        "load",
                                        "rate",
                                        "gain",
                                        "gear",
                                        "rotor_inertia",
                                        "bias",
                                        "sigma",
                                        "xx",
                                        "yy",
                                        "zz",
                                        "xy",
                                        "xz",
                                        "yz",
                                        "value",
                                        "free",
                                        "min",
                                        "max",
                                        "prior",
                                        "transform",
                                        "tie",
                                        "note",
                                        "file",
                                        "sha256",
                                        "role",
                                        "time",
                                        "trim",
                                        "channels",
                                        "logs",
                                        "formulation",
                                        "kappa",
                                        "h",
                                        "observations",
                                        "compliance_scale",
                                        "damping_scale",
                                        "cutoff",
                                        "friction_rate",
                                        "max_iterations",
                                        "robust_loss",
                                        "settings",
                                        "runs"};

static int
rank_key(const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS(key_order); i++)
    if (g_str_equal(key_order[i], key))
      return (int)i;
  return -1;
}

void
trammel_json_insert(JsonObject *object, const char *key, JsonNode *value)
{
  gboolean is_new = !json_object_has_member(object, key);
  int rank = rank_key(key);

  json_object_set_member(object, key, value);
  if (!is_new)
    return;
  /* members that belong behind the new one go to the end, in their order */
  g_autoptr(GList) keys = json_object_get_members(object);
  gboolean moving = FALSE;
  for (GList *l = keys; l && !g_str_equal(l->data, key); l = l->next) {
    moving = moving || rank_key(l->data) > rank;
    if (!moving)
      continue;
    g_autofree char *moved = g_strdup(l->data);
    JsonNode *node = json_node_ref(json_object_get_member(object, moved));
    json_object_remove_member(object, moved);
    json_object_set_member(object, moved, node);
  }
}

/* An empty container for what the next step wants. */
static JsonNode *
new_container(const TrammelStep *next)
{
  JsonNode *node = json_node_alloc();

  if (next->key) {
    g_autoptr(JsonObject) object = json_object_new();
    return json_node_init_object(node, object);
  }
  g_autoptr(JsonArray) array = json_array_new();
  return json_node_init_array(node, array);
}

JsonNode *
trammel_json_get(JsonNode *root, const TrammelStep *steps, guint n_steps)
{
  JsonNode *node = root;

  for (guint i = 0; i < n_steps && node; i++) {
    if (steps[i].key)
      node = JSON_NODE_HOLDS_OBJECT(node)
                 ? json_object_get_member(json_node_get_object(node), steps[i].key)
                 : NULL;
    else
      node = JSON_NODE_HOLDS_ARRAY(node) &&
                     steps[i].index < json_array_get_length(json_node_get_array(node))
                 ? json_array_get_element(json_node_get_array(node), steps[i].index)
                 : NULL;
  }
  return node;
}

/* Replaces an element of an array, which is filled with zeros up to it. */
static void
set_element(JsonArray *array, guint index, JsonNode *value)
{
  g_autoptr(GList) elements = json_array_get_elements(array);
  GPtrArray *nodes = g_ptr_array_new();
  guint n = json_array_get_length(array);

  for (GList *l = elements; l; l = l->next)
    g_ptr_array_add(nodes, json_node_ref(l->data));
  for (guint i = n; i <= index; i++)
    g_ptr_array_add(nodes, json_node_init_int(json_node_alloc(), 0));
  json_node_unref(nodes->pdata[index]);
  nodes->pdata[index] = value;
  while (json_array_get_length(array) > 0)
    json_array_remove_element(array, json_array_get_length(array) - 1);
  for (guint i = 0; i < nodes->len; i++)
    json_array_add_element(array, nodes->pdata[i]);
  g_ptr_array_unref(nodes);
}

static void
set_child(JsonNode *node, const TrammelStep *step, JsonNode *value)
{
  if (step->key)
    trammel_json_insert(json_node_get_object(node), step->key, value);
  else
    set_element(json_node_get_array(node), step->index, value);
}

void
trammel_json_put(JsonNode *root, const TrammelStep *steps, guint n_steps, JsonNode *value)
{
  JsonNode *node = root;

  for (guint i = 0; i + 1 < n_steps; i++) {
    JsonNode *child = trammel_json_get(node, &steps[i], 1);
    if (!child || JSON_NODE_HOLDS_NULL(child)) {
      child = new_container(&steps[i + 1]);
      set_child(node, &steps[i], child);
    }
    node = child;
  }
  set_child(node, &steps[n_steps - 1], value);
}

static JsonNode *
new_number(double value)
{
  return json_node_init_double(json_node_alloc(), value);
}

static int
find_quantity(const TrammelProject *project, const char *id, GError **error)
{
  for (guint i = 0; i < project->quantities->len; i++)
    if (g_str_equal(g_array_index(project->quantities, TrammelQuantity, i).id, id))
      return (int)i;
  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
              "the model has no quantity called '%s'; ids are like '%s'", id,
              g_array_index(project->quantities, TrammelQuantity, 0).id);
  return -1;
}

/* NAN stands for "auto". */
static JsonNode *
new_value(double value)
{
  return isnan(value) ? json_node_init_string(json_node_alloc(), "auto") : new_number(value);
}

/* The fill of an array such as `com` that is missing in the file must be its defaults, zeros, which
 * is what set_element() makes; `com` has 3 of them and `tilt` 2. */
static void
complete_array(JsonNode *root, const TrammelStep *steps, guint n_steps, TrParam param)
{
  guint length = param.kind == TR_PARAM_COM ? 3 : 2;
  TrammelStep last[TRAMMEL_MAX_STEPS];

  if (steps[n_steps - 1].key || trammel_json_get(root, steps, n_steps - 1))
    return;
  memcpy(last, steps, n_steps * sizeof *steps);
  last[n_steps - 1].index = length - 1;
  trammel_json_put(root, last, n_steps, json_node_init_int(json_node_alloc(), 0));
}

/* Without a mean of its own a prior is about the value. */
static gboolean
has_prior_mean(JsonNode *node)
{
  static const TrammelStep steps[] = {{.key = "prior"}, {.key = "mean"}};

  return node && trammel_json_get(node, steps, G_N_ELEMENTS(steps));
}

/* The object of a quantity in the file; a plain number is turned into one. */
static JsonObject *
open_quantity(TrammelProject *project, const TrammelQuantity *quantity)
{
  TrammelStep steps[TRAMMEL_MAX_STEPS];
  guint n_steps = trammel_project_get_path(steps, quantity->param);
  JsonNode *node = trammel_json_get(project->root, steps, n_steps);

  if (!node || !JSON_NODE_HOLDS_OBJECT(node)) {
    g_autoptr(JsonObject) object = json_object_new();
    json_object_set_member(object, "value", new_value(quantity->value));
    complete_array(project->root, steps, n_steps, quantity->param);
    node = json_node_init_object(json_node_alloc(), object);
    trammel_json_put(project->root, steps, n_steps, node);
  }
  return json_node_get_object(node);
}

/* The model with a new value passes the checks of the engine. */
static gboolean
check_value(const TrammelProject *project,
            const TrammelQuantity *quantity,
            double value,
            GError **error)
{
  TrModel *trial = tr_model_copy(project->model);
  TrError detail = {0};
  TrStatus status;

  tr_param_set(trial, quantity->param, value);
  status = tr_model_check(trial, &detail);
  tr_model_free(trial);
  if (status == TR_OK)
    return TRUE;
  trammel_error_set_status(error, status, &detail);
  g_prefix_error(error, "%s = %g: ", quantity->id, value);
  return FALSE;
}

gboolean
trammel_project_set_value(TrammelProject *project, const char *id, double value, GError **error)
{
  int i = find_quantity(project, id, error);
  TrammelStep steps[TRAMMEL_MAX_STEPS];

  if (i < 0)
    return FALSE;

  TrammelQuantity *quantity = &g_array_index(project->quantities, TrammelQuantity, (guint)i);
  gboolean may_be_auto =
      quantity->param.kind == TR_PARAM_RATE || quantity->param.kind == TR_PARAM_SIGMA;
  if (!isfinite(value) && !(may_be_auto && isnan(value))) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID, "%s: the value must be finite", id);
    return FALSE;
  }
  if (quantity->free && !(value >= quantity->min && value <= quantity->max)) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
                "%s: the value %g is not within min %g and max %g", id, value, quantity->min,
                quantity->max);
    return FALSE;
  }
  if (!check_value(project, quantity, value, error))
    return FALSE;

  guint n_steps = trammel_project_get_path(steps, quantity->param);
  JsonNode *node = trammel_json_get(project->root, steps, n_steps);
  gboolean follows = !has_prior_mean(node);
  if (node && JSON_NODE_HOLDS_OBJECT(node)) {
    trammel_json_insert(json_node_get_object(node), "value", new_value(value));
  } else {
    complete_array(project->root, steps, n_steps, quantity->param);
    trammel_json_put(project->root, steps, n_steps, new_value(value));
  }
  quantity->value = value;
  if (follows)
    quantity->prior_mean = value;
  tr_param_set(project->model, quantity->param, value);
  return TRUE;
}

gboolean
trammel_project_set_free(TrammelProject *project, const char *id, gboolean is_free, GError **error)
{
  int i = find_quantity(project, id, error);

  if (i < 0)
    return FALSE;

  TrammelQuantity *quantity = &g_array_index(project->quantities, TrammelQuantity, (guint)i);
  if (is_free && !tr_param_can_be_free(project->model, quantity->param)) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
                "%s cannot be estimated; it is a setting of the model", id);
    return FALSE;
  }
  if (is_free && !(quantity->value >= quantity->min && quantity->value <= quantity->max)) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
                "%s: the value %g is not within min %g and max %g; change it first", id,
                quantity->value, quantity->min, quantity->max);
    return FALSE;
  }
  if (quantity->free == is_free)
    return TRUE;
  trammel_json_insert(open_quantity(project, quantity), "free",
                      json_node_init_boolean(json_node_alloc(), is_free));
  quantity->free = is_free;
  return TRUE;
}

static void
put_bound(JsonObject *object, const char *key, double bound)
{
  if (isfinite(bound))
    trammel_json_insert(object, key, new_number(bound));
  else if (json_object_has_member(object, key))
    json_object_remove_member(object, key);
}

gboolean
trammel_project_set_bounds(
    TrammelProject *project, const char *id, double min, double max, GError **error)
{
  int i = find_quantity(project, id, error);

  if (i < 0)
    return FALSE;

  TrammelQuantity *quantity = &g_array_index(project->quantities, TrammelQuantity, (guint)i);
  if (!(min <= max) || (quantity->free && !(quantity->value >= min && quantity->value <= max))) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
                "%s: min %g and max %g must be in order and enclose the value %g", id, min, max,
                quantity->value);
    return FALSE;
  }
  JsonObject *object = open_quantity(project, quantity);
  put_bound(object, "min", min);
  put_bound(object, "max", max);
  quantity->min = min;
  quantity->max = max;
  return TRUE;
}

gboolean
trammel_project_set_log_role(TrammelProject *project, guint log, TrammelRole role)
{
  static const char *const words[] = {"estimate", "validate", "off"};
  TrammelStep steps[] = {{.key = "logs"}, {.index = log}, {.key = "role"}};

  if (log >= project->logs->len)
    return FALSE;
  trammel_json_put(project->root, steps, G_N_ELEMENTS(steps),
                   json_node_init_string(json_node_alloc(), words[role]));
  ((TrammelLogEntry *)project->logs->pdata[log])->role = role;
  return TRUE;
}
