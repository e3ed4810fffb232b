/* Window that edits the recipe of the project (io/project/recipe.h): its steps, their order, the
 * parameters and settings of each; it runs the recipe and shows how far it is. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/identify/recipe-runner.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RECIPE_DIALOG (trammel_recipe_dialog_get_type())
G_DECLARE_FINAL_TYPE(TrammelRecipeDialog, trammel_recipe_dialog, TRAMMEL, RECIPE_DIALOG, GtkWindow)

/* Opens the window; its buttons use the actions of `parent`. */
TrammelRecipeDialog *trammel_recipe_dialog_show(GtkWindow *parent,
                                                TrammelDocument *document,
                                                TrammelRecipeRunner *runner);

G_END_DECLS
