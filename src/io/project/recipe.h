/* Recipe of a project: identifications in steps, each with the parameters that it frees.
 *
 * The member `recipe` is a list of steps { "name": "friction", "free": ["joint.*.viscous"] }.  A
 * step frees the quantities whose ids match one of its patterns with * and ?, and fixes all others;
 * tied ones follow.  The values that a step finds are the starts of the next one. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

guint trammel_recipe_get_n_steps(const TrammelProject *project);

/* Returns the name of a step, else its patterns, "body.arm.*, joint.*"; free with g_free(). */
char *trammel_recipe_dup_label(const TrammelProject *project, guint step);

/* Frees the parameters of a step and fixes the others.  Error: TRAMMEL_ERROR_INVALID for a pattern
 * that no quantity matches. */
gboolean trammel_recipe_begin_step(TrammelProject *project, guint step, GError **error);

/* Appends a step with the parameters that are free now. */
gboolean trammel_recipe_append(TrammelProject *project, GError **error);

G_END_DECLS
