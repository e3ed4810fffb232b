/* Numbers of a project's construction: readers of io/base/json_node.h for values that are not
 * estimated. */
#pragma once

#include "io/base/json_node.h"

G_BEGIN_DECLS

/* Reads a plain finite number or, if may_be_auto, the word "auto", which is NAN. */
gboolean trammel_node_get_plain(const TrammelNode *node,
                                double *value,
                                gboolean may_be_auto,
                                GError **error);
/* Reads a number or an object with `value`, which must be neither free nor tied. */
gboolean trammel_node_get_fixed(const TrammelNode *node, double *value, GError **error);
/* Same as trammel_node_get_fixed(), but the number may also be the word "auto", which is NAN. */
gboolean trammel_node_get_fixed_or_auto(const TrammelNode *node, double *value, GError **error);
gboolean
trammel_node_get_vector(const TrammelNode *node, double *value, guint length, GError **error);

G_END_DECLS
