/* Shapes of bodies as parts of the scene. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/model/block.h"
#include "ui/scene/geometry/skin-store.h"
#include "ui/scene/model/private.h"

#define LEAST_HALF 1e-3 /* [m] of the box in place of a mesh */

static void
clear_part(gpointer data)
{
  TrammelPart *part = data;

  g_clear_pointer(&part->solid.skin, trammel_skin_unref);
}

GArray *
trammel_scene_model_new_shapes(void)
{
  GArray *shapes = g_array_new(FALSE, FALSE, sizeof(TrammelPart));

  g_array_set_clear_func(shapes, clear_part);
  return shapes;
}

/* ---- meshes ---------------------------------------------------------------------------------- */

/* Makes the part the box of the body's inertia, in place of a mesh that is not there. */
static void
set_box(const TrammelSceneModel *look, TrammelPart *part)
{
  const TrBody *body = &look->model->bodies[part->body];
  double half[3];

  tr_body_block(half, body);
  for (int i = 0; i < 3; i++)
    half[i] = fmax(LEAST_HALF, 0.5 * half[i]);
  part->solid = trammel_solid_block(half);
  part->local = trammel_mat4_identity();
  tr_vec3_copy(part->local.m + 12, body->com);
}

/* Makes the part the mesh; takes the skin. */
static void
set_skin(TrammelPart *part, const TrammelAwaitedSkin *awaited, TrammelSkin *skin)
{
  TrammelMat4 frame = trammel_mat4_from_frame(awaited->from, awaited->quat);
  double centre[3];

  part->solid = trammel_solid_skin(skin);
  trammel_mat4_apply(centre, &frame, skin->centre);
  part->local = frame;
  tr_vec3_copy(part->local.m + 12, centre);
}

/* Takes the skin if it is there; FALSE while it is awaited. */
static gboolean
take_skin(TrammelPart *part, const TrammelAwaitedSkin *awaited)
{
  TrammelSkin *skin;
  TrammelSkinState state = trammel_skin_store_get(&skin, awaited->path, awaited->scale);

  if (skin)
    set_skin(part, awaited, skin);
  return state != TRAMMEL_SKIN_AWAITED;
}

static void
add_mesh(TrammelSceneModel *look, const TrammelShape *shape, TrammelPart part)
{
  TrammelAwaitedSkin awaited = {.part = look->shapes->len, .path = shape->path};

  tr_vec3_copy(awaited.scale, shape->size);
  tr_vec3_copy(awaited.from, shape->from);
  memcpy(awaited.quat, shape->quat, sizeof awaited.quat);
  set_box(look, &part);
  if (!take_skin(&part, &awaited))
    g_array_append_val(look->awaited, awaited);
  g_array_append_val(look->shapes, part);
}

gboolean
trammel_scene_model_find_skins(TrammelSceneModel *look)
{
  gboolean changed = FALSE;

  for (guint i = look->awaited->len; i-- > 0;) {
    const TrammelAwaitedSkin *awaited = &g_array_index(look->awaited, TrammelAwaitedSkin, i);
    if (!take_skin(&g_array_index(look->shapes, TrammelPart, awaited->part), awaited))
      continue;
    g_array_remove_index(look->awaited, i);
    changed = TRUE;
  }
  return changed;
}

/* ---- all shapes ------------------------------------------------------------------------------ */

void
trammel_scene_model_add_shape(TrammelSceneModel *look, const TrammelShape *shape)
{
  TrammelPart part = {.body = shape->body, .kind = TRAMMEL_PART_GIVEN};
  double half[3], length;

  if (shape->color[3] > 0)
    memcpy(part.color, shape->color, sizeof part.color);
  else
    part.kind = TRAMMEL_PART_BODY;
  part.color[3] = 1; /* only ghosts are transparent */
  switch (shape->type) {
  case TRAMMEL_SHAPE_BOX:
    for (int i = 0; i < 3; i++)
      half[i] = 0.5 * shape->size[i];
    part.solid = trammel_solid_box(half, 0.06 * fmin(half[0], fmin(half[1], half[2])));
    part.local = trammel_mat4_from_frame(shape->from, shape->quat);
    break;
  case TRAMMEL_SHAPE_MESH:
    add_mesh(look, shape, part);
    return;
  case TRAMMEL_SHAPE_SPHERE:
    part.solid = trammel_solid_sphere(shape->radius);
    part.local = trammel_mat4_identity();
    tr_vec3_copy(part.local.m + 12, shape->from);
    break;
  case TRAMMEL_SHAPE_CAPSULE:
    part.local = trammel_mat4_between(shape->from, shape->to, &length);
    part.solid = trammel_solid_capsule(shape->radius, length);
    break;
  case TRAMMEL_SHAPE_CYLINDER:
  default:
    part.local = trammel_mat4_between(shape->from, shape->to, &length);
    part.solid = trammel_solid_cylinder(shape->radius, length, 0.08 * shape->radius);
  }
  g_array_append_val(look->shapes, part);
}
