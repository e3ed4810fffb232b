#include "engine/est/design/knowledge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/lsq/constraint_nullspace.h"
#include "engine/est/prepare/prepare.h"
#include "engine/est/task/reported.h"
#include "engine/est/uncertainty/covariance.h"
#include "engine/linalg/dense.h"

/* Loading with which a parameter belongs to a direction (est/uncertainty/covariance.c). */
#define LOADING 0.1

/* Share of the largest variance below which a direction is held by a constraint. */
#define HELD 1e-14

/* Least size of a relative sigma, in natural sizes: that of a parameter near zero. */
#define LEAST_SIZE 1e-3

TrJudgement *
tr_judgement_new(int n)
{
  size_t size = (size_t)n;
  TrJudgement *j = calloc(1, sizeof *j);

  if (!j)
    return NULL;
  j->n = n;
  j->sigma = calloc(size + 1, sizeof *j->sigma);
  j->is_known = calloc(size + 1, sizeof *j->is_known);
  j->companion = calloc(size + 1, sizeof *j->companion);
  j->covariance = calloc(size * size + 1, sizeof *j->covariance);
  j->vectors = calloc(size * size + 1, sizeof *j->vectors);
  j->sd = calloc(size + 1, sizeof *j->sd);
  j->scratch = calloc(2 * size * size + 1, sizeof *j->scratch);
  if (j->sigma && j->is_known && j->companion && j->covariance && j->vectors && j->sd && j->scratch)
    return j;
  tr_judgement_free(j);
  return NULL;
}

void
tr_judgement_free(TrJudgement *j)
{
  if (!j)
    return;
  free(j->sigma);
  free(j->is_known);
  free(j->companion);
  free(j->covariance);
  free(j->vectors);
  free(j->sd);
  free(j->scratch);
  free(j);
}

/* Marks the parameters of a direction that is not determined. */
static void
mark(TrJudgement *out, const double *v)
{
  for (int i = 0; i < out->n; i++) {
    double largest = LOADING;

    if (fabs(v[i]) < LOADING)
      continue;
    out->is_known[i] = false;
    for (int j = 0; j < out->n; j++)
      if (j != i && fabs(v[j]) >= largest) {
        largest = fabs(v[j]);
        out->companion[i] = j;
      }
  }
}

