/* Button “Show” of a 3D view: the items drawn in addition to the bodies, stored in the
 * preferences. */
#pragma once

#include "ui/scene/view/scene-view.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SCENE_MENU (trammel_scene_menu_get_type())
G_DECLARE_FINAL_TYPE(TrammelSceneMenu, trammel_scene_menu, TRAMMEL, SCENE_MENU, GtkWidget)

/* Creates the button.  `key` of the preferences: the list of shown items, as names of the view's
 * properties; `initial` (NULL-terminated) is the list without preferences.  Both are static. */
GtkWidget *
trammel_scene_menu_new(TrammelSceneView *view, const char *key, const char *const *initial);

/* Adds another check button, stored under `name`; the caller draws its item. */
GtkCheckButton *trammel_scene_menu_add(TrammelSceneMenu *menu, const char *name, const char *label);

/* Returns the check button of a property of the view ("show-trails") or of an added item. */
GtkCheckButton *trammel_scene_menu_get(TrammelSceneMenu *menu, const char *name);

G_END_DECLS
