/* Smallest set of free parameters to fix so that the logs determine all others: base parameters
 * instead of all.
 *
 * With the undetermined directions as rows, the set is made of their pivot columns by Gram-Schmidt,
 * the column with the largest remainder first: as many parameters as directions, in which these can
 * be told apart. */
#pragma once

#include "engine/est/task/fit.h"
#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Adds one finding on the wanted directions of a fit, with the fix of the whole set. */
void trammel_base_set_add_finding(GArray *findings,
                                  const char *code,
                                  const TrTask *task,
                                  const TrFit *fit,
                                  const gboolean *wanted);

/* Fixes, in a project, the parameters that the logs do not determine at the start values: the set,
 * those without influence, and the one that gives the scale.  Returns their ids, NULL with an error
 * when the project cannot be identified; free with g_strfreev().  logs: names, nullable. */
GStrv trammel_project_fix_base(TrammelProject *project, const char *const *logs, GError **error);

/* Fixes the set of a fit, at the values of the project, and returns its ids, as above. */
GStrv trammel_project_fix_open(TrammelProject *project,
                               const TrTask *task,
                               const TrFit *fit,
                               GError **error);

G_END_DECLS
