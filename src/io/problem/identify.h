/* Fit of a task with the errors of this layer. */
#pragma once

#include <glib.h>

#include "engine/est/task/fit.h"

G_BEGIN_DECLS

/* Calls tr_identify().  FALSE with *fit NULL on an error, or without an error when the task's
 * monitor ended the fit.  A fit that has not converged counts as a success.  Free *fit with
 * tr_fit_free(). */
gboolean trammel_identify(TrFit **fit, const TrTask *task, GError **error);

G_END_DECLS
