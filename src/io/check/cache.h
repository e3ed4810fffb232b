/* Check cache: the results of one check of a project that the next check of nearly the same project
 * can use again, namely the findings on the files of its logs, which take long to read, and the
 * logs that were read for a problem.  Not shared between threads. */
#pragma once

#include "io/problem/problem.h"

G_BEGIN_DECLS

typedef struct _TrammelCheckCache TrammelCheckCache;

/* Returns an empty cache; free with trammel_check_cache_free(). */
TrammelCheckCache *trammel_check_cache_new(void);
void trammel_check_cache_free(TrammelCheckCache *cache);

/* Appends the findings on the file of a log (io/check/health.h): the cached ones if neither the
 * project's entry of the log nor the file has changed.  Errors: those of trammel_dataset_load(). */
gboolean trammel_check_cache_add_health(TrammelCheckCache *cache,
                                        GArray *findings,
                                        const TrammelProject *project,
                                        guint log,
                                        GCancellable *cancellable,
                                        GError **error);

/* Returns the problem of the project (transfer full), with the logs of an earlier problem where
 * they are the same.  Errors: those of trammel_problem_new(). */
TrammelProblem *trammel_check_cache_open(TrammelCheckCache *cache,
                                         const TrammelProject *project,
                                         GCancellable *cancellable,
                                         GError **error);

/* Adds a problem that was made elsewhere, so that its logs can be used again; takes a reference. */
void trammel_check_cache_lend(TrammelCheckCache *cache, TrammelProblem *problem);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelCheckCache, trammel_check_cache_free)

G_END_DECLS
