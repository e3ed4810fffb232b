/* Application of texts typed into the property pane to the document. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/project/put.h"
#include "ui/session/model/contact-shape.h"
#include "ui/session/model/fields-private.h"
#include "ui/session/model/shapes.h"
#include "ui/session/text/euler-angles.h"
#include "ui/session/text/format.h"

static gboolean
is_auto(const char *text)
{
  g_autofree char *word = g_strstrip(g_strdup(text));

  return g_ascii_strcasecmp(word, "auto") == 0;
}

/* Returns "change friction model of j1". */
static char *
label_change(const TrammelProject *project, TrammelElement element, const TrammelField *field)
{
  const char *name = trammel_project_get_element_name(project, element);
  g_autofree char *label = trammel_label_within(field->label);
  g_autofree char *group = trammel_label_within(field->group);

  if (field->role == TRAMMEL_FIELD_ROLE_SUM_TERM)
    return g_strdup_printf(_("add a quantity to %s"), name);
  if (field->kind == TRAMMEL_FIELD_ADD)
    return g_strdup_printf(_("add a span to %s"), name);
  return g_strdup_printf(_("change %s%s%s of %s"), group, *group ? " " : "", label,
                         *name ? name : _("gravity"));
}

/* Returns the text of a number for the file. */
static char *
dup_number(double value)
{
  char text[TRAMMEL_NUMBER_SIZE];

  return g_strdup(trammel_json_format_number(text, value));
}

static char *
dup_quoted(const char *text)
{
  g_autoptr(GString) json = g_string_new(NULL);

  trammel_json_append_quoted(json, text);
  return g_string_free(g_steal_pointer(&json), FALSE);
}

static gboolean
is_none(const char *text)
{
  g_autofree char *word = g_strstrip(g_strdup(text));

  return g_ascii_strcasecmp(word, TRAMMEL_FIELD_NONE) == 0;
}

/* Reads the ends of a range, "-1;none"; an open one is infinite. */
static gboolean
read_range(double values[4], const TrammelField *field, const char *text, GError **error)
{
  g_auto(GStrv) parts = g_strsplit(text, ";", -1);

  if (g_strv_length(parts) != 2) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
                _("Two numbers with ';' between them are needed here, or 'none'."));
    return FALSE;
  }
  for (int i = 0; i < 2; i++) {
    values[i] = INFINITY;
    if (!is_none(parts[i]) &&
        !trammel_parse_typed(parts[i], field->unit, field->shown, &values[i], error))
      return FALSE;
  }
  return TRUE;
}

/* Reads a vector or a span; of a turn, the quaternion. */
static gboolean
read_vector(double values[4], const TrammelField *field, const char *const *texts, GError **error)
{
  int n = trammel_field_kind_count_entries(field->kind);
  double angles[3];

  if (g_strv_length((GStrv)texts) != (guint)n) {
    g_set_error_literal(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
                        n == 2 ? _("Two numbers are needed here.")
                               : _("Three numbers are needed here."));
    return FALSE;
  }
  for (int i = 0; i < n; i++) {
    if (!trammel_parse_typed(texts[i], field->unit, field->shown, &values[i], error))
      return FALSE;
    angles[i] = values[i] * (180 / G_PI);
  }
  if (field->kind == TRAMMEL_FIELD_TURN)
    trammel_euler_angles_to_quat(values, angles);
  return TRUE;
}

/* Returns "[0, null]"; infinity is null. */
static char *
dup_array(const double *values, int n)
{
  g_autoptr(GString) json = g_string_new("[");

  for (int i = 0; i < n; i++) {
    char number[TRAMMEL_NUMBER_SIZE];
    g_string_append_printf(json, "%s%s", i ? ", " : "",
                           isinf(values[i]) ? "null"
                                            : trammel_json_format_number(number, values[i]));
  }
  g_string_append_c(json, ']');
  return g_string_free(g_steal_pointer(&json), FALSE);
}

