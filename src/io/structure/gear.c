/* Conversion of joints of bodies into gears, and of gears into joints of bodies. */
#include <math.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "io/base/error.h"
#include "io/structure/private.h"

/* [m] length of a distance joint between origins that coincide. */
#define LEAST_LENGTH 0.01

/* [m] radius of a body that begins to roll. */
#define RADIUS 0.05

/* Members that a joint keeps in any type. */
static const char *const kept[] = {"name", "note", "compliance", "damping_time", NULL};

static gboolean
can_be_coupled(const TrModel *model, int joint)
{
  return model->joints[joint].type == TR_JOINT_HINGE || model->joints[joint].type == TR_JOINT_SLIDE;
}

/* Finds the hinge or slide, other than this joint, that carries a body; -1 for none. */
static int
find_carrier(const TrModel *model, int body, int joint)
{
  for (int j = 0; j < model->n_joints; j++)
    if (j != joint && can_be_coupled(model, j) && model->joints[j].child == body)
      return j;
  return -1;
}

/* Finds the joints that carry its bodies, else the two nearest ones in the list. */
static gboolean
find_coupled(int pair[2], const TrModel *model, int joint)
{
  int n = 0;

  pair[0] = find_carrier(model, model->joints[joint].parent, joint);
  pair[1] = find_carrier(model, model->joints[joint].child, joint);
  if (pair[0] >= 0 && pair[1] >= 0)
    return TRUE;
  for (int away = 1; away < model->n_joints && n < 2; away++)
    for (int j = joint - away; j <= joint + away && n < 2; j += 2 * away)
      if (j >= 0 && j < model->n_joints && can_be_coupled(model, j))
        pair[n++] = j;
  if (n == 2 && pair[0] > pair[1]) {
    int later = pair[0];
    pair[0] = pair[1];
    pair[1] = later;
  }
  return n == 2;
}

/* Returns the start pose, or NULL if there is none; free with g_free(). */
static double *
dup_start_pose(const TrModel *model)
{
  double *pose = g_new(double, (gsize)TR_POSE *(gsize)model->n_bodies);

  if (tr_start_pose(pose, model, NULL) != TR_OK)
    g_clear_pointer(&pose, g_free);
  return pose;
}

static void
drop_members(JsonObject *object)
{
  g_autoptr(GList) members = json_object_get_members(object);

  for (GList *l = members; l; l = l->next)
    if (!g_strv_contains(kept, l->data))
      json_object_remove_member(object, l->data);
}

/* Makes a gear of ratio one that fits the present coordinates. */
static gboolean
become_gear(JsonObject *object, const TrModel *model, int joint, GError **error)
{
  g_autofree double *pose = dup_start_pose(model);
  JsonArray *names = json_array_new();
  int pair[2];

  if (!find_coupled(pair, model, joint)) {
    json_array_unref(names);
    trammel_error_set(
        error, TRAMMEL_ERROR_INVALID,
        "joint '%s' cannot become a gear: a gear couples two other hinges or slides; add "
        "them first",
        model->joints[joint].name);
    return FALSE;
  }
  drop_members(object);
  for (int i = 0; i < 2; i++)
    json_array_add_string_element(names, model->joints[pair[i]].name);
  json_object_set_string_member(object, "type", "gear");
  json_object_set_array_member(object, "joints", names);
  json_object_set_double_member(object, "ratio", 1);
  if (pose)
    json_object_set_double_member(object, "offset",
                                  tr_joint_position(model, pair[1], pose) -
                                      tr_joint_position(model, pair[0], pose));
  return TRUE;
}

static JsonArray *
make_array(const double *numbers, int n)
{
  JsonArray *array = json_array_new();

  for (int i = 0; i < n; i++)
    json_array_add_double_element(array, numbers[i]);
  return array;
}

/* Sets the place of the child's origin on the parent; a distance is that between both origins, and
 * the plane of a rolling joint lies one radius below the child's. */
static void
put_place(JsonObject *object, const TrModel *model, const TrJoint *gear, const double *pose)
{
  const char *type = json_object_get_string_member(object, "type");
  JsonObject *frame;
  TrFrame parent, child;
  double axes[9], offset[3], place[3], turn[4];

  tr_body_origin(&parent, model, gear->parent, pose);
  tr_body_origin(&child, model, gear->child, pose);
  tr_vec3_sub(offset, child.position, parent.position);
  if (g_str_equal(type, tr_joint_type_name(TR_JOINT_DISTANCE))) {
    json_object_set_double_member(object, "length", fmax(tr_vec3_norm(offset), LEAST_LENGTH));
    return;
  }
  tr_quat_matrix(axes, parent.quat);
  tr_mat3_apply_t(place, axes, offset);
  tr_quat_relative(turn, parent.quat, child.quat);
  if (g_str_equal(type, tr_joint_type_name(TR_JOINT_ROLLING))) {
    double frame_axes[9];
    tr_quat_matrix(frame_axes, turn);
    for (int i = 0; i < 3; i++)
      place[i] -= RADIUS * frame_axes[3 * i + 2];
    json_object_set_double_member(object, "length", RADIUS);
  }
  frame = json_object_new();
  json_object_set_array_member(frame, "position", make_array(place, 3));
  json_object_set_array_member(frame, "quat_wxyz", make_array(turn, 4));
  json_object_set_object_member(object, "parent_frame", frame);
}

static gboolean
become_joint(JsonObject *object, const TrModel *model, int joint, const char *type, GError **error)
{
  const TrJoint *gear = &model->joints[joint];
  g_autofree double *pose = dup_start_pose(model);

  if (!pose) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "gear '%s' cannot become a %s: the model has no start pose for it; make its "
                      "joints close first",
                      gear->name, type);
    return FALSE;
  }
  drop_members(object);
  json_object_set_string_member(object, "type", type);
  json_object_set_string_member(object, "parent", model->bodies[gear->parent].name);
  json_object_set_string_member(object, "child", model->bodies[gear->child].name);
  put_place(object, model, gear, pose);
  return TRUE;
}

gboolean
trammel_project_set_gear(TrammelProject *project,
                         TrammelElement joint,
                         const char *type,
                         GError **error)
{
  const TrModel *model = trammel_project_get_model(project);
  g_autoptr(JsonNode) root = trammel_json_copy(project->root);
  JsonObject *object = json_array_get_object_element(
      trammel_structure_get_section(root, TRAMMEL_ELEMENT_JOINT), joint.index);

  gboolean is_gear = g_str_equal(type, tr_joint_type_name(TR_JOINT_GEAR));
  if (!(is_gear ? become_gear(object, model, (int)joint.index, error)
                : become_joint(object, model, (int)joint.index, type, error)))
    return FALSE;
  return trammel_project_replace_tree(project, g_steal_pointer(&root), error);
}
