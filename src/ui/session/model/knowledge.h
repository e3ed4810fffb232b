/* Quality of a run's estimates for each element of the model, painted on bodies and joints as a
 * colour with a word. */
#pragma once

#include "io/structure/structure.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

/* Quality classes, from the best to the worst. */
typedef enum {
  TRAMMEL_KNOWN_FIXED, /* none of its parameters is estimated */
  TRAMMEL_KNOWN_GOOD,  /* every reported sigma is below 5 % of the value */
  TRAMMEL_KNOWN_WEAK,  /* below 30 % */
  TRAMMEL_KNOWN_HARDLY,
  TRAMMEL_KNOWN_NOT, /* not determined by the logs */
} TrammelKnown;

/* Returns the worst class of the element's parameters, by their ids, in `run` (nullable: fixed). */
TrammelKnown
trammel_model_knowledge_of(TrammelRun *run, const TrammelProject *project, TrammelElement element);

/* Returns "well known", "not determined"; "" for fixed; static, translated. */
const char *trammel_known_describe(TrammelKnown known);

/* Returns colours of all bodies, then all joints [4 each]; a motor counts with its joint.  Free
 * with g_free(). */
float *trammel_model_knowledge_new_tints(TrammelRun *run, const TrammelProject *project);

G_END_DECLS
