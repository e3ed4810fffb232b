/* Meshes that arrive after the mechanism is shown. */
#include "ui/scene/geometry/skin-store.h"
#include "ui/scene/view/private.h"

static void
on_skins_arrived_cb(gpointer data)
{
  TrammelSceneView *self = data;

  if (self->look == NULL || !trammel_scene_model_take_skins(self->look))
    return;
  if (!self->is_camera_moved)
    trammel_scene_view_frame_reach(self);
  trammel_scene_view_redraw(self);
}

void
trammel_scene_view_watch_meshes(TrammelSceneView *self)
{
  trammel_skin_store_watch(on_skins_arrived_cb, self);
}

void
trammel_scene_view_unwatch_meshes(TrammelSceneView *self)
{
  trammel_skin_store_unwatch(self);
}
