#include "ui/session/model/edit.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/param.h"
#include "io/base/json_writer.h"
#include "io/project/put.h"
#include "ui/session/model/contact-shape.h"
#include "ui/session/model/shapes.h"
#include "ui/session/model/tree.h"

/* A new body is a rod of this length [m] and mass [kg] that hangs from its joint. */
#define ROD_LENGTH 0.2
#define ROD_RADIUS 0.01
#define ROD_MASS   1.0

/* Initial values of a new spring or damper [N/m, N s/m]. */
#define STIFFNESS 100.0
#define DAMPING   1.0

#define HALF_TURN_SQUARE 0.5 /* square of the cosine of half a right angle */

/* ---- places ---------------------------------------------------------------------------------- */

/* Returns the body that a new element is attached to: -1 for the world. */
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

/* Returns the joint that a motor or sensor is put on; -1 for none. */
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
trammel_model_edit_find_body(const TrammelProject *project, TrammelElement at, TrammelElement *body)
{
  int index = find_body(project, at);

  *body = (TrammelElement){TRAMMEL_ELEMENT_BODY, (guint)MAX(index, 0)};
  return index >= 0;
}

static gboolean
is_gear(TrammelElementKind kind, const char *type)
{
  return kind == TRAMMEL_ELEMENT_JOINT && g_strcmp0(type, TRAMMEL_EDIT_GEAR) == 0;
}

static gboolean
is_of_body(TrammelElementKind kind, const char *type)
{
  if (kind == TRAMMEL_ELEMENT_SENSOR)
    return type && !g_str_has_prefix(type, "joint-");
  if (kind == TRAMMEL_ELEMENT_CONTACT)
    return TRUE;
  return kind == TRAMMEL_ELEMENT_JOINT && !is_gear(kind, type);
}

/* Returns TRUE for a hinge or slide, which a gear can couple. */
static gboolean
takes_gear(const TrModel *model, int joint)
{
  return joint >= 0 && joint < model->n_joints &&
         (model->joints[joint].type == TR_JOINT_HINGE ||
          model->joints[joint].type == TR_JOINT_SLIDE);
}

/* Returns the joint that a new gear at `second` starts from: the nearest one before it, else behind
 * it; -1 for none. */
static int
find_gear_partner(const TrModel *model, int second)
{
  int first = second - 1;

  while (first >= 0 && !takes_gear(model, first))
    first--;
  if (first >= 0)
    return first;
  for (first = second + 1; first < model->n_joints; first++)
    if (takes_gear(model, first))
      return first;
  return -1;
}

gboolean
trammel_model_edit_can_add(const TrammelProject *project,
                           TrammelElementKind kind,
                           const char *type,
                           TrammelElement at,
                           const char **reason)
{
  const TrModel *model = trammel_project_get_model(project);
  gboolean needs_joint = kind == TRAMMEL_ELEMENT_MOTOR || kind == TRAMMEL_ELEMENT_SENSOR;

  *reason = NULL;
  if (is_of_body(kind, type)) {
    if (find_body(project, at) < 0)
      *reason = _("Select a body first.");
  } else if (is_gear(kind, type)) {
    if (!takes_gear(model, find_joint(project, at)) ||
        find_gear_partner(model, find_joint(project, at)) < 0)
      *reason = _("Select one of two hinges or slides first.");
  } else if (needs_joint && find_joint(project, at) < 0) {
    *reason = _("Select a joint first.");
  }
  return *reason == NULL;
}

/* A new contact: radius [m] on a body without shapes, and coefficient of friction. */
#define NEW_CONTACT_RADIUS   0.02
#define NEW_CONTACT_FRICTION 0.3

/* ---- new elements ---------------------------------------------------------------------------- */

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

/* Returns the index of gravity's largest component, along which a hanging rod lies. */
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

/* Chooses the orientation of a joint's axis z: turned to x if z is along gravity, since nothing
 * would swing about it. */
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
begin_joint(TrammelJsonWriter *json,
            const char *name,
            const char *type,
            const char *parent,
            const char *child)
{
  begin_section(json, "joints");
  trammel_json_writer_add_string(json, "name", name);
  trammel_json_writer_add_string(json, "type", type);
  trammel_json_writer_add_string(json, "parent", parent);
  trammel_json_writer_add_string(json, "child", child);
}

/* Returns a rod attached to the far end of its parent, as far beyond the centre of mass as that is
 * from the origin. */
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
  begin_joint(json, joint, "hinge", parent < 0 ? "world" : model->bodies[parent].name, name);
  add_frame(json, "parent_frame", place, quat);
  add_frame(json, "child_frame", origin, quat);
  end_section(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

/* Returns a joint from the world to the body's centre of mass at its present place, where it closes
 * a loop. */
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
  begin_joint(json, name, "hinge", "world", model->bodies[child].name);
  add_frame(json, "parent_frame", pose + TR_POSE * child, pose + TR_POSE * child + 3);
  add_frame(json, "child_frame", model->bodies[child].com, turn);
  end_section(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

/* Returns the parent of a body, -1 for the world. */
static int
find_carrier(const TrModel *model, int child)
{
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].child == child && !tr_joint_only_acts(&model->joints[j]) &&
        model->joints[j].type != TR_JOINT_GEAR)
      return model->joints[j].parent;
  return TR_WORLD;
}

