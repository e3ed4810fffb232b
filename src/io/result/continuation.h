/* Start of a fit at the end of an earlier one, whose result is in a file. */
#pragma once

#include "io/result/result.h"

G_BEGIN_DECLS

/* Fills start [task->n_free] with the values of the stepper in the result, and *kappa with the
 * weight that it ended with (0: unknown, or a regression), for `warm_start` and `warm_kappa` of the
 * task.  Errors: those of trammel_result_load(); TRAMMEL_ERROR_INVALID where the free parameters of
 * the task are not those of the result, with their ids. */
gboolean trammel_continuation_load(
    double *start, double *kappa, const TrTask *task, const char *path, GError **error);

G_END_DECLS
