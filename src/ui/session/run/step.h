/* Time step of the settings, for the window: a number, or automatic with the number that a run
 * used. */
#pragma once

#include "ui/session/run/run.h"

G_BEGIN_DECLS

/* Returns the step [s]: the number of the settings, else the one that was chosen for `run`
 * (nullable); NAN while it is not known. */
double trammel_step_get(const TrSettings *settings, TrammelRun *run);

/* Returns "4 ms", "automatic: 4 ms", or "automatic" while it is not known.  Free with g_free(). */
char *trammel_step_dup_text(const TrSettings *settings, TrammelRun *run);

G_END_DECLS
