/* Bodies that are pulled by the pointer. */
#include "ui/scene/view/private.h"

gboolean
trammel_scene_view_begin_grab(TrammelSceneView *self, const double pixel[2])
{
  const double *pose = trammel_scene_view_get_shown_pose(self);
  TrammelThing thing;
  double point[3];

  if (!self->look || !pose || !trammel_scene_view_pick_point(self, pixel, &thing, point))
    return FALSE;
  int body = thing.kind == TRAMMEL_THING_BODY
                 ? thing.index
                 : trammel_scene_model_get_joint_child(self->look, (guint)thing.index);
  if (body < 0)
    return FALSE;
  trammel_scene_view_fix_anchor(&self->grab, body, pose, point);
  return trammel_scene_view_emit_grabbed(self, body);
}

void
trammel_scene_view_get_grab(TrammelSceneView *self, double way[2], const double *pose)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  TrammelViewport viewport = trammel_scene_view_get_viewport(self);
  double place[3], at[2];

  way[0] = way[1] = 0;
  if (!self->look || !trammel_scene_view_find_anchor_place(self, &self->grab, pose, place) ||
      !trammel_camera_project(&self->camera, at, &viewport, place))
    return;
  for (int i = 0; i < 2; i++)
    way[i] = self->grab_at[i] + self->drag[i] - at[i];
}
