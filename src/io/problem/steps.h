/* Time step of a problem against its logs: their number of steps, and the time between samples. */
#pragma once

#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Fails if the logs of the task have more steps than the project allows
 * (trammel_project_get_max_steps()), before memory is taken for them.  Error:
 * TRAMMEL_ERROR_TOO_LARGE, with the number of steps, the memory and the likely cause. */
gboolean
trammel_steps_check_limit(const TrammelProject *project, const TrTask *task, GError **error);

/* Adds the finding time-unit-suspicion if the stamps t [s] of the log's clock are so far apart that
 * they are probably milliseconds or microseconds, taken as seconds. */
void trammel_steps_suspect_stamps(
    GArray *findings, const TrammelProject *project, guint log, const double *t, gsize n);

/* Adds the findings h-below-sample-step, samples-lost (engine/signal/lost.h) and
 * time-unit-suspicion. */
void trammel_steps_find_faults(GArray *findings, const TrammelProject *project, const TrTask *task);

G_END_DECLS
