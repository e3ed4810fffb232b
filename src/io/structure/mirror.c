/* Mirror image of a body: S = I - 2 e_k e_k^T turns every vector of the parent and of the body
 * around, so that a rotation R of a shape becomes S R S.  The frames of the joint become S R T,
 * where the reflection T = I - 2 e_t e_t^T commutes with the motion of the joint: the copy stands
 * at the mirror image wherever both joints have the same coordinate.  As I - 2 e e^T is minus half
 * a turn about e, S R T is the product of three rotations. */
#include <string.h>

#include "engine/linalg/quat.h"
#include "io/base/error.h"
#include "io/structure/private.h"

/* Axis t of joints that can be mirrored; a gear or a length has no such axis. */
static const struct {
  const char *type;
  int axis;
} commuting[] = {{"hinge", 2}, {"slide", 0}, {"fixed", 2}, {"ball", 2}, {"planar", 2}};

/* ---- numbers --------------------------------------------------------------------------------- */

static double
negate(double value)
{
  return value == 0 ? 0 : -value;
}

static JsonNode *
new_number(double value)
{
  return json_node_init_double(json_node_alloc(), value);
}

/* Negates a member; does nothing if it is not a number. */
static void
negate_member(JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member(object, key);

  if (node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) != G_TYPE_STRING)
    json_object_set_member(object, key, new_number(negate(json_node_get_double(node))));
}

static void
swap_members(JsonObject *object, const char *a, const char *b)
{
  JsonNode *first = json_object_dup_member(object, a), *second = json_object_dup_member(object, b);

  json_object_remove_member(object, a);
  json_object_remove_member(object, b);
  if (second)
    json_object_set_member(object, a, second);
  if (first)
    json_object_set_member(object, b, first);
}

/* Negates a tie: "2*ID" -> "-2*ID", "ID" -> "-1*ID". */
static void
negate_tie(JsonObject *object)
{
  const char *tie = trammel_structure_get_text(object, "tie");
  const char *star = strchr(tie, '*');
  char factor[G_ASCII_DTOSTR_BUF_SIZE];

  if (!*tie)
    return;
  g_ascii_dtostr(factor, sizeof factor, star ? negate(g_ascii_strtod(tie, NULL)) : -1);
  g_autofree char *negated = g_strdup_printf("%s*%s", factor, star ? star + 1 : tie);
  json_object_set_string_member(object, "tie", negated);
}

/* Negates a quantity with its bounds and prior; steps can be relative only on one side of zero, the
 * upper one. */
static void
negate_quantity(JsonObject *object)
{
  JsonNode *prior = json_object_get_member(object, "prior");

  negate_member(object, "value");
  negate_member(object, "min");
  negate_member(object, "max");
  swap_members(object, "min", "max");
  if (prior && JSON_NODE_HOLDS_OBJECT(prior))
    negate_member(json_node_get_object(prior), "mean");
  json_object_remove_member(object, "transform");
  negate_tie(object);
}

/* Negates the k-th number of a vector, if the vector exists. */
static void
negate_component(JsonObject *object, const char *key, guint k)
{
  JsonNode *node = json_object_get_member(object, key);
  const TrammelStep step = {.index = k};

  if (!node || !JSON_NODE_HOLDS_ARRAY(node) ||
      json_array_get_length(json_node_get_array(node)) <= k)
    return;
  JsonNode *component = json_array_get_element(json_node_get_array(node), k);
  if (JSON_NODE_HOLDS_OBJECT(component))
    negate_quantity(json_node_get_object(component));
  else
    trammel_json_put(node, &step, 1, new_number(negate(json_node_get_double(component))));
}

/* ---- things ---------------------------------------------------------------------------------- */

/* Changes "quat_wxyz" of the object to S R T for the reflections of axes k and t. */
static void
reflect_turn(JsonObject *object, int k, int t)
{
  JsonNode *node = json_object_get_member(object, "quat_wxyz");
  double quat[4] = {1, 0, 0, 0}, before[4] = {0}, behind[4] = {0}, product[4], turn[4];
  g_autoptr(JsonArray) array = json_array_new();

  for (guint i = 0; node && JSON_NODE_HOLDS_ARRAY(node) && i < 4; i++)
    quat[i] = json_array_get_double_element(json_node_get_array(node), i);
  before[1 + k] = behind[1 + t] = 1;
  tr_quat_multiply(product, before, quat);
  tr_quat_multiply(turn, product, behind);
  for (int i = 0; i < 4; i++)
    json_array_add_double_element(array, turn[0] < 0 ? negate(turn[i]) : turn[i] + 0.0);
  json_object_set_member(object, "quat_wxyz", json_node_init_array(json_node_alloc(), array));
}

