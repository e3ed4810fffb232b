/* The logs of a project that were read with their mappings applied.  Problems that differ in
 * parameters only share them, by count; nothing in a set changes. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

typedef struct {
  int refs;
  GPtrArray *data;  /* TrammelLogData of each log */
  GPtrArray *texts; /* char *: what the project said of each log */
  GArray *logs;     /* TrLog */
  GArray *findings; /* TrammelFinding of the reading */
} TrammelLogSet;

/* Reads the logs of role `estimate`, or those of `names` (nullable, NULL-terminated); logs of one
 * file are read together.  Errors: TRAMMEL_ERROR_USAGE for a name that no log has,
 * TRAMMEL_ERROR_INVALID where there is no log, those of io/problem/log.h. */
TrammelLogSet *trammel_log_set_read(const TrammelProject *project,
                                    const char *const *names,
                                    GCancellable *cancellable,
                                    GError **error);

/* The logs of a set once more, as the project now says.  Errors as above. */
TrammelLogSet *
trammel_log_set_read_again(const TrammelLogSet *set, const TrammelProject *project, GError **error);

TrammelLogSet *trammel_log_set_ref(TrammelLogSet *set);
void trammel_log_set_unref(TrammelLogSet *set);

/* Index of the log of this name, -1 where there is none. */
int trammel_log_set_find(const TrammelLogSet *set, const char *name);

/* Whether the project says of all the logs what it said when they were read. */
gboolean trammel_log_set_is_current(const TrammelLogSet *set, const TrammelProject *project);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLogSet, trammel_log_set_unref)

G_END_DECLS
