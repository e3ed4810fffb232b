/* Standard deviations of base parameters from a fit (theory 15.6). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/prepare/prepare.h"
#include "engine/est/regress/base.h"
#include "engine/linalg/dense.h"

/* Step of the differences by a parameter, in natural sizes. */
#define DIFFERENCE 1e-3

/* Share of the weak prior's sd above which a combination is open. */
#define OPEN_SHARE 0.1

typedef struct Judge {
  const TrBase *base;
  const TrTask *task;
  const TrFit *fit;
  int p;
  TrModel *model;
  double *values, *other;   /* [rank] */
  double *slope;            /* [rank x p] by the parameters, in natural sizes */
  double *vectors, *weight; /* [p x p], [p] of the information */
} Judge;

static void
use(Judge *j, int parameter, double value)
{
  const TrTask *task = j->task;

  if (tr_param_is_of_model(task->free[parameter].param))
    tr_param_set(j->model, task->free[parameter].param, value);
  for (int i = 0; i < task->n_ties; i++)
    if (task->ties[i].master == parameter && tr_param_is_of_model(task->ties[i].param))
      tr_param_set(j->model, task->ties[i].param, task->ties[i].factor * value);
}

static void
fill_slopes(Judge *j)
{
  for (int i = 0; i < j->p; i++) {
    const TrEstimate *e = &j->fit->estimates[i];

    use(j, i, e->value + DIFFERENCE * e->scale);
    tr_base_get(j->values, j->base, j->model);
    use(j, i, e->value - DIFFERENCE * e->scale);
    tr_base_get(j->other, j->base, j->model);
    use(j, i, e->value);
    for (int k = 0; k < j->base->rank; k++)
      j->slope[k * j->p + i] = e->at_bound ? 0 : (j->values[k] - j->other[k]) / (2 * DIFFERENCE);
  }
}

/* Eigenvectors of the information, and their variances; directions without information have the
 * weak prior's. */
static TrStatus
invert(Judge *j)
{
  int p = j->p;
  double variance = j->fit->dof > 0 ? j->fit->cost.total / (double)j->fit->dof : 1;

  memcpy(j->vectors, j->fit->information, (size_t)(p * p) * sizeof *j->vectors);
  for (int i = 0; i < p; i++)
    for (int k = 0; k < p; k++)
      if (j->fit->estimates[i].at_bound || j->fit->estimates[k].at_bound)
        j->vectors[i * p + k] = 0;
  TR_TRY(tr_dense_symmetric_eigen(j->vectors, j->weight, p));
  for (int k = 0; k < p; k++)
    j->weight[k] = fmin(j->weight[k] > 0 ? variance / j->weight[k] : INFINITY,
                        TR_WEAK_PRIOR_SD * TR_WEAK_PRIOR_SD);
  return TR_OK;
}

/* Mean ratio of the variances reported to those of the linearisation: what errors that last add. */
static double
measure_excess(const TrFit *fit)
{
  double sum = 0;
  int n = 0;

  for (int i = 0; i < fit->n_free; i++) {
    const TrEstimate *e = &fit->estimates[i];

    if (e->identifiable && e->sigma_linear > 0 && isfinite(e->sigma)) {
      sum += pow(e->sigma / e->sigma_linear, 2);
      n++;
    }
  }
  return n > 0 ? fmax(sum / n, 1) : 1;
}

/* Returns whether the covariance of the fit has all parameters that a combination depends on. */
static bool
is_covered(const Judge *j, const double *slope)
{
  for (int i = 0; i < j->p; i++)
    if (slope[i] != 0 && !(j->fit->covariance[i * j->p + i] > 0))
      return false;
  return true;
}

static double
judge_covered(const Judge *j, const double *slope)
{
  double sum = 0;

  for (int i = 0; i < j->p; i++)
    for (int k = 0; k < j->p; k++)
      if (slope[i] != 0 && slope[k] != 0)
        sum += slope[i] / j->fit->estimates[i].scale * j->fit->covariance[i * j->p + k] * slope[k] /
               j->fit->estimates[k].scale;
  return sqrt(fmax(sum, 0));
}

/* Sigma by the information; NAN where the weak prior makes a good part of it. */
static double
judge_one(const Judge *j, const double *slope)
{
  double sum = 0, open = 0;

  for (int k = 0; k < j->p; k++) {
    double along = 0, part;

    for (int i = 0; i < j->p; i++)
      along += slope[i] * j->vectors[k * j->p + i];
    part = along * along * j->weight[k];
    sum += part;
    open += j->weight[k] >= TR_WEAK_PRIOR_SD * TR_WEAK_PRIOR_SD / 4 ? part : 0;
  }
  if (open > OPEN_SHARE * sum)
    return NAN;
  return sqrt(sum * measure_excess(j->fit));
}

static TrStatus
judge(double *sigma, Judge *j)
{
  fill_slopes(j);
  TR_TRY(invert(j));
  for (int k = 0; k < j->base->rank; k++) {
    const double *slope = j->slope + k * j->p;

    sigma[k] = is_covered(j, slope) ? judge_covered(j, slope) : judge_one(j, slope);
  }
  return TR_OK;
}

TrStatus
tr_base_judge(double *sigma, const TrBase *base, const TrTask *task, const TrFit *fit)
{
  TR_ASSERT(sigma && base && task && fit && fit->n_free == task->n_free);

  size_t p = (size_t)fit->n_free, rank = (size_t)base->rank;
  Judge j = {.base = base,
             .task = task,
             .fit = fit,
             .p = fit->n_free,
             .model = tr_model_copy(fit->model),
             .values = calloc(rank + 1, sizeof(double)),
             .other = calloc(rank + 1, sizeof(double)),
             .slope = calloc(rank * p + 1, sizeof(double)),
             .vectors = calloc(p * p + 1, sizeof(double)),
             .weight = calloc(p + 1, sizeof(double))};
  TrStatus status = TR_NO_MEMORY;

  if (j.model && j.values && j.other && j.slope && j.vectors && j.weight)
    status = judge(sigma, &j);
  tr_model_free(j.model);
  free(j.values);
  free(j.other);
  free(j.slope);
  free(j.vectors);
  free(j.weight);
  return status;
}
