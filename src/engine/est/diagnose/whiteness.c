#include "engine/est/diagnose/whiteness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/normal.h"
#include "engine/base/order.h"
#include "engine/est/diagnose/outliers.h"
#include "engine/est/lsq/consistency.h"
#include "engine/est/task/loss.h"

/* Two samples are k steps apart within this share of a step, ... */
#define STEP_TOLERANCE 0.25
#define DRIFT                                                                                      \
  0.02 /* ... plus so much for every lag: for a clock whose mean step is not its median */

/* Variance below this share of the squared mean is rounding. */
#define ROUNDING 1e-24

/* A series without its mean, and the clock that it is on. */
typedef struct Series {
  const double *t;
  double *z; /* [n] owned */
  int n;
  double variance;
} Series;

static TrStatus
take_series(Series *s, const double *t, const double *y, int n)
{
  double mean = 0;

  *s = (Series){.t = t, .n = n, .z = malloc(((size_t)n + 1) * sizeof(double))};
  if (!s->z)
    return TR_NO_MEMORY;
  for (int i = 0; i < n; i++)
    mean += y[i] / n;
  for (int i = 0; i < n; i++) {
    s->z[i] = y[i] - mean;
    s->variance += s->z[i] * s->z[i] / n;
  }
  if (!(s->variance > ROUNDING * mean * mean))
    s->variance = 0;
  return TR_OK;
}

static TrStatus
find_step(double *step, const double *t, int n)
{
  double *steps = malloc((size_t)n * sizeof *steps);

  if (!steps)
    return TR_NO_MEMORY;
  for (int i = 0; i + 1 < n; i++)
    steps[i] = t[i + 1] - t[i];
  *step = tr_quantile(steps, (size_t)n - 1, 0.5);
  free(steps);
  return TR_OK;
}

/* Mean product of a now and b `lag` >= 0 samples later over their pairs; returns their number. */
static double
mean_product(const Series *a, const Series *b, int lag, double step, int *pairs)
{
  double sum = 0;

  *pairs = 0;
  for (int i = 0; i + lag < a->n; i++)
    if (fabs(a->t[i + lag] - a->t[i] - lag * step) <= (STEP_TOLERANCE + DRIFT * lag) * step) {
      sum += a->z[i] * b->z[i + lag];
      ++*pairs;
    }
  return *pairs > 0 ? sum / *pairs : 0;
}

static int
choose_lags(int n)
{
  return n < TR_LEAST_WHITENESS_SAMPLES ? 0 : n / 4 < TR_MAX_LAGS ? n / 4 : TR_MAX_LAGS;
}

static double
count_independent(const TrWhiteness *w, int n)
{
  double sum = 0;

  for (int k = 0; k < w->n_lags && w->acf[k] > w->band; k++)
    sum += w->acf[k];
  return n / (1 + 2 * sum);
}

/* Fills all fields but the step. */
static void
fill_whiteness(TrWhiteness *w, const Series *s)
{
  int n = s->n;

  w->statistic = 0;
  w->band = TR_NORMAL_95 / sqrt(n);
  for (int k = 0; k < w->n_lags; k++) {
    int pairs;
    double r = mean_product(s, s, k + 1, w->step, &pairs) / s->variance;

    w->acf[k] = r;
    w->statistic += (n + 2.0) / n * pairs * r * r;
  }
  w->p_value = tr_chi2_p_value(w->statistic, w->n_lags);
  w->independent = count_independent(w, n);
}

TrStatus
tr_whiteness(TrWhiteness *out, const double *t, const double *y, int n)
{
  TR_ASSERT(out && tr_is_array(t, n) && tr_is_array(y, n));

  TrStatus status = TR_OK;
  Series s;

  *out =
      (TrWhiteness){.step = NAN, .band = NAN, .statistic = NAN, .p_value = NAN, .independent = NAN};
  if (choose_lags(n) == 0)
    return TR_OK;
  TR_TRY(take_series(&s, t, y, n));
  if (s.variance > 0) {
    status = find_step(&out->step, t, n);
    out->n_lags = status == TR_OK ? choose_lags(n) : 0;
  }
  if (out->n_lags > 0)
    fill_whiteness(out, &s);
  free(s.z);
  return status;
}

TrStatus
tr_autocorrelation(double *r, int *count, const double *t, const double *y, int n, int lags)
{
  TR_ASSERT(count && lags >= 0 && tr_is_array(r, lags));
  TR_ASSERT(tr_is_array(t, n) && tr_is_array(y, n));

  TrStatus status = TR_OK;
  double step = 0;
  Series s;

  *count = 0;
  if (choose_lags(n) == 0)
    return TR_OK;
  TR_TRY(take_series(&s, t, y, n));
  if (s.variance > 0) {
    status = find_step(&step, t, n);
    *count = status == TR_OK ? (lags < n / 4 ? lags : n / 4) : 0;
  }
  for (int k = 0; k < *count; k++) {
    int pairs;
    r[k] = mean_product(&s, &s, k + 1, step, &pairs) / s.variance;
  }
  free(s.z);
  return status;
}

