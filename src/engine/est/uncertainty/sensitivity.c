#include "engine/est/uncertainty/sensitivity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/lsq/constraint_nullspace.h"
#include "engine/linalg/dense.h"
#include "engine/signal/localfit.h"

/* Data of the visit of the residuals. */
typedef struct Filling {
  TrSensitivity *out;
  TrProblem *problem;
  int n_free;       /* parameters that are not at a bound */
  int *index;       /* [n_free] their indices */
  double *lower;    /* [d x d] Cholesky factor of the scaled S along `basis` */
  int d;            /* directions that no hard constraint fixes ... */
  double *basis;    /* [d x n_free] ... orthonormal, scaled */
  int stride;       /* of the rows of ... */
  double *response; /* [states x stride] response of the states to the parameters */
  double *row;      /* [n_free] scratch */
  double *along;    /* [d] scratch */
} Filling;

static size_t
count_states(const TrProblem *problem)
{
  return (size_t)problem->first[problem->prepared->n_logs] * (size_t)problem->node_size;
}

static int
count_observations(const TrPrepared *prepared)
{
  int n = 0;

  for (int l = 0; l < prepared->n_logs; l++)
    n += prepared->logs[l].n_observations;
  return n;
}

static void
find_free(Filling *f, const TrFit *fit)
{
  for (int i = 0; i < fit->n_free; i++)
    if (!fit->estimates[i].at_bound)
      f->index[f->n_free++] = i;
}

/* S in the null space of the constraints; its lower part is filled. */
static TrStatus
reduce(Filling *f)
{
  const TrProblem *problem = f->problem;
  int q = f->n_free;
  double *product;

  TR_TRY(tr_constraint_nullspace_find(f->basis, &f->d, problem->constraints, f->index, q,
                                      problem->scale));
  if (f->d == q)
    return TR_OK;
  for (int i = 0; i < q; i++)
    for (int j = i + 1; j < q; j++)
      f->lower[i * q + j] = f->lower[j * q + i];
  product = calloc((size_t)(f->d * q) + 1, sizeof *product);
  if (!product)
    return TR_NO_MEMORY;
  tr_dense_add_product(product, 1, f->basis, f->lower, (TrProductSize){f->d, q, q});
  memset(f->lower, 0, (size_t)(q * q) * sizeof *f->lower);
  for (int k = 0; k < f->d; k++)
    for (int m = 0; m <= k; m++)
      for (int i = 0; i < q; i++)
        f->lower[k * f->d + m] += product[k * q + i] * f->basis[m * q + i];
  free(product);
  return TR_OK;
}

static TrStatus
factor(Filling *f)
{
  const TrProblem *problem = f->problem;
  int q = f->n_free;

  for (int r = 0; r < q; r++)
    for (int c = 0; c <= r; c++) {
      int i = f->index[r], j = f->index[c];

      f->lower[r * q + c] =
          *tr_arrow_corner(problem->arrow, i, j) * problem->scale[i] * problem->scale[j];
    }
  TR_TRY(tr_arrow_responses(f->response, problem->arrow));
  TR_TRY(reduce(f));
  return tr_dense_cholesky(f->lower, f->d);
}

/* row <- S^-1 row, within the null space of the constraints */
static void
solve_row(Filling *f)
{
  int q = f->n_free;

  if (f->d == q) {
    tr_dense_cholesky_solve(f->row, f->lower, q, 1);
    return;
  }
  memset(f->along, 0, (size_t)f->d * sizeof *f->along);
  for (int k = 0; k < f->d; k++)
    for (int a = 0; a < q; a++)
      f->along[k] += f->basis[k * q + a] * f->row[a];
  tr_dense_cholesky_solve(f->along, f->lower, f->d, 1);
  memset(f->row, 0, (size_t)q * sizeof *f->row);
  tr_dense_add_product(f->row, 1, f->along, f->basis, (TrProductSize){1, f->d, q});
}

