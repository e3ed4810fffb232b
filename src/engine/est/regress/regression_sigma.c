/* Uncertainty of a regression: the long-run variance of the influences of the samples (theory 15.4,
 * 10.2). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/lsq/constraint_nullspace.h"
#include "engine/est/regress/private.h"
#include "engine/est/uncertainty/bounds.h"
#include "engine/est/uncertainty/covariance.h"
#include "engine/linalg/dense.h"
#include "engine/signal/long_run.h"

typedef struct Judge {
  TrFit *fit;
  TrRegressionWork *r;
  TrProblem *problem;
  int *index, q, d; /* parameters that are free; free directions */
  double *basis;    /* [q x q] */
  double *spread;   /* [q x q] inverse of the information, scaled */
  double *vectors, *values;
  double *score;     /* [rows x p] */
  double *influence; /* [q x rows] */
} Judge;

static void
clear(Judge *j)
{
  free(j->index);
  free(j->basis);
  free(j->spread);
  free(j->vectors);
  free(j->values);
  free(j->score);
  free(j->influence);
}

static bool
take_memory(Judge *j)
{
  size_t p = (size_t)j->r->p + 1, rows = (size_t)tr_regression_rows(j->r) + 1;

  j->index = calloc(p, sizeof *j->index);
  j->basis = calloc(p * p, sizeof *j->basis);
  j->spread = calloc(p * p, sizeof *j->spread);
  j->vectors = calloc(2 * p * p, sizeof *j->vectors);
  j->values = calloc(p, sizeof *j->values);
  j->score = calloc(p * rows, sizeof *j->score);
  j->influence = calloc(p * rows, sizeof *j->influence);
  return j->index && j->basis && j->spread && j->vectors && j->values && j->score && j->influence;
}

/* Lists the parameters that the regression has and that are at no bound. */
static void
find_free(Judge *j)
{
  for (int i = 0; i < j->r->p; i++) {
    TrEstimate *e = &j->fit->estimates[i];

    e->slope = e->at_bound ? 2 * j->r->gradient[i] / j->problem->scale[i] : 0;
    e->identifiable = j->r->has[i];
    if (!e->at_bound && e->identifiable)
      j->index[j->q++] = i;
  }
}

/* Information along the basis [d x d]. */
static void
reduce(Judge *j, double *out)
{
  int q = j->q, d = j->d, p = j->r->p;

  for (int a = 0; a < d; a++)
    for (int b = 0; b < d; b++) {
      double sum = 0;

      for (int i = 0; i < q; i++)
        for (int k = 0; k < q; k++)
          sum += j->basis[a * q + i] * j->r->known[j->index[i] * p + j->index[k]] *
                 j->basis[b * q + k];
      out[a * d + b] = sum;
    }
}

/* Adds a direction of little information to the fit. */
static void
add_direction(Judge *j, const double *v, double sd)
{
  TrDirection *direction = &j->fit->directions[j->fit->n_directions++];

  direction->sd_ratio = sd / TR_WEAK_PRIOR_SD;
  for (int i = 0; i < j->q; i++)
    direction->loading[j->index[i]] = v[i];
}

/* Inverse of the information in the free directions. */
static TrStatus
invert(Judge *j)
{
  int q = j->q, d = j->d, p = j->r->p;
  double *v = j->vectors + (size_t)p * (size_t)p;

  reduce(j, j->vectors);
  TR_TRY(tr_dense_symmetric_eigen(j->vectors, j->values, d));
  for (int k = 0; k < d; k++) {
    double value = j->values[k], sd = value > 0 ? 1 / sqrt(value) : INFINITY;

    memset(v, 0, (size_t)q * sizeof *v);
    tr_dense_add_product(v, 1, j->vectors + k * d, j->basis, (TrProductSize){1, d, q});
    if (sd > TR_UNDETERMINED_SD)
      add_direction(j, v, sd);
    tr_dense_add_product_tn(j->spread, 1 / fmax(value, 1 / (TR_WEAK_PRIOR_SD * TR_WEAK_PRIOR_SD)),
                            v, v, (TrProductSize){1, q, q});
  }
  return TR_OK;
}

