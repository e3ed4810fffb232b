/* Time step of a problem against its logs: their number of steps, and the time between samples. */
#pragma once

#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Fails if the logs of the task have more steps than the project allows
 * (trammel_project_get_max_steps()), before memory is taken for them.  Error:
 * TRAMMEL_ERROR_INVALID, with the likely cause. */
gboolean
trammel_steps_check_limit(const TrammelProject *project, const TrTask *task, GError **error);

/* Adds the findings h-below-sample-step and time-unit-suspicion: samples so far apart that their
 * stamps are probably milliseconds or microseconds, taken as seconds. */
void trammel_steps_find_faults(GArray *findings, const TrammelProject *project, const TrTask *task);

G_END_DECLS
