#include "io/project/node.h"

#include <math.h>

gboolean
trammel_node_get_plain(const TrammelNode *node, double *value, gboolean may_be_auto, GError **error)
{
  if (!may_be_auto || !trammel_node_is_string(node))
    return trammel_node_get_number(node, value, error);
  if (g_strcmp0(json_node_get_string(node->node), "auto") != 0)
    return trammel_node_fail(node, error, "expected a number or \"auto\", found \"%s\"",
                             json_node_get_string(node->node));
  *value = NAN;
  return TRUE;
}

static gboolean
read_fixed(const TrammelNode *node, double *value, gboolean may_be_auto, GError **error)
{
  gboolean is_free = FALSE;
  const char *text = NULL;

  if (!node->node || !JSON_NODE_HOLDS_OBJECT(node->node))
    return trammel_node_get_plain(node, value, may_be_auto, error);

  TrammelNode inner = trammel_node_member(node, "value"), flag = trammel_node_member(node, "free");
  TrammelNode note = trammel_node_member(node, "note"), tie = trammel_node_member(node, "tie");
  if (!inner.node)
    return trammel_node_fail(&inner, error, "is missing; a number is needed here");
  if (!trammel_node_get_plain(&inner, value, may_be_auto, error) ||
      !trammel_node_get_boolean(&flag, &is_free, error) ||
      !trammel_node_get_string(&note, &text, error))
    return FALSE;
  if (is_free)
    return trammel_node_fail(&flag, error,
                             "this number is part of the construction and is not estimated; "
                             "measure it, and set 'free' to false");
  if (tie.node)
    return trammel_node_fail(&tie, error,
                             "this number is part of the construction and cannot follow another; "
                             "remove 'tie'");
  return TRUE;
}

gboolean
trammel_node_get_fixed(const TrammelNode *node, double *value, GError **error)
{
  return read_fixed(node, value, FALSE, error);
}

gboolean
trammel_node_get_fixed_or_auto(const TrammelNode *node, double *value, GError **error)
{
  return read_fixed(node, value, TRUE, error);
}

gboolean
trammel_node_get_vector(const TrammelNode *node, double *value, guint length, GError **error)
{
  guint found;

  if (!node->node)
    return TRUE;
  if (!trammel_node_get_length(node, &found, error))
    return FALSE;
  if (found != length)
    return trammel_node_fail(node, error, "expected %u numbers, found %u", length, found);
  for (guint i = 0; i < length; i++) {
    TrammelNode element = trammel_node_element(node, i);
    if (!trammel_node_get_fixed(&element, &value[i], error))
      return FALSE;
  }
  return TRUE;
}
