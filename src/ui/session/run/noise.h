/* How large a run takes noise and model error to be, beside what the project states. */
#pragma once

#include "ui/session/run/run.h"

G_BEGIN_DECLS

/* A row of a table; texts with units. */
typedef struct {
  char *name;   /* of the sensor, or of the state error */
  char *stated; /* "auto" where the project leaves it to the program */
  char *used;   /* found or taken over */
  char *remark; /* what to know about it; empty */
} TrammelNoise;

/* TrammelNoise of every mapped sensor, then of the state error where it was found.  Free with
 * g_ptr_array_unref(). */
GPtrArray *trammel_noise_new(TrammelRun *run);

/* Whether the sigmas used come from the data, not from the project. */
gboolean trammel_noise_is_found(TrammelRun *run);

G_END_DECLS
