/* The button “Show” of a 3D view: what is drawn beside the bodies, remembered in the preferences.
 */
#pragma once

#include "ui/scene/view/scene-view.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SCENE_MENU (trammel_scene_menu_get_type())
G_DECLARE_FINAL_TYPE(TrammelSceneMenu, trammel_scene_menu, TRAMMEL, SCENE_MENU, GtkWidget)

/* `key` of the preferences: the list of what is shown, as names of the view's properties; `initial`
 * (NULL-terminated) is that list without preferences.  Both are static. */
GtkWidget *
trammel_scene_menu_new(TrammelSceneView *view, const char *key, const char *const *initial);

/* Another choice, which is remembered under `name` and drawn by whoever asks for it. */
GtkCheckButton *trammel_scene_menu_add(TrammelSceneMenu *menu, const char *name, const char *label);

/* The choice of a property of the view ("show-trails") or of one that was added. */
GtkCheckButton *trammel_scene_menu_get(TrammelSceneMenu *menu, const char *name);

G_END_DECLS
