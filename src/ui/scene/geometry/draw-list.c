#include "ui/scene/geometry/draw-list.h"

#include <math.h>

#include "engine/linalg/vec3.h"

struct _TrammelDrawList {
  GArray *items; /* TrammelDrawItem */
};

TrammelSolid
trammel_solid_box(const double half_edges[3], double edge)
{
  TrammelSolid solid = {.mesh = TRAMMEL_MESH_BOX};

  solid.radius = fmin(edge, fmin(half_edges[0], fmin(half_edges[1], half_edges[2])));
  for (int i = 0; i < 3; i++)
    solid.half[i] = half_edges[i] - solid.radius;
  return solid;
}

TrammelSolid
trammel_solid_sphere(double radius)
{
  return (TrammelSolid){.mesh = TRAMMEL_MESH_SPHERE, .radius = radius};
}

TrammelSolid
trammel_solid_cylinder(double radius, double half_length, double edge)
{
  edge = fmin(edge, fmin(radius, half_length));
  return (TrammelSolid){.mesh = TRAMMEL_MESH_CYLINDER,
                        .half = {radius - edge, radius - edge, half_length - edge},
                        .radius = edge};
}

TrammelSolid
trammel_solid_capsule(double radius, double half_length)
{
  return (TrammelSolid){
      .mesh = TRAMMEL_MESH_CAPSULE, .half = {0, 0, half_length}, .radius = radius};
}

TrammelSolid
trammel_solid_wire(double radius, double half_length)
{
  return (TrammelSolid){.mesh = TRAMMEL_MESH_WIRE, .half = {0, 0, half_length}, .radius = radius};
}

TrammelSolid
trammel_solid_block(const double half_edges[3])
{
  return (TrammelSolid){.mesh = TRAMMEL_MESH_BLOCK,
                        .half = {half_edges[0], half_edges[1], half_edges[2]}};
}

TrammelSolid
trammel_solid_cone(double radius, double height)
{
  return (TrammelSolid){.mesh = TRAMMEL_MESH_CONE, .half = {radius, radius, height}};
}

TrammelSolid
trammel_solid_skin(TrammelSkin *skin)
{
  return (TrammelSolid){.skin = skin, .half = {skin->half[0], skin->half[1], skin->half[2]}};
}

void
trammel_solid_get_reach(const TrammelSolid *solid, double half_edges[3])
{
  for (int i = 0; i < 3; i++)
    half_edges[i] = solid->half[i] + solid->radius;
}

static void
clear_item(gpointer data)
{
  TrammelDrawItem *item = data;

  g_clear_pointer(&item->solid.skin, trammel_skin_unref);
}

TrammelDrawList *
trammel_draw_list_new(void)
{
  TrammelDrawList *list = g_new0(TrammelDrawList, 1);

  list->items = g_array_new(FALSE, FALSE, sizeof(TrammelDrawItem));
  g_array_set_clear_func(list->items, clear_item);
  return list;
}

void
trammel_draw_list_free(TrammelDrawList *list)
{
  g_array_unref(list->items);
  g_free(list);
}

void
trammel_draw_list_clear(TrammelDrawList *list)
{
  g_array_set_size(list->items, 0);
}

void
trammel_draw_list_add(TrammelDrawList *list, const TrammelDrawItem *item)
{
  g_array_append_vals(list->items, item, 1);
  if (item->solid.skin)
    trammel_skin_ref(item->solid.skin);
}

guint
trammel_draw_list_get_n_items(const TrammelDrawList *list)
{
  return list->items->len;
}

const TrammelDrawItem *
trammel_draw_list_get_item(const TrammelDrawList *list, guint i)
{
  g_return_val_if_fail(i < list->items->len, NULL);
  return &g_array_index(list->items, TrammelDrawItem, i);
}

static double
square_distance(const TrammelDrawItem *item, const double eye[3])
{
  double offset[3];

  tr_vec3_sub(offset, item->transform.m + 12, eye);
  return tr_vec3_dot(offset, offset);
}

static int
compare_items(gconstpointer a, gconstpointer b, gpointer eye)
{
  const TrammelDrawItem *first = a, *second = b;

  if (first->style != second->style)
    return first->style < second->style ? -1 : 1;
  if (first->style != TRAMMEL_STYLE_GHOST)
    return 0; /* the sort is stable */

  double near = square_distance(second, eye), far = square_distance(first, eye);

  return (near > far) - (near < far);
}

void
trammel_draw_list_sort(TrammelDrawList *list, const double eye[3])
{
  g_array_sort_with_data(list->items, compare_items, (gpointer)eye);
}

static void
add_bounds(const TrammelDrawItem *item, double low[3], double high[3])
{
  double reach[3];

  trammel_solid_get_reach(&item->solid, reach);
  for (int i = 0; i < 3; i++) {
    const double *m = item->transform.m;
    double half = fabs(m[i]) * reach[0] + fabs(m[4 + i]) * reach[1] + fabs(m[8 + i]) * reach[2];

    low[i] = fmin(low[i], m[12 + i] - half);
    high[i] = fmax(high[i], m[12 + i] + half);
  }
}

gboolean
trammel_draw_list_get_bounds(const TrammelDrawList *list, double low[3], double high[3])
{
  for (int i = 0; i < 3; i++) {
    low[i] = INFINITY;
    high[i] = -INFINITY;
  }
  for (guint i = 0; i < list->items->len; i++)
    add_bounds(&g_array_index(list->items, TrammelDrawItem, i), low, high);
  return list->items->len > 0;
}
