/* MJCF: <body> and <joint> of that name inside <worldbody>; the inertia is `fullinertia` in the
 * body's axes, or `diaginertia` in axes that `quat` turns. */
#include <math.h>
#include <string.h>

#include "io/error.h"
#include "io/export_model.h"
#include "io/json_writer.h"

#define ROUNDING 1e-12

gboolean
trammel_mjcf_can_express(TrammelSlot slot)
{
  return slot < TRAMMEL_N_SLOTS;
}

/* The value of an attribute of <compiler>, "" without. */
static const char *
get_compiler(const TrammelModelExport *export, const char *attribute)
{
  for (guint i = 0; i < export->xml->elements->len; i++) {
    const TrammelXmlElement *element = g_ptr_array_index(export->xml->elements, i);
    const char *value =
        g_str_equal(element->name, "compiler") ? trammel_xml_get_value(element, attribute) : NULL;
    if (value)
      return value;
  }
  return "";
}

gboolean
trammel_mjcf_check(TrammelModelExport *export, GError **error)
{
  const TrammelXmlElement *root = g_ptr_array_index(export->xml->elements, 0);

  if (!g_str_equal(root->name, "mujoco")) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
                "%s is not an MJCF model: its root is <%s>, expected <mujoco>%s", export->xml->path,
                root->name,
                g_str_equal(root->name, "robot") ? "; write URDF with the ending .urdf" : "");
    return FALSE;
  }
  if (g_str_equal(get_compiler(export, "inertiafromgeom"), "true"))
    g_ptr_array_add(export->skipped,
                    g_strdup("<compiler inertiafromgeom=\"true\">: MuJoCo ignores every <inertial> "
                             "of this file; take it out to use what was identified"));
  return TRUE;
}

/* Joints of <default>, <equality>, <tendon> and so on are other things. */
static const TrammelModelPlace body_place = {.tag = "body", .ancestor = "worldbody"},
                               joint_place = {.tag = "joint", .ancestor = "worldbody"},
                               motor_place = {.ancestor = "actuator"};

/* Rotation of a quaternion w x y z, which MuJoCo takes of any length but zero. */
static gboolean
get_rotation(double r[9], const double quat[4])
{
  double n = quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3];
  double w = quat[0], x = quat[1], y = quat[2], z = quat[3], s = 2 / n;

  if (!(n > 0))
    return FALSE;
  r[0] = 1 - s * (y * y + z * z);
  r[1] = s * (x * y - w * z);
  r[2] = s * (x * z + w * y);
  r[3] = s * (x * y + w * z);
  r[4] = 1 - s * (x * x + z * z);
  r[5] = s * (y * z - w * x);
  r[6] = s * (x * z - w * y);
  r[7] = s * (y * z + w * x);
  r[8] = 1 - s * (x * x + y * y);
  return TRUE;
}

/* Replaces `diaginertia` and the turn of its axes by `fullinertia` in the body's axes. */
static void
replace_diagonal(TrammelModelExport *export,
                 const TrammelXmlElement *inertial,
                 const double tensor[6])
{
  const TrammelXmlAttribute *diagonal = trammel_xml_find_attribute(inertial, "diaginertia");
  const TrammelXmlAttribute *quat = trammel_xml_find_attribute(inertial, "quat");
  char number[TRAMMEL_NUMBER_SIZE];
  g_autoptr(GString) values = g_string_new(NULL);

  for (int i = 0; i < 6; i++)
    g_string_append_printf(values, "%s%s", i ? " " : "",
                           trammel_json_format_number(number, tensor[i]));
  trammel_xml_replace(export->xml, diagonal->name_start,
                      diagonal->name_start + strlen(diagonal->name), "fullinertia");
  trammel_xml_replace(export->xml, diagonal->start, diagonal->end, values->str);
  if (quat)
    trammel_xml_replace(export->xml, quat->outer_start, quat->end + 1, "");
}

/* Puts the identified elements into `diaginertia`, or makes it `fullinertia` when they are not
 * diagonal in its axes. */