/* Returns the JSON of typed texts; NULL with an error. */
static char *
dup_json(const TrammelField *field, const char *const *texts, GError **error)
{
  const char *text = texts[0];
  double values[4];

  if (field->kind == TRAMMEL_FIELD_CHOICE || (field->may_be_auto && is_auto(text)))
    return dup_quoted(field->kind == TRAMMEL_FIELD_CHOICE ? text : "auto");
  if (field->kind == TRAMMEL_FIELD_NUMBER)
    return trammel_parse_typed(text, field->unit, field->shown, values, error)
               ? dup_number(values[0])
               : NULL;
  if (field->kind == TRAMMEL_FIELD_RANGE)
    return read_range(values, field, text, error) ? dup_array(values, 2) : NULL;
  return read_vector(values, field, texts, error)
             ? dup_array(values, field->kind == TRAMMEL_FIELD_TURN
                                     ? 4
                                     : trammel_field_kind_count_entries(field->kind))
             : NULL;
}

static gboolean
rename_element(TrammelDocument *document, TrammelElement element, const char *text, GError **error)
{
  g_autofree char *name = g_strstrip(g_strdup(text));
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  g_autofree char *label = g_strdup_printf(
      _("rename %s to %s"), trammel_project_get_element_name(project, element), name);

  if (!trammel_project_rename_element(project, element, name, error))
    return FALSE;
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

static gboolean
apply_quantity(TrammelDocument *document,
               const TrammelField *field,
               const char *text,
               GError **error)
{
  double value = NAN;

  return ((field->may_be_auto && is_auto(text)) ||
          trammel_parse_typed(text, field->unit, field->shown, &value, error)) &&
         trammel_document_set_value(document, field->id, value, error);
}

/* Members that an element needs when it changes its type. */
static const struct {
  TrammelElementKind element;
  const char *tail, *word, *member, *json;
} companions[] = {
    {TRAMMEL_ELEMENT_JOINT, "type", "distance", "length", "0.1"},
    {TRAMMEL_ELEMENT_JOINT, "type", "rolling", "length", "0.05"},
};

/* Adds the members that a new type needs and the element lacks. */
static gboolean
add_companions(TrammelProject *project,
               TrammelElement element,
               const TrammelField *field,
               const char *word,
               GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS(companions); i++) {
    g_autofree char *path = trammel_element_dup_path(element, companions[i].member);
    g_autofree char *present = trammel_project_dup_at(project, path);
    if (companions[i].element == element.kind &&
        g_str_has_suffix(field->path, companions[i].tail) &&
        g_str_equal(word, companions[i].word) && !present &&
        !trammel_project_put(project, path, companions[i].json, error))
      return FALSE;
  }
  return TRUE;
}

/* ---- changes of several members -------------------------------------------------------------- */

TrammelSumRule
trammel_model_sum_get_rule(const TrammelConstraint *constraint)
{
  if (constraint->least == constraint->most)
    return TRAMMEL_SUM_EQUALS;
  if (isinf(constraint->most))
    return TRAMMEL_SUM_AT_LEAST;
  return isinf(constraint->least) ? TRAMMEL_SUM_AT_MOST : TRAMMEL_SUM_BETWEEN;
}

static double
evaluate_sum(const TrammelProject *project, const TrammelConstraint *constraint)
{
  double sum = 0;

  for (guint i = 0; i < constraint->terms->len; i++) {
    const TrammelConstraintTerm *term = &g_array_index(constraint->terms, TrammelConstraintTerm, i);
    sum += term->factor * trammel_project_get_quantity(project, term->quantity)->value;
  }
  return sum;
}

/* Sets the rule of a constraint; a side that was open starts at the present sum. */
static gboolean
put_rule(TrammelProject *project, guint index, TrammelSumRule rule, GError **error)
{
  const TrammelConstraint *constraint = trammel_project_get_constraint(project, index);
  double sum = evaluate_sum(project, constraint);
  double least = isfinite(constraint->least) ? constraint->least : fmin(sum, constraint->most);
  double most = isfinite(constraint->most) ? constraint->most : fmax(sum, constraint->least);

  switch (rule) {
  case TRAMMEL_SUM_EQUALS:
    least = most = isfinite(constraint->least) ? least : most;
    break;
  case TRAMMEL_SUM_AT_LEAST:
    most = INFINITY;
    break;
  case TRAMMEL_SUM_AT_MOST:
    least = -INFINITY;
    break;
  case TRAMMEL_SUM_BETWEEN:
  default:
    /* two equal sides would be an equality */
    if (least == most)
      most += fmax(0.1 * fabs(most), 1e-3);
    break;
  }
  return trammel_project_set_constraint_sides(project, index, least, most, error);
}

