/* A fit with the errors of this layer. */
#pragma once

#include <glib.h>

#include "engine/est/task/fit.h"

G_BEGIN_DECLS

/* tr_identify().  FALSE with *fit NULL on an error, or without one when the task's monitor ended
 * the fit.  A fit that has not converged is one. */
gboolean trammel_identify(TrFit **fit, const TrTask *task, GError **error);

G_END_DECLS
