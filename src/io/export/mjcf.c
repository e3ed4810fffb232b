/* MJCF export: <body> and <joint> of the same name inside <worldbody>; the inertia is `fullinertia`
 * in the body's axes, or `diaginertia` in axes that `quat` turns. */
#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/export/construction.h"
#include "io/export/fixed_links.h"

#define ROUNDING 1e-12

gboolean
trammel_mjcf_can_express(TrammelSlot slot)
{
  return slot < TRAMMEL_N_SLOTS;
}

/* Returns the value of an attribute of <compiler>, "" without. */
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
    trammel_error_set(
        error, TRAMMEL_ERROR_INVALID,
        "%s is not an MJCF model: its root is <%s>, expected <mujoco>%s", export->xml->path,
        root->name,
        g_str_equal(root->name, "robot") ? TRAMMEL_WORD("; write URDF with the ending .urdf") : "");
    return FALSE;
  }
  if (g_str_equal(get_compiler(export, "inertiafromgeom"), "true"))
    g_ptr_array_add(
        export->skipped,
        g_strdup(TRAMMEL_WORD("<compiler inertiafromgeom=\"true\">: MuJoCo ignores every "
                              "<inertial> of this file; remove it to use the identified values")));
  return TRUE;
}

/* Joints of <default>, <equality>, <tendon> and so on are other things. */
static const TrammelModelPlace body_place = {.tag = "body", .ancestor = "worldbody"},
                               joint_place = {.tag = "joint", .ancestor = "worldbody"},
                               motor_place = {.ancestor = "actuator"};

/* Sets the rotation of a quaternion w x y z, which MuJoCo accepts with any length but zero. */
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

/* Replaces `diaginertia` and the rotation of its axes by `fullinertia` in the body's axes. */
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

/* Writes the identified elements into `diaginertia`, or replaces it by `fullinertia` when they are
 * not diagonal in its axes. */
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
    trammel_model_export_set(export, inertial, part,
                             (TrammelSlotAttribute){"fullinertia", TRAMMEL_SLOT_XX, 6, NULL});
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
  trammel_export_warn_fixed(export, part, body);
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
    trammel_model_export_set(export, inertial, part,
                             (TrammelSlotAttribute){"pos", TRAMMEL_SLOT_COM_X, 3, NULL});
    write_inertia(export, part, inertial);
  }
  trammel_model_export_set(export, inertial, part,
                           (TrammelSlotAttribute){"mass", TRAMMEL_SLOT_MASS, 1, NULL});
}

/* Returns the angle unit of the file: degrees unless its compiler says radian. */
static double
get_angle_unit(const TrammelModelExport *export)
{
  return g_str_equal(get_compiler(export, "angle"), "radian") ? 1 : G_PI / 180;
}

/* Returns the joint with the rest position of its spring and its limits in the unit of the file. */
static TrammelModelPart
to_file_unit(TrammelModelExport *export, const TrammelModelPart *part)
{
  static const TrammelSlot slots[] = {TRAMMEL_SLOT_REST, TRAMMEL_SLOT_LOWER, TRAMMEL_SLOT_UPPER};
  double unit = get_angle_unit(export);
  TrammelModelPart out = *part;

  for (gsize i = 0; i < G_N_ELEMENTS(slots) && unit != 1; i++) {
    const TrammelExportParameter *angle = part->slots[slots[i]];
    if (angle && g_str_equal(angle->unit, "rad"))
      out.slots[slots[i]] = trammel_model_export_add_value(
          export, g_strdup(angle->id), "deg", angle->value / unit, angle->sigma / unit);
  }
  return out;
}

/* Writes limits: `range` is effective if the joint is `limited`, which follows from the range with
 * `autolimits`. */
static void
write_limits(TrammelModelExport *export,
             const TrammelModelPart *part,
             const TrammelXmlElement *joint)
{
  static const double none[2] = {0};
  const TrammelXmlAttribute *limited = trammel_xml_find_attribute(joint, "limited");
  gboolean has_both = part->slots[TRAMMEL_SLOT_LOWER] && part->slots[TRAMMEL_SLOT_UPPER];
  gboolean has_range = trammel_xml_find_attribute(joint, "range") != NULL;

  trammel_model_export_set(
      export, joint, part,
      (TrammelSlotAttribute){"range", TRAMMEL_SLOT_LOWER, 2, has_both ? none : NULL});
  if (!trammel_model_part_has(part, TRAMMEL_SLOT_LOWER, TRAMMEL_SLOT_UPPER) ||
      !(has_both || has_range))
    return;
  if (limited && g_str_equal(limited->value, "false"))
    trammel_xml_replace(export->xml, limited->start, limited->end, "true");
  else if (!limited && g_str_equal(get_compiler(export, "autolimits"), "false"))
    trammel_xml_replace(export->xml, joint->insert, joint->insert, " limited=\"true\"");
}

