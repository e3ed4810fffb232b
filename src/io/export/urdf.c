/* URDF export: <link> and <joint> directly below <robot>; the inertia is in the axes of the
 * inertial frame, which `rpy` rotates against the link. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/export/construction.h"
#include "io/export/fixed_links.h"

#define ROUNDING 1e-12

static const char *const tensor_names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};

gboolean
trammel_urdf_can_express(TrammelSlot slot)
{
  return slot <= TRAMMEL_SLOT_COULOMB;
}

gboolean
trammel_urdf_check(TrammelModelExport *export, GError **error)
{
  const TrammelXmlElement *root = g_ptr_array_index(export->xml->elements, 0);

  if (g_str_equal(root->name, "robot"))
    return TRUE;
  trammel_error_set(
      error, TRAMMEL_ERROR_INVALID, "%s is not a URDF: its root is <%s>, expected <robot>%s",
      export->xml->path, root->name,
      g_str_equal(root->name, "mujoco") ? TRAMMEL_WORD("; write MJCF with the ending .xml") : "");
  return FALSE;
}

/* Joints of <transmission> are other things. */
static const TrammelModelPlace link_place = {.tag = "link", .ancestor = "robot", .directly = TRUE},
                               joint_place = {
                                   .tag = "joint", .ancestor = "robot", .directly = TRUE};

/* Sets the rotation of `rpy`: about the fixed axes x, then y, then z.  FALSE when it is not a
 * rotation. */
static gboolean
get_rotation(double r[9], const double rpy[3])
{
  double cr = cos(rpy[0]), sr = sin(rpy[0]), cp = cos(rpy[1]), sp = sin(rpy[1]), cy = cos(rpy[2]),
         sy = sin(rpy[2]);
  const double rows[9] = {cy * cp,
                          cy * sp * sr - sy * cr,
                          cy * sp * cr + sy * sr,
                          sy * cp,
                          sy * sp * sr + cy * cr,
                          sy * sp * cr - cy * sr,
                          -sp,
                          cp * sr,
                          cp * cr};

  for (int i = 0; i < 9; i++)
    r[i] = rows[i];
  return rpy[0] != 0 || rpy[1] != 0 || rpy[2] != 0;
}

/* Writes the inertia into a rotated inertial frame.  All six elements change: the result's elements
 * are set in the tensor in the link's axes, which is then rotated back. */
static void
write_turned(TrammelModelExport *export,
             const TrammelModelPart *part,
             const TrammelXmlElement *inertia,
             const double r[9])
{
  g_autofree char *where = trammel_model_export_describe(inertia);
  g_autofree char *place = g_strdup_printf("turned into the axes of %s", where);
  double file[6], body[6], turned[6], largest = 0;

  for (int i = 0; i < 6; i++)
    if (!trammel_xml_get_numbers(inertia, tensor_names[i], &file[i], 1)) {
      trammel_model_export_skip(export, part, TRAMMEL_SLOT_XX, TRAMMEL_SLOT_YZ,
                                "%s has no number '%s', which its rotated axes need", where,
                                tensor_names[i]);
      return;
    }
  trammel_model_turn(body, file, r, FALSE);
  for (int i = 0; i < 6; i++)
    if (part->slots[TRAMMEL_SLOT_XX + i]) {
      trammel_model_export_note(export, part->slots[TRAMMEL_SLOT_XX + i], place, body[i]);
      body[i] = part->slots[TRAMMEL_SLOT_XX + i]->value;
    }
  trammel_model_turn(turned, body, r, TRUE);
  for (int i = 0; i < 6; i++)
    largest = MAX(largest, fabs(turned[i]));
  /* values that differ by rounding only keep their characters */
  for (int i = 0; i < 6; i++)
    if (fabs(turned[i] - file[i]) > ROUNDING * largest)
      trammel_xml_set_numbers(export->xml, inertia, tensor_names[i], &turned[i],
                              (const gboolean[]){TRUE}, 1);
}

