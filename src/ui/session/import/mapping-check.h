/* Whether a mapping can be right: the log after the mapping beside the model with its present
 * parameters, which starts at the log's first sample and is driven by its inputs. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

typedef struct {
  char *signal;
  const char *unit; /* of the samples below: display unit, static */
  gsize n;
  double *t, *measured, *simulated; /* [n] */
  double correlation;               /* of the two; NAN where one does not move */
} TrammelMappingTrace;

typedef struct {
  GPtrArray *traces; /* TrammelMappingTrace of the mapped sensors */
  char *error;       /* why there are none, a sentence; NULL */
} TrammelMappingCheck;

/* Reads the log and simulates; never NULL.  For a worker's thread. */
TrammelMappingCheck *
trammel_mapping_check_new(const TrammelProject *project, guint log, GCancellable *cancellable);
void trammel_mapping_check_free(TrammelMappingCheck *check);

/* "correlation 0.97", and whether the sign looks wrong; free with g_free(). */
char *trammel_mapping_trace_describe(const TrammelMappingTrace *trace, gboolean *flip);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelMappingCheck, trammel_mapping_check_free)

G_END_DECLS
