/* OpenGL area of the 3D view. */
#pragma once

#include "ui/scene/gl/renderer.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SCENE_AREA (trammel_scene_area_get_type())
G_DECLARE_FINAL_TYPE(TrammelSceneArea, trammel_scene_area, TRAMMEL, SCENE_AREA, GtkGLArea)

/* Callback that fills the list (empty on entry) and the picture, except its size and scale. */
typedef void (*TrammelScenePrepare)(TrammelSceneImage *picture,
                                    TrammelDrawList *list,
                                    gpointer user);

/* Returns the area; `user` must outlive it.  Signal "failed" (const char *reason): there will be no
 * picture. */
GtkWidget *trammel_scene_area_new(TrammelScenePrepare prepare, gpointer user);

/* Requests a new picture after a change.  With slow OpenGL the old picture stays until the new one
 * is ready, also scaled to a new size, and before the first one there is the background; from the
 * second of consecutive changes on it is a draft, smaller and with a hard shadow, until the changes
 * stop. */
void trammel_scene_area_redraw(TrammelSceneArea *self);

/* TRUE if the complete picture of the last request is shown. */
gboolean trammel_scene_area_is_settled(TrammelSceneArea *self);

/* Returns the number of pictures that were made so far. */
guint trammel_scene_area_get_n_pictures(TrammelSceneArea *self);

/* TRUE if OpenGL draws on the processor. */
gboolean trammel_scene_area_is_slow(TrammelSceneArea *self);

G_END_DECLS