/* Scores of the samples: J^T r/sigma^2 over all kinds of rows; those of a window at its middle. */
static void
fill_scores(Judge *j)
{
  TrRegressionWork *r = j->r;
  int nz = r->n_z, p = r->p;

  for (int kind = 0; kind < r->n_kinds; kind++) {
    const double *rows = tr_regression_kind(r, kind);
    double weight = 1 / (r->sigma[kind] * r->sigma[kind]);

    for (int k = 0; k < tr_regression_count(r, kind); k++) {
      const double *row = rows + (size_t)k * (size_t)nz;
      size_t at = (size_t)tr_regression_place(r, kind, k);
      double residual = 0;

      for (int a = 0; a < nz; a++)
        residual += row[a] * r->z[a];
      tr_dense_add_product(j->score + at * (size_t)p, weight * residual, row, r->slope,
                           (TrProductSize){1, nz, p});
    }
  }
}

static void
fill_influences(Judge *j)
{
  int q = j->q, p = j->r->p, n = tr_regression_rows(j->r);

  for (int a = 0; a < q; a++)
    for (int k = 0; k < n; k++) {
      double sum = 0;

      for (int b = 0; b < q; b++)
        sum += j->spread[a * q + b] * j->score[(size_t)k * (size_t)p + (size_t)j->index[b]];
      j->influence[(size_t)a * (size_t)n + (size_t)k] = sum;
    }
}

/* Long-run variance of a parameter, scaled. */
static double
judge_one(const Judge *j, int a)
{
  TrLogSpans spans = {j->r->equations->n_logs, j->r->equations->first};
  size_t n = (size_t)tr_regression_rows(j->r);

  return tr_long_run_variance(j->influence + (size_t)a * n, spans, &(int){0});
}

/* Sigmas of the parameters; the covariance has the correlations of the linearisation. */
static void
fill_sigmas(Judge *j)
{
  int q = j->q, p = j->r->p;

  for (int a = 0; a < q; a++) {
    TrEstimate *e = &j->fit->estimates[j->index[a]];
    double linear = j->spread[a * q + a];

    if (!e->identifiable)
      continue;
    e->sigma_linear = e->scale * sqrt(linear);
    e->sigma = e->scale * sqrt(fmax(linear, judge_one(j, a)));
  }
  for (int a = 0; a < q; a++)
    for (int b = 0; b < q; b++) {
      int i = j->index[a], k = j->index[b];

      j->fit->covariance[i * p + k] = j->spread[a * q + b] /
                                      sqrt(j->spread[a * q + a] * j->spread[b * q + b]) *
                                      j->fit->estimates[i].sigma * j->fit->estimates[k].sigma;
    }
}

static void
fill_priors(Judge *j)
{
  int p = j->r->p;

  for (int i = 0; i < p; i++) {
    TrEstimate *e = &j->fit->estimates[i];
    double stated = j->r->task.free[i].prior_sigma;

    e->prior_is_stated = isfinite(stated);
    e->prior_sd = e->prior_is_stated ? stated : TR_WEAK_PRIOR_SD * e->scale;
    e->data_share = e->at_bound || !isfinite(e->sigma)
                        ? NAN
                        : fmax(1 - pow(e->sigma_linear / e->prior_sd, 2), 0);
  }
}

static TrStatus
judge(Judge *j)
{
  TR_TRY(tr_bounds_mark(j->fit, j->problem));
  find_free(j);
  TR_TRY(tr_constraint_nullspace_find(j->basis, &j->d, j->problem->constraints, j->index, j->q,
                                      j->problem->scale));
  TR_TRY(invert(j));
  tr_fit_flag_moved(j->fit);
  fill_scores(j);
  fill_influences(j);
  fill_sigmas(j);
  fill_priors(j);
  return TR_OK;
}

TrStatus
tr_regression_judge(TrFit *fit, TrRegressionWork *r, TrProblem *problem)
{
  Judge j = {.fit = fit, .r = r, .problem = problem};
  TrStatus status = TR_NO_MEMORY;

  memcpy(fit->information, r->known, (size_t)(r->p * r->p) * sizeof *r->known);
  if (take_memory(&j))
    status = judge(&j);
  clear(&j);
  return status;
}