static void
write_inertia(TrammelModelExport *export,
              const TrammelModelPart *part,
              const TrammelXmlElement *inertial,
              const TrammelXmlElement *origin)
{
  const TrammelXmlElement *inertia = trammel_xml_find_child(export->xml, inertial, "inertia");
  g_autofree char *where = trammel_model_export_describe(inertial);
  double rpy[3] = {0}, r[9];

  if (!inertia) {
    trammel_model_export_skip(export, part, TRAMMEL_SLOT_XX, TRAMMEL_SLOT_YZ,
                              "%s has no <inertia>; add it", where);
    return;
  }
  if (origin && trammel_xml_find_attribute(origin, "rpy") &&
      !trammel_xml_get_numbers(origin, "rpy", rpy, 3)) {
    trammel_model_export_skip(export, part, TRAMMEL_SLOT_XX, TRAMMEL_SLOT_YZ,
                              "the rpy of its <origin> (line %u) is not three numbers; expand "
                              "macros first",
                              origin->line);
    return;
  }
  if (get_rotation(r, rpy)) {
    if (trammel_model_part_has(part, TRAMMEL_SLOT_XX, TRAMMEL_SLOT_YZ))
      write_turned(export, part, inertia, r);
    return;
  }
  for (int i = 0; i < 6; i++)
    trammel_model_export_set(export, inertia, part,
                             (TrammelSlotAttribute){tensor_names[i], TRAMMEL_SLOT_XX + (guint)i, 1,
                                                    (const double[]){0}});
}

static void
write_com(TrammelModelExport *export,
          const TrammelModelPart *part,
          const TrammelXmlElement *inertial,
          const TrammelXmlElement *origin)
{
  static const double zero[3] = {0};

  if (!trammel_model_part_has(part, TRAMMEL_SLOT_COM_X, TRAMMEL_SLOT_COM_Z))
    return;
  if (origin) {
    trammel_model_export_set(export, origin, part,
                             (TrammelSlotAttribute){"xyz", TRAMMEL_SLOT_COM_X, 3, zero});
    return;
  }
  trammel_model_export_skip(export, part, TRAMMEL_SLOT_COM_X, TRAMMEL_SLOT_COM_Z,
                            "<inertial> of link '%s' (line %u) has no <origin>; add <origin "
                            "xyz=\"0 0 0\"/>",
                            part->name, inertial->line);
}

static void
write_link(TrammelModelExport *export, const TrammelModelPart *part)
{
  const TrammelXmlElement *link = trammel_model_export_find(export, part, &link_place), *inertial,
                          *mass, *origin;

  if (!link)
    return;
  trammel_export_warn_fixed(export, part, link);
  inertial = trammel_xml_find_child(export->xml, link, "inertial");
  if (!inertial) {
    trammel_model_export_skip(export, part, 0, TRAMMEL_N_SLOTS - 1,
                              "link '%s' (line %u) has no <inertial>; add one with <origin>, "
                              "<mass> and <inertia>",
                              part->name, link->line);
    return;
  }
  mass = trammel_xml_find_child(export->xml, inertial, "mass");
  origin = trammel_xml_find_child(export->xml, inertial, "origin");
  if (mass)
    trammel_model_export_set(
        export, mass, part,
        (TrammelSlotAttribute){"value", TRAMMEL_SLOT_MASS, 1, (const double[]){0}});
  else
    trammel_model_export_skip(export, part, TRAMMEL_SLOT_MASS, TRAMMEL_SLOT_MASS,
                              "<inertial> of link '%s' (line %u) has no <mass>; add it", part->name,
                              inertial->line);
  write_com(export, part, inertial, origin);
  write_inertia(export, part, inertial, origin);
}

static const double zero[1] = {0};

static void
write_dynamics(TrammelModelExport *export,
               const TrammelModelPart *part,
               const TrammelXmlElement *joint)
{
  const TrammelXmlElement *dynamics = trammel_xml_find_child(export->xml, joint, "dynamics");

  if (!dynamics) {
    trammel_model_export_skip(export, part, TRAMMEL_SLOT_VISCOUS, TRAMMEL_SLOT_COULOMB,
                              "joint '%s' (line %u) has no <dynamics>; add <dynamics "
                              "damping=\"0\" friction=\"0\"/>",
                              part->name, joint->line);
    return;
  }
  trammel_model_export_set(export, dynamics, part,
                           (TrammelSlotAttribute){"damping", TRAMMEL_SLOT_VISCOUS, 1, zero});
  trammel_model_export_set(export, dynamics, part,
                           (TrammelSlotAttribute){"friction", TRAMMEL_SLOT_COULOMB, 1, zero});
}

