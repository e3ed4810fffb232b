/* Text on how a fit ended, for the window; the fit's own message is the one for files. */
#pragma once

#include <glib.h>

#include "engine/est/task/fit.h"

G_BEGIN_DECLS

/* Returns "Converged after 9 iterations: the gradient is zero."  Free with g_free(). */
char *trammel_fit_dup_ending(const TrFit *fit);

G_END_DECLS
