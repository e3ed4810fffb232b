/* Ties between quantities: `"tie": "body.a.mass"` or `"2*body.a.mass"`. */
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/base/name_suggestion.h"
#include "io/project/private.h"

static TrammelQuantity *
get_quantity(const TrammelProject *project, guint i)
{
  return &g_array_index(project->quantities, TrammelQuantity, i);
}

const TrammelQuantity *
trammel_project_find_quantity(const TrammelProject *project, const char *id)
{
  for (guint i = 0; i < project->quantities->len; i++)
    if (g_str_equal(get_quantity(project, i)->id, id))
      return get_quantity(project, i);
  return NULL;
}

char *
trammel_project_find_nearest(const TrammelProject *project, const char *id)
{
  guint n = project->quantities->len;
  g_autofree const char **ids = g_new0(const char *, n + 1);

  for (guint i = 0; i < n; i++)
    ids[i] = get_quantity(project, i)->id;
  return trammel_name_suggest(id, ids);
}

int
trammel_project_index_of(const TrammelProject *project, const char *id, GError **error)
{
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, id);

  if (quantity)
    return (int)(quantity - get_quantity(project, 0));

  g_autofree char *nearest = trammel_project_find_nearest(project, id);
  trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                    "the model has no quantity called '%s'; nearest: %s", id, nearest);
  return -1;
}

/* Splits "2*body.a.mass" or "body.a.mass"; returns the id within the text (to be freed). */
static char *
split_tie(const char *text, double *factor)
{
  char *end;
  double number = g_ascii_strtod(text, &end);

  *factor = 1;
  while (*end == ' ')
    end++;
  if (end != text && *end == '*') {
    *factor = number;
    text = end + 1;
  }
  return g_strstrip(g_strdup(text));
}

static gboolean
check_tie(const TrammelProject *project, guint i, const TrammelNode *node, GError **error)
{
  const TrammelQuantity *quantity = get_quantity(project, i);
  const TrammelQuantity *master = get_quantity(project, quantity->master);

  if (quantity->free)
    return trammel_node_fail(node, error,
                             "%s cannot be free and follow %s as well; remove 'free' or 'tie'",
                             quantity->id, master->id);
  if (!isfinite(quantity->factor) || quantity->factor == 0)
    return trammel_node_fail(node, error, "the factor %g must be finite and not zero",
                             quantity->factor);
  if (trammel_project_can_be_free(project, master->param) &&
      !trammel_project_can_be_free(project, quantity->param))
    return trammel_node_fail(node, error,
                             "%s cannot follow %s, which can be estimated, since it is a setting "
                             "of the fit or belongs to a joint that does not move; remove the tie",
                             quantity->id, master->id);
  return TRUE;
}

static gboolean
read_tie(TrammelProject *project, guint i, const TrammelNode *root, GError **error)
{
  TrammelQuantity *quantity = get_quantity(project, i);
  TrammelNode nodes[TRAMMEL_MAX_STEPS + 1];
  const TrammelNode *node = trammel_project_walk(nodes, root, quantity->param);
  TrammelNode tie = trammel_node_member(node, "tie");
  const char *text = NULL;

  if (!trammel_node_get_string(&tie, &text, error))
    return FALSE;
  if (!text)
    return TRUE;
  g_autofree char *id = split_tie(text, &quantity->factor);
  const TrammelQuantity *master = trammel_project_find_quantity(project, id);
  if (!master) {
    g_autofree char *nearest = trammel_project_find_nearest(project, id);
    return trammel_node_fail(&tie, error,
                             "there is no quantity '%s'; nearest: %s; write \"ID\" or "
                             "\"factor*ID\"",
                             id, nearest);
  }
  quantity->tied = TRUE;
  quantity->master = (guint)(master - get_quantity(project, 0));
  return check_tie(project, i, &tie, error);
}

/* Fails for a circle: a chain with more steps than there are quantities. */
static gboolean
check_chain(const TrammelProject *project, guint i, const TrammelNode *root, GError **error)
{
  guint n = project->quantities->len, at = i;

  for (guint step = 0; step <= n && get_quantity(project, at)->tied; step++) {
    at = get_quantity(project, at)->master;
    if (at != i)
      continue;
    TrammelNode nodes[TRAMMEL_MAX_STEPS + 1];
    const TrammelNode *node = trammel_project_walk(nodes, root, get_quantity(project, i)->param);
    TrammelNode tie = trammel_node_member(node, "tie");
    return trammel_node_fail(
        &tie, error, "%s follows %s, which follows it in turn; remove one of these ties",
        get_quantity(project, i)->id, get_quantity(project, get_quantity(project, i)->master)->id);
  }
  return TRUE;
}

guint
trammel_project_find_master(const TrammelProject *project, guint i, double *factor)
{
  *factor = 1;
  while (get_quantity(project, i)->tied) {
    *factor *= get_quantity(project, i)->factor;
    i = get_quantity(project, i)->master;
  }
  return i;
}

void
trammel_project_follow(const TrammelProject *project, double *values)
{
  for (guint i = 0; i < project->quantities->len; i++) {
    double factor;
    guint master = trammel_project_find_master(project, i, &factor);
    if (master != i)
      values[i] = factor * values[master];
  }
}

/* Sets the values of tied quantities, which must be valid. */
static gboolean
apply_ties(TrammelProject *project, const TrammelNode *root, GError **error)
{
  guint n = project->quantities->len;
  g_autofree double *values = g_new(double, n + 1);

  for (guint i = 0; i < n; i++)
    values[i] = get_quantity(project, i)->value;
  trammel_project_follow(project, values);
  for (guint i = 0; i < n; i++) {
    TrammelQuantity *quantity = get_quantity(project, i);
    if (!quantity->tied)
      continue;
    const char *fault = trammel_param_find_fault(quantity->param, values[i]);
    if (fault) {
      TrammelNode nodes[TRAMMEL_MAX_STEPS + 1];
      const TrammelNode *node = trammel_project_walk(nodes, root, quantity->param);
      TrammelNode tie = trammel_node_member(node, "tie");
      return trammel_node_fail(&tie, error, "%s would be %g, but %s", quantity->id, values[i],
                               fault);
    }
    trammel_project_put_value(project, i, values[i]);
  }
  return TRUE;
}

gboolean
trammel_project_read_ties(TrammelProject *project, const TrammelNode *root, GError **error)
{
  gboolean any = FALSE;

  for (guint i = 0; i < project->quantities->len; i++) {
    if (!read_tie(project, i, root, error))
      return FALSE;
    any = any || get_quantity(project, i)->tied;
  }
  for (guint i = 0; any && i < project->quantities->len; i++)
    if (!check_chain(project, i, root, error))
      return FALSE;
  return !any || apply_ties(project, root, error);
}
