/* End of a fit, for the window; the fit's own message is the one for files. */
#pragma once

#include <glib.h>

#include "engine/est/task/fit.h"

G_BEGIN_DECLS

/* Returns "Converged after 9 iterations: the minimum is reached."  Free with g_free(). */
char *trammel_fit_dup_ending(const TrFit *fit);

/* Returns TRUE if the fit was stopped on its way, at the limit of iterations or by the user, so
 * that another one can go on from its end. */
gboolean trammel_fit_may_go_on(const TrFit *fit);

G_END_DECLS