/* z with P(|normal| > z) = probability, by bisection: called once a sensor. */
static double
normal_bound(double probability)
{
  double low = 0, high = 10;

  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (low + high);

    if (erfc(middle / sqrt(2)) > probability)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Bartlett: n var r = 1 + 2 sum_k r_yy(k) r_uu(k), not below 1. */
static double
bartlett(const Series *y, const Series *u, double step)
{
  double sum = 1;

  for (int k = 1; k <= choose_lags(y->n); k++) {
    int pairs;

    sum += 2 * mean_product(y, y, k, step, &pairs) / y->variance *
           mean_product(u, u, k, step, &pairs) / u->variance;
  }
  return fmax(sum, 1);
}

static void
fill_cross(TrCrossCorrelation *out, const Series *y, const Series *u, double step)
{
  int lags = choose_lags(y->n);
  double scale = sqrt(y->variance * u->variance);

  out->largest = 0;
  out->n_lags = lags;
  out->step = step;
  for (int k = -lags; k <= lags; k++) {
    int pairs;
    double r = (k < 0 ? mean_product(y, u, -k, step, &pairs) : mean_product(u, y, k, step, &pairs));

    out->r[lags + k] = r / scale;
    if (fabs(r / scale) > fabs(out->largest)) {
      out->largest = r / scale;
      out->lag = k * step;
    }
  }
  out->band = normal_bound(0.05 / (2 * lags + 1)) * sqrt(bartlett(y, u, step) / y->n);
}

TrStatus
tr_cross_correlation(
    TrCrossCorrelation *out, const double *t, const double *y, const double *u, int n)
{
  TR_ASSERT(out && tr_is_array(t, n) && tr_is_array(y, n) && tr_is_array(u, n));
  Series a, b = {0};
  double step = NAN;
  TrStatus status;

  *out = (TrCrossCorrelation){.largest = NAN, .lag = NAN, .band = NAN, .step = NAN};
  if (choose_lags(n) == 0)
    return TR_OK;
  TR_TRY(take_series(&a, t, y, n));
  status = take_series(&b, t, u, n);
  if (status == TR_OK)
    status = find_step(&step, t, n);
  if (status == TR_OK && a.variance > 0 && b.variance > 0)
    fill_cross(out, &a, &b, step);
  free(a.z);
  free(b.z);
  return status;
}

/* z: the residuals in robust standard deviations, limited. */
static TrStatus
limit(double *z, const TrSensorFit *sensor)
{
  TrOutliers outliers;

  TR_TRY(tr_outliers_find(&outliers, sensor));
  for (int i = 0; i < sensor->n_residuals; i++) {
    double value = (sensor->scaled[i] - outliers.median) / outliers.scale;

    z[i] = outliers.scale > 0 ? fmin(fmax(value, -TR_OUTLIER_BOUND), TR_OUTLIER_BOUND) : 0;
  }
  tr_outliers_clear(&outliers);
  return TR_OK;
}

static void
fill_chi2(TrResidualCheck *out, const TrSensorFit *sensor)
{
  for (int i = 0; i < sensor->n_residuals; i++) {
    double s = sensor->scaled[i] * sensor->scaled[i];

    out->chi2 += tr_loss(sensor->loss, s).slope * s;
  }
  out->chi2 /= tr_loss_normal_share(sensor->loss);
  out->chi2_p = tr_chi2_p_value(out->chi2, sensor->n_residuals);
}

/* The mean input of one motor at each residual's node. */
static void
take_input(double *u, const TrLogFit *log, const TrSensorFit *sensor, int motor)
{
  const TrTrajectory *motion = log->trajectory;

  for (int i = 0; i < sensor->n_residuals; i++) {
    long node = lround((sensor->t[i] - motion->start) / motion->h);

    node = node < 0 ? 0 : node >= log->n_nodes ? log->n_nodes - 1 : node;
    u[i] = log->input[node * log->n_inputs + motor];
  }
}

static TrStatus
fill_check(TrResidualCheck *out, const TrLogFit *log, const TrSensorFit *sensor, double *work)
{
  int n = sensor->n_residuals;
  double *z = work, *u = work + n;

  TR_TRY(limit(z, sensor));
  fill_chi2(out, sensor);
  TR_TRY(tr_whiteness(&out->whiteness, sensor->t, z, n));
  for (int m = 0; m < out->n_inputs; m++) {
    take_input(u, log, sensor, m);
    TR_TRY(tr_cross_correlation(&out->inputs[m], sensor->t, z, u, n));
  }
  return TR_OK;
}

TrStatus
tr_residual_check(TrResidualCheck *out,
                  const TrLogFit *log,
                  const TrSensorFit *sensor,
                  int n_motors)
{
  TR_ASSERT(out && log && sensor && n_motors >= 0);

  double *work = malloc((2 * (size_t)sensor->n_residuals + 1) * sizeof *work);
  TrStatus status = TR_NO_MEMORY;

  *out = (TrResidualCheck){.n_inputs = n_motors};
  out->inputs = calloc((size_t)n_motors + 1, sizeof *out->inputs);
  if (work && out->inputs)
    status = fill_check(out, log, sensor, work);
  if (status != TR_OK)
    tr_residual_check_clear(out);
  free(work);
  return status;
}

void
tr_residual_check_clear(TrResidualCheck *check)
{
  free(check->inputs);
  *check = (TrResidualCheck){0};
}
