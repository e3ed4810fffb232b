/* Cache of fits: motions of kept runs, in the cache folder of the user.
 *
 * A project file has the numbers of its runs, but not their motions, which are large.  A fit is
 * found again by the numbers of its result.  Files that were not used for long are removed when all
 * of them become too large; nothing is lost then but time. */
#pragma once

#include "ui/session/run/run.h"

G_BEGIN_DECLS

/* Returns the key of the fit with this result, the content of a result file or a run of a project
 * file; free with g_free(). */
char *trammel_fit_cache_dup_key(JsonNode *result);

gboolean trammel_fit_cache_has(const char *key);

/* Returns the fit of that key for its problem, to be freed with tr_fit_free(); NULL if it is not
 * there. */
TrFit *trammel_fit_cache_find(const char *key, const TrammelProblem *problem);

/* Keeps the fit of a run with its present values for h = 0, unless it is very large, on another
 * thread.  A failure is only logged. */
void trammel_fit_cache_put(const char *key, TrammelRun *run);

G_END_DECLS
