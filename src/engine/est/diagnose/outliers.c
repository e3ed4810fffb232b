#include "engine/est/diagnose/outliers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/order.h"

/* Normal standard deviation over the median of the absolute deviations. */
#define MAD_TO_SIGMA 1.4826

/* P(|z| > TR_OUTLIER_BOUND) of a normal variable. */
#define NORMAL_SHARE 6.334e-5

/* Numbers of outliers beyond chance: so many standard deviations above the expected number, and at
 * least so many. */
#define CHANCE 3.0
enum { LEAST_OUTLIERS = 3 };

/* Probability below which the largest residual is an outlier beyond chance. */
#define RARE 1e-3

/* A residual and its distance from the median. */
typedef struct Deviation {
  double size;
  int index;
} Deviation;

/* Order: the largest first, then the earliest. */
static int
compare_deviations(const void *a, const void *b)
{
  const Deviation *x = a, *y = b;

  return x->size != y->size ? (x->size < y->size) - (x->size > y->size)
                            : (x->index > y->index) - (x->index < y->index);
}

/* Robust scale about the median; scratch[n] */
static void
measure_scale(TrOutliers *out, const TrSensorFit *fit, double *scratch)
{
  int n = fit->n_residuals;
  double sum = 0;

  memcpy(scratch, fit->scaled, (size_t)n * sizeof *scratch);
  out->median = tr_median(scratch, (size_t)n);
  for (int i = 0; i < n; i++) {
    scratch[i] = fabs(fit->scaled[i] - out->median);
    sum += scratch[i] * scratch[i];
  }
  out->scale = MAD_TO_SIGMA * tr_median(scratch, (size_t)n);
  if (!(out->scale > 0))
    out->scale = sqrt(sum / n);
}

/* The residuals beyond the bound, sorted into deviations[n]. */
static void
collect(TrOutliers *out, const TrSensorFit *fit, Deviation *deviations)
{
  for (int i = 0; i < fit->n_residuals; i++) {
    double size = fabs(fit->scaled[i] - out->median);

    if (size > TR_OUTLIER_BOUND * out->scale)
      deviations[out->count++] = (Deviation){size, i};
  }
  qsort(deviations, (size_t)out->count, sizeof *deviations, compare_deviations);
  for (int i = 0; i < out->count; i++)
    out->index[i] = deviations[i].index;
}

static bool
is_no_chance(const TrOutliers *out, int n, double largest)
{
  return (out->count >= LEAST_OUTLIERS &&
          out->count > out->expected + CHANCE * sqrt(out->expected)) ||
         n * erfc(largest / out->scale / sqrt(2)) < RARE;
}

TrStatus
tr_outliers_find(TrOutliers *out, const TrSensorFit *fit)
{
  TR_ASSERT(out && fit && tr_is_array(fit->scaled, fit->n_residuals));

  int n = fit->n_residuals;
  double *scratch;
  Deviation *deviations;

  *out = (TrOutliers){.expected = NORMAL_SHARE * n};
  if (n == 0)
    return TR_OK;
  scratch = calloc((size_t)n, sizeof *scratch);
  deviations = calloc((size_t)n, sizeof *deviations);
  out->index = calloc((size_t)n, sizeof *out->index);
  if (!scratch || !deviations || !out->index) {
    free(scratch);
    free(deviations);
    tr_outliers_clear(out);
    return TR_NO_MEMORY;
  }
  measure_scale(out, fit, scratch);
  collect(out, fit, deviations);
  out->is_many = out->count > 0 && is_no_chance(out, n, deviations[0].size);
  free(scratch);
  free(deviations);
  return TR_OK;
}

void
tr_outliers_clear(TrOutliers *outliers)
{
  free(outliers->index);
  *outliers = (TrOutliers){0};
}
