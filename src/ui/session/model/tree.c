#include "ui/session/model/tree.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/session/text/format.h"
#include "ui/session/text/model-word.h"

typedef struct {
  const TrammelProject *project;
  GArray *rows;
  gboolean *is_body_listed, *is_joint_listed;
} Builder;

static void
clear_row(gpointer data)
{
  TrammelModelRow *row = data;

  g_free(row->name);
  g_free(row->detail);
}

gboolean
trammel_element_equal(TrammelElement a, TrammelElement b)
{
  return a.kind == b.kind && a.index == b.index;
}

/* Appends a row; takes ownership of `detail`. */
static void
add_row(Builder *builder, TrammelElement element, guint depth, char *detail)
{
  const TrammelModelRow row = {
      .element = element,
      .depth = depth,
      .name = g_strdup(element.kind == TRAMMEL_ELEMENT_GRAVITY
                           ? _("World")
                           : trammel_project_get_element_name(builder->project, element)),
      .detail = detail,
  };
  TrammelModelRow *last =
      builder->rows->len ? &g_array_index(builder->rows, TrammelModelRow, builder->rows->len - 1)
                         : NULL;

  if (last && last->depth < depth)
    last->has_children = TRUE;
  g_array_append_val(builder->rows, row);
}

static const char *
get_text(const Builder *builder, TrammelElementKind kind, guint index, const char *key)
{
  return trammel_project_get_element_text(builder->project, (TrammelElement){kind, index}, key);
}

/* Adds the elements of a kind whose member `key` is `name`. */
static void
add_owned(Builder *builder, TrammelElementKind kind, const char *key, const char *name, guint depth)
{
  guint n = trammel_project_get_n_elements(builder->project, kind);

  for (guint i = 0; i < n; i++)
    if (g_str_equal(get_text(builder, kind, i, key), name)) {
      const char *type =
          get_text(builder, kind, i, kind == TRAMMEL_ELEMENT_CONTACT ? "shape" : "type");
      add_row(builder, (TrammelElement){kind, i}, depth,
              g_strdup(*type ? trammel_model_word(type) : _(trammel_element_kind_get_word(kind))));
    }
}

static void add_joints_of(Builder *builder, const char *parent, guint depth);

static void
add_body(Builder *builder, guint index, guint depth)
{
  const char *name = get_text(builder, TRAMMEL_ELEMENT_BODY, index, "name");
  double mass = trammel_project_get_model(builder->project)->bodies[index].mass;
  g_autofree char *number = trammel_format_value(mass, NAN);

  builder->is_body_listed[index] = TRUE;
  add_row(builder, (TrammelElement){TRAMMEL_ELEMENT_BODY, index}, depth,
          g_strdup_printf("%s kg", number));
  add_owned(builder, TRAMMEL_ELEMENT_SENSOR, "body", name, depth + 1);
  add_owned(builder, TRAMMEL_ELEMENT_CONTACT, "body", name, depth + 1);
  add_joints_of(builder, name, depth + 1);
}

/* Adds a joint with the elements on it, and its child unless the child is listed already. */
static void
add_joint(Builder *builder, guint index, guint depth)
{
  const char *name = get_text(builder, TRAMMEL_ELEMENT_JOINT, index, "name");
  const char *type = get_text(builder, TRAMMEL_ELEMENT_JOINT, index, "type");
  const char *word = trammel_model_word(type);
  const char *child = get_text(builder, TRAMMEL_ELEMENT_JOINT, index, "child");
  TrammelElement body;
  gboolean has_child =
      trammel_project_find_element(builder->project, &body, TRAMMEL_ELEMENT_BODY, child);
  gboolean closes = has_child && builder->is_body_listed[body.index];

  builder->is_joint_listed[index] = TRUE;
  add_row(builder, (TrammelElement){TRAMMEL_ELEMENT_JOINT, index}, depth,
          closes ? g_strdup_printf("%s → %s", word, child) : g_strdup(word));
  add_owned(builder, TRAMMEL_ELEMENT_MOTOR, "joint", name, depth + 1);
  add_owned(builder, TRAMMEL_ELEMENT_SENSOR, "joint", name, depth + 1);
  if (has_child && !closes)
    add_body(builder, body.index, depth + 1);
}

static void
add_joints_of(Builder *builder, const char *parent, guint depth)
{
  guint n = trammel_project_get_n_elements(builder->project, TRAMMEL_ELEMENT_JOINT);

  for (guint j = 0; j < n; j++)
    if (!builder->is_joint_listed[j] &&
        g_str_equal(get_text(builder, TRAMMEL_ELEMENT_JOINT, j, "parent"), parent))
      add_joint(builder, j, depth);
}

static char *
describe_gravity(const TrGravity *gravity)
{
  g_autofree char *number = trammel_format_value(gravity->magnitude, NAN);

  return g_strdup_printf(_("gravity %s m/s²"), number);
}

/* Returns "sum = 1.2", "0 ≤ sum", "sum ≤ 2". */
static char *
describe_constraint(const TrammelConstraint *constraint)
{
  g_autofree char *least = trammel_format_value(constraint->least, NAN);
  g_autofree char *most = trammel_format_value(constraint->most, NAN);

  if (constraint->least == constraint->most)
    return g_strdup_printf(_("sum = %s"), least);
  if (isinf(constraint->most))
    return g_strdup_printf(_("sum ≥ %s"), least);
  if (isinf(constraint->least))
    return g_strdup_printf(_("sum ≤ %s"), most);
  return g_strdup_printf(_("%s ≤ sum ≤ %s"), least, most);
}

GArray *
trammel_model_tree_new(const TrammelProject *project)
{
  guint n_bodies = trammel_project_get_n_elements(project, TRAMMEL_ELEMENT_BODY);
  guint n_joints = trammel_project_get_n_elements(project, TRAMMEL_ELEMENT_JOINT);
  g_autofree gboolean *bodies = g_new0(gboolean, n_bodies + 1);
  g_autofree gboolean *joints = g_new0(gboolean, n_joints + 1);
  Builder builder = {project, g_array_new(FALSE, TRUE, sizeof(TrammelModelRow)), bodies, joints};

  g_array_set_clear_func(builder.rows, clear_row);
  add_row(&builder, (TrammelElement){TRAMMEL_ELEMENT_GRAVITY, 0}, 0,
          describe_gravity(&trammel_project_get_model(project)->gravity));
  add_joints_of(&builder, "world", 1);
  /* couplings between joints have no parent and are added at the end */
  for (guint j = 0; j < n_joints; j++)
    if (!joints[j])
      add_joint(&builder, j, 1);
  for (guint b = 0; b < n_bodies; b++)
    if (!bodies[b])
      add_body(&builder, b, 1);
  for (guint i = 0; i < trammel_project_get_n_constraints(project); i++)
    add_row(&builder, (TrammelElement){TRAMMEL_ELEMENT_CONSTRAINT, i}, 1,
            describe_constraint(trammel_project_get_constraint(project, i)));
  return builder.rows;
}
