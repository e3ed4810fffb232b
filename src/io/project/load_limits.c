/* Ends of the travel of a joint. */
#include "io/project/private.h"

/* Reads an end of the travel: null where it is open; the value alone of a quantity of stops that
 * the estimator has. */
static gboolean
read_end(double *end, const TrammelNode *node, gboolean is_quantity, GError **error)
{
  TrammelNode value = trammel_node_member(node, "value");

  if (JSON_NODE_HOLDS_NULL(node->node))
    return TRUE;
  return trammel_node_get_fixed(is_quantity && value.node ? &value : node, end, error);
}

gboolean
trammel_project_read_ends(double *const ends[2],
                          const TrammelNode *node,
                          gboolean is_quantity,
                          GError **error)
{
  guint length;

  if (!node->node)
    return TRUE;
  if (!trammel_node_get_length(node, &length, error))
    return FALSE;
  if (length != 2)
    return trammel_node_fail(node, error,
                             "expected 2 numbers (lower and upper end of the travel, null for "
                             "none), found %u",
                             length);
  for (guint i = 0; i < length; i++) {
    TrammelNode end = trammel_node_element(node, i);
    if (!read_end(ends[i], &end, is_quantity, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
trammel_project_read_limits(TrJoint *joint, const TrammelNode *from, GError **error)
{
  TrammelNode node = trammel_node_member(from, "limits");
  TrammelNode stops = trammel_node_member(from, "stops");
  const char *words[] = {tr_stops_name(false), tr_stops_name(true)};
  guint word = 0;

  if (!trammel_node_get_word(&stops, words, G_N_ELEMENTS(words), &word, error))
    return FALSE;
  joint->has_stops = word == 1;
  return trammel_project_read_ends((double *[]){&joint->limits.lower, &joint->limits.upper}, &node,
                                   joint->has_stops, error);
}
