/* Form of one step of a recipe: its name, where it begins, its settings, its free parameters. */
#pragma once

#include "io/project/recipe.h"
#include "ui/pages/parts/form.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RECIPE_STEP_FORM (trammel_recipe_step_form_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelRecipeStepForm, trammel_recipe_step_form, TRAMMEL, RECIPE_STEP_FORM, TrammelForm)

GtkWidget *trammel_recipe_step_form_new(TrammelDocument *document);

/* Shows a step of the document's recipe, which it edits from then on. */
void trammel_recipe_step_form_show(TrammelRecipeStepForm *form, guint step);

G_END_DECLS
