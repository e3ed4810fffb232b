/* Picking: finds the part under the pointer, without OpenGL. */
#pragma once

#include "ui/scene/geometry/draw-list.h"

G_BEGIN_DECLS

/* Sets the nearest intersection of a ray with the box around a solid item (ghosts and frames
 * included), in the axes of the item; `direction` need not have unit length.  FALSE when there is
 * none. */
gboolean trammel_pick(double point[3],
                      const TrammelDrawList *list,
                      const double origin[3],
                      const double direction[3]);

/* Sets the things that a ray meets, each once, in things[room]: marks
 * first, which are seen in front of all else, then the nearest; returns their
 * number (at most room).  Ghosts are ignored. */
guint trammel_pick_things(TrammelThing *things,
                          guint room,
                          const TrammelDrawList *list,
                          const double origin[3],
                          const double direction[3]);

G_END_DECLS
