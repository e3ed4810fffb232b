/* The context menu of things of the model, in the tree and in 3D. */
#pragma once

#include <gtk/gtk.h>

#include "io/structure/structure.h"

G_BEGIN_DECLS

/* `more` is what can be added besides, `freedom` comes from the function below. */
GMenuModel *trammel_model_menu_new(GMenuModel *more, GMenuModel *freedom);

/* Puts the quantities of a thing that can be parameters into an empty menu, each with a tick that
 * is an action of `actions` (called "free" where the menu is).  `on_change_cb` is connected to its
 * signal "change-state" with `user`; trammel_model_menu_get_id() tells which quantity is meant. */
void trammel_model_menu_fill_freedom(GMenu *freedom,
                                     GSimpleActionGroup *actions,
                                     const TrammelProject *project,
                                     TrammelElement element,
                                     GCallback on_change_cb,
                                     gpointer user);

/* Owned by the action. */
const char *trammel_model_menu_get_id(GSimpleAction *action);

G_END_DECLS