/* Writes limits; a <limit> also needs effort and velocity, which only the user knows. */
static void
write_limits(TrammelModelExport *export,
             const TrammelModelPart *part,
             const TrammelXmlElement *joint)
{
  const TrammelXmlElement *limit = trammel_xml_find_child(export->xml, joint, "limit");
  gboolean goes_on = g_strcmp0(trammel_xml_get_value(joint, "type"), "continuous") == 0;

  if (!limit || goes_on) {
    trammel_model_export_skip(export, part, TRAMMEL_SLOT_LOWER, TRAMMEL_SLOT_UPPER,
                              goes_on ? N_("joint '%s' (line %u) is continuous, which has no ends; "
                                           "make it revolute, with a <limit>")
                                      : N_("joint '%s' (line %u) has no <limit>; add one with its "
                                           "effort and velocity"),
                              part->name, joint->line);
    return;
  }
  trammel_model_export_set(export, limit, part,
                           (TrammelSlotAttribute){"lower", TRAMMEL_SLOT_LOWER, 1, zero});
  trammel_model_export_set(export, limit, part,
                           (TrammelSlotAttribute){"upper", TRAMMEL_SLOT_UPPER, 1, zero});
}

static void
write_joint(TrammelModelExport *export, const TrammelModelPart *part)
{
  const TrammelXmlElement *joint = trammel_model_export_find(export, part, &joint_place);

  if (!joint)
    return;
  write_dynamics(export, part, joint);
  write_limits(export, part, joint);
}

static void
add_mimic(TrammelModelExport *export, const TrammelModelPart *gear, const TrammelXmlElement *joint)
{
  const TrammelExportParameter *ratio = gear->slots[TRAMMEL_SLOT_RATIO],
                               *offset = gear->slots[TRAMMEL_SLOT_OFFSET];
  char numbers[2][TRAMMEL_NUMBER_SIZE];
  g_autofree char *where = trammel_model_export_describe(joint);
  g_autofree char *place = g_strdup_printf("<mimic> of %s, added", where);
  g_autofree char *mimic =
      g_markup_printf_escaped("<mimic joint=\"%s\" multiplier=\"%s\" offset=\"%s\"/>", gear->first,
                              trammel_json_format_number(numbers[0], ratio->value),
                              trammel_json_format_number(numbers[1], offset->value));

  trammel_model_export_note(export, ratio, place, NAN);
  trammel_model_export_note(export, offset, place, NAN);
  trammel_xml_add_child(export->xml, joint, mimic);
}

/* Writes the gear as a second joint that follows the first; FALSE if it does not already follow
 * it. */
static gboolean
write_mimic(TrammelModelExport *export,
            const TrammelModelPart *gear,
            const TrammelXmlElement *joint)
{
  const TrammelXmlElement *mimic = trammel_xml_find_child(export->xml, joint, "mimic");

  if (!mimic || g_strcmp0(trammel_xml_get_value(mimic, "joint"), gear->first) != 0)
    return FALSE;
  trammel_model_export_set(export, mimic, gear,
                           (TrammelSlotAttribute){"multiplier", TRAMMEL_SLOT_RATIO, 1, zero});
  trammel_model_export_set(export, mimic, gear,
                           (TrammelSlotAttribute){"offset", TRAMMEL_SLOT_OFFSET, 1, zero});
  return TRUE;
}

/* Writes a gear into the joint that follows the other, in either direction. */
static void
write_gear(TrammelModelExport *export, const TrammelModelPart *gear)
{
  TrammelModelPart turned = trammel_export_gear_turn(export, gear);
  TrammelModelPart ends[2] = {trammel_model_part_as_joint(gear, gear->first),
                              trammel_model_part_as_joint(gear, gear->second)};
  const TrammelXmlElement *first = trammel_model_export_find(export, &ends[0], &joint_place);
  const TrammelXmlElement *second = first
                                        ? trammel_model_export_find(export, &ends[1], &joint_place)
                                        : NULL,
                          *mimic;

  if (!second || write_mimic(export, gear, second) || write_mimic(export, &turned, first))
    return;
  mimic = trammel_xml_find_child(export->xml, second, "mimic");
  if (!mimic)
    add_mimic(export, gear, second);
  else
    trammel_model_export_skip(export, gear, TRAMMEL_SLOT_RATIO, TRAMMEL_SLOT_OFFSET,
                              "joint '%s' (line %u) follows '%s' already, and a joint can follow "
                              "one other only",
                              gear->second, second->line, trammel_xml_get_value(mimic, "joint"));
}

void
trammel_urdf_write_part(TrammelModelExport *export, const TrammelModelPart *part)
{
  if (g_str_equal(part->kind, "body"))
    write_link(export, part);
  else if (g_str_equal(part->kind, "gear"))
    write_gear(export, part);
  else
    write_joint(export, part);
}
