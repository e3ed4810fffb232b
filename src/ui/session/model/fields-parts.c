/* Rows of the repeated parts of an element: the shapes of a body, the spans of a joint, the terms
 * of a constraint; and the places of a contact. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ui/session/model/contact-shape.h"
#include "ui/session/model/fields-private.h"
#include "ui/session/model/shapes.h"
#include "ui/session/text/euler-angles.h"
#include "ui/session/text/format.h"

/* ---- shapes ---------------------------------------------------------------------------------- */

/* Adds a row of the index-th shape; takes ownership of the text. */
static TrammelField *
add_shape_row(TrammelFieldMaker *maker,
              guint index,
              TrammelFieldKind kind,
              const char *label,
              const char *key,
              char *text)
{
  g_autofree char *tail = g_strdup_printf("shapes[%u].%s", index, key);
  TrammelField *field = trammel_field_maker_add(maker, kind, TRAMMEL_GROUP_SHAPE, label);

  field->path = trammel_element_dup_path(maker->element, tail);
  field->unit = field->shown = "m";
  field->text = text;
  return field;
}

static TrammelField *
add_vector_row(TrammelFieldMaker *maker,
               guint index,
               const char *label,
               const char *key,
               const double values[3])
{
  TrammelField *field = add_shape_row(maker, index, TRAMMEL_FIELD_VECTOR, label, key, NULL);

  memcpy(field->values, values, sizeof field->values);
  return field;
}

static void
add_type_row(TrammelFieldMaker *maker, guint index, const TrammelShape *shape)
{
  TrammelField *field = add_shape_row(maker, index, TRAMMEL_FIELD_CHOICE, "", "type",
                                      g_strdup(trammel_shape_type_get_word(shape->type)));
  gboolean is_mesh = shape->type == TRAMMEL_SHAPE_MESH;
  int n = is_mesh ? TRAMMEL_N_SHAPE_TYPES : TRAMMEL_SHAPE_MESH; /* a mesh needs a file */

  g_free(field->label);
  if (is_mesh) {
    g_autofree char *name = g_path_get_basename(shape->path);
    field->label = g_strdup_printf(_("Shape %u (%s)"), index + 1, name);
  } else {
    field->label = g_strdup_printf(_("Shape %u"), index + 1);
  }
  field->role = TRAMMEL_FIELD_ROLE_SHAPE_TYPE;
  field->unit = field->shown = "";
  field->is_removable = TRUE;
  field->chosen = (guint)shape->type;
  field->has_words = TRUE;
  field->choices = g_new0(char *, TRAMMEL_N_SHAPE_TYPES + 1);
  for (int i = 0; i < n; i++)
    field->choices[i] = g_strdup(trammel_shape_type_get_word((TrammelShapeType)i));
}

static void
add_turn_row(TrammelFieldMaker *maker, guint index, const TrammelShape *shape)
{
  TrammelField *turn =
      add_shape_row(maker, index, TRAMMEL_FIELD_TURN, N_("Rotation"), "quat_wxyz", NULL);

  trammel_euler_angles_from_quat(turn->values, shape->quat);
  turn->unit = "rad";
  turn->shown = "deg";
}

static void
add_measures(TrammelFieldMaker *maker, guint index, const TrammelShape *shape)
{
  switch (shape->type) {
  case TRAMMEL_SHAPE_BOX:
    add_vector_row(maker, index, N_("Centre"), "position", shape->from);
    add_vector_row(maker, index, N_("Edges"), "size", shape->size);
    add_turn_row(maker, index, shape);
    return;
  case TRAMMEL_SHAPE_MESH:
    add_vector_row(maker, index, N_("Origin"), "position", shape->from);
    add_vector_row(maker, index, N_("Scale"), "scale", shape->size)->shown = "";
    add_turn_row(maker, index, shape);
    return;
  case TRAMMEL_SHAPE_SPHERE:
    add_vector_row(maker, index, N_("Centre"), "position", shape->from);
    break;
  case TRAMMEL_SHAPE_CAPSULE:
  case TRAMMEL_SHAPE_CYLINDER:
  default:
    add_vector_row(maker, index, N_("From"), "from", shape->from);
    add_vector_row(maker, index, N_("To"), "to", shape->to);
  }
  add_shape_row(maker, index, TRAMMEL_FIELD_NUMBER, N_("Radius"), "radius",
                trammel_format_entry(shape->radius));
}

