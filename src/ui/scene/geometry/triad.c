#include "ui/scene/geometry/triad.h"

#include "engine/linalg/vec3.h"

#define HALF_VIEW   1.5 /* arrows of length 1 and room for their names */
#define LABEL_PLACE 1.24
#define SHAFT       0.055
#define BALL        0.1
#define TIP_RADIUS  0.13
#define TIP_LENGTH  0.34

void
trammel_triad_get_color(float color[4], int axis)
{
  static const float colors[3][4] = {
      {0.85f, 0.27f, 0.24f, 1}, {0.30f, 0.65f, 0.30f, 1}, {0.25f, 0.47f, 0.88f, 1}};

  for (int i = 0; i < 4; i++)
    color[i] = colors[axis][i];
}

static void
add_item(TrammelDrawList *list,
         const TrammelDrawItem *item,
         const TrammelMat4 *frame,
         const TrammelMat4 *local)
{
  TrammelDrawItem placed = *item;

  placed.transform = trammel_mat4_multiply(frame, local);
  trammel_draw_list_add(list, &placed);
}

static void
add_arrow(TrammelDrawList *list,
          const TrammelMat4 *frame,
          double length,
          TrammelDrawStyle style,
          int axis)
{
  double direction[3] = {0}, middle[3] = {0}, base[3] = {0};
  TrammelDrawItem item = {.style = style};
  TrammelMat4 local;

  direction[axis] = 1;
  base[axis] = (1 - TIP_LENGTH) * length;
  middle[axis] = 0.5 * base[axis];
  trammel_triad_get_color(item.color, axis);
  item.solid = trammel_solid_cylinder(SHAFT * length, 0.5 * base[axis], 0.01 * length);
  local = trammel_mat4_along(middle, direction);
  add_item(list, &item, frame, &local);
  item.solid = trammel_solid_cone(TIP_RADIUS * length, TIP_LENGTH * length);
  local = trammel_mat4_along(base, direction);
  add_item(list, &item, frame, &local);
}

void
trammel_triad_draw(TrammelDrawList *list,
                   const TrammelMat4 *frame,
                   double length,
                   TrammelDrawStyle style)
{
  TrammelDrawItem ball = {.solid = trammel_solid_sphere(BALL * length),
                          .transform = *frame,
                          .color = {0.55f, 0.57f, 0.6f, 1},
                          .style = style};

  trammel_draw_list_add(list, &ball);
  for (int axis = 0; axis < 3; axis++)
    add_arrow(list, frame, length, style, axis);
}

TrammelMat4
trammel_triad_clip(const TrammelCamera *camera)
{
  TrammelMat4 view = trammel_camera_view(camera);
  TrammelMat4 projection = trammel_mat4_orthographic(HALF_VIEW, 1, -2, 2);

  view.m[12] = view.m[13] = view.m[14] = 0;
  return trammel_mat4_multiply(&projection, &view);
}

void
trammel_triad_get_label(const TrammelCamera *camera, double offset[2], int axis)
{
  double right[3], up[3], back[3];
  double scale = LABEL_PLACE * 0.5 * TRAMMEL_TRIAD_SIZE / HALF_VIEW;

  trammel_camera_axes(camera, right, up, back);
  offset[0] = scale * right[axis];
  offset[1] = -scale * up[axis];
}
