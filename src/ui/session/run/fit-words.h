/* How a fit ended, as the window says it; the message of the fit itself is that of files. */
#pragma once

#include <glib.h>

#include "engine/est/task/fit.h"

G_BEGIN_DECLS

/* "Converged after 9 iterations: the gradient is zero."  Free with g_free(). */
char *trammel_fit_dup_ending(const TrFit *fit);

G_END_DECLS
