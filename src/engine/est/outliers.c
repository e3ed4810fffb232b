#include "engine/est/outliers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Normal standard deviation over the median of the absolute deviations. */
#define MAD_TO_SIGMA 1.4826

/* P(|z| > TR_OUTLIER_BOUND) of a normal variable. */
#define NORMAL_SHARE 6.334e-5

/* More outliers than this many standard deviations above the expected number, and at least so
 * many, are more than chance. */
#define CHANCE 3.0
enum { LEAST_OUTLIERS = 3 };

static int
compare_numbers(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

/* Sorts the numbers. */
static double
find_median(double *values, int n)
{
  qsort(values, (size_t)n, sizeof *values, compare_numbers);
  return n % 2 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

/* Robust scale about the median; scratch[n] */
static double
measure_scale(double *median, const TrSensorFit *fit, double *scratch)
{
  int n = fit->n_residuals;
  double scale, sum = 0;

  memcpy(scratch, fit->scaled, (size_t)n * sizeof *scratch);
  *median = find_median(scratch, n);
  for (int i = 0; i < n; i++) {
    scratch[i] = fabs(fit->scaled[i] - *median);
    sum += scratch[i] * scratch[i];
  }
  scale = MAD_TO_SIGMA * find_median(scratch, n);
  return scale > 0 ? scale : sqrt(sum / n);
}

TrStatus
tr_outliers_find(TrOutliers *out, const TrSensorFit *fit)
{
  int n = fit->n_residuals;
  double median, *scratch;

  *out = (TrOutliers){.expected = NORMAL_SHARE * n};
  if (n == 0)
    return TR_OK;
  scratch = calloc((size_t)n, sizeof *scratch);
  out->index = calloc((size_t)n, sizeof *out->index);
  if (!scratch || !out->index) {
    free(scratch);
    tr_outliers_clear(out);
    return TR_NO_MEMORY;
  }
  out->scale = measure_scale(&median, fit, scratch);
  for (int i = 0; i < n; i++)
    if (fabs(fit->scaled[i] - median) > TR_OUTLIER_BOUND * out->scale)
      out->index[out->count++] = i;
  out->is_many =
      out->count >= LEAST_OUTLIERS && out->count > out->expected + CHANCE * sqrt(out->expected);
  free(scratch);
  return TR_OK;
}

void
tr_outliers_clear(TrOutliers *outliers)
{
  free(outliers->index);
  *outliers = (TrOutliers){0};
}