/* Computes the point that holds a spring of `child`: the centre of mass of its parent, or a point
 * above. */
static void
find_hold(const TrModel *model, int parent, int child, const double *pose, double hold[3])
{
  const double *centre = pose + TR_POSE * child;
  double down[3], line[3];

  find_down(&model->gravity, down);
  tr_vec3_add_scaled(hold, centre, -ROD_LENGTH, down);
  if (parent == TR_WORLD)
    return;
  tr_vec3_sub(line, pose + TR_POSE * parent, centre);
  if (tr_vec3_norm(line) > 0.1 * ROD_LENGTH)
    tr_vec3_copy(hold, pose + TR_POSE * parent);
}

/* Converts a place in the world to the axes of a body, from its origin. */
static void
find_local(const TrModel *model, int body, const double *pose, const double place[3], double out[3])
{
  TrFrame origin = tr_frame_identity();
  double turn[9], arm[3];

  if (body != TR_WORLD)
    tr_body_origin(&origin, model, body, pose);
  tr_quat_matrix(turn, origin.quat);
  tr_vec3_sub(arm, place, origin.position);
  for (int i = 0; i < 3; i++)
    out[i] = turn[i] * arm[0] + turn[3 + i] * arm[1] + turn[6 + i] * arm[2];
}

/* Returns a spring or damper that is not stretched in the present pose. */
static char *
describe_spring(const TrammelProject *project,
                TrammelElement at,
                const double *pose,
                const char *name,
                gboolean is_damper)
{
  static const double turn[4] = {1, 0, 0, 0};
  const TrModel *model = trammel_project_get_model(project);
  int child = find_body(project, at), parent = find_carrier(model, child);
  TrammelJsonWriter *json = trammel_json_writer_new();
  double hold[3], place[3], line[3];

  find_hold(model, parent, child, pose, hold);
  find_local(model, parent, pose, hold, place);
  tr_vec3_sub(line, hold, pose + TR_POSE * child);
  trammel_json_writer_begin_object(json);
  begin_joint(json, name, "spring", parent < 0 ? "world" : model->bodies[parent].name,
              model->bodies[child].name);
  add_frame(json, "parent_frame", place, turn);
  add_frame(json, "child_frame", model->bodies[child].com, turn);
  trammel_json_writer_key(json, is_damper ? "friction" : "spring");
  trammel_json_writer_begin_object(json);
  if (is_damper) {
    trammel_json_writer_add_string(json, "model", "viscous");
    trammel_json_writer_add_string(json, "load", "none");
  }
  trammel_json_writer_add_number(json, is_damper ? "viscous" : "stiffness",
                                 is_damper ? DAMPING : STIFFNESS);
  if (!is_damper)
    trammel_json_writer_add_number(json, "rest", tr_vec3_norm(line));
  trammel_json_writer_end_object(json);
  end_section(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

/* Returns a gear: second coordinate = first + offset, at the present coordinates. */
static char *
describe_gear(const TrammelProject *project,
              TrammelElement at,
              const double *pose,
              const char *name)
{
  const TrModel *model = trammel_project_get_model(project);
  int second = find_joint(project, at), first = find_gear_partner(model, second);
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  begin_section(json, "joints");
  trammel_json_writer_add_string(json, "name", name);
  trammel_json_writer_add_string(json, "type", "gear");
  trammel_json_writer_key(json, "joints");
  trammel_json_writer_begin_array(json);
  trammel_json_writer_string(json, model->joints[first].name);
  trammel_json_writer_string(json, model->joints[second].name);
  trammel_json_writer_end_array(json);
  trammel_json_writer_add_number(json, "ratio", 1);
  trammel_json_writer_add_number(json, "offset",
                                 tr_joint_position(model, second, pose) -
                                     tr_joint_position(model, first, pose));
  end_section(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

static char *
describe_signal(const TrammelProject *project,
                TrammelElementKind kind,
                const char *type,
                TrammelElement at,
                const char *name)
{
  const TrModel *model = trammel_project_get_model(project);
  TrammelJsonWriter *json = trammel_json_writer_new();
  gboolean of_body = is_of_body(kind, type);

  trammel_json_writer_begin_object(json);
  begin_section(json, kind == TRAMMEL_ELEMENT_MOTOR ? "motors" : "sensors");
  trammel_json_writer_add_string(json, "name", name);
  if (kind == TRAMMEL_ELEMENT_SENSOR)
    trammel_json_writer_add_string(json, "type", type ? type : "joint-position");
  trammel_json_writer_add_string(json, of_body ? "body" : "joint",
                                 of_body ? model->bodies[find_body(project, at)].name
                                         : model->joints[find_joint(project, at)].name);
  if (kind == TRAMMEL_ELEMENT_MOTOR)
    trammel_json_writer_add_number(json, "gain", 1);
  end_section(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

/* Returns a contact of a shape of the body, or of a ball at its origin, with the plane z = 0 of the
 * world. */
static char *
describe_contact(const TrammelProject *project, TrammelElement at, const char *name)
{
  int body = find_body(project, at);
  const TrammelShape *shape = trammel_contact_shape_next(project, body);
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  begin_section(json, "contacts");
  trammel_json_writer_add_string(json, "name", name);
  trammel_json_writer_add_string(json, "body",
                                 trammel_project_get_model(project)->bodies[body].name);
  if (shape) {
    trammel_contact_shape_write(json, shape);
  } else {
    add_vector(json, "point", (double[3]){0}, 3);
    trammel_json_writer_add_number(json, "radius", NEW_CONTACT_RADIUS);
  }
  trammel_json_writer_add_number(json, "friction", NEW_CONTACT_FRICTION);
  end_section(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

/* Returns a constraint on the total mass, which can be weighed. */
static char *
describe_sum(const TrammelProject *project, const char *name)
{
  const TrModel *model = trammel_project_get_model(project);
  TrammelJsonWriter *json = trammel_json_writer_new();
  double total = 0;

  trammel_json_writer_begin_object(json);
  begin_section(json, "constraints");
  trammel_json_writer_add_string(json, "name", name);
  trammel_json_writer_key(json, "terms");
  trammel_json_writer_begin_object(json);
  for (int i = 0; i < model->n_bodies; i++) {
    char id[TR_ID_SIZE];
    tr_param_id(id, model, (TrParam){.kind = TR_PARAM_MASS, .owner = i});
    trammel_json_writer_add_number(json, id, 1);
    total += model->bodies[i].mass;
  }
  trammel_json_writer_end_object(json);
  trammel_json_writer_add_number(json, "equal", total);
  end_section(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

/* Returns the JSON of a new element of the kind called `name`. */
static char *
describe(const TrammelProject *project,
         TrammelElementKind kind,
         const char *type,
         TrammelElement at,
         const double *pose,
         const char *name)
{
  switch (kind) {
  case TRAMMEL_ELEMENT_BODY:
    return describe_body(project, at, name);
  case TRAMMEL_ELEMENT_JOINT:
    if (is_gear(kind, type))
      return describe_gear(project, at, pose, name);
    return type ? describe_spring(project, at, pose, name, g_str_equal(type, TRAMMEL_EDIT_DAMPER))
                : describe_joint(project, at, pose, name);
  case TRAMMEL_ELEMENT_CONSTRAINT:
    return describe_sum(project, name);
  case TRAMMEL_ELEMENT_CONTACT:
    return describe_contact(project, at, name);
  case TRAMMEL_ELEMENT_MOTOR:
  case TRAMMEL_ELEMENT_SENSOR:
  default:
    return describe_signal(project, kind, type, at, name);
  }
}

/* Returns the first name to try for a new element: "j1", "spring1", "gyro1". */
static char *
dup_stem(TrammelElementKind kind, const char *type)
{
  static const char *const stems[TRAMMEL_N_ELEMENT_KINDS] = {
      [TRAMMEL_ELEMENT_BODY] = "body1",       [TRAMMEL_ELEMENT_JOINT] = "j1",
      [TRAMMEL_ELEMENT_MOTOR] = "motor1",     [TRAMMEL_ELEMENT_SENSOR] = "sensor1",
      [TRAMMEL_ELEMENT_CONTACT] = "contact1", [TRAMMEL_ELEMENT_CONSTRAINT] = "total mass"};

  if (!type || g_str_has_prefix(type, "joint-"))
    return g_strdup(stems[kind]);
  return g_strconcat(g_str_has_prefix(type, "body-") ? type + strlen("body-") : type, "1", NULL);
}

gboolean
trammel_model_edit_add(TrammelDocument *document,
                       TrammelAddition addition,
                       const double *pose,
                       TrammelElement *added,
                       GError **error)
{
  TrammelElementKind kind = addition.kind;
  const char *type = addition.type;
  TrammelElement at = addition.at;
  const TrammelProject *present = trammel_document_get_project(document);
  const char *reason;

  g_return_val_if_fail(trammel_model_edit_can_add(present, kind, type, at, &reason), FALSE);
  g_autofree char *stem = dup_stem(kind, type);
  g_autofree char *name = trammel_project_dup_free_name(present, kind, stem);
  g_autofree char *json = describe(present, kind, type, at, pose, name);
  g_autoptr(TrammelProject) project = trammel_project_copy(present);
  if (!trammel_project_append_elements(project, json, error))
    return FALSE;
  *added = (TrammelElement){kind, trammel_project_get_n_elements(present, kind)};
  g_autofree char *label =
      g_strdup_printf(_("add %s %s"), _(trammel_element_kind_get_word(kind)), name);
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}
