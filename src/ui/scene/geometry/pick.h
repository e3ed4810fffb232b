/* What lies under the pointer, found without OpenGL. */
#pragma once

#include "ui/scene/geometry/draw-list.h"

G_BEGIN_DECLS

/* The nearest point where a ray meets the box about a solid item (ghosts and frames included), in
 * the axes of the item; `direction` need not be of unit length.  FALSE when it meets none. */
gboolean trammel_pick(double point[3],
                      const TrammelDrawList *list,
                      const double origin[3],
                      const double direction[3]);

/* The things that a ray meets, each once, the nearest first, in things[room]; returns how many
 * there are (no more than room).  Ghosts and marks are looked through. */
guint trammel_pick_things(TrammelThing *things,
                          guint room,
                          const TrammelDrawList *list,
                          const double origin[3],
                          const double direction[3]);

G_END_DECLS
