/* Picture of a draw list without OpenGL, for paper: shaded triangles with a depth buffer. */
#pragma once

#include <cairo.h>

#include "ui/scene/geometry/camera.h"
#include "ui/scene/geometry/draw-list.h"

G_BEGIN_DECLS

/* Returns the picture of solids and marks on a transparent ground, [width x height] pixels in
 * CAIRO_FORMAT_ARGB32; ghosts are left out.  Each pixel is the mean of four samples.  Free with
 * cairo_surface_destroy(). */
cairo_surface_t *
trammel_rasterize(const TrammelDrawList *list, const TrammelCamera *camera, int width, int height);

G_END_DECLS
