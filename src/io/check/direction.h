/* Directions that the logs do not determine, in words: the same before a run and after it. */
#pragma once

#include "engine/est/task/fit.h"

#include <glib.h>

G_BEGIN_DECLS

/* Whether it is a common factor of all free masses, inertias and forces. */
gboolean trammel_direction_is_scale(const TrTask *task, const TrFit *fit, int direction);

/* One sentence or two between marks (io/base/bilingual.h): which parameters, what may change
 * without a trace, and the remedy.  Free with g_free(). */
char *trammel_direction_dup_text(const TrTask *task, const TrFit *fit, int direction);

G_END_DECLS
