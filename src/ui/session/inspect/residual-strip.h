/* Where along a log the fit is bad: the root mean square of the residuals of all its sensors, each
 * divided by its sigma, in equal parts of time.  1 is what the noise explains. */
#pragma once

#include <glib.h>

#include "engine/est/task/fit.h"

G_BEGIN_DECLS

enum { TRAMMEL_STRIP_BINS = 160 };

typedef struct {
  double start, end;              /* [s] */
  double rms[TRAMMEL_STRIP_BINS]; /* [sigma]; NAN where no sample is */
  double total;                   /* [sigma] of all samples between the ends; NAN without one */
  guint worst;                    /* part of the greatest one */
} TrammelResidualStrip;

/* Of the samples in [start, end], end > start; free with g_free(). */
TrammelResidualStrip *trammel_residual_strip_new(const TrLogFit *log, double start, double end);

/* The part that a time is in, clamped to the first and last one. */
guint trammel_residual_strip_find(const TrammelResidualStrip *strip, double t);

/* How bad a part is: 0 at the noise or below, 1 at 4 sigma or above. */
double trammel_residual_strip_get_level(const TrammelResidualStrip *strip, guint bin);

/* In words, all of it, and one part; free with g_free(). */
char *trammel_residual_strip_describe(const TrammelResidualStrip *strip);
char *trammel_residual_strip_describe_bin(const TrammelResidualStrip *strip, guint bin);

G_END_DECLS
