/* What one check of a project leaves for the next, which is nearly the same: the findings on the
 * files of its logs, which take a reading, and the logs that were read for a problem.  Not shared
 * between threads. */
#pragma once

#include "io/problem/problem.h"

G_BEGIN_DECLS

typedef struct _TrammelCheckMemory TrammelCheckMemory;

TrammelCheckMemory *trammel_check_memory_new(void);
void trammel_check_memory_free(TrammelCheckMemory *memory);

/* Appends the findings on the file of a log (io/check/health.h); what was found before where the
 * project still says the same of it and the file has not changed.  Errors: those of
 * trammel_dataset_load(). */
gboolean trammel_check_memory_add_health(TrammelCheckMemory *memory,
                                         GArray *findings,
                                         const TrammelProject *project,
                                         guint log,
                                         GCancellable *cancellable,
                                         GError **error);

/* The problem of the project, with the logs of an earlier one where these are the same. */
TrammelProblem *trammel_check_memory_open(TrammelCheckMemory *memory,
                                          const TrammelProject *project,
                                          GCancellable *cancellable,
                                          GError **error);

/* A problem made elsewhere, whose logs may be used. */
void trammel_check_memory_lend(TrammelCheckMemory *memory, TrammelProblem *problem);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelCheckMemory, trammel_check_memory_free)

G_END_DECLS
