#include "engine/est/diagnose/residual_shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/normal.h"
#include "engine/base/order.h"
#include "engine/est/diagnose/outliers.h"

/* Residuals are correlated when the number of independent ones is below this share of theirs. */
#define LEAST_INDEPENDENT 0.5

/* They follow an input with at least this correlation, beyond chance. */
#define LEAST_FOLLOWING 0.25

/* They are too large from so many of the stated sigmas on. */
#define MOST_SIGMAS 2.0

/* Probability below which a test rejects. */
#define RARE 1e-3

#define MOST_MEAN_ERRORS 4.0

double
tr_residuals_correlated(const TrResidualCheck *check, int n)
{
  TR_ASSERT(check);

  const TrWhiteness *w = &check->whiteness;

  return w->p_value < RARE && w->independent < LEAST_INDEPENDENT * n ? n / w->independent : 0;
}

double
tr_residuals_following(int *motor, const TrResidualCheck *check)
{
  TR_ASSERT(motor && check);

  double largest = 0;

  *motor = -1;
  for (int m = 0; m < check->n_inputs; m++) {
    double r = fabs(check->inputs[m].largest);

    if (r > fmax(LEAST_FOLLOWING, check->inputs[m].band) && r > largest) {
      largest = r;
      *motor = m;
    }
  }
  return largest;
}

double
tr_residuals_too_large(const TrResidualCheck *check, int n)
{
  TR_ASSERT(check);
  return check->chi2_p < RARE && check->chi2 > MOST_SIGMAS * MOST_SIGMAS * n ? sqrt(check->chi2 / n)
                                                                             : 0;
}

static void
fill_moments(TrResidualShape *out)
{
  double sum = 0;

  out->mean = 0;
  for (int i = 0; i < out->n; i++)
    out->mean += out->sorted[i] / out->n;
  for (int i = 0; i < out->n; i++) {
    double d = out->sorted[i] - out->mean;

    sum += d * d / out->n;
  }
  out->sd = sqrt(sum);
}

static unsigned
find_faults(const TrResidualShape *shape, const TrResidualCheck *check, bool is_heavy)
{
  int motor;
  unsigned oddities = 0;

  if (tr_residuals_correlated(check, shape->n) > 0)
    oddities |= TR_RESIDUALS_COLOURED;
  if (fabs(shape->mean) > MOST_MEAN_ERRORS * shape->mean_error)
    oddities |= TR_RESIDUALS_BIASED;
  if (is_heavy)
    oddities |= TR_RESIDUALS_HEAVY;
  if (tr_residuals_following(&motor, check) > 0)
    oddities |= TR_RESIDUALS_FOLLOW;
  if (tr_residuals_too_large(check, shape->n) > 0)
    oddities |= TR_RESIDUALS_LARGE;
  return oddities;
}

TrStatus
tr_residual_shape(TrResidualShape *out, const TrSensorFit *sensor, const TrResidualCheck *check)
{
  TR_ASSERT(out && sensor && check);

  size_t n = (size_t)sensor->n_residuals;
  TrOutliers outliers;

  *out = (TrResidualShape){.n = sensor->n_residuals, .mean = NAN, .sd = NAN, .mean_error = NAN};
  if (n == 0)
    return TR_OK;
  out->sorted = malloc(2 * n * sizeof *out->sorted);
  if (!out->sorted)
    return TR_NO_MEMORY;
  out->normal = out->sorted + n;
  memcpy(out->sorted, sensor->scaled, n * sizeof *out->sorted);
  tr_sort(out->sorted, n);
  for (size_t i = 0; i < n; i++)
    out->normal[i] = tr_normal_quantile(((double)i + 0.625) / ((double)n + 0.25));
  fill_moments(out);
  out->mean_error =
      out->sd / sqrt(check->whiteness.n_lags > 0 ? check->whiteness.independent : (double)n);
  if (tr_outliers_find(&outliers, sensor) != TR_OK) {
    tr_residual_shape_clear(out);
    return TR_NO_MEMORY;
  }
  out->n_outliers = outliers.count;
  out->oddities = find_faults(out, check, outliers.is_many);
  tr_outliers_clear(&outliers);
  return TR_OK;
}

void
tr_residual_shape_clear(TrResidualShape *shape)
{
  free(shape->sorted);
  *shape = (TrResidualShape){0};
}