/* Visitor: a_i of one observation, which is a block of one row; steps have at least six. */
static TrStatus
add_row(void *user, const TrArrowResidual *residual)
{
  int block = residual->block, touched = residual->touched, n_rows = residual->n_rows;
  const double *jac = residual->jac;
  double weight = residual->weight;
  Filling *f = user;
  const TrProblem *problem = f->problem;
  int n = touched * problem->node_size, p = problem->p;
  const double *x = f->response + (size_t)block * (size_t)(problem->node_size * f->stride);
  double *row = f->out->rows + (size_t)problem->sums.counts.observation * (size_t)p;

  if (n_rows > 1 || problem->visited_sensor < 0)
    return TR_OK;
  for (int a = 0; a < f->n_free; a++) {
    double t = jac[n + f->index[a]];

    for (int i = 0; i < n; i++)
      t += jac[i] * x[i * f->stride + f->index[a]];
    f->row[a] = t * weight * problem->scale[f->index[a]];
  }
  solve_row(f);
  for (int a = 0; a < f->n_free; a++)
    row[f->index[a]] = f->row[a] * problem->scale[f->index[a]];
  return TR_OK;
}

/* Stamps of the samples that are not excluded; returns their number. */
static size_t
used_times(double *t, const TrLog *log, const TrChannel *channel)
{
  size_t n = 0;

  for (size_t i = 0; i < channel->n; i++)
    if (!tr_log_excludes(log, channel->t[i]))
      t[n++] = channel->t[i];
  return n;
}

/* Weights and observations of the samples of one channel; `number` is that of the log's first
 * observation. */
static TrStatus
share_samples(TrSampleShare *share, const TrPreparedLog *log, int channel, int number)
{
  const TrChannel *c = &log->log->channels[channel];
  double *t = malloc((c->n + 1) * sizeof *t);

  share->observation = malloc((c->n + 1) * sizeof *share->observation);
  share->weight = calloc(c->n + 1, sizeof *share->weight);
  if (!t || !share->observation || !share->weight) {
    free(t);
    return TR_NO_MEMORY;
  }
  share->n = used_times(t, log->log, c);
  for (size_t i = 0; i < share->n; i++)
    share->observation[i] = -1;
  for (int i = 0; i < log->n_observations; i++) {
    const TrObservation *o = &log->observations[i];
    size_t n = (size_t)o->n_samples;

    if (o->channel != channel)
      continue;
    for (size_t k = 0; k < n; k++)
      share->observation[o->first + k] = number + i;
    if (n > 1)
      tr_local_fit_weights(share->weight + o->first, t + o->first, n, o->t);
    else
      share->weight[o->first] = 1;
  }
  free(t);
  return TR_OK;
}

static TrStatus
share_channels(TrSensitivity *s, const TrProblem *problem)
{
  int number = 0;

  for (int l = 0; l < problem->prepared->n_logs; l++) {
    const TrPreparedLog *log = &problem->prepared->logs[l];

    for (int c = 0; c < log->log->n_channels; c++) {
      const TrChannel *channel = &log->log->channels[c];
      int at = problem->first_channel[l] + c;

      if (channel->kind != TR_SIGNAL_SENSOR)
        continue;
      s->variance[at] = pow(problem->prepared->sigma[channel->index], 2);
      TR_TRY(share_samples(&s->shares[at], log, c, number));
    }
    number += log->n_observations;
  }
  return TR_OK;
}

static TrStatus
fill(Filling *f, const TrFit *fit)
{
  TrProblem *problem = f->problem;
  TrStatus status;

  find_free(f, fit);
  TR_TRY(tr_problem_inform_on(problem));
  TR_TRY(factor(f));
  tr_problem_use(problem, problem->model, problem->parameters);
  problem->context.weight_is_frozen = problem->formulation->is_weighed;
  status = tr_problem_visit_rest(problem, add_row, f);
  problem->context.weight_is_frozen = false;
  TR_TRY(status);
  return share_channels(f->out, problem);
}