static void
write_diagonal(TrammelModelExport *export,
               const TrammelModelPart *part,
               const TrammelXmlElement *inertial,
               const double r[9])
{
  g_autofree char *where = trammel_model_export_describe(inertial);
  g_autofree char *place = NULL;
  double old[6] = {0}, body[6], turned[6], largest;
  gboolean changed[3];

  if (!trammel_xml_get_numbers(inertial, "diaginertia", old, 3)) {
    trammel_model_export_skip(export, part, TRAMMEL_SLOT_XX, TRAMMEL_SLOT_YZ,
                              "diaginertia of %s is not three numbers", where);
    return;
  }
  trammel_model_turn(body, old, r, FALSE);
  memcpy(turned, body, sizeof turned);
  for (int i = 0; i < 6; i++)
    if (part->slots[TRAMMEL_SLOT_XX + i])
      turned[i] = part->slots[TRAMMEL_SLOT_XX + i]->value;
  double tensor[6];
  memcpy(tensor, turned, sizeof tensor);
  trammel_model_turn(turned, tensor, r, TRUE);
  largest = MAX(MAX(fabs(turned[0]), fabs(turned[1])), fabs(turned[2]));
  gboolean diagonal = fabs(turned[3]) <= ROUNDING * largest &&
                      fabs(turned[4]) <= ROUNDING * largest &&
                      fabs(turned[5]) <= ROUNDING * largest;
  place = diagonal
              ? g_strdup_printf("diaginertia of %s", where)
              : g_strdup_printf("diaginertia of %s, made fullinertia in the body's axes", where);
  for (int i = 0; i < 6; i++)
    if (part->slots[TRAMMEL_SLOT_XX + i])
      trammel_model_export_note(export, part->slots[TRAMMEL_SLOT_XX + i], place, body[i]);
  for (int i = 0; i < 3; i++)
    changed[i] = fabs(turned[i] - old[i]) > ROUNDING * largest;
  if (diagonal)
    trammel_xml_set_numbers(export->xml, inertial, "diaginertia", turned, changed, 3);
  else
    replace_diagonal(export, inertial, tensor);
}

static void
write_inertia(TrammelModelExport *export,
              const TrammelModelPart *part,
              const TrammelXmlElement *inertial)
{
  static const char *const others[] = {"axisangle", "euler", "xyaxes", "zaxis"};
  g_autofree char *where = trammel_model_export_describe(inertial);
  double quat[4] = {1, 0, 0, 0}, r[9];
  const char *turn = NULL;

  if (!trammel_model_part_has(part, TRAMMEL_SLOT_XX, TRAMMEL_SLOT_YZ))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS(others) && !turn; i++)
    turn = trammel_xml_find_attribute(inertial, others[i]) ? others[i] : NULL;
  if (turn) {
    trammel_model_export_skip(export, part, TRAMMEL_SLOT_XX, TRAMMEL_SLOT_YZ,
                              "%s turns its axes by '%s'; write that as 'quat' first", where, turn);
  } else if (trammel_xml_find_attribute(inertial, "fullinertia")) {
    trammel_model_export_set(export, inertial, "fullinertia", part, TRAMMEL_SLOT_XX, 6, NULL);
  } else if (!trammel_xml_find_attribute(inertial, "diaginertia")) {
    trammel_model_export_skip(export, part, TRAMMEL_SLOT_XX, TRAMMEL_SLOT_YZ,
                              "%s has neither 'diaginertia' nor 'fullinertia'; add one", where);
  } else if ((trammel_xml_find_attribute(inertial, "quat") &&
              !trammel_xml_get_numbers(inertial, "quat", quat, 4)) ||
             !get_rotation(r, quat)) {
    trammel_model_export_skip(export, part, TRAMMEL_SLOT_XX, TRAMMEL_SLOT_YZ,
                              "quat of %s is not four numbers", where);
  } else {
    write_diagonal(export, part, inertial, r);
  }
}

