/* Spans of time in which a joint of a project holds. */
#include "io/project/private.h"

gboolean
trammel_project_read_active(TrJoint *joint, const TrammelNode *from, GError **error)
{
  TrammelNode node = trammel_node_member(from, "active");
  TrammelNode impulse = trammel_node_member(from, "switch_impulse");
  guint n = 0;

  if (!trammel_node_get_fixed(&impulse, &joint->active.impulse, error) ||
      (node.node && !trammel_node_get_length(&node, &n, error)))
    return FALSE;
  if (node.node && (n == 0 || n > TR_MAX_SPANS))
    return trammel_node_fail(&node, error,
                             "joint '%s' has %u active spans; give 1 to %d, or leave 'active' out "
                             "if it always holds",
                             joint->name, n, TR_MAX_SPANS);
  for (guint i = 0; i < n; i++) {
    TrammelNode span = trammel_node_element(&node, i);
    guint ends;

    if (!trammel_node_get_length(&span, &ends, error))
      return FALSE;
    if (ends != 2)
      return trammel_node_fail(&span, error,
                               "expected 2 numbers (begin and end [s] of a span in which joint "
                               "'%s' holds), found %u",
                               joint->name, ends);

    TrammelNode begin = trammel_node_element(&span, 0), end = trammel_node_element(&span, 1);
    if (!trammel_node_get_fixed(&begin, &joint->active.begin[i], error) ||
        !trammel_node_get_fixed(&end, &joint->active.end[i], error))
      return FALSE;
  }
  joint->active.n = (int)n;
  return TRUE;
}
