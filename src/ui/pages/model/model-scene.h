/* 3D view of the page Model, with sliders for trial poses and a menu of optional items.
 *
 * Signal "picked" (uint TrammelElementKind, uint index): a click on a body, joint or contact; on
 * nothing with the element of gravity. */
#pragma once

#include <gtk/gtk.h>

#include "io/structure/structure.h"
#include "ui/session/model/model-pose.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MODEL_SCENE (trammel_model_scene_get_type())
G_DECLARE_FINAL_TYPE(TrammelModelScene, trammel_model_scene, TRAMMEL, MODEL_SCENE, GtkWidget)

/* Shows a project's model.  `run` (nullable) provides trails if it has the same bodies, and colours
 * for all elements that it has by id. */
void trammel_model_scene_show(TrammelModelScene *scene,
                              const TrammelProject *project,
                              TrammelRun *run,
                              guint log);

void trammel_model_scene_select(TrammelModelScene *scene,
                                const TrammelProject *project,
                                TrammelElement element);

/* Sets the context menu of the view. */
void trammel_model_scene_set_menu(TrammelModelScene *scene, GMenuModel *menu);

/* Returns the trial pose; owned by the scene. */
TrammelModelPose *trammel_model_scene_get_pose(TrammelModelScene *scene);

G_END_DECLS