/* Reflects a mesh along an axis of its file: with R' = S R S for its turn, S R v = R' S v. */
static void
reflect_scale(JsonObject *shape, guint k)
{
  if (!json_object_has_member(shape, "scale")) {
    JsonArray *scale = json_array_new();
    for (int i = 0; i < 3; i++)
      json_array_add_double_element(scale, 1);
    json_object_set_array_member(shape, "scale", scale);
  }
  negate_component(shape, "scale", k);
}

static void
mirror_shapes(JsonObject *body, int k)
{
  JsonNode *shapes = json_object_get_member(body, "shapes");
  guint n = shapes ? json_array_get_length(json_node_get_array(shapes)) : 0;

  for (guint i = 0; i < n; i++) {
    JsonObject *shape = json_array_get_object_element(json_node_get_array(shapes), i);
    negate_component(shape, "from", (guint)k);
    negate_component(shape, "to", (guint)k);
    negate_component(shape, "position", (guint)k);
    if (json_object_has_member(shape, "file"))
      reflect_scale(shape, (guint)k);
    if (json_object_has_member(shape, "quat_wxyz"))
      reflect_turn(shape, k, k);
  }
}

/* Negates the two products of inertia with the axis. */
static void
mirror_inertia(JsonObject *body, int k)
{
  static const char *const products[3][2] = {{"xy", "xz"}, {"xy", "yz"}, {"xz", "yz"}};
  JsonNode *inertia = json_object_get_member(body, "inertia");

  if (!inertia || !JSON_NODE_HOLDS_OBJECT(inertia))
    return;
  for (int i = 0; i < 2; i++) {
    JsonNode *node = json_object_get_member(json_node_get_object(inertia), products[k][i]);
    if (node && JSON_NODE_HOLDS_OBJECT(node))
      negate_quantity(json_node_get_object(node));
    else
      negate_member(json_node_get_object(inertia), products[k][i]);
  }
}

static void
mirror_frame(JsonObject *joint, const char *key, int k, int t)
{
  g_autoptr(JsonObject) empty = json_object_new();

  if (!json_object_has_member(joint, key))
    trammel_json_insert(joint, key, json_node_init_object(json_node_alloc(), empty));
  JsonObject *frame = json_object_get_object_member(joint, key);
  negate_component(frame, "position", (guint)k);
  reflect_turn(frame, k, t);
}

/* ---- the body -------------------------------------------------------------------------------- */

/* Returns the axis t of a joint; -1 if it cannot be mirrored. */
static int
find_commuting(const char *type)
{
  for (guint i = 0; i < G_N_ELEMENTS(commuting); i++)
    if (g_str_equal(type, commuting[i].type))
      return commuting[i].axis;
  return -1;
}

gboolean
trammel_project_can_mirror(const TrammelProject *project, TrammelElement element)
{
  TrammelElement carrier;

  return element.kind == TRAMMEL_ELEMENT_BODY &&
         trammel_structure_find_carrier(project, trammel_project_get_element_name(project, element),
                                        &carrier) &&
         find_commuting(trammel_project_get_element_text(project, carrier, "type")) >= 0;
}

gboolean
trammel_project_mirror_element(
    TrammelProject *project, TrammelElement body, int axis, TrammelElement *copy, GError **error)
{
  TrammelElement carrier;

  g_return_val_if_fail(axis >= 0 && axis < 3, FALSE);
  if (!trammel_project_can_mirror(project, body)) {
    trammel_error_set(
        error, TRAMMEL_ERROR_INVALID,
        "'%s' cannot be mirrored: only a body on a hinge, slide, ball, planar or fixed "
        "joint can; change the joint's type first",
        trammel_project_get_element_name(project, body));
    return FALSE;
  }
  g_autoptr(TrammelProject) with_copy = trammel_project_copy(project);
  if (!trammel_project_duplicate_element(with_copy, body, copy, error))
    return FALSE;
  trammel_structure_find_carrier(with_copy, trammel_project_get_element_name(with_copy, *copy),
                                 &carrier);
  g_autoptr(JsonNode) root = trammel_json_copy(with_copy->root);
  JsonObject *object = json_array_get_object_element(
      trammel_structure_get_section(root, TRAMMEL_ELEMENT_BODY), copy->index);
  JsonObject *joint = json_array_get_object_element(
      trammel_structure_get_section(root, TRAMMEL_ELEMENT_JOINT), carrier.index);
  int t = find_commuting(trammel_structure_get_text(joint, "type"));
  negate_component(object, "com", (guint)axis);
  mirror_inertia(object, axis);
  mirror_shapes(object, axis);
  mirror_frame(joint, "parent_frame", axis, t);
  mirror_frame(joint, "child_frame", axis, t);
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}
