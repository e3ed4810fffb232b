/* Shapes of bodies as solids with a frame, which every format has. */
#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"
#include "io/make/writer.h"

void
trammel_make_solid(TrammelMakeSolid *out, const TrammelMake *make, const TrammelShape *shape)
{
  const double *shift = make->shift[shape->body];
  double axis[3];

  *out = (TrammelMakeSolid){.type = shape->type, .radius = shape->radius};
  out->frame = tr_frame_identity();
  memcpy(out->frame.position, shape->from, sizeof out->frame.position);
  memcpy(out->size, shape->size, sizeof out->size);
  if (shape->type == TRAMMEL_SHAPE_BOX)
    memcpy(out->frame.quat, shape->quat, sizeof out->frame.quat);
  if (shape->type == TRAMMEL_SHAPE_CAPSULE || shape->type == TRAMMEL_SHAPE_CYLINDER) {
    tr_vec3_sub(axis, shape->to, shape->from);
    out->length = tr_vec3_norm(axis);
    trammel_quat_from_axis(out->frame.quat, axis);
    for (int i = 0; i < 3; i++)
      out->frame.position[i] = (shape->from[i] + shape->to[i]) / 2;
  }
  tr_vec3_sub(out->frame.position, out->frame.position, shift);
  for (int i = 0; i < 4; i++)
    out->color[i] = shape->color[3] > 0 ? (double)shape->color[i] : i < 3 ? 0.6 : 1;
}

guint
trammel_make_each_solid(TrammelMake *make,
                        int body,
                        void (*write)(TrammelMake *make, const TrammelMakeSolid *solid, guint i))
{
  guint count = 0;

  for (guint i = 0; make->project && i < trammel_project_get_n_shapes(make->project); i++) {
    const TrammelShape *shape = trammel_project_get_shape(make->project, i);
    TrammelMakeSolid solid;
    if (shape->body != body)
      continue;
    trammel_make_solid(&solid, make, shape);
    write(make, &solid, count++);
  }
  return count;
}
