#include "ui/session/model-edit.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics.h"
#include "io/json_writer.h"
#include "ui/session/model-tree.h"

/* A new body is a rod of this length [m] and mass [kg] that hangs from its joint. */
#define ROD_LENGTH 0.2
#define ROD_RADIUS 0.01
#define ROD_MASS   1.0

#define HALF_TURN_SQUARE 0.5 /* of the cosine of half a right angle */

/* ---- where ----------------------------------------------------------------------------------- */

/* The body that something new is to hang on: -1 for the world. */
static int
find_body(const TrammelProject *project, TrammelElement at)
{
  TrammelElement body, joint;
  const char *name = "";

  if (at.kind == TRAMMEL_ELEMENT_BODY)
    return (int)at.index;
  if (at.kind == TRAMMEL_ELEMENT_JOINT) {
    name = trammel_project_get_element_text(project, at, "child");
  } else if (at.kind == TRAMMEL_ELEMENT_MOTOR || at.kind == TRAMMEL_ELEMENT_SENSOR) {
    name = trammel_project_get_element_text(project, at, "body");
    const char *on = trammel_project_get_element_text(project, at, "joint");
    if (trammel_project_find_element(project, &joint, TRAMMEL_ELEMENT_JOINT, on))
      name = trammel_project_get_element_text(project, joint, "child");
  }
  return trammel_project_find_element(project, &body, TRAMMEL_ELEMENT_BODY, name) ? (int)body.index
                                                                                  : -1;
}

/* The joint that a motor or sensor is to be on; -1 for none. */
static int
find_joint(const TrammelProject *project, TrammelElement at)
{
  const TrModel *model = trammel_project_get_model(project);
  TrammelElement joint;

  if (at.kind == TRAMMEL_ELEMENT_JOINT)
    return (int)at.index;
  if (trammel_project_find_element(project, &joint, TRAMMEL_ELEMENT_JOINT,
                                   trammel_project_get_element_text(project, at, "joint")))
    return (int)joint.index;
  int body = find_body(project, at);
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].child == body && body >= 0)
      return j;
  return model->n_joints > 0 && at.kind == TRAMMEL_ELEMENT_GRAVITY ? 0 : -1;
}

gboolean
trammel_model_edit_can_add(const TrammelProject *project,
                           TrammelElementKind kind,
                           TrammelElement at,
                           const char **reason)
{
  gboolean can = TRUE;

  if (kind == TRAMMEL_ELEMENT_MOTOR || kind == TRAMMEL_ELEMENT_SENSOR)
    can = find_joint(project, at) >= 0;
  else if (kind == TRAMMEL_ELEMENT_JOINT)
    can = find_body(project, at) >= 0;
  *reason = can                             ? NULL
            : kind == TRAMMEL_ELEMENT_JOINT ? _("Select a body first.")
                                            : _("Select a joint first.");
  return can;
}

/* ---- what ------------------------------------------------------------------------------------ */

static void
add_vector(TrammelJsonWriter *json, const char *key, const double *values, gsize n)
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_numbers(json, values, n);
}

static void
add_frame(TrammelJsonWriter *json, const char *key, const double position[3], const double quat[4])
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_begin_object(json);
  add_vector(json, "position", position, 3);
  add_vector(json, "quat_wxyz", quat, 4);
  trammel_json_writer_end_object(json);
}

static void
begin_section(TrammelJsonWriter *json, const char *key)
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_begin_array(json);
  trammel_json_writer_begin_object(json);
}

static void
end_section(TrammelJsonWriter *json)
{
  trammel_json_writer_end_object(json);
  trammel_json_writer_end_array(json);
}

/* Index of gravity's largest component: a hanging rod lies along it. */
static int
find_down(const TrGravity *gravity, double down[3])
{
  int largest = 0;

  for (int i = 0; i < 3; i++) {
    down[i] = 0;
    if (fabs(gravity->direction[i]) > fabs(gravity->direction[largest]))
      largest = i;
  }
  down[largest] = gravity->direction[largest] < 0 ? -1 : 1;
  return largest;
}

/* A joint's axis is z: turned to x where that is along gravity, about which nothing would swing. */
static void
choose_axis(int down, double quat[4])
{
  static const double upright[4] = {1, 0, 0, 0};
  const double lying[4] = {sqrt(HALF_TURN_SQUARE), 0, sqrt(HALF_TURN_SQUARE), 0};

  memcpy(quat, down == 2 ? lying : upright, sizeof lying);
}

static void
add_rod(TrammelJsonWriter *json, const char *name, const double down[3], int along)
{
  static const char *const keys[] = {"xx", "yy", "zz", "xy", "xz", "yz"};
  double across = ROD_MASS * ROD_LENGTH * ROD_LENGTH / 12, com[3], end[3];
  static const double origin[3] = {0};

  for (int i = 0; i < 3; i++) {
    com[i] = 0.5 * ROD_LENGTH * down[i];
    end[i] = ROD_LENGTH * down[i];
  }
  begin_section(json, "bodies");
  trammel_json_writer_add_string(json, "name", name);
  trammel_json_writer_add_number(json, "mass", ROD_MASS);
  add_vector(json, "com", com, 3);
  trammel_json_writer_key(json, "inertia");
  trammel_json_writer_begin_object(json);
  for (int i = 0; i < 6; i++)
    trammel_json_writer_add_number(json, keys[i],
                                   i == along ? ROD_MASS * ROD_RADIUS * ROD_RADIUS / 2
                                   : i < 3    ? across
                                              : 0);
  trammel_json_writer_end_object(json);
  begin_section(json, "shapes");
  trammel_json_writer_add_string(json, "type", "capsule");
  add_vector(json, "from", origin, 3);
  add_vector(json, "to", end, 3);
  trammel_json_writer_add_number(json, "radius", ROD_RADIUS);
  end_section(json);
  end_section(json);
}

