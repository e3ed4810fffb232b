/* The part of the 3D view that has an OpenGL context. */
#pragma once

#include "ui/scene/gl/renderer.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SCENE_AREA (trammel_scene_area_get_type())
G_DECLARE_FINAL_TYPE(TrammelSceneArea, trammel_scene_area, TRAMMEL, SCENE_AREA, GtkGLArea)

/* Fills the list (empty on entry) and, of the picture, all but its size and scale. */
typedef void (*TrammelScenePrepare)(TrammelPicture *picture, TrammelDrawList *list, gpointer user);

/* `user` outlives the area.  Signal "failed" (const char *reason): there will be no picture. */
GtkWidget *trammel_scene_area_new(TrammelScenePrepare prepare, gpointer user);

/* Asks for a picture of what has changed.  Where OpenGL is slow it comes when it is ready, the one
 * before it standing till then, and it is a draft from the second of changes that follow each other
 * until they rest: smaller, without shadows. */
void trammel_scene_area_redraw(TrammelSceneArea *self);

/* Whether the whole picture of what was asked for last is there. */
gboolean trammel_scene_area_is_settled(TrammelSceneArea *self);

/* Whether OpenGL draws on the processor. */
gboolean trammel_scene_area_is_slow(TrammelSceneArea *self);

G_END_DECLS
