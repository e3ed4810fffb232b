/* Triad: the three axes of the world in a corner of the view, red, green and blue for x, y and
 * z. */
#pragma once

#include "ui/scene/geometry/camera.h"
#include "ui/scene/geometry/draw-list.h"

G_BEGIN_DECLS

enum { TRAMMEL_TRIAD_SIZE = 84 }; /* [px] of its square, before the display's scale */

/* Appends a ball and three arrows of the given length [m] along the axes of a frame -> world. */
void trammel_triad_draw(TrammelDrawList *list,
                        const TrammelMat4 *frame,
                        double length,
                        TrammelDrawStyle style);

/* Returns the clip transform of the triad seen from the camera's direction, over its square. */
TrammelMat4 trammel_triad_clip(const TrammelCamera *camera);

/* Sets the place of the name of an axis, in pixels from the square's middle, y down. */
void trammel_triad_get_label(const TrammelCamera *camera, double offset[2], int axis);

/* Sets the sRGB colour of an axis, for its arrow and its name. */
void trammel_triad_get_color(float color[4], int axis);

G_END_DECLS