static void
write_joint(TrammelModelExport *export, const TrammelModelPart *part)
{
  const TrammelXmlElement *joint = trammel_model_export_find(export, part, &joint_place);
  static const double zero[1] = {0};

  if (!joint)
    return;
  trammel_model_export_set(export, joint, part,
                           (TrammelSlotAttribute){"damping", TRAMMEL_SLOT_VISCOUS, 1, zero});
  trammel_model_export_set(export, joint, part,
                           (TrammelSlotAttribute){"frictionloss", TRAMMEL_SLOT_COULOMB, 1, zero});
  trammel_model_export_set(export, joint, part,
                           (TrammelSlotAttribute){"stiffness", TRAMMEL_SLOT_STIFFNESS, 1, zero});
  TrammelModelPart in_file = to_file_unit(export, part);
  trammel_model_export_set(export, joint, &in_file,
                           (TrammelSlotAttribute){"springref", TRAMMEL_SLOT_REST, 1, zero});
  write_limits(export, &in_file, joint);
}

/* Writes the joint's armature: the rotor's inertia times the square of the actuator's gear. */
static void
write_motor(TrammelModelExport *export, const TrammelModelPart *part)
{
  const TrammelXmlElement *actuator = trammel_model_export_find(export, part, &motor_place), *joint;
  const char *gear_text = actuator ? trammel_xml_get_value(actuator, "gear") : NULL;
  const char *joint_name = actuator ? trammel_xml_get_value(actuator, "joint") : NULL;
  double gear = gear_text ? g_ascii_strtod(gear_text, NULL) : 1, square = gear * gear;
  const TrammelExportParameter *rotor = part->slots[TRAMMEL_SLOT_ROTOR];

  if (!actuator)
    return;
  if (!joint_name) {
    trammel_model_export_skip(export, part, TRAMMEL_SLOT_ROTOR, TRAMMEL_SLOT_ROTOR,
                              "actuator '%s' (line %u) drives no joint", part->name,
                              actuator->line);
    return;
  }
  TrammelModelPart of_joint = trammel_model_part_as_joint(part, joint_name);
  joint = trammel_model_export_find(export, &of_joint, &joint_place);
  if (!joint)
    return;
  if (gear != 1)
    of_joint.slots[TRAMMEL_SLOT_ROTOR] =
        trammel_model_export_add_value(export, g_strdup_printf("%g * %s", square, rotor->id),
                                       rotor->unit, square * rotor->value, square * rotor->sigma);
  trammel_model_export_set(
      export, joint, &of_joint,
      (TrammelSlotAttribute){"armature", TRAMMEL_SLOT_ROTOR, 1, (const double[]){0}});
}

/* Returns the reference of the joint's coordinate [rad] or [m]: polycoef is about the `ref` of
 * both. */
static double
get_reference(const TrammelModelExport *export, const TrammelXmlElement *joint)
{
  double ref = 0;
  gboolean is_slide = g_strcmp0(trammel_xml_get_value(joint, "type"), "slide") == 0;

  return trammel_xml_get_numbers(joint, "ref", &ref, 1) && !is_slide ? ref * get_angle_unit(export)
                                                                     : ref;
}

/* Returns the <joint> of <equality> that couples both; NULL without. */
static const TrammelXmlElement *
find_equality(const TrammelModelExport *export, const char *of, const char *by)
{
  for (guint i = 0; i < export->xml->elements->len; i++) {
    const TrammelXmlElement *element = g_ptr_array_index(export->xml->elements, i);
    if (g_str_equal(element->name, "joint") && element->parent &&
        g_str_equal(element->parent->name, "equality") &&
        g_strcmp0(trammel_xml_get_value(element, "joint1"), of) == 0 &&
        g_strcmp0(trammel_xml_get_value(element, "joint2"), by) == 0)
      return element;
  }
  return NULL;
}

