#include "io/export/fixed_links.h"

#include <glib/gi18n-lib.h>

#include "io/base/bilingual.h"

enum { MOST_FRAMES = 3 }; /* links without a mass, one on another */

/* TRUE if the name is that of a body in the result or the project. */
static gboolean
is_body(const TrammelModelExport *export, const char *name)
{
  g_autofree char *prefix = g_strdup_printf("body.%s.", name);

  for (guint i = 0; i < trammel_export_result_get_n_parameters(export->result); i++)
    if (g_str_has_prefix(trammel_export_result_get_parameter(export->result, i)->id, prefix))
      return TRUE;
  for (int b = 0; export->construction && b < export->construction->n_bodies; b++)
    if (g_str_equal(export->construction->bodies[b].name, name))
      return TRUE;
  return FALSE;
}

/* TRUE if the element has an <inertial> with a mass above zero. */
static gboolean
has_mass(const TrammelModelExport *export, const TrammelXmlElement *element)
{
  const TrammelXmlElement *inertial = trammel_xml_find_child(export->xml, element, "inertial");
  const TrammelXmlElement *mass =
      inertial ? trammel_xml_find_child(export->xml, inertial, "mass") : NULL;
  double value = 0;

  if (mass) /* URDF */
    trammel_xml_get_numbers(mass, "value", &value, 1);
  else if (inertial)
    trammel_xml_get_numbers(inertial, "mass", &value, 1);
  return value > 0;
}

static const char *
get_link(const TrammelModelExport *export, const TrammelXmlElement *joint, const char *end)
{
  const TrammelXmlElement *child = trammel_xml_find_child(export->xml, joint, end);

  return child ? trammel_xml_get_value(child, "link") : NULL;
}

/* Returns the link that a fixed joint of URDF has as its child, if its parent is `name`. */
static const TrammelXmlElement *
find_child_link(const TrammelModelExport *export, const TrammelXmlElement *joint, const char *name)
{
  if (!g_str_equal(joint->name, "joint") || !joint->parent || joint->parent->parent ||
      g_strcmp0(trammel_xml_get_value(joint, "type"), "fixed") != 0 ||
      g_strcmp0(get_link(export, joint, "parent"), name) != 0)
    return NULL;
  for (guint i = 0; i < export->xml->elements->len; i++) {
    const TrammelXmlElement *link = g_ptr_array_index(export->xml->elements, i);
    if (g_str_equal(link->name, "link") &&
        g_strcmp0(trammel_xml_get_value(link, "name"), get_link(export, joint, "child")) == 0)
      return link;
  }
  return NULL;
}

/* Returns a <body> directly below `element` that has no joint. */
static const TrammelXmlElement *
find_child_body(const TrammelModelExport *export,
                const TrammelXmlElement *child,
                const TrammelXmlElement *element)
{
  if (!g_str_equal(child->name, "body") || child->parent != element ||
      trammel_xml_find_child(export->xml, child, "joint") ||
      trammel_xml_find_child(export->xml, child, "freejoint"))
    return NULL;
  return child;
}

/* Returns the name of a link or body with a mass that is fixed to `parent` and is no body of its
 * own, looking through at most `depth` links without a mass; NULL if there is none.  Owned by the
 * document. */
static const char *
find_below(const TrammelModelExport *export,
           const char *parent,
           const TrammelXmlElement *element,
           int depth)
{
  for (guint i = 0; depth > 0 && i < export->xml->elements->len; i++) {
    const TrammelXmlElement *at = g_ptr_array_index(export->xml->elements, i);
    const TrammelXmlElement *fixed = find_child_link(export, at, parent);
    fixed = fixed ? fixed : find_child_body(export, at, element);
    const char *name = fixed ? trammel_xml_get_value(fixed, "name") : NULL;
    if (!name || is_body(export, name))
      continue;
    name = has_mass(export, fixed) ? name : find_below(export, name, fixed, depth - 1);
    if (name)
      return name;
  }
  return NULL;
}

void
trammel_export_warn_fixed(TrammelModelExport *export,
                          const TrammelModelPart *part,
                          const TrammelXmlElement *element)
{
  const char *fixed = trammel_model_part_has(part, TRAMMEL_SLOT_MASS, TRAMMEL_SLOT_YZ)
                          ? find_below(export, part->name, element, MOST_FRAMES)
                          : NULL;

  if (fixed)
    g_ptr_array_add(export->skipped,
                    trammel_bilingual_dup(
                        N_("'%s' is fixed to '%s' in the file: if the project has both in one "
                           "body ('merged'), its mass now counts twice; import with "
                           "--keep-fixed, or write a new file (--new)"),
                        fixed, part->name));
}