/* Eigenvectors of S within the basis of the free directions, and zeros for those held. */
static TrStatus
find_directions(TrJudgement *out, const TrKnown *known)
{
  int n = known->n, d = known->d;
  double *half = out->scratch, *within = half + d * n;
  TrStatus status;

  if (!known->basis)
    return tr_dense_symmetric_eigen(out->vectors, out->sd, n);
  memset(half, 0, (size_t)(d * n + d * d) * sizeof *half);
  for (int a = 0; a < d; a++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        half[a * n + j] += known->basis[a * n + i] * out->vectors[i * n + j];
  for (int a = 0; a < d; a++)
    for (int b = 0; b < d; b++)
      for (int j = 0; j < n; j++)
        within[a * d + b] += half[a * n + j] * known->basis[b * n + j];
  status = tr_dense_symmetric_eigen(within, out->sd, d);
  memset(out->vectors, 0, (size_t)(n * n) * sizeof *out->vectors);
  for (int a = 0; a < d; a++)
    for (int b = 0; b < d; b++)
      for (int i = 0; i < n; i++)
        out->vectors[a * n + i] += within[a * d + b] * known->basis[b * n + i];
  for (int a = d; a < n; a++)
    out->sd[a] = 0;
  return status;
}

TrStatus
tr_judge(TrJudgement *out, const TrKnown *known, const double *s, const double *more)
{
  TR_ASSERT(out && known && s && out->n == known->n);

  int n = known->n, d = known->basis ? known->d : n;

  for (int i = 0; i < n * n; i++)
    out->vectors[i] = s[i] + (more ? more[i] : 0);
  TR_TRY(find_directions(out, known));
  memset(out->covariance, 0, (size_t)(n * n) * sizeof *out->covariance);
  for (int i = 0; i < n; i++) {
    out->is_known[i] = true;
    out->companion[i] = -1;
  }
  for (int k = 0; k < d; k++) {
    const double *v = out->vectors + k * n;
    double sd = out->sd[k] > 0 ? 1 / sqrt(out->sd[k]) : INFINITY;

    if (sd > TR_UNDETERMINED_SD)
      mark(out, v);
    out->sd[k] = fmin(sd, TR_WEAK_PRIOR_SD);
    tr_dense_add_product_tn(out->covariance, out->sd[k] * out->sd[k], v, v,
                            (TrProductSize){1, n, n});
  }
  for (int i = 0; i < n; i++)
    out->sigma[i] = known->scale[i] * sqrt(out->covariance[i * n + i]);
  return TR_OK;
}

TrStatus
tr_information_reduce(double *out, double *s, int n, int m, double floor)
{
  for (int k = m - 1; k >= n; k--) {
    double pivot = s[k * m + k] + floor;

    if (!(pivot > 0))
      return TR_NOT_DEFINITE;
    for (int i = 0; i < k; i++)
      for (int j = 0; j < k; j++)
        s[i * m + j] -= s[i * m + k] * s[k * m + j] / pivot;
  }
  for (int i = 0; i < n; i++)
    memcpy(out + i * n, s + i * m, (size_t)n * sizeof *out);
  return TR_OK;
}

/* Finds the directions that the constraints leave free at the values. */
static TrStatus
find_basis(TrKnown *known, const TrTask *task, const TrFit *fit, TrError *error)
{
  size_t n = (size_t)known->n, p = (size_t)task->n_free;
  double *values = calloc(2 * p + 1, sizeof *values), *scale = values ? values + p : NULL;
  TrConstraints *constraints = NULL;
  TrStatus status = values ? tr_constraints_new(&constraints, task, error) : TR_NO_MEMORY;

  for (size_t i = 0; values && i < p; i++) {
    values[i] = fit ? fit->estimates[i].value : task->free[i].start;
    scale[i] = 1;
  }
  for (size_t i = 0; values && i < n; i++)
    scale[known->index[i]] = known->scale[i];
  if (status == TR_OK && constraints) {
    tr_constraints_find_active(constraints, values, scale);
    known->basis = calloc(n * n + 1, sizeof *known->basis);
    status = known->basis ? tr_constraint_nullspace_find(known->basis, &known->d, constraints,
                                                         known->index, known->n, scale)
                          : TR_NO_MEMORY;
  }
  tr_constraints_free(constraints);
  free(values);
  return status;
}

TrStatus
tr_known_init(TrKnown *known, const TrTask *task, const TrFit *fit, TrError *error)
{
  size_t size = (size_t)task->n_free + 1;

  *known = (TrKnown){.index = calloc(size, sizeof *known->index),
                     .scale = calloc(size, sizeof *known->scale),
                     .value = calloc(size, sizeof *known->value)};
  if (!known->index || !known->scale || !known->value)
    return TR_NO_MEMORY;
  for (int i = 0; i < task->n_free; i++) {
    const TrFree *f = &task->free[i];
    double scale = tr_param_natural_size(task->model, f->param, f->start);

    if (!tr_param_is_of_model(f->param))
      continue;
    known->index[known->n] = i;
    known->value[known->n] = fit ? fit->estimates[i].value : f->start;
    known->scale[known->n++] = fit ? fit->estimates[i].scale : scale;
  }
  return find_basis(known, task, fit, error);
}

void
tr_known_clear(TrKnown *known)
{
  free(known->index);
  free(known->scale);
  free(known->value);
  free(known->basis);
  *known = (TrKnown){0};
}

/* Scales S such that its sigmas are those reported. */
static TrStatus
take_reported(double *s, const TrKnown *known, const TrFit *fit)
{
  int n = known->n;
  TrJudgement *own = tr_judgement_new(n);
  TrStatus status = own ? tr_judge(own, known, s, NULL) : TR_NO_MEMORY;

  for (int i = 0; status == TR_OK && i < n; i++) {
    double sigma = tr_fit_report(fit, known->index[i]).sigma;
    bool is_reported = own->is_known[i] && !fit->estimates[known->index[i]].at_bound && sigma > 0;
    double ratio = is_reported ? own->sigma[i] / sigma : 1;

    for (int j = 0; j < n; j++) {
      s[i * n + j] *= ratio;
      s[j * n + i] *= ratio;
    }
  }
  tr_judgement_free(own);
  return status;
}

/* Information of a fit, the parameters of channels eliminated. */
static TrStatus
fill_from_fit(double *s, const TrKnown *known, const TrTask *task, const TrFit *fit)
{
  int n = known->n, m = task->n_free, at = n;
  int *order = calloc((size_t)m + 1, sizeof *order);
  double *all = calloc((size_t)(m * m) + 1, sizeof *all);
  TrStatus status = TR_NO_MEMORY;

  if (order && all) {
    memcpy(order, known->index, (size_t)n * sizeof *order);
    for (int i = 0; i < m; i++)
      if (!tr_param_is_of_model(task->free[i].param))
        order[at++] = i;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++)
        all[i * m + j] = fit->information[order[i] * m + order[j]];
    status = tr_information_reduce(s, all, n, m, 1 / (TR_WEAK_PRIOR_SD * TR_WEAK_PRIOR_SD));
  }
  free(order);
  free(all);
  return status == TR_OK ? take_reported(s, known, fit) : status;
}

