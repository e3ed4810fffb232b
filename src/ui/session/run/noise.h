/* Noise and state error that a run uses, beside the values of the project. */
#pragma once

#include "ui/session/run/run.h"

G_BEGIN_DECLS

/* A row of a table; texts with units. */
typedef struct {
  char *name;   /* of the sensor, or of the joint with a state error; of a heading, the only text */
  char *stated; /* "auto" if the program determines it */
  char *used;   /* found by the run or taken from the project */
  char *remark; /* note on the value; may be empty */
} TrammelNoise;

/* Returns TrammelNoise of every mapped sensor, then a heading and the state error of every joint if
 * the run found it.  Free with g_ptr_array_unref(). */
GPtrArray *trammel_noise_new(TrammelRun *run);

/* Returns TRUE if the sigmas used come from the data, not from the project. */
gboolean trammel_noise_is_found(TrammelRun *run);

G_END_DECLS
