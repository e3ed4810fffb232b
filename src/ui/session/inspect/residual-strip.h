/* Residual level along a log: the root mean square of the residuals of all its sensors, each
 * divided by its sigma, in equal parts of time.  The noise alone gives 1. */
#pragma once

#include <glib.h>

#include "engine/est/task/fit.h"

G_BEGIN_DECLS

enum { TRAMMEL_STRIP_BINS = 160 };

typedef struct {
  double start, end;              /* [s] */
  double rms[TRAMMEL_STRIP_BINS]; /* [sigma]; NAN without a sample */
  double total;                   /* [sigma] of all samples between the ends; NAN without one */
  guint worst;                    /* index of the part with the greatest value */
} TrammelResidualStrip;

/* Computes the strip of the samples in [start, end], end > start; free with g_free(). */
TrammelResidualStrip *trammel_residual_strip_new(const TrLogFit *log, double start, double end);

/* Returns the index of the part that contains `t`, clamped to the first and last one. */
guint trammel_residual_strip_find(const TrammelResidualStrip *strip, double t);

/* Returns the level of a part: 0 at the noise or below, 1 at 4 sigma or above. */
double trammel_residual_strip_get_level(const TrammelResidualStrip *strip, guint bin);

/* Return a description of the whole strip, and of one part; free with g_free(). */
char *trammel_residual_strip_describe(const TrammelResidualStrip *strip);
char *trammel_residual_strip_describe_bin(const TrammelResidualStrip *strip, guint bin);

G_END_DECLS
