/* Logs of a project, read and with their mappings applied.  Problems that differ only in parameters
 * share them, by reference count; a set is immutable. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

typedef struct {
  int refs;
  GPtrArray *data;  /* TrammelLogData of each log */
  GPtrArray *texts; /* char *: entry of each log in the project */
  GArray *logs;     /* TrLog */
  GArray *findings; /* TrammelFinding found while reading */
} TrammelLogSet;

/* Reads the logs of role `estimate`, or those of `names` (nullable, NULL-terminated); logs of one
 * file are read together.  Free with trammel_log_set_unref().  Errors: TRAMMEL_ERROR_USAGE for a
 * name that no log has, TRAMMEL_ERROR_INVALID if there is no log, those of io/problem/log.h. */
TrammelLogSet *trammel_log_set_read(const TrammelProject *project,
                                    const char *const *names,
                                    GCancellable *cancellable,
                                    GError **error);

/* Reads the logs of a set again, by the present entries of the project.  Errors as above. */
TrammelLogSet *
trammel_log_set_read_again(const TrammelLogSet *set, const TrammelProject *project, GError **error);

TrammelLogSet *trammel_log_set_ref(TrammelLogSet *set);
void trammel_log_set_unref(TrammelLogSet *set);

/* Returns the index of the log of this name; -1 if there is none. */
int trammel_log_set_find(const TrammelLogSet *set, const char *name);

/* TRUE if the project's entries of all the logs are the same as when they were read. */
gboolean trammel_log_set_is_current(const TrammelLogSet *set, const TrammelProject *project);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLogSet, trammel_log_set_unref)

G_END_DECLS
