/* Changes of an element that involve several members: the type of a sensor, the sum of a
 * constraint. */
#include <math.h>
#include <string.h>

#include "engine/mbs/model/sensor.h"
#include "io/base/error.h"
#include "io/structure/private.h"

static JsonObject *
get_object(JsonNode *root, TrammelElementKind kind, guint index)
{
  return json_array_get_object_element(trammel_structure_get_section(root, kind), index);
}

/* ---- sensors --------------------------------------------------------------------------------- */

static const TrSensorClass *
find_class(const char *name)
{
  for (int type = 0; type < TR_N_SENSOR_TYPES; type++)
    if (g_str_equal(tr_sensor_type_name((TrSensorType)type), name))
      return tr_sensor_class((TrSensorType)type);
  return NULL;
}

static gboolean
have_same_axes(const TrSensorClass *a, const TrSensorClass *b)
{
  if (a->n_axes != b->n_axes || (a->axes == NULL) != (b->axes == NULL))
    return FALSE;
  for (int i = 0; a->axes && i < a->n_axes; i++)
    if (!g_str_equal(a->axes[i], b->axes[i]))
      return FALSE;
  return TRUE;
}

/* Returns the joint's child, on which a sensor of the joint sits when it becomes one of a body. */
static const char *
find_carried_body(const TrModel *model, const char *joint)
{
  for (int j = 0; j < model->n_joints; j++)
    if (g_str_equal(model->joints[j].name, joint))
      return model->bodies[model->joints[j].child].name;
  return model->bodies[0].name;
}

/* Returns the joint for a sensor of a body: the one with an axis that has the body as child, else
 * any; NULL if there is none. */
static const char *
find_carrying_joint(const TrModel *model, const char *body)
{
  const char *any = NULL;

  for (int j = 0; j < model->n_joints; j++) {
    if (!tr_joint_has_axis(&model->joints[j]))
      continue;
    if (g_str_equal(model->bodies[model->joints[j].child].name, body))
      return model->joints[j].name;
    any = any ? any : model->joints[j].name;
  }
  return any;
}

static gboolean
move_sensor(JsonObject *sensor, const TrModel *model, gboolean to_joint, GError **error)
{
  static const char *const of_body[] = {"body", "point", "frame"};
  const char *place = to_joint
                          ? find_carrying_joint(model, trammel_structure_get_text(sensor, "body"))
                          : find_carried_body(model, trammel_structure_get_text(sensor, "joint"));

  if (!place) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "the model has no hinge or slide for a sensor; add one first");
    return FALSE;
  }
  for (guint i = 0; to_joint && i < G_N_ELEMENTS(of_body); i++)
    if (json_object_has_member(sensor, of_body[i]))
      json_object_remove_member(sensor, of_body[i]);
  if (!to_joint)
    json_object_remove_member(sensor, "joint");
  trammel_json_insert(sensor, to_joint ? "joint" : "body",
                      json_node_init_string(json_node_alloc(), place));
  return TRUE;
}

static void
drop_channels(JsonNode *root, const char *name)
{
  const TrammelStep steps[] = {{.key = "logs"}};
  JsonNode *node = trammel_json_get(root, steps, 1);
  JsonArray *logs = node ? json_node_get_array(node) : NULL;

  for (guint l = 0; logs && l < json_array_get_length(logs); l++) {
    JsonObject *log = json_array_get_object_element(logs, l);
    JsonArray *channels = json_object_has_member(log, "channels")
                              ? json_object_get_array_member(log, "channels")
                              : NULL;
    for (guint i = channels ? json_array_get_length(channels) : 0; i-- > 0;)
      if (trammel_structure_is_signal_of(
              trammel_structure_get_text(json_array_get_object_element(channels, i), "signal"),
              name))
        json_array_remove_element(channels, i);
  }
}

gboolean
trammel_project_set_sensor_type(TrammelProject *project,
                                TrammelElement sensor,
                                const char *type,
                                GError **error)
{
  g_autofree char *old = g_strdup(trammel_project_get_element_text(project, sensor, "type"));
  g_autofree char *name = g_strdup(trammel_project_get_element_name(project, sensor));
  const TrSensorClass *before = find_class(old), *after = find_class(type);

  g_return_val_if_fail(before && after, FALSE);
  g_autoptr(JsonNode) root = trammel_json_copy(project->root);
  JsonObject *object = get_object(root, TRAMMEL_ELEMENT_SENSOR, sensor.index);
  if (before->is_of_joint != after->is_of_joint &&
      !move_sensor(object, project->model, after->is_of_joint, error))
    return FALSE;
  if (!have_same_axes(before, after))
    drop_channels(root, name);
  if (after != tr_sensor_class(TR_SENSOR_BODY_POSE) &&
      json_object_has_member(object, "orientation_sigma"))
    json_object_remove_member(object, "orientation_sigma");
  trammel_json_insert(object, "type", json_node_init_string(json_node_alloc(), type));
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}

/* ---- constraints ----------------------------------------------------------------------------- */

static void
put_number(JsonObject *object, const char *key, double value)
{
  trammel_json_insert(object, key, json_node_init_double(json_node_alloc(), value));
}

gboolean
trammel_project_set_constraint_sides(
    TrammelProject *project, guint constraint, double least, double most, GError **error)
{
  static const char *const sides[] = {"equal", "at_least", "at_most"};
  g_autoptr(JsonNode) root = trammel_json_copy(project->root);
  JsonObject *object = get_object(root, TRAMMEL_ELEMENT_CONSTRAINT, constraint);

  for (guint i = 0; i < G_N_ELEMENTS(sides); i++)
    if (json_object_has_member(object, sides[i]))
      json_object_remove_member(object, sides[i]);
  if (least == most) {
    put_number(object, "equal", least);
  } else {
    if (isfinite(least))
      put_number(object, "at_least", least);
    if (isfinite(most))
      put_number(object, "at_most", most);
  }
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}

gboolean
trammel_project_set_constraint_factor(
    TrammelProject *project, guint constraint, const char *id, double factor, GError **error)
{
  g_autoptr(JsonNode) root = trammel_json_copy(project->root);
  JsonObject *object = get_object(root, TRAMMEL_ELEMENT_CONSTRAINT, constraint);
  JsonObject *terms = json_object_get_object_member(object, "terms");

  if (!isnan(factor)) {
    json_object_set_double_member(terms, id, factor);
  } else {
    if (json_object_get_size(terms) < 2) {
      trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                        "A sum needs a quantity; add another one first, or delete the constraint.");
      return FALSE;
    }
    json_object_remove_member(terms, id);
  }
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}
