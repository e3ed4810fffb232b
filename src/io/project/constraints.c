/* Section `model.constraints` of a project: sums of quantities that the parameters must satisfy. */
#include <math.h>

#include "io/base/bilingual.h"
#include "io/project/private.h"

static void
clear_constraint(gpointer data)
{
  g_array_unref(((TrammelConstraint *)data)->terms);
}

GArray *
trammel_project_constraints_new(void)
{
  GArray *constraints = g_array_new(FALSE, TRUE, sizeof(TrammelConstraint));

  g_array_set_clear_func(constraints, clear_constraint);
  return constraints;
}

static gboolean
read_term(TrammelProject *project,
          TrammelConstraint *constraint,
          const TrammelNode *terms,
          const char *id,
          GError **error)
{
  TrammelNode node = trammel_node_member(terms, id);
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, id);
  TrammelConstraintTerm term = {0};

  if (!quantity) {
    g_autofree char *nearest = trammel_project_find_nearest(project, id);
    return trammel_node_fail(&node, error, "there is no quantity '%s'; nearest: %s", id, nearest);
  }
  if (!trammel_node_get_number(&node, &term.factor, error))
    return FALSE;
  if (!trammel_project_can_be_free(project, quantity->param))
    return trammel_node_fail(&node, error,
                             "%s is a setting of the fit, or belongs to a joint that does not "
                             "move; leave it out",
                             id);
  term.quantity = (guint)(quantity - &g_array_index(project->quantities, TrammelQuantity, 0));
  g_array_append_val(constraint->terms, term);
  return TRUE;
}

static gboolean
read_terms(TrammelProject *project,
           TrammelConstraint *constraint,
           const TrammelNode *node,
           GError **error)
{
  TrammelNode terms = trammel_node_member(node, "terms");

  if (!terms.node)
    return trammel_node_fail(&terms, error,
                             "is missing; write { \"ID\": factor, ... } with at least one id");
  if (!trammel_node_check_object(&terms, error))
    return FALSE;
  g_autoptr(GList) ids = json_object_get_members(json_node_get_object(terms.node));
  if (!ids)
    return trammel_node_fail(&terms, error, "is empty; write { \"ID\": factor, ... }");
  for (GList *l = ids; l; l = l->next)
    if (!read_term(project, constraint, &terms, l->data, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_sides(TrammelConstraint *constraint, const TrammelNode *node, GError **error)
{
  TrammelNode equal = trammel_node_member(node, "equal");
  TrammelNode least = trammel_node_member(node, "at_least");
  TrammelNode most = trammel_node_member(node, "at_most");

  constraint->least = -INFINITY;
  constraint->most = INFINITY;
  if (!equal.node && !least.node && !most.node)
    return trammel_node_fail(node, error,
                             "has no limits; give it 'equal', 'at_least' or 'at_most'");
  if (equal.node && (least.node || most.node))
    return trammel_node_fail(&equal, error,
                             "excludes 'at_least' and 'at_most'; keep one or the other");
  if (!trammel_node_get_number(&least, &constraint->least, error) ||
      !trammel_node_get_number(&most, &constraint->most, error))
    return FALSE;
  if (equal.node) {
    if (!trammel_node_get_number(&equal, &constraint->least, error))
      return FALSE;
    constraint->most = constraint->least;
  }
  return constraint->least <= constraint->most ||
         trammel_node_fail(&least, error, "%g is above at_most %g; exchange them",
                           constraint->least, constraint->most);
}

static gboolean
read_constraint(TrammelProject *project, const TrammelNode *node, GError **error)
{
  TrammelConstraint constraint = {.terms = g_array_new(FALSE, TRUE, sizeof(TrammelConstraintTerm))};
  guint n = project->constraints->len;
  const char *taken =
      n ? g_array_index(project->constraints, TrammelConstraint, 0).name : constraint.name;

  if (trammel_project_read_name(constraint.name, node, TRAMMEL_WORD("constraint"),
                                (TrammelNames){taken, n, sizeof constraint}, error) &&
      read_terms(project, &constraint, node, error) && read_sides(&constraint, node, error)) {
    g_array_append_val(project->constraints, constraint);
    return TRUE;
  }
  g_array_unref(constraint.terms);
  return FALSE;
}

gboolean
trammel_project_read_constraints(TrammelProject *project, const TrammelNode *root, GError **error)
{
  TrammelNode model = trammel_node_member(root, "model");
  TrammelNode list = trammel_node_member(&model, "constraints");
  guint length;

  if (!trammel_node_get_length(&list, &length, error))
    return FALSE;
  for (guint i = 0; i < length; i++) {
    TrammelNode element = trammel_node_element(&list, i);
    if (!read_constraint(project, &element, error))
      return FALSE;
  }
  return TRUE;
}

guint
trammel_project_get_n_constraints(const TrammelProject *project)
{
  return project->constraints->len;
}

const TrammelConstraint *
trammel_project_get_constraint(const TrammelProject *project, guint i)
{
  g_return_val_if_fail(i < project->constraints->len, NULL);
  return &g_array_index(project->constraints, TrammelConstraint, i);
}
