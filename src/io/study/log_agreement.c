#include "io/study/log_agreement.h"

#include <math.h>

#include "engine/est/task/reported.h"

/* Values of one fit, in the order of the parameters of the fit to all logs. */
typedef struct {
  double *value, *sigma; /* [n_free] sigma NAN where left out, value NAN where there is none */
  double *covariance;    /* [n_free x n_free] */
} Side;

typedef struct {
  TrammelLogAgreement *out;
  const TrFit *all;
  const TrammelLogEstimate *singles;
  gboolean *is_physical;  /* [n_free] reported values are compared, else the stepper's */
  double *step;           /* [n_free] sd of a stepper's value by the step */
  double *values;         /* [n_logs x n_free] */
  double *covariances;    /* [n_logs x n_free x n_free] */
  double *all_covariance; /* [n_free x n_free] */
} Work;

static gboolean
is_compared(const TrFit *fit, int k)
{
  const TrEstimate *e = &fit->estimates[k];

  return fit->status == TR_OK && e->identifiable && !e->at_bound && e->sigma > 0;
}

/* Chooses the values that are compared, by one fit. */
static void
choose_values(Work *work, const TrFit *fit, const TrTaskSubset *sub)
{
  for (int k = 0; fit && k < fit->n_free; k++) {
    int i = sub ? sub->index[k] : k;
    double factor = sub ? sub->factor[k] : 1;
    TrReported r = tr_fit_report(fit, k);

    if (!is_compared(fit, k))
      continue;
    if (r.is_physical)
      work->step[i] = fmax(work->step[i], fabs((r.value - fit->estimates[k].value) / factor));
    else
      work->is_physical[i] = FALSE;
  }
}

/* A value as it is compared, with its parts of sigma. */
typedef struct {
  double value, noise, rest;
} Part;

static Part
get_part(const Work *work, const TrFit *fit, int k, int i, double factor)
{
  const TrEstimate *e = &fit->estimates[k];
  TrReported r = tr_fit_report(fit, k);

  if (work->is_physical[i])
    return (Part){r.value / factor, r.noise / fabs(factor), hypot(r.step, r.smoothing) / factor};
  return (Part){e->value / factor, e->sigma / fabs(factor), work->step[i]};
}

static double
get_correlation(const TrFit *fit, int k, int m)
{
  size_t n = (size_t)fit->n_free;
  const double *c = fit->covariance;
  double size = sqrt(c[k * n + k] * c[m * n + m]);

  return isfinite(size) && size > 0 && isfinite(c[k * n + m]) ? c[k * n + m] / size : 0;
}

/* Sets values and covariance of a fit; elements that are left out have variance NAN. */
static void
fill_side(const Side *side, const Work *work, const TrFit *fit, const TrTaskSubset *sub)
{
  gsize n = work->out->n_free;

  for (gsize i = 0; i < n; i++) {
    side->value[i] = side->sigma[i] = NAN;
    for (gsize j = 0; j < n; j++)
      side->covariance[i * n + j] = NAN;
  }
  for (int k = 0; fit && k < fit->n_free; k++) {
    int i = sub ? sub->index[k] : k;
    double factor = sub ? sub->factor[k] : 1;
    Part a = get_part(work, fit, k, i, factor);

    side->value[i] = a.value;
    if (!is_compared(fit, k))
      continue;
    side->sigma[i] = hypot(a.noise, a.rest);
    for (int m = 0; m < fit->n_free; m++) {
      int j = sub ? sub->index[m] : m;
      double other = sub ? sub->factor[m] : 1;
      Part b = get_part(work, fit, m, j, other);

      if (is_compared(fit, m))
        side->covariance[(gsize)i * n + j] =
            k == m ? side->sigma[i] * side->sigma[i]
                   : copysign(1, factor * other) * get_correlation(fit, k, m) * a.noise * b.noise;
    }
  }
}

static void
fill_logs(Work *work)
{
  TrammelLogAgreement *out = work->out;
  gsize n = out->n_free;
  g_autofree double *sigma = g_new(double, n + 1);

  for (guint l = 0; l < out->n_logs; l++) {
    Side side = {work->values + l * n, sigma, work->covariances + l * n * n};

    fill_side(&side, work, work->singles[l].fit, work->singles[l].sub);
    for (gsize i = 0; i < n; i++) {
      out->values[i * out->n_logs + l] = side.value[i];
      out->sigmas[i * out->n_logs + l] = sigma[i];
    }
  }
}

/* A matrix that cannot be decomposed leaves nothing to compare. */
static void
drop_failed(TrVectorTest *test, TrStatus status)
{
  if (status != TR_OK)
    *test = (TrVectorTest){.chi2 = NAN, .p_value = NAN};
}

static void
test_parameters(TrammelLogAgreement *out)
{
  for (gsize i = 0; i < out->n_free; i++)
    tr_consistency(&out->parameters[i], out->values + i * out->n_logs,
                   out->sigmas + i * out->n_logs, (int)out->n_logs);
}