static void
write_body(TrammelModelExport *export, const TrammelModelPart *part)
{
  const TrammelXmlElement *body = trammel_model_export_find(export, part, &body_place), *inertial;

  if (!body)
    return;
  inertial = trammel_xml_find_child(export->xml, body, "inertial");
  if (!inertial) {
    trammel_model_export_skip(export, part, 0, TRAMMEL_N_SLOTS - 1,
                              "body '%s' (line %u) has no <inertial>, so MuJoCo takes it from the "
                              "geoms; add <inertial pos=\"...\" mass=\"...\" fullinertia=\"...\"/>",
                              part->name, body->line);
    return;
  }
  if (g_str_equal(get_compiler(export, "coordinate"), "global")) {
    trammel_model_export_skip(export, part, TRAMMEL_SLOT_COM_X, TRAMMEL_SLOT_YZ,
                              "the file has global coordinates; make them local first");
  } else {
    trammel_model_export_set(export, inertial, "pos", part, TRAMMEL_SLOT_COM_X, 3, NULL);
    write_inertia(export, part, inertial);
  }
  trammel_model_export_set(export, inertial, "mass", part, TRAMMEL_SLOT_MASS, 1, NULL);
}

/* Where the joint's spring rests: angles of the file are in degrees unless its compiler says
 * radian.
 */
static void
write_rest(TrammelModelExport *export, const TrammelModelPart *part, const TrammelXmlElement *joint)
{
  const TrammelExportParameter *rest = part->slots[TRAMMEL_SLOT_REST];
  TrammelExportParameter degrees;
  TrammelModelPart in_degrees = *part;

  if (rest && g_str_equal(rest->unit, "rad") &&
      !g_str_equal(get_compiler(export, "angle"), "radian")) {
    degrees = *rest;
    degrees.value *= 180 / G_PI;
    degrees.sigma *= 180 / G_PI;
    degrees.unit = "deg";
    in_degrees.slots[TRAMMEL_SLOT_REST] = &degrees;
  }
  trammel_model_export_set(export, joint, "springref", &in_degrees, TRAMMEL_SLOT_REST, 1,
                           (const double[]){0});
}

static void
write_joint(TrammelModelExport *export, const TrammelModelPart *part)
{
  const TrammelXmlElement *joint = trammel_model_export_find(export, part, &joint_place);
  static const double zero[1] = {0};

  if (!joint)
    return;
  trammel_model_export_set(export, joint, "damping", part, TRAMMEL_SLOT_VISCOUS, 1, zero);
  trammel_model_export_set(export, joint, "frictionloss", part, TRAMMEL_SLOT_COULOMB, 1, zero);
  trammel_model_export_set(export, joint, "stiffness", part, TRAMMEL_SLOT_STIFFNESS, 1, zero);
  write_rest(export, part, joint);
}

/* The joint's armature is the rotor's inertia times the square of the actuator's gear. */
static void
write_motor(TrammelModelExport *export, const TrammelModelPart *part)
{
  const TrammelXmlElement *actuator = trammel_model_export_find(export, part, &motor_place), *joint;
  const char *gear_text = actuator ? trammel_xml_get_value(actuator, "gear") : NULL;
  const char *joint_name = actuator ? trammel_xml_get_value(actuator, "joint") : NULL;
  double gear = gear_text ? g_ascii_strtod(gear_text, NULL) : 1;
  TrammelExportParameter armature;
  TrammelModelPart of_joint = *part;
  g_autofree char *id = NULL;

  if (!actuator)
    return;
  if (!joint_name) {
    trammel_model_export_skip(export, part, TRAMMEL_SLOT_ROTOR, TRAMMEL_SLOT_ROTOR,
                              "actuator '%s' (line %u) drives no joint", part->name,
                              actuator->line);
    return;
  }
  of_joint.kind = "joint";
  of_joint.name = (char *)joint_name;
  joint = trammel_model_export_find(export, &of_joint, &joint_place);
  if (!joint)
    return;
  armature = *part->slots[TRAMMEL_SLOT_ROTOR];
  id = g_strdup_printf("%g * %s", gear * gear, armature.id);
  armature.id = gear == 1 ? armature.id : id;
  armature.value *= gear * gear;
  armature.sigma *= gear * gear;
  of_joint.slots[TRAMMEL_SLOT_ROTOR] = &armature;
  trammel_model_export_set(export, joint, "armature", &of_joint, TRAMMEL_SLOT_ROTOR, 1,
                           (const double[]){0});
}

void
trammel_mjcf_write_part(TrammelModelExport *export, const TrammelModelPart *part)
{
  if (g_str_equal(part->kind, "body"))
    write_body(export, part);
  else if (g_str_equal(part->kind, "joint"))
    write_joint(export, part);
  else
    write_motor(export, part);
}
