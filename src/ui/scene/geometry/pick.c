#include "ui/scene/geometry/pick.h"

#include <math.h>

#include "engine/linalg/vec3.h"

/* Returns the parameter of the first point of the ray in the item's box, INFINITY without one. */
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

typedef struct {
  TrammelThing thing;
  gboolean is_mark; /* seen in front of all that is none */
  double distance;
} Hit;

static gint
compare_hits(gconstpointer a, gconstpointer b)
{
  const Hit *first = a, *second = b;

  if (first->is_mark != second->is_mark)
    return first->is_mark ? -1 : 1;
  return first->distance < second->distance ? -1 : first->distance > second->distance;
}

static gboolean
is_listed(const TrammelThing *things, guint n, const TrammelThing *thing)
{
  for (guint i = 0; i < n; i++)
    if (things[i].kind == thing->kind && things[i].index == thing->index)
      return TRUE;
  return FALSE;
}

guint
trammel_pick_things(TrammelThing *things,
                    guint room,
                    const TrammelDrawList *list,
                    const double origin[3],
                    const double direction[3])
{
  g_autoptr(GArray) hits = g_array_new(FALSE, FALSE, sizeof(Hit));
  guint n = 0;

  for (guint i = 0; i < trammel_draw_list_get_n_items(list); i++) {
    const TrammelDrawItem *item = trammel_draw_list_get_item(list, i);
    if (item->thing.kind == TRAMMEL_THING_NONE || item->style == TRAMMEL_STYLE_GHOST)
      continue;
    const Hit hit = {item->thing, item->style == TRAMMEL_STYLE_MARK,
                     meet_box(item, origin, direction)};
    if (isfinite(hit.distance))
      g_array_append_val(hits, hit);
  }
  g_array_sort(hits, compare_hits);
  for (guint i = 0; i < hits->len && n < room; i++) {
    const Hit *hit = &g_array_index(hits, Hit, i);
    if (!is_listed(things, n, &hit->thing))
      things[n++] = hit->thing;
  }
  return n;
}