/* Reads the coefficients, of which the file may omit the last ones. */
static void
read_polynomial(double *c, const TrammelXmlElement *equality)
{
  guint n = 5;

  c[0] = 0, c[1] = 1, c[2] = c[3] = c[4] = 0;
  while (n > 0 && !trammel_xml_get_numbers(equality, "polycoef", c, n))
    n--;
}

static void
replace_polynomial(TrammelModelExport *export,
                   const TrammelModelPart *gear,
                   const TrammelXmlElement *equality,
                   const char *polynomial)
{
  const TrammelXmlAttribute *attribute = trammel_xml_find_attribute(equality, "polycoef");
  g_autofree char *where = trammel_model_export_describe(equality);
  g_autofree char *place = g_strdup_printf("polycoef of %s%s", where, attribute ? "" : ", added");
  g_autofree char *added = g_strdup_printf(" polycoef=\"%s\"", polynomial);
  double old[5];

  read_polynomial(old, equality);
  for (int i = 0; i < 2; i++)
    trammel_model_export_note(
        export, gear->slots[i == 0 ? TRAMMEL_SLOT_OFFSET : TRAMMEL_SLOT_RATIO], place, old[i]);
  if (attribute)
    trammel_xml_replace(export->xml, attribute->start, attribute->end, polynomial);
  else
    trammel_xml_replace(export->xml, equality->insert, equality->insert, added);
}

static void
add_equality(TrammelModelExport *export, const TrammelModelPart *gear, const char *polynomial)
{
  g_autofree char *element = g_markup_printf_escaped(
      "<equality><joint name=\"%s\" joint1=\"%s\" joint2=\"%s\" polycoef=\"%s\"/></equality>",
      gear->name, gear->second, gear->first, polynomial);

  trammel_model_export_note(export, gear->slots[TRAMMEL_SLOT_OFFSET],
                            "polycoef of <equality>, added", NAN);
  trammel_model_export_note(export, gear->slots[TRAMMEL_SLOT_RATIO],
                            "polycoef of <equality>, added", NAN);
  trammel_xml_add_child(export->xml, g_ptr_array_index(export->xml->elements, 0), element);
}

/* Sets both joints of a gear in the file, first and second; FALSE if one is missing, which is
 * recorded. */
static gboolean
find_joints(const TrammelXmlElement *joints[2],
            TrammelModelExport *export,
            const TrammelModelPart *gear)
{
  const char *const names[2] = {gear->first, gear->second};

  for (int i = 0; i < 2; i++) {
    TrammelModelPart joint = trammel_model_part_as_joint(gear, names[i]);
    joints[i] = trammel_model_export_find(export, &joint, &joint_place);
    if (!joints[i])
      return FALSE;
  }
  return TRUE;
}

/* second - its ref = polycoef[0] + polycoef[1] (first - its ref) */
static void
write_gear(TrammelModelExport *export, const TrammelModelPart *part)
{
  TrammelModelPart gear = *part;
  const TrammelXmlElement *joints[2], *equality = find_equality(export, part->first, part->second);
  char numbers[2][TRAMMEL_NUMBER_SIZE];

  if (equality)
    gear = trammel_export_gear_turn(export, part);
  else
    equality = find_equality(export, part->second, part->first);
  if (!find_joints(joints, export, &gear))
    return;
  const TrammelExportParameter *ratio = gear.slots[TRAMMEL_SLOT_RATIO],
                               *offset = gear.slots[TRAMMEL_SLOT_OFFSET];
  double shift = ratio->value * get_reference(export, joints[0]) - get_reference(export, joints[1]);
  if (shift != 0)
    gear.slots[TRAMMEL_SLOT_OFFSET] =
        trammel_model_export_add_value(export, g_strdup_printf("%s from ref to ref", offset->id),
                                       offset->unit, offset->value + shift, NAN);
  g_autofree char *polynomial = g_strdup_printf(
      "%s %s 0 0 0", trammel_json_format_number(numbers[0], gear.slots[TRAMMEL_SLOT_OFFSET]->value),
      trammel_json_format_number(numbers[1], ratio->value));
  if (equality)
    replace_polynomial(export, &gear, equality, polynomial);
  else
    add_equality(export, &gear, polynomial);
}

void
trammel_mjcf_write_part(TrammelModelExport *export, const TrammelModelPart *part)
{
  if (g_str_equal(part->kind, "body"))
    write_body(export, part);
  else if (g_str_equal(part->kind, "joint"))
    write_joint(export, part);
  else if (g_str_equal(part->kind, "gear"))
    write_gear(export, part);
  else
    write_motor(export, part);
}