static guint
find_choice(const TrammelField *field, const char *text)
{
  for (guint i = 0; field->choices[i]; i++)
    if (g_str_equal(field->choices[i], text))
      return i;
  return field->chosen;
}

/* Returns the path of the shape of a row: "model.bodies[0].shapes[1]". */
static char *
dup_shape_path(const TrammelField *field)
{
  return g_strndup(field->path, (gsize)(strrchr(field->path, '.') - field->path));
}

static gboolean
put_shape_type(TrammelProject *project,
               TrammelElement body,
               const TrammelField *field,
               const char *text,
               GError **error)
{
  g_autofree char *path = dup_shape_path(field);
  guint index = (guint)g_ascii_strtoull(strrchr(path, '[') + 1, NULL, 10);

  for (guint i = 0; i < trammel_project_get_n_shapes(project); i++) {
    const TrammelShape *shape = trammel_project_get_shape(project, i);
    if (shape->body != (int)body.index || index-- > 0)
      continue;
    TrammelShape other =
        trammel_model_shape_convert(shape, (TrammelShapeType)find_choice(field, text));
    g_autofree char *json = trammel_model_shape_to_json(&other);
    return trammel_project_put(project, path, json, error);
  }
  g_return_val_if_reached(FALSE);
}

static gboolean
put_factor(TrammelProject *project,
           TrammelElement element,
           const char *id,
           const char *text,
           GError **error)
{
  double factor;

  return trammel_parse_typed(text, "1", NULL, &factor, error) &&
         trammel_project_set_constraint_factor(project, element.index, id, factor, error);
}

/* Sets a joint's type.  A gear couples joints and not bodies, so it replaces the element. */
static gboolean
put_joint_type(TrammelProject *project,
               TrammelElement joint,
               const TrammelField *field,
               const char *text,
               GError **error)
{
  const char *gear = tr_joint_type_name(TR_JOINT_GEAR);

  if (g_str_equal(text, gear) != g_str_equal(field->text, gear) &&
      !trammel_project_set_gear(project, joint, text, error))
    return FALSE;
  g_autofree char *json = dup_quoted(text);
  return add_companions(project, joint, field, text, error) &&
         trammel_project_put(project, field->path, json, error);
}

/* Removes a span; without its last one the joint or contact is always active. */
static gboolean
remove_span(TrammelProject *project,
            TrammelElement element,
            const TrammelField *field,
            GError **error)
{
  gboolean is_last = trammel_element_find_active(project, element)->n <= 1;
  g_autofree char *all = trammel_element_dup_path(element, "active");

  return trammel_project_remove(project, is_last ? all : field->path, error);
}

/* Sets a span, or adds one of a second behind the last one. */
static gboolean
put_span(TrammelProject *project,
         TrammelElement element,
         const TrammelField *field,
         const char *const *texts,
         GError **error)
{
  const TrActive *active = trammel_element_find_active(project, element);
  double begin = active->n > 0 ? active->end[active->n - 1] : 0;
  const double next[] = {begin, begin + 1};
  g_autofree char *json =
      field->kind == TRAMMEL_FIELD_ADD ? dup_array(next, 2) : dup_json(field, texts, error);

  return json && trammel_project_put(project, field->path, json, error);
}

/* Gives a contact the shape of its body that was chosen. */
static gboolean
put_source(TrammelProject *project,
           TrammelElement element,
           const TrammelField *field,
           const char *text,
           GError **error)
{
  const TrContact *contact = &trammel_project_get_model(project)->contacts[element.index];
  guint others = trammel_contact_shape_find(project, contact) < 0 ? 1 : 0; /* "no shape" */
  const TrammelShape *shape =
      trammel_contact_shape_get(project, contact->body, find_choice(field, text) - others);

  return trammel_contact_shape_put(project, element.index, shape, error);
}

