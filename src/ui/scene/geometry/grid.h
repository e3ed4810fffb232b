/* The ground's grid: how fine it is and where it lies. */
#pragma once

#include "ui/scene/geometry/camera.h"

typedef struct {
  TrammelMat4 plane; /* plane (x, y, z up) -> world; its origin is the world's, put on the ground */
  double step;       /* [m] between main lines: 1, 2 or 5 times a power of ten */
  double centre[2];  /* [m] in the plane, under the camera's target */
  double fade;       /* [m] from the centre, where the lines have gone */
} TrammelGrid;

/* For a camera's distance; ground [m] is the height along the camera's up. */
void trammel_grid_init(TrammelGrid *grid, const TrammelCamera *camera, double ground);

/* The shadow of the light from `towards` (not parallel to the ground) on the plane: world ->
 * world. */
TrammelMat4 trammel_grid_shadow(const TrammelGrid *grid, const double towards[3]);
