/* The part of the 3D view that has an OpenGL context. */
#pragma once

#include "ui/scene/renderer.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SCENE_AREA (trammel_scene_area_get_type())
G_DECLARE_FINAL_TYPE(TrammelSceneArea, trammel_scene_area, TRAMMEL, SCENE_AREA, GtkGLArea)

/* Fills the list (empty on entry) and, of the picture, all but its size and scale. */
typedef void (*TrammelScenePrepare)(TrammelPicture *picture, TrammelDrawList *list, gpointer user);

/* `user` outlives the area.  Signal "failed" (const char *reason): there will be no picture. */
GtkWidget *trammel_scene_area_new(TrammelScenePrepare prepare, gpointer user);

G_END_DECLS
