/* How well a run knows the free parameters of each thing of the model: what is painted on bodies
 * and joints, with a word beside the colour. */
#pragma once

#include "io/structure/structure.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

/* From the best to the worst. */
typedef enum {
  TRAMMEL_KNOWN_FIXED, /* nothing of it is estimated */
  TRAMMEL_KNOWN_GOOD,  /* every sigma is below 5 % of the value */
  TRAMMEL_KNOWN_WEAK,  /* below 30 % */
  TRAMMEL_KNOWN_HARDLY,
  TRAMMEL_KNOWN_NOT, /* not determined by the logs */
} TrammelKnown;

/* The worst of the thing's parameters in `run` (nullable: fixed), by their ids. */
TrammelKnown
trammel_model_knowledge_of(TrammelRun *run, const TrammelProject *project, TrammelElement element);

/* "well known", "not determined"; "" for what is fixed; static, translated. */
const char *trammel_known_describe(TrammelKnown known);

/* sRGB and strength, 0 for what is fixed. */
void trammel_known_get_color(TrammelKnown known, float color[4]);

/* Colours of all bodies, then all joints [4 each], motors counted with their joint; free with
 * g_free(). */
float *trammel_model_knowledge_new_tints(TrammelRun *run, const TrammelProject *project);

G_END_DECLS
