/* Context menu of model elements, in the tree and in 3D. */
#pragma once

#include <gtk/gtk.h>

#include "io/structure/structure.h"

G_BEGIN_DECLS

/* Creates the menu; `more` holds the elements that can be added, `freedom` comes from the function
 * below. */
GMenuModel *trammel_model_menu_new(GMenuModel *more, GMenuModel *freedom);

/* Fills an empty menu with the quantities of an element that can be parameters, each with a tick
 * that is an action of `actions` (the group "free" at the menu's widget).  `on_change_cb` is
 * connected to "change-state" of each action with `user`; trammel_model_menu_get_id() returns its
 * quantity. */
void trammel_model_menu_fill_freedom(GMenu *freedom,
                                     GSimpleActionGroup *actions,
                                     const TrammelProject *project,
                                     TrammelElement element,
                                     GCallback on_change_cb,
                                     gpointer user);

/* Returns the id of the quantity; owned by the action. */
const char *trammel_model_menu_get_id(GSimpleAction *action);

G_END_DECLS
