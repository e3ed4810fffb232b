/* The three axes of the world in a corner of the view, red, green and blue for x, y and z. */
#pragma once

#include "ui/scene/geometry/camera.h"
#include "ui/scene/geometry/draw-list.h"

G_BEGIN_DECLS

enum { TRAMMEL_TRIAD_SIZE = 84 }; /* [px] of its square, before the display's scale */

/* Appends a ball and three arrows of a length [m] along the axes of a frame -> world. */
void trammel_triad_draw(TrammelDrawList *list,
                        const TrammelMat4 *frame,
                        double length,
                        TrammelDrawStyle style);

/* Looking at it as the camera looks at the world, over the square. */
TrammelMat4 trammel_triad_clip(const TrammelCamera *camera);

/* Where the name of an axis belongs, in pixels from the square's middle, y down. */
void trammel_triad_get_label(const TrammelCamera *camera, double offset[2], int axis);

/* sRGB of an axis, for its arrow and its name. */
void trammel_triad_get_color(float color[4], int axis);

G_END_DECLS