static void
begin_joint(TrammelJsonWriter *json, const char *name, const char *parent, const char *child)
{
  begin_section(json, "joints");
  trammel_json_writer_add_string(json, "name", name);
  trammel_json_writer_add_string(json, "type", "hinge");
  trammel_json_writer_add_string(json, "parent", parent);
  trammel_json_writer_add_string(json, "child", child);
}

/* A rod that hangs on the far end of its parent, as far behind the centre of mass as that is from
 * the origin. */
static char *
describe_body(const TrammelProject *project, TrammelElement at, const char *name)
{
  static const double origin[3] = {0};
  const TrModel *model = trammel_project_get_model(project);
  int parent = find_body(project, at);
  g_autofree char *joint = trammel_project_dup_free_name(project, TRAMMEL_ELEMENT_JOINT, "j1");
  TrammelJsonWriter *json = trammel_json_writer_new();
  double down[3], quat[4], place[3] = {0};
  int along = find_down(&model->gravity, down);

  choose_axis(along, quat);
  for (int i = 0; parent >= 0 && i < 3; i++)
    place[i] = 2 * model->bodies[parent].com[i];
  trammel_json_writer_begin_object(json);
  add_rod(json, name, down, along);
  begin_joint(json, joint, parent < 0 ? "world" : model->bodies[parent].name, name);
  add_frame(json, "parent_frame", place, quat);
  add_frame(json, "child_frame", origin, quat);
  end_section(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

/* From the world to the body's centre of mass where it is: the loop is closed there. */
static char *
describe_joint(const TrammelProject *project,
               TrammelElement at,
               const double *pose,
               const char *name)
{
  const TrModel *model = trammel_project_get_model(project);
  int child = find_body(project, at);
  TrammelJsonWriter *json = trammel_json_writer_new();
  static const double turn[4] = {1, 0, 0, 0};

  trammel_json_writer_begin_object(json);
  begin_joint(json, name, "world", model->bodies[child].name);
  add_frame(json, "parent_frame", pose + TR_POSE * child, pose + TR_POSE * child + 3);
  add_frame(json, "child_frame", model->bodies[child].com, turn);
  end_section(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

static char *
describe_signal(const TrammelProject *project,
                TrammelElementKind kind,
                TrammelElement at,
                const char *name)
{
  const TrModel *model = trammel_project_get_model(project);
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  begin_section(json, kind == TRAMMEL_ELEMENT_MOTOR ? "motors" : "sensors");
  trammel_json_writer_add_string(json, "name", name);
  if (kind == TRAMMEL_ELEMENT_SENSOR)
    trammel_json_writer_add_string(json, "type", "joint-position");
  trammel_json_writer_add_string(json, "joint", model->joints[find_joint(project, at)].name);
  if (kind == TRAMMEL_ELEMENT_MOTOR)
    trammel_json_writer_add_number(json, "gain", 1);
  end_section(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

gboolean
trammel_model_edit_add(TrammelDocument *document,
                       TrammelElementKind kind,
                       TrammelElement at,
                       const double *pose,
                       TrammelElement *added,
                       GError **error)
{
  static const char *const stems[TRAMMEL_N_ELEMENT_KINDS] = {[TRAMMEL_ELEMENT_BODY] = "body1",
                                                             [TRAMMEL_ELEMENT_JOINT] = "j1",
                                                             [TRAMMEL_ELEMENT_MOTOR] = "motor1",
                                                             [TRAMMEL_ELEMENT_SENSOR] = "sensor1"};
  const TrammelProject *present = trammel_document_get_project(document);
  const char *reason;

  g_return_val_if_fail(trammel_model_edit_can_add(present, kind, at, &reason), FALSE);
  g_autofree char *name = trammel_project_dup_free_name(present, kind, stems[kind]);
  g_autofree char *json = kind == TRAMMEL_ELEMENT_BODY ? describe_body(present, at, name)
                          : kind == TRAMMEL_ELEMENT_JOINT
                              ? describe_joint(present, at, pose, name)
                              : describe_signal(present, kind, at, name);
  g_autoptr(TrammelProject) project = trammel_project_copy(present);
  if (!trammel_project_append_elements(project, json, error))
    return FALSE;
  *added = (TrammelElement){kind, trammel_project_get_n_elements(present, kind)};
  g_autofree char *label = g_strdup_printf("add %s %s", trammel_element_kind_get_word(kind), name);
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

/* ---- the others ------------------------------------------------------------------------------ */

gboolean
trammel_model_edit_duplicate(TrammelDocument *document,
                             TrammelElement element,
                             TrammelElement *copy,
                             GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  g_autofree char *words = trammel_element_describe(project, element);
  g_autofree char *label = g_strdup_printf("duplicate %s", words);

  if (!trammel_project_duplicate_element(project, element, copy, error))
    return FALSE;
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

gboolean
trammel_model_edit_delete(TrammelDocument *document, TrammelElement element, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  g_autofree char *words = trammel_element_describe(project, element);
  g_autofree char *label = g_strdup_printf("delete %s", words);

  if (!trammel_project_delete_element(project, element, error))
    return FALSE;
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}
