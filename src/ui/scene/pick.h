/* What lies under the pointer, found without OpenGL. */
#pragma once

#include "ui/scene/draw-list.h"

G_BEGIN_DECLS

/* The nearest point where a ray meets the box about a solid item (ghosts and frames included), in
 * the axes of the item; `direction` need not be of unit length.  FALSE when it meets none. */
gboolean trammel_pick(double point[3],
                      const TrammelDrawList *list,
                      const double origin[3],
                      const double direction[3]);

G_END_DECLS
