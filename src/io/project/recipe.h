/* Recipe of a project: identifications in steps, each with the parameters that it frees.
 *
 * The member `recipe` is a list of steps { "name": "friction", "free": ["joint.*.viscous"],
 * "settings": { "formulation": "regression" }, "from": "start" }.  A step frees the quantities
 * whose ids match one of its patterns with * and ?, and fixes all others; tied ones follow.  Its
 * settings hold from then on.  It begins with the values that the step before has found or, with
 * "from": "start", with the values and settings that the project had when the recipe began, so that
 * a recipe is also a queue of runs that do not depend on each other. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

/* A step, for editing. */
typedef struct {
  char *name;           /* nullable */
  GPtrArray *free;      /* patterns (char *) */
  GHashTable *settings; /* name (char *): value (char *) as in trammel_project_set_setting() */
  gboolean from_start;
} TrammelRecipeStep;

TrammelRecipeStep *trammel_recipe_step_new(void);
void trammel_recipe_step_free(TrammelRecipeStep *step);

guint trammel_recipe_get_n_steps(const TrammelProject *project);

/* Returns the name of a step, else its patterns, "body.arm.*, joint.*"; free with g_free(). */
char *trammel_recipe_dup_label(const TrammelProject *project, guint step);

/* Prepares a step: frees its parameters, fixes the others, and sets its settings.  `begin` is the
 * project when the recipe began, which has the steps: a recipe that is edited while it runs goes on
 * as it began.  Error: TRAMMEL_ERROR_INVALID for a pattern that no quantity of `project` matches.
 */
gboolean trammel_recipe_begin_step(TrammelProject *project,
                                   const TrammelProject *begin,
                                   guint step,
                                   GError **error);

/* Appends a step with the parameters that are free now. */
gboolean trammel_recipe_append(TrammelProject *project, GError **error);

/* Returns the steps (TrammelRecipeStep); free with g_ptr_array_unref(). */
GPtrArray *trammel_recipe_dup_steps(const TrammelProject *project);

/* Replaces the steps.  Errors: TRAMMEL_ERROR_INVALID for a step without free parameters or with
 * settings that cannot be read. */
gboolean trammel_recipe_put_steps(TrammelProject *project, const GPtrArray *steps, GError **error);

/* TRUE if a step frees the quantity of this id. */
gboolean trammel_recipe_step_frees(const TrammelRecipeStep *step, const char *id);

/* Frees or fixes a quantity of the project in a step; patterns that match several are replaced by
 * the ids that they match. */
void trammel_recipe_step_set_free(TrammelRecipeStep *step,
                                  const TrammelProject *project,
                                  const char *id,
                                  gboolean is_free);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelRecipeStep, trammel_recipe_step_free)

G_END_DECLS
