/* Undetermined directions of the parameters as text: the same sentences before and after a run. */
#pragma once

#include "engine/est/task/fit.h"

#include <glib.h>

G_BEGIN_DECLS

/* TRUE if the direction is a common factor of all free masses, inertias and forces. */
gboolean trammel_direction_is_scale(const TrTask *task, const TrFit *fit, int direction);

/* Returns one or two sentences between marks (io/base/bilingual.h): the parameters, the change that
 * leaves no trace in the logs, and the remedy.  Free with g_free(). */
char *trammel_direction_dup_text(const TrTask *task, const TrFit *fit, int direction);

G_END_DECLS