TrStatus
tr_sensitivity_init(TrSensitivity *s, const TrFit *fit, TrProblem *problem)
{
  TR_ASSERT(s && fit && problem);

  size_t p = (size_t)problem->p;
  Filling filling = {.out = s, .problem = problem};
  TrStatus status = TR_NO_MEMORY;

  *s = (TrSensitivity){.p = problem->p,
                       .n_channels = problem->first_channel[problem->prepared->n_logs],
                       .n_observations = count_observations(problem->prepared)};
  s->rows = calloc((size_t)s->n_observations * p + 1, sizeof *s->rows);
  s->shares = calloc((size_t)s->n_channels + 1, sizeof *s->shares);
  s->variance = calloc((size_t)s->n_channels + 1, sizeof *s->variance);
  filling.index = calloc(p + 1, sizeof *filling.index);
  filling.lower = calloc(p * p + 1, sizeof *filling.lower);
  filling.basis = calloc(p * p + 1, sizeof *filling.basis);
  filling.row = calloc(2 * p + 1, sizeof *filling.row);
  filling.stride = tr_arrow_response_stride(problem->arrow);
  filling.response =
      calloc((size_t)filling.stride * count_states(problem) + 1, sizeof *filling.response);
  filling.along = filling.row ? filling.row + p : NULL;
  if (s->rows && s->shares && s->variance && filling.index && filling.lower && filling.basis &&
      filling.row && filling.response)
    status = fill(&filling, fit);
  free(filling.index);
  free(filling.lower);
  free(filling.basis);
  free(filling.row);
  free(filling.response);
  if (status != TR_OK)
    tr_sensitivity_clear(s);
  return status;
}

void
tr_sensitivity_clear(TrSensitivity *s)
{
  for (int c = 0; s->shares && c < s->n_channels; c++) {
    free(s->shares[c].observation);
    free(s->shares[c].weight);
  }
  free(s->rows);
  free(s->shares);
  free(s->variance);
  *s = (TrSensitivity){0};
}

/* Covariance of parameter k's estimates due to a channel: over runs of samples that share their
 * observation in both fits.  Each fit may have estimated a variance of its own. */
static double
channel_covariance(const TrSensitivity *a, const TrSensitivity *b, int channel, size_t k)
{
  const TrSampleShare *sa = &a->shares[channel], *sb = &b->shares[channel];
  double total = 0, run = 0;

  for (size_t m = 0; m < sa->n; m++) {
    int i = sa->observation[m], j = sb->observation[m];
    bool goes_on = m + 1 < sa->n && sa->observation[m + 1] == i && sb->observation[m + 1] == j;

    if (i < 0 || j < 0)
      continue;
    run += sa->weight[m] * sb->weight[m];
    if (goes_on)
      continue;
    total += run * a->rows[(size_t)i * (size_t)a->p + k] * b->rows[(size_t)j * (size_t)b->p + k];
    run = 0;
  }
  return total * sqrt(a->variance[channel] * b->variance[channel]);
}

static double
covariance(const TrSensitivity *a, const TrSensitivity *b, size_t k)
{
  double total = 0;

  for (int c = 0; c < a->n_channels; c++)
    total += channel_covariance(a, b, c, k);
  return total;
}

void
tr_sensitivity_correlate(double *correlation, const TrSensitivity *a, const TrSensitivity *b)
{
  TR_ASSERT(correlation && a && b);
  TR_ASSERT(a->p == b->p && a->n_channels == b->n_channels);
  for (int k = 0; k < a->p; k++) {
    size_t at = (size_t)k;
    double variances = covariance(a, a, at) * covariance(b, b, at);

    correlation[k] = variances > 0 ? covariance(a, b, at) / sqrt(variances) : NAN;
  }
}
