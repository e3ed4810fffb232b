/* Run of a project's recipe (io/project/recipe.h) in the window: each step frees its parameters in
 * the document, begins at the values of the step before, and keeps its run.
 *
 * It ends after the last step.  Where a fit before the last one does not converge, is stopped or
 * fails, it waits for the user, who may go on with the next step.  Signals: "finished" after the
 * last step; "stopped" (uint step) where it waits; "failed" (const char *reason).  Property "step"
 * (uint, notifies): number of the running step from 1; 0 while none runs. */
#pragma once

#include "ui/session/identify/fit-control.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RECIPE_RUNNER (trammel_recipe_runner_get_type())
G_DECLARE_FINAL_TYPE(TrammelRecipeRunner, trammel_recipe_runner, TRAMMEL, RECIPE_RUNNER, GObject)

/* Creates a runner of the recipes of documents whose fits the control makes. */
TrammelRecipeRunner *trammel_recipe_runner_new(TrammelFitControl *fits);

/* Starts the recipe of the document, which has one. */
void trammel_recipe_runner_start(TrammelRecipeRunner *runner, TrammelDocument *document);

/* Goes on with the step after the one that stopped, from its values; nothing where none has. */
void trammel_recipe_runner_go_on(TrammelRecipeRunner *runner);

/* Returns the number of the step that stopped, after which the recipe can go on; 0: none. */
guint trammel_recipe_runner_get_stopped(TrammelRecipeRunner *runner);

guint trammel_recipe_runner_get_step(TrammelRecipeRunner *runner);

G_END_DECLS
