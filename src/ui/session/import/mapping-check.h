/* Plausibility check of a mapping: the mapped log beside the model, simulated with its present
 * parameters from the log's first sample and driven by its inputs. */
#pragma once

#include "io/project/project.h"

G_BEGIN_DECLS

typedef struct {
  char *signal;
  const char *unit; /* of the samples below: display unit, static */
  gsize n;
  double *t, *measured, *simulated; /* [n] */
  double correlation;               /* between the two; NAN if one is constant */
  double ratio; /* standard deviation of simulated over that of measured; NAN if that is 0 */
} TrammelMappingTrace;

typedef struct {
  GPtrArray *traces; /* TrammelMappingTrace of the mapped sensors */
  char *error;       /* reason why there are none, a sentence; NULL */
} TrammelMappingCheck;

/* Reads the log and simulates; never NULL.  Call it on a worker thread. */
TrammelMappingCheck *
trammel_mapping_check_new(const TrammelProject *project, guint log, GCancellable *cancellable);
void trammel_mapping_check_free(TrammelMappingCheck *check);

/* Returns "correlation 0.97", and *flip TRUE if the sign looks wrong; free with g_free(). */
char *trammel_mapping_trace_describe(const TrammelMappingTrace *trace, gboolean *flip);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelMappingCheck, trammel_mapping_check_free)

G_END_DECLS
