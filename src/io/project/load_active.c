/* Spans of time in which a joint or contact of a project is active. */
#include "io/project/private.h"

gboolean
trammel_project_read_active(TrActive *active,
                            const char *name,
                            const TrammelNode *from,
                            GError **error)
{
  TrammelNode node = trammel_node_member(from, "active");
  TrammelNode impulse = trammel_node_member(from, "switch_impulse");
  guint n = 0;

  if (!trammel_node_get_fixed(&impulse, &active->impulse, error) ||
      (node.node && !trammel_node_get_length(&node, &n, error)))
    return FALSE;
  if (node.node && (n == 0 || n > TR_MAX_SPANS))
    return trammel_node_fail(&node, error,
                             "'%s' has %u active spans; give 1 to %d, or leave 'active' out if it "
                             "always holds",
                             name, n, TR_MAX_SPANS);
  for (guint i = 0; i < n; i++) {
    TrammelNode span = trammel_node_element(&node, i);
    guint ends;

    if (!trammel_node_get_length(&span, &ends, error))
      return FALSE;
    if (ends != 2)
      return trammel_node_fail(&span, error,
                               "expected 2 numbers (begin and end [s] of a span in which '%s' is "
                               "active), found %u",
                               name, ends);

    TrammelNode begin = trammel_node_element(&span, 0), end = trammel_node_element(&span, 1);
    if (!trammel_node_get_fixed(&begin, &active->begin[i], error) ||
        !trammel_node_get_fixed(&end, &active->end[i], error))
      return FALSE;
  }
  active->n = (int)n;
  return TRUE;
}
