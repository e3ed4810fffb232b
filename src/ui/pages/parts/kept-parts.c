#include "ui/pages/parts/kept-parts.h"

#include <math.h>

#include "io/base/json_node.h"

/* Returns a finite member; `fallback` for another. */
static double
get_number(JsonObject *object, const char *key, double fallback)
{
  JsonNode *node = json_object_get_member(object, key);
  double value = trammel_json_is_number(node) ? json_node_get_double(node) : fallback;

  return isfinite(value) ? value : fallback;
}

static JsonNode *
take_object(JsonObject *object)
{
  return json_node_init_object(json_node_alloc(), object);
}

JsonNode *
trammel_kept_new_camera(TrammelSceneView *view)
{
  JsonObject *object = json_object_new();
  JsonArray *target = json_array_new();
  TrammelSceneAim aim;

  trammel_scene_view_get_aim(view, &aim);
  for (int i = 0; i < 3; i++)
    json_array_add_double_element(target, aim.target[i]);
  json_object_set_double_member(object, "azimuth", aim.azimuth);
  json_object_set_double_member(object, "elevation", aim.elevation);
  json_object_set_double_member(object, "distance", aim.distance);
  json_object_set_array_member(object, "target", target);
  json_object_set_boolean_member(object, "parallel", aim.parallel);
  JsonNode *node = take_object(object);
  json_object_unref(object);
  return node;
}

JsonNode *
trammel_kept_store_camera(TrammelSceneView *view)
{
  TrammelSceneAim aim;

  return trammel_scene_view_get_aim(view, &aim) ? trammel_kept_new_camera(view) : NULL;
}

void
trammel_kept_restore_camera(TrammelSceneView *view, JsonNode *state)
{
  JsonObject *object = trammel_json_as_object(state);
  JsonArray *target =
      object ? trammel_json_as_array(json_object_get_member(object, "target")) : NULL;
  TrammelSceneAim aim;

  if (!object || !target || json_array_get_length(target) != 3)
    return;
  aim.azimuth = get_number(object, "azimuth", 0);
  aim.elevation = CLAMP(get_number(object, "elevation", 0), -G_PI / 2, G_PI / 2);
  aim.distance = get_number(object, "distance", 0);
  aim.parallel = trammel_json_as_boolean(json_object_get_member(object, "parallel"), FALSE) > 0;
  for (guint i = 0; i < 3; i++) {
    JsonNode *node = json_array_get_element(target, i);
    aim.target[i] = trammel_json_is_number(node) ? json_node_get_double(node) : NAN;
  }
  trammel_scene_view_set_aim(view, &aim);
}

JsonNode *
trammel_kept_store_range(TrammelXRange *range)
{
  double a = trammel_x_range_get_marker(range, TRAMMEL_MARKER_A);
  double b = trammel_x_range_get_marker(range, TRAMMEL_MARKER_B);
  gboolean is_chosen = trammel_x_range_is_chosen(range);
  JsonObject *object;

  if (isnan(a) && isnan(b) && !is_chosen)
    return NULL;
  object = json_object_new();
  if (!isnan(a))
    json_object_set_double_member(object, "a", a);
  if (!isnan(b))
    json_object_set_double_member(object, "b", b);
  if (is_chosen) {
    json_object_set_double_member(object, "from", trammel_x_range_get_lower(range));
    json_object_set_double_member(object, "to", trammel_x_range_get_upper(range));
  }
  JsonNode *node = take_object(object);
  json_object_unref(object);
  return node;
}

void
trammel_kept_restore_range(TrammelXRange *range, JsonNode *state)
{
  JsonObject *object = trammel_json_as_object(state);

  if (!object)
    return;
  trammel_x_range_set_marker(range, TRAMMEL_MARKER_A, get_number(object, "a", NAN));
  trammel_x_range_set_marker(range, TRAMMEL_MARKER_B, get_number(object, "b", NAN));
  double from = get_number(object, "from", NAN), to = get_number(object, "to", NAN);
  if (from < to)
    trammel_x_range_zoom(range, from, to);
}
