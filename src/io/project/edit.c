#include "io/project/edit.h"

/* Keys in the order of the schema; one list serves all objects, because two keys that occur in the
 * same object have the same order everywhere. */
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
                                        "contacts",
                                        "constraints",
                                        "parent",
                                        "child",
                                        "ratio",
                                        "parent_frame",
                                        "child_frame",
                                        "length",
                                        "start",
                                        "joint",
                                        "body",
                                        "shape",
                                        "point",
                                        "frame",
                                        "size",
                                        "against",
                                        "other_shape",
                                        "plane",
                                        "sphere",
                                        "height",
                                        "other_radius",
                                        "mass",
                                        "com",
                                        "inertia",
                                        "shapes",
                                        "terms",
                                        "equal",
                                        "at_least",
                                        "at_most",
                                        "linear",
                                        "angular",
                                        "restitution",
                                        "threshold",
                                        "compliance",
                                        "damping_time",
                                        "friction",
                                        "dry",
                                        "viscous",
                                        "coulomb",
                                        "stribeck",
                                        "delta",
                                        "zeta",
                                        "tanh",
                                        "g0",
                                        "g1",
                                        "g2",
                                        "g3",
                                        "g4",
                                        "g5",
                                        "asymmetry",
                                        "radius",
                                        "load",
                                        "rate",
                                        "spring",
                                        "stiffness",
                                        "rest",
                                        "limits",
                                        "stops",
                                        "stop_restitution",
                                        "gain",
                                        "gear",
                                        "rotor_inertia",
                                        "bias",
                                        "resistance",
                                        "back_emf",
                                        "limit",
                                        "drive",
                                        "compliance",
                                        "servo",
                                        "command",
                                        "kp",
                                        "ki",
                                        "kd",
                                        "derivative",
                                        "sample_time",
                                        "command_range",
                                        "sigma",
                                        "orientation_sigma",
                                        "loss",
                                        "loss_scale",
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
                                        "origin",
                                        "note",
                                        "file",
                                        "sha256",
                                        "role",
                                        "column",
                                        "minus",
                                        "constant",
                                        "time",
                                        "timing",
                                        "trim",
                                        "exclude",
                                        "values",
                                        "import",
                                        "ignore",
                                        "channels",
                                        "unit",
                                        "sign",
                                        "scale",
                                        "offset",
                                        "delay",
                                        "start",
                                        "start_rate",
                                        "between",
                                        "logs",
                                        "formulation",
                                        "kappa",
                                        "h",
                                        "observations",
                                        "compliance_scale",
                                        "damping_scale",
                                        "cutoff",
                                        "friction_rate",
                                        "max_steps",
                                        "max_iterations",
                                        "robust_loss",
                                        "damping",
                                        "weighting",
                                        "consistency",
                                        "settings",
                                        "recipe",
                                        "simulation",
                                        "window",
                                        "views",
                                        "sweeps",
                                        "plan",
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
  /* members that belong after the new one go to the end, in their order */
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

/* Returns an empty container of the kind that the next step needs. */
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

void
trammel_project_set_log_file(TrammelProject *project, guint log, const char *file)
{
  TrammelStep steps[] = {{.key = "logs"}, {.index = log}, {.key = "file"}};
  TrammelLogEntry *entry;

  g_return_if_fail(log < project->logs->len);
  trammel_json_put(project->root, steps, G_N_ELEMENTS(steps),
                   json_node_init_string(json_node_alloc(), file));
  entry = project->logs->pdata[log];
  g_free(entry->file);
  entry->file = g_strdup(file);
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
