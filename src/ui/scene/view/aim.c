/* Aim of the camera, kept with a project. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "ui/scene/view/private.h"

gboolean
trammel_scene_view_get_aim(TrammelSceneView *self, TrammelSceneAim *aim)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_VIEW(self), FALSE);
  if (self->look == NULL && self->has_aim)
    *aim = self->aim; /* not used yet */
  else
    *aim = (TrammelSceneAim){
        .target = {self->camera.target[0], self->camera.target[1], self->camera.target[2]},
        .distance = self->camera.distance,
        .azimuth = self->camera.azimuth,
        .elevation = self->camera.elevation,
        .parallel = self->camera.parallel};
  return self->is_camera_moved || self->has_aim;
}

void
trammel_scene_view_apply_aim(TrammelSceneView *self)
{
  if (!self->has_aim || self->look == NULL)
    return;
  g_object_set(self, "parallel", self->aim.parallel, NULL); /* this may frame the view again */
  tr_vec3_copy(self->camera.target, self->aim.target);
  self->camera.distance = self->aim.distance;
  self->camera.azimuth = self->aim.azimuth;
  self->camera.elevation = self->aim.elevation;
  self->has_aim = FALSE;
  trammel_scene_view_move_camera(self);
}

void
trammel_scene_view_set_aim(TrammelSceneView *self, const TrammelSceneAim *aim)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_VIEW(self));
  if (!isfinite(aim->target[0] + aim->target[1] + aim->target[2]) || !(aim->distance > 0) ||
      !isfinite(aim->distance + aim->azimuth + aim->elevation))
    return;
  self->aim = *aim;
  self->has_aim = TRUE;
  trammel_scene_view_apply_aim(self);
}

void
trammel_scene_view_frame_reach(TrammelSceneView *self)
{
  TrammelViewport viewport = trammel_scene_view_get_viewport(self);
  gsize n_balls = 0;

  if (self->look == NULL)
    return;
  const TrammelBall *balls = trammel_scene_model_get_reach(self->look, &n_balls);
  trammel_camera_frame_balls(&self->camera, &viewport, balls, n_balls);
}
