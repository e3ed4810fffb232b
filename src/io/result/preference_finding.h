/* Finding on the stated quantity that the logs would change most (est/identify/preferences.h).
 *
 * Code: log-prefers. */
#pragma once

#include "engine/est/task/fit.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Adds the finding if the change is certain and matters; nothing without fit->preferences. */
void
trammel_preference_findings_add(GArray *findings, const TrammelProblem *problem, const TrFit *fit);

G_END_DECLS
