/* The mechanism of the page Model in 3D, with sliders that try it in other poses, and what is to be
 * shown beside it.
 *
 * Signal "picked" (uint TrammelElementKind, uint index): a click at a body or joint, at nothing
 * with that of gravity. */
#pragma once

#include <gtk/gtk.h>

#include "io/structure/structure.h"
#include "ui/session/model/model-pose.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MODEL_SCENE (trammel_model_scene_get_type())
G_DECLARE_FINAL_TYPE(TrammelModelScene, trammel_model_scene, TRAMMEL, MODEL_SCENE, GtkWidget)

/* Shows a project's model; `run` (nullable), where it has the same bodies, gives trails and, for
 * all things that it knows by their ids, colours. */
void trammel_model_scene_show(TrammelModelScene *scene,
                              const TrammelProject *project,
                              TrammelRun *run,
                              guint log);

void trammel_model_scene_select(TrammelModelScene *scene,
                                const TrammelProject *project,
                                TrammelElement element);

/* What can be done with what was picked, for the context menu of the view. */
void trammel_model_scene_set_menu(TrammelModelScene *scene, GMenuModel *menu);

/* The pose that is tried; owned by the scene. */
TrammelModelPose *trammel_model_scene_get_pose(TrammelModelScene *scene);

G_END_DECLS