void
trammel_field_maker_add_shapes(TrammelFieldMaker *maker)
{
  guint index = 0;

  for (guint i = 0; i < trammel_project_get_n_shapes(maker->project); i++) {
    const TrammelShape *shape = trammel_project_get_shape(maker->project, i);
    if (shape->body != (int)maker->element.index)
      continue;
    add_type_row(maker, index, shape);
    add_measures(maker, index, shape);
    TrammelField *color = add_shape_row(maker, index, TRAMMEL_FIELD_COLOR, N_("Colour"), "color",
                                        trammel_model_shape_describe_color(shape));
    color->unit = color->shown = "";
    index++;
  }
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Returns the common unit of all terms; "1" if they differ. */
static const char *
find_common_unit(const TrammelProject *project, const TrammelConstraint *constraint)
{
  const char *unit = NULL;

  for (guint i = 0; i < constraint->terms->len; i++) {
    const TrammelConstraintTerm *term = &g_array_index(constraint->terms, TrammelConstraintTerm, i);
    const char *own = trammel_project_get_quantity(project, term->quantity)->unit;
    if (unit && !g_str_equal(unit, own))
      return "1";
    unit = own;
  }
  return unit ? unit : "1";
}

static void
add_side(TrammelFieldMaker *maker,
         const TrammelConstraint *constraint,
         const char *label,
         const char *key,
         double value)
{
  TrammelField *field =
      trammel_field_maker_add(maker, TRAMMEL_FIELD_NUMBER, TRAMMEL_GROUP_GENERAL, label);

  field->path = trammel_element_dup_path(maker->element, key);
  field->unit = field->shown = find_common_unit(maker->project, constraint);
  field->text = trammel_format_entry(value);
}

static void
add_sides(TrammelFieldMaker *maker, const TrammelConstraint *constraint)
{
  static const char *const rules[] = {[TRAMMEL_SUM_EQUALS] = N_("equals"),
                                      [TRAMMEL_SUM_AT_LEAST] = N_("at least"),
                                      [TRAMMEL_SUM_AT_MOST] = N_("at most"),
                                      [TRAMMEL_SUM_BETWEEN] = N_("between")};
  TrammelSumRule rule = trammel_model_sum_get_rule(constraint);
  TrammelField *field =
      trammel_field_maker_add(maker, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Sum"));

  field->role = TRAMMEL_FIELD_ROLE_SUM_RULE;
  field->path = trammel_element_dup_path(maker->element, "rule");
  field->chosen = rule;
  field->text = g_strdup(_(rules[rule]));
  field->choices = g_new0(char *, G_N_ELEMENTS(rules) + 1);
  for (guint i = 0; i < G_N_ELEMENTS(rules); i++)
    field->choices[i] = g_strdup(_(rules[i]));
  if (rule == TRAMMEL_SUM_EQUALS)
    add_side(maker, constraint, N_("Value"), "equal", constraint->least);
  else if (rule != TRAMMEL_SUM_AT_MOST)
    add_side(maker, constraint, N_("At least"), "at_least", constraint->least);
  if (rule == TRAMMEL_SUM_AT_MOST || rule == TRAMMEL_SUM_BETWEEN)
    add_side(maker, constraint, N_("At most"), "at_most", constraint->most);
}

static gboolean
is_in_sum(const TrammelConstraint *constraint, guint quantity)
{
  for (guint i = 0; i < constraint->terms->len; i++)
    if (g_array_index(constraint->terms, TrammelConstraintTerm, i).quantity == quantity)
      return TRUE;
  return FALSE;
}

/* Adds a list of the quantities that are not in the sum yet; its first entry adds nothing. */
static void
add_adder(TrammelFieldMaker *maker, const TrammelConstraint *constraint)
{
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new();
  const TrModel *model = trammel_project_get_model(maker->project);
  TrammelField *field =
      trammel_field_maker_add(maker, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_FACTORS, N_("Add"));

  g_strv_builder_add(ids, _("a quantity…"));
  for (guint i = 0; i < trammel_project_get_n_quantities(maker->project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(maker->project, i);
    if (tr_param_is_of_model(quantity->param) && tr_param_can_be_free(model, quantity->param) &&
        !is_in_sum(constraint, i))
      g_strv_builder_add(ids, quantity->id);
  }
  field->role = TRAMMEL_FIELD_ROLE_SUM_TERM;
  field->path = trammel_element_dup_path(maker->element, "terms");
  field->choices = g_strv_builder_end(ids);
  field->text = g_strdup(field->choices[0]);
}

void
trammel_field_maker_add_sum(TrammelFieldMaker *maker)
{
  const TrammelConstraint *constraint =
      trammel_project_get_constraint(maker->project, maker->element.index);

  add_sides(maker, constraint);
  for (guint i = 0; i < constraint->terms->len; i++) {
    const TrammelConstraintTerm *term = &g_array_index(constraint->terms, TrammelConstraintTerm, i);
    const char *id = trammel_project_get_quantity(maker->project, term->quantity)->id;
    TrammelField *field =
        trammel_field_maker_add(maker, TRAMMEL_FIELD_FACTOR, TRAMMEL_GROUP_FACTORS, "");
    g_free(field->label);
    field->label = g_strdup(id);
    field->id = g_strdup(id);
    field->path = trammel_element_dup_path(maker->element, id);
    field->unit = field->shown = "1";
    field->text = trammel_format_entry(term->factor);
    field->is_removable = TRUE;
  }
  add_adder(maker, constraint);
}

/* ---- contacts -------------------------------------------------------------------------------- */

/* Adds the list of the body's shapes, of which a contact takes shape, size and place. */
static void
add_source(TrammelFieldMaker *maker, const TrContact *contact)
{
  g_autoptr(GStrvBuilder) choices = g_strv_builder_new();
  int taken = trammel_contact_shape_find(maker->project, contact);
  const TrammelShape *shape = trammel_contact_shape_get(maker->project, contact->body, 0);

  if (!shape)
    return;
  TrammelField *field =
      trammel_field_maker_add(maker, TRAMMEL_FIELD_CHOICE, TRAMMEL_GROUP_GENERAL, N_("Taken from"));
  if (taken < 0)
    g_strv_builder_add(choices, _("no shape of the body"));
  for (guint i = 0; shape; i++) {
    g_autofree char *text = trammel_contact_shape_describe(shape, i);
    g_strv_builder_add(choices, text);
    shape = trammel_contact_shape_get(maker->project, contact->body, i + 1);
  }
  field->role = TRAMMEL_FIELD_ROLE_CONTACT_SOURCE;
  field->path = trammel_element_dup_path(maker->element, "shape");
  field->choices = g_strv_builder_end(choices);
  field->chosen = (guint)MAX(taken, 0);
  field->text = g_strdup(field->choices[field->chosen]);
}

static void
add_turn(TrammelFieldMaker *maker, TrammelFieldGroup group, const char *tail, const double quat[4])
{
  TrammelField *field = trammel_field_maker_add(maker, TRAMMEL_FIELD_TURN, group, N_("Rotation"));

  field->path = trammel_element_dup_path(maker->element, tail);
  field->unit = "rad";
  field->shown = "deg";
  trammel_euler_angles_from_quat(field->values, quat);
}

void
trammel_field_maker_add_contact(TrammelFieldMaker *maker)
{
  const TrContact *contact =
      &trammel_project_get_model(maker->project)->contacts[maker->element.index];

  add_source(maker, contact);
  if (contact->shape != TR_SHAPE_SPHERE)
    add_turn(maker, TRAMMEL_GROUP_SEAT, "frame", contact->frame.quat);
  TrammelField *place =
      trammel_field_maker_add(maker, TRAMMEL_FIELD_VECTOR, TRAMMEL_GROUP_SURFACE, N_("Position"));
  place->path = trammel_element_dup_path(maker->element,
                                         contact->is_sphere ? "sphere.position" : "plane.position");
  place->unit = place->shown = "m";
  memcpy(place->values, contact->other_frame.position, sizeof place->values);
  if (!contact->is_sphere)
    add_turn(maker, TRAMMEL_GROUP_SURFACE, "plane.quat_wxyz", contact->other_frame.quat);
}

/* ---- spans of time --------------------------------------------------------------------------- */

/* Adds a row of the spans; takes ownership of the label. */
static TrammelField *
add_span_row(TrammelFieldMaker *maker, TrammelFieldKind kind, char *label, const char *tail)
{
  TrammelField *field = trammel_field_maker_add(maker, kind, TRAMMEL_GROUP_ACTIVE, "");

  g_free(field->label);
  field->label = label;
  field->path = trammel_element_dup_path(maker->element, tail);
  field->role = TRAMMEL_FIELD_ROLE_SPAN;
  return field;
}

const TrActive *
trammel_element_find_active(const TrammelProject *project, TrammelElement element)
{
  const TrModel *model = trammel_project_get_model(project);
  const TrJoint *joint;

  if (element.kind == TRAMMEL_ELEMENT_CONTACT)
    return &model->contacts[element.index].active;
  if (element.kind != TRAMMEL_ELEMENT_JOINT)
    return NULL;
  joint = &model->joints[element.index];
  return tr_joint_has_axis(joint) || tr_joint_class(joint->type)->n_prims == 0 ? NULL
                                                                               : &joint->active;
}

void
trammel_field_maker_add_spans(TrammelFieldMaker *maker)
{
  const TrActive *active = trammel_element_find_active(maker->project, maker->element);

  for (int i = 0; i < active->n; i++) {
    g_autofree char *tail = g_strdup_printf("active[%d]", i);
    TrammelField *field =
        add_span_row(maker, TRAMMEL_FIELD_SPAN, g_strdup_printf(_("Span %d"), i + 1), tail);
    field->unit = field->shown = "s";
    field->values[0] = active->begin[i];
    field->values[1] = active->end[i];
    field->is_removable = TRUE;
  }
  if (active->n < TR_MAX_SPANS)
    add_span_row(maker, TRAMMEL_FIELD_ADD, g_strdup(_("Add Span")), "active[]");
}