static gboolean
put_by_role(TrammelProject *project,
            TrammelElement element,
            const TrammelField *field,
            const char *const *texts,
            GError **error)
{
  const char *text = texts[0];

  switch (field->role) {
  case TRAMMEL_FIELD_ROLE_SPAN:
    return put_span(project, element, field, texts, error);
  case TRAMMEL_FIELD_ROLE_SENSOR_TYPE:
    return trammel_project_set_sensor_type(project, element, text, error);
  case TRAMMEL_FIELD_ROLE_JOINT_TYPE:
    return put_joint_type(project, element, field, text, error);
  case TRAMMEL_FIELD_ROLE_SHAPE_TYPE:
    return put_shape_type(project, element, field, text, error);
  case TRAMMEL_FIELD_ROLE_SUM_RULE:
    return put_rule(project, element.index, (TrammelSumRule)find_choice(field, text), error);
  case TRAMMEL_FIELD_ROLE_CONTACT_SOURCE:
    return put_source(project, element, field, text, error);
  case TRAMMEL_FIELD_ROLE_SUM_TERM:
    return put_factor(project, element, text, "1", error);
  case TRAMMEL_FIELD_ROLE_NONE:
  default:
    g_return_val_if_reached(FALSE);
  }
}

/* Sets a colour; an empty text removes it, so that the body's or the default one applies. */
static gboolean
put_or_remove(TrammelProject *project, const TrammelField *field, const char *text, GError **error)
{
  g_autofree char *json = *text ? trammel_model_shape_dup_color(text) : NULL;

  if (!json)
    return trammel_project_remove(project, field->path, error);
  return trammel_project_put(project, field->path, json, error);
}

/* Applies a field that is not a quantity. */
static gboolean
put_field(TrammelProject *project,
          TrammelElement element,
          const TrammelField *field,
          const char *const *texts,
          GError **error)
{
  const char *text = texts[0];

  if (field->role != TRAMMEL_FIELD_ROLE_NONE)
    return put_by_role(project, element, field, texts, error);
  if (field->kind == TRAMMEL_FIELD_FACTOR)
    return put_factor(project, element, field->id, text, error);
  if (field->kind == TRAMMEL_FIELD_COLOR || (field->kind == TRAMMEL_FIELD_NUMBER && !*text))
    return put_or_remove(project, field, text, error);
  if (field->kind == TRAMMEL_FIELD_CHOICE && g_str_has_suffix(field->path, ".servo.command") &&
      g_str_equal(text, tr_command_name(TR_COMMAND_NONE))) {
    g_autofree char *servo = g_strndup(field->path, strlen(field->path) - strlen(".command"));
    return trammel_project_remove(project, servo, error);
  }
  if ((field->kind == TRAMMEL_FIELD_CHOICE && g_str_equal(text, TRAMMEL_FIELD_AS_SETTINGS)) ||
      (field->kind == TRAMMEL_FIELD_RANGE && is_none(text)))
    return trammel_project_remove(project, field->path, error);

  g_autofree char *json = dup_json(field, texts, error);
  return json && add_companions(project, element, field, text, error) &&
         trammel_project_put(project, field->path, json, error);
}

gboolean
trammel_model_field_apply(TrammelDocument *document,
                          TrammelElement element,
                          const TrammelField *field,
                          const char *const *texts,
                          GError **error)
{
  g_auto(GStrv) present = trammel_model_field_dup_texts(field);
  const char *text = texts[0];

  if (g_strv_equal(texts, (const char *const *)present))
    return TRUE;
  if (field->kind == TRAMMEL_FIELD_NAME)
    return rename_element(document, element, text, error);
  if (field->kind == TRAMMEL_FIELD_QUANTITY)
    return apply_quantity(document, field, text, error);

  g_autofree char *label = label_change(trammel_document_get_project(document), element, field);
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  if (!put_field(project, element, field, texts, error))
    return FALSE;
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

gboolean
trammel_model_field_remove(TrammelDocument *document,
                           TrammelElement element,
                           const TrammelField *field,
                           GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  g_autofree char *label = NULL;
  const char *name = trammel_project_get_element_name(project, element);

  g_return_val_if_fail(field->is_removable, FALSE);
  if (field->kind == TRAMMEL_FIELD_FACTOR) {
    label = g_strdup_printf(_("remove %s from %s"), field->id, name);
    if (!trammel_project_set_constraint_factor(project, element.index, field->id, NAN, error))
      return FALSE;
  } else if (field->role == TRAMMEL_FIELD_ROLE_SPAN) {
    g_autofree char *span = trammel_label_within(field->label);
    label = g_strdup_printf(_("remove %s of %s"), span, name);
    if (!remove_span(project, element, field, error))
      return FALSE;
  } else {
    g_autofree char *path = dup_shape_path(field);
    label = g_strdup_printf(_("remove %s of %s"), field->text, name);
    if (!trammel_project_remove(project, path, error))
      return FALSE;
  }
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}