/* Tests the vectors of all single fits; sets the covariance of their mean. */
static void
test_logs(Work *work, double *mean_covariance)
{
  TrammelLogAgreement *out = work->out;
  gsize n = out->n_free;
  const TrVectorEstimates estimates = {
      .m = (int)out->n_logs, .n = (int)n, .values = work->values, .covariances = work->covariances};

  for (gsize i = 0; i < n * n; i++)
    mean_covariance[i] = NAN;
  for (gsize i = 0; i < n; i++)
    out->mean[i] = NAN;
  drop_failed(&out->logs, tr_agreement(&out->logs, out->mean, mean_covariance, &estimates));
  for (gsize i = 0; i < n; i++)
    out->mean_sigma[i] = sqrt(mean_covariance[i * n + i]);
}

/* The fit to all logs is about a weighted mean of the single fits, with other weights than the best
 * ones: its distance from the best one has a covariance of C_all - C_mean, which is at most C_mean
 * as long as the variance of the fit to all logs is at most twice the best one.  Its own sigmas are
 * no measure: they rise where logs contradict each other. */
static void
test_all(Work *work, double *mean_covariance)
{
  TrammelLogAgreement *out = work->out;
  gsize n = out->n_free;
  g_autofree double *difference = g_new(double, n + 1), *sigma = g_new(double, n + 1);

  fill_side(&(Side){out->joint, sigma, work->all_covariance}, work, work->all, NULL);
  for (gsize i = 0; i < n; i++) {
    gboolean known = isfinite(sigma[i]);
    Part part = known ? get_part(work, work->all, (int)i, (int)i, 1) : (Part){NAN, NAN, NAN};
    double *variance = &mean_covariance[i * n + i];

    if (!known)
      out->joint[i] = NAN;
    *variance += part.rest * part.rest;
    difference[i] = out->parameters[i].n >= 2 ? out->joint[i] - out->mean[i] : NAN;
    double distance = difference[i] / sqrt(*variance);
    if (isfinite(distance) && (out->farthest < 0 || fabs(distance) > fabs(out->distance))) {
      out->farthest = (int)i;
      out->distance = distance;
    }
  }
  drop_failed(&out->all, tr_difference_test(&out->all, difference, mean_covariance, (int)n));
}

static void
adjust(TrammelLogAgreement *out)
{
  gsize n = out->n_free;
  g_autofree double *p = g_new(double, n + 2);

  for (gsize i = 0; i < n; i++)
    p[i] = out->parameters[i].p_value;
  p[n] = out->logs.p_value;
  p[n + 1] = out->all.p_value;
  for (gsize i = 0; i < n + 2; i++)
    out->n_tests += !isnan(p[i]);
  tr_holm_adjust(p, p, (int)n + 2);
  for (gsize i = 0; i < n; i++)
    out->p_parameters[i] = p[i];
  out->p_logs = p[n];
  out->p_all = p[n + 1];
}

static TrammelLogAgreement *
new_empty(guint n_free, guint n_logs)
{
  TrammelLogAgreement *out = g_new0(TrammelLogAgreement, 1);
  gsize cells = (gsize)n_free * n_logs;

  out->n_logs = n_logs;
  out->n_free = n_free;
  out->values = g_new(double, cells + 1);
  out->sigmas = g_new(double, cells + 1);
  out->parameters = g_new0(TrConsistency, n_free + 1);
  out->mean = g_new(double, n_free + 1);
  out->mean_sigma = g_new(double, n_free + 1);
  out->joint = g_new(double, n_free + 1);
  out->p_parameters = g_new(double, n_free + 1);
  out->farthest = -1;
  return out;
}

TrammelLogAgreement *
trammel_log_agreement_new(const TrFit *all, const TrammelLogEstimate *singles, guint n_logs)
{
  gsize n = (gsize)all->n_free;
  g_autofree double *step = g_new0(double, n + 1), *values = g_new(double, n *n_logs + 1);
  g_autofree double *covariances = g_new(double, n *n *n_logs + 1);
  g_autofree double *all_covariance = g_new(double, n *n + 1);
  g_autofree double *mean_covariance = g_new(double, n *n + 1);
  g_autofree gboolean *is_physical = g_new(gboolean, n + 1);
  TrammelLogAgreement *out = new_empty((guint)n, n_logs);
  Work work = {out, all, singles, is_physical, step, values, covariances, all_covariance};

  for (gsize i = 0; i < n; i++)
    is_physical[i] = TRUE;
  choose_values(&work, all, NULL);
  for (guint l = 0; l < n_logs; l++)
    choose_values(&work, singles[l].fit, singles[l].sub);
  fill_logs(&work);
  test_parameters(out);
  test_logs(&work, mean_covariance);
  test_all(&work, mean_covariance);
  adjust(out);
  return out;
}

void
trammel_log_agreement_free(TrammelLogAgreement *self)
{
  if (!self)
    return;
  g_free(self->values);
  g_free(self->sigmas);
  g_free(self->parameters);
  g_free(self->mean);
  g_free(self->mean_sigma);
  g_free(self->joint);
  g_free(self->p_parameters);
  g_free(self);
}

gboolean
trammel_log_agreement_accepts(double p_adjusted)
{
  return !(p_adjusted < TRAMMEL_CONSISTENT_P);
}

gboolean
trammel_log_agreement_is_consistent(const TrammelLogAgreement *self)
{
  gboolean accepts =
      trammel_log_agreement_accepts(self->p_logs) && trammel_log_agreement_accepts(self->p_all);

  for (guint i = 0; i < self->n_free; i++)
    accepts = accepts && trammel_log_agreement_accepts(self->p_parameters[i]);
  return accepts;
}
