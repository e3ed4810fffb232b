/* Grid on the ground: its step and its place. */
#pragma once

#include "ui/scene/geometry/camera.h"

typedef struct {
  TrammelMat4 plane; /* plane (x, y, z up) -> world; its origin is the world's, projected to the
                        ground */
  double step;       /* [m] between main lines: 1, 2 or 5 times a power of ten */
  double centre[2];  /* [m] in the plane, under the camera's target */
  double fade;       /* [m] distance from the centre at which the lines have faded */
} TrammelGrid;

/* Computes the grid for a camera's distance; ground [m] is the height along the camera's up. */
void trammel_grid_init(TrammelGrid *grid, const TrammelCamera *camera, double ground);

/* Returns the projection of shadows onto the plane, for light from `towards` (not parallel to the
 * ground): world -> world. */
TrammelMat4 trammel_grid_shadow(const TrammelGrid *grid, const double towards[3]);
