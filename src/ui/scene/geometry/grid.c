#include "ui/scene/geometry/grid.h"

#include <math.h>

#include "engine/linalg/vec3.h"

#define STEP_DISTANCES 0.25 /* of the camera's distance: a few main lines in the picture */
#define FADE_DISTANCES 0.9

/* The largest 1, 2 or 5 times a power of ten that is not above x. */
static double
round_down(double x)
{
  double decade = pow(10, floor(log10(x)));
  double digit = x / decade;

  return decade * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

void
trammel_grid_init(TrammelGrid *grid, const TrammelCamera *camera, double ground)
{
  const double *axes[3] = {camera->right0, camera->back0, camera->up};

  grid->plane = trammel_mat4_identity();
  for (int i = 0; i < 3; i++) {
    grid->plane.m[i] = axes[0][i];
    grid->plane.m[4 + i] = -axes[1][i]; /* right, away from the viewer, up: right-handed */
    grid->plane.m[8 + i] = axes[2][i];
    grid->plane.m[12 + i] = ground * axes[2][i];
  }
  grid->centre[0] = tr_vec3_dot(camera->target, axes[0]);
  grid->centre[1] = -tr_vec3_dot(camera->target, axes[1]);
  grid->step = round_down(STEP_DISTANCES * camera->distance);
  grid->fade = FADE_DISTANCES * camera->distance;
}

TrammelMat4
trammel_grid_shadow(const TrammelGrid *grid, const double towards[3])
{
  const double *up = grid->plane.m + 8;
  double rise = tr_vec3_dot(towards, up), ground = tr_vec3_dot(grid->plane.m + 12, up);
  TrammelMat4 out = trammel_mat4_identity();

  /* p - (p . up - ground)/(towards . up) towards */
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++)
      out.m[4 * column + row] -= towards[row] * up[column] / rise;
    out.m[12 + row] = ground * towards[row] / rise;
  }
  return out;
}