TrStatus
tr_known_fill(double *s, const TrKnown *known, const TrTask *task, const TrFit *fit)
{
  TR_ASSERT(s && known && task);
  if (fit)
    return fill_from_fit(s, known, task, fit);
  memset(s, 0, (size_t)(known->n * known->n) * sizeof *s);
  for (int i = 0; i < known->n; i++)
    s[i * known->n + i] = pow(known->scale[i] / task->free[known->index[i]].prior_sigma, 2);
  return TR_OK;
}

const char *
tr_criterion_name(TrCriterion criterion)
{
  static const char *const names[TR_N_CRITERIA] = {"d", "a", "m"};

  TR_ASSERT(criterion < TR_N_CRITERIA);
  return names[criterion];
}

static double
find_rms(const TrJudgement *j, const TrKnown *known, const bool *is_of_interest)
{
  double sum = 0;
  int n = 0;

  for (int i = 0; i < j->n; i++)
    if (is_of_interest[i]) {
      double size = fmax(fabs(known->value[i]), LEAST_SIZE * known->scale[i]);

      sum += pow(j->sigma[i] / size, 2);
      n++;
    }
  return log(sum / fmax(n, 1)) / 2;
}

/* Mean logarithm of the sigmas in natural sizes; those that a constraint holds do not count. */
static double
find_mean_log(const TrJudgement *j, const TrKnown *known, const bool *is_of_interest)
{
  double most = 0, sum = 0;
  int n = 0;

  for (int i = 0; i < j->n && known->basis; i++)
    if (is_of_interest[i])
      most = fmax(most, j->covariance[i * j->n + i]);
  for (int i = 0; i < j->n; i++)
    if (is_of_interest[i] && j->covariance[i * j->n + i] > HELD * most) {
      sum += log(j->covariance[i * j->n + i]) / 2;
      n++;
    }
  return sum / fmax(n, 1);
}

/* log det C over 2 n, C[n x n]; destroys it. */
static double
sum_logs(double *c, int n)
{
  double sum = 0;

  if (tr_dense_cholesky(c, n) != TR_OK)
    return INFINITY;
  for (int i = 0; i < n; i++)
    sum += log(c[i * n + i]);
  return sum / fmax(n, 1);
}

/* The same over the directions in which C is not zero, with constraints among its parameters;
 * values[n]: scratch. */
static double
sum_free_logs(double *c, double *values, int n)
{
  double sum = 0;
  int count = 0;

  if (tr_dense_symmetric_eigen(c, values, n) != TR_OK)
    return INFINITY;
  for (int i = 0; i < n; i++)
    if (values[i] > HELD * values[n - 1]) {
      sum += log(values[i]) / 2;
      count++;
    }
  return sum / fmax(count, 1);
}

double
tr_criterion_value(TrCriterion criterion,
                   const TrJudgement *j,
                   const TrKnown *known,
                   const bool *is_of_interest)
{
  int n = 0;

  TR_ASSERT(j && known && is_of_interest);
  if (criterion == TR_CRITERION_A)
    return find_rms(j, known, is_of_interest);
  if (criterion == TR_CRITERION_M)
    return find_mean_log(j, known, is_of_interest);
  for (int i = 0; i < j->n; i++)
    n += is_of_interest[i];
  for (int i = 0, r = 0; i < j->n; i++)
    if (is_of_interest[i]) {
      for (int k = 0, c = 0; k < j->n; k++)
        if (is_of_interest[k])
          j->scratch[r * n + c++] = j->covariance[i * j->n + k];
      r++;
    }
  if (!known->basis)
    return sum_logs(j->scratch, n);
  return sum_free_logs(j->scratch, j->scratch + n * n, n);
}
