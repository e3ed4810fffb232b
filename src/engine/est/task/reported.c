#include "engine/est/task/reported.h"

#include <math.h>

const char *
tr_physical_gap_name(TrPhysicalGap gap)
{
  static const char *const names[] = {[TR_PHYSICAL_KNOWN] = "",
                                      [TR_PHYSICAL_NOT_DETERMINED] = "not-identifiable",
                                      [TR_PHYSICAL_AT_BOUND] = "at-bound",
                                      [TR_PHYSICAL_OUT_OF_BOUNDS] = "out-of-bounds",
                                      [TR_PHYSICAL_NOT_COMPUTED] = "not-computed",
                                      [TR_PHYSICAL_FAILED] = "failed"};

  return names[gap];
}

static TrPhysicalGap
find_gap(const TrFit *fit, int i)
{
  if (fit->regression)
    return TR_PHYSICAL_KNOWN;
  if (!fit->physical)
    return TR_PHYSICAL_NOT_COMPUTED;
  return fit->physical->status == TR_OK ? fit->physical->values[i].gap : TR_PHYSICAL_FAILED;
}

bool
tr_fit_suspects(const TrFit *fit, int k)
{
  TR_ASSERT(fit && k >= 0 && k < fit->n_forces);
  const TrPhysical *physical = fit->physical;

  return fit->forces[k].is_suspected && !(physical && physical->fades && physical->fades[k]);
}

/* Change of a parameter by all suspected forces of a joint. */
static double
sum_shifts(const TrFit *fit, int joint, int i)
{
  double sum = 0;

  for (int k = 0; k < fit->n_forces; k++)
    if (fit->forces[k].joint == joint && tr_fit_suspects(fit, k))
      sum += fit->forces[k].shift[i];
  return sum;
}

/* Covariance of two parameters by the suspected forces, which change both. */
static double
find_common(const TrFit *fit, int i, int j)
{
  double sum = 0;

  for (int joint = 0; fit->n_forces > 0 && joint < fit->model->n_joints; joint++)
    sum += sum_shifts(fit, joint, i) * sum_shifts(fit, joint, j);
  return sum;
}

/* Mean square error of two parameters by unknown delays, as far as that was computed. */
static double
find_timing(const TrFit *fit, int i, int j)
{
  return fit->timing ? fit->timing[i * fit->n_free + j] : 0;
}

/* The stepper's value, whose sigma lacks step and smoothing. */
static TrReported
report_stepper(const TrEstimate *e, double model, double timing, TrPhysicalGap gap)
{
  double noise = e->identifiable ? e->sigma : NAN;

  return (TrReported){.value = e->value,
                      .sigma = hypot(hypot(noise, model), isnan(timing) ? 0 : timing),
                      .noise = noise,
                      .model = e->identifiable ? model : NAN,
                      .timing = e->identifiable ? timing : NAN,
                      .step = NAN,
                      .smoothing = NAN,
                      .gap = gap};
}

/* A regression's value: no step lies behind it. */
static TrReported
report_regression(const TrEstimate *e)
{
  double noise = e->identifiable ? e->sigma : NAN;

  return (TrReported){
      .value = e->value, .sigma = noise, .noise = noise, .timing = NAN, .is_physical = true};
}

TrReported
tr_fit_report(const TrFit *fit, int i)
{
  TR_ASSERT(fit && i >= 0 && i < fit->n_free);
  TrPhysicalGap gap = find_gap(fit, i);
  const TrPhysicalValue *v;
  double model = sqrt(find_common(fit, i, i)), square = find_timing(fit, i, i);
  double timing = fit->timing ? sqrt(square) : NAN;

  if (fit->regression)
    return report_regression(&fit->estimates[i]);
  if (gap != TR_PHYSICAL_KNOWN)
    return report_stepper(&fit->estimates[i], model, timing, gap);
  v = &fit->physical->values[i];
  return (TrReported){.value = v->value,
                      .sigma = sqrt(v->noise * v->noise + model * model + square +
                                    v->step * v->step + v->smoothing * v->smoothing),
                      .noise = v->noise,
                      .model = model,
                      .timing = timing,
                      .step = v->step,
                      .smoothing = v->smoothing,
                      .is_physical = true,
                      .gap = TR_PHYSICAL_KNOWN};
}

/* Covariance of two different reported values. */
static double
find_covariance(const TrFit *fit, int i, int j)
{
  TrReported a = tr_fit_report(fit, i), b = tr_fit_report(fit, j);
  int n = fit->n_free;
  double size = sqrt(fit->covariance[i * n + i] * fit->covariance[j * n + j]);

  return fit->covariance[i * n + j] / size * a.noise * b.noise + find_common(fit, i, j) +
         find_timing(fit, i, j);
}

void
tr_fit_report_covariance(double *covariance, const TrFit *fit)
{
  TR_ASSERT(covariance && fit && (fit->covariance || fit->n_free == 0));
  int n = fit->n_free;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sigma = tr_fit_report(fit, i).sigma;

      covariance[i * n + j] = i == j ? sigma * sigma : find_covariance(fit, i, j);
    }
}

double
tr_fit_report_correlation(const TrFit *fit, int i, int j)
{
  double sigma = tr_fit_report(fit, i).sigma;

  if (i == j)
    return sigma > 0 ? 1 : NAN;
  return find_covariance(fit, i, j) / (sigma * tr_fit_report(fit, j).sigma);
}
