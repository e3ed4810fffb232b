#include "ui/scene/pick.h"

#include <math.h>

#include "engine/linalg/vec3.h"

/* Parameter of the first point of the ray in the item's box, INFINITY without one. */
static double
meet_box(const TrammelDrawItem *item, const double origin[3], const double direction[3])
{
  double half[3], offset[3], enter = 0, leave = INFINITY;

  trammel_solid_get_reach(&item->solid, half);
  tr_vec3_sub(offset, origin, item->transform.m + 12);
  for (int i = 0; i < 3; i++) {
    const double *axis = item->transform.m + 4 * i;
    double start = tr_vec3_dot(axis, offset), speed = tr_vec3_dot(axis, direction);
    if (speed == 0) {
      if (fabs(start) > half[i])
        return INFINITY;
      continue;
    }
    double near = (-copysign(half[i], speed) - start) / speed;
    double far = (copysign(half[i], speed) - start) / speed;
    enter = fmax(enter, near);
    leave = fmin(leave, far);
  }
  return enter <= leave ? enter : INFINITY;
}

gboolean
trammel_pick(double point[3],
             const TrammelDrawList *list,
             const double origin[3],
             const double direction[3])
{
  double nearest = INFINITY;

  for (guint i = 0; i < trammel_draw_list_get_n_items(list); i++)
    nearest = fmin(nearest, meet_box(trammel_draw_list_get_item(list, i), origin, direction));
  if (isinf(nearest))
    return FALSE;
  tr_vec3_copy(point, origin);
  tr_vec3_add_scaled(point, point, nearest, direction);
  return TRUE;
}
