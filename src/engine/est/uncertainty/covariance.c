#include "engine/est/uncertainty/covariance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/lsq/constraint_nullspace.h"
#include "engine/est/uncertainty/bounds.h"
#include "engine/est/uncertainty/information.h"
#include "engine/est/uncertainty/information_share.h"
#include "engine/est/uncertainty/missing_forces.h"
#include "engine/est/uncertainty/scores.h"
#include "engine/linalg/dense.h"

/* Least loading with which a parameter belongs to a direction that is not determined. */
#define UNDETERMINED_LOADING 0.1
#define SMALL_LOADING        0.01

/* Share of a direction within the span of the gauge's above which it is one of them. */
#define KNOWN_SHARE 0.5

/* Largest number of rows of a residual block. */
static size_t
largest_block(const TrProblem *problem)
{
  int rows = problem->step_rows;

  return (size_t)(rows > problem->node_size ? rows : problem->node_size);
}

static bool
take_memory(TrPosterior *p)
{
  size_t size = (size_t)p->problem->p, stride = (size_t)p->stride;
  size_t states =
      (size_t)p->problem->first[p->problem->prepared->n_logs] * (size_t)p->problem->node_size;

  p->index = calloc(size + 1, sizeof *p->index);
  p->basis = calloc(size * size + 1, sizeof *p->basis);
  p->schur = calloc(size * size + 1, sizeof *p->schur);
  p->spread = calloc(size * size + 1, sizeof *p->spread);
  p->scores = calloc(size * stride + 1, sizeof *p->scores);
  p->memory = calloc(size + 1, sizeof *p->memory);
  p->response = calloc(stride * states + 1, sizeof *p->response);
  p->rows = calloc(stride * largest_block(p->problem) + 1, sizeof *p->rows);
  p->product = calloc(size * size + 1, sizeof *p->product);
  p->sandwich = calloc(size * size + 1, sizeof *p->sandwich);
  p->row = calloc(size + 1, sizeof *p->row);
  p->likelihood.block =
      calloc((size_t)(p->problem->node_size * p->problem->node_size), sizeof(double));
  return p->index && p->basis && p->schur && p->spread && p->scores && p->memory && p->response &&
         p->rows && p->product && p->sandwich && p->row && p->likelihood.block;
}

static void
give_memory(TrPosterior *p)
{
  free(p->index);
  free(p->basis);
  free(p->schur);
  free(p->spread);
  free(p->scores);
  free(p->memory);
  free(p->response);
  free(p->rows);
  free(p->product);
  free(p->sandwich);
  free(p->row);
  free(p->likelihood.block);
}

static void
find_free(TrPosterior *p, const TrFit *fit)
{
  for (int i = 0; i < fit->n_free; i++)
    if (!fit->estimates[i].at_bound)
      p->index[p->q++] = i;
}

/* S without the weak prior, in natural sizes of the parameters, and restricted to the free ones. */
static void
fill_schur(TrPosterior *p, TrFit *fit)
{
  const TrProblem *problem = p->problem;
  int n = problem->p;

  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = *tr_arrow_corner(problem->arrow, i, j) - (i == j ? problem->weak_weight[i] : 0);

      fit->information[i * n + j] = fit->information[j * n + i] =
          s * problem->scale[i] * problem->scale[j];
    }
  for (int r = 0; r < p->q; r++)
    for (int c = 0; c < p->q; c++)
      p->schur[r * p->q + c] = fit->information[p->index[r] * n + p->index[c]];
}

void
tr_posterior_project(TrPosterior *posterior, int block, int touched, const double *jac, int n_rows)
{
  int n = posterior->problem->node_size, p = posterior->problem->p, stride = posterior->stride;
  int states = touched * n, columns = states + p;
  const double *x = posterior->response + (size_t)block * (size_t)(n * stride);

  for (int k = 0; k < n_rows; k++)
    memcpy(posterior->rows + k * stride, jac + k * columns + states, (size_t)p * sizeof *jac);
  posterior->products->add(posterior->rows, 1, tr_matrix_view(jac, columns), x,
                           (TrProductShape){{n_rows, states, stride}, stride, stride});
}

/* Directions found by the gauge; they precede those of small eigenvalues. */
static void
take_gauge_directions(const TrPosterior *p, TrFit *fit)
{
  const TrGauge *gauge = &p->problem->gauge;
  size_t n = (size_t)gauge->n;

  for (int k = 0; k < gauge->n_directions && fit->n_directions < fit->n_free; k++) {
    TrDirection *direction = &fit->directions[fit->n_directions++];

    direction->sd_ratio = INFINITY;
    memcpy(direction->loading, gauge->loading + (size_t)k * n, n * sizeof *direction->loading);
  }
  fit->n_null = fit->n_directions;
}

/* Returns whether an eigenvector v[q] lies mostly in the span of the gauge's directions. */
static bool
is_known(const TrPosterior *p, const double *v)
{
  const TrGauge *gauge = &p->problem->gauge;
  double inside = 0;

  for (int k = 0; k < gauge->n_directions; k++) {
    double along = 0;

    for (int a = 0; a < p->q; a++)
      along += v[a] * gauge->loading[k * gauge->n + p->index[a]];
    inside += along * along;
  }
  return inside > KNOWN_SHARE;
}

/* S along the directions of the basis [d x d], into `out`; scratch: product. */
static void
reduce(double *out, TrPosterior *p)
{
  int q = p->q, d = p->d;

  memset(p->product, 0, (size_t)(d * q) * sizeof *p->product);
  tr_dense_add_product(p->product, 1, p->basis, p->schur, (TrProductSize){d, q, q});
  memset(out, 0, (size_t)(d * d) * sizeof *out);
  for (int a = 0; a < d; a++)
    for (int b = 0; b < d; b++)
      for (int i = 0; i < q; i++)
        out[a * d + b] += p->product[a * q + i] * p->basis[b * q + i];
  memset(p->product, 0, (size_t)(d * q) * sizeof *p->product);
}

/* Adds the information along one eigenvector v[q] to the inverse; lists it as a direction if it is
 * little. */
static void
take_vector(TrPosterior *p, TrFit *fit, const double *v, double value)
{
  double weak = p->variance / (TR_WEAK_PRIOR_SD * TR_WEAK_PRIOR_SD);
  double sd = value > 0 ? sqrt(p->variance / value) : INFINITY;
  TrDirection *direction = &fit->directions[fit->n_directions];

  if (sd > TR_UNDETERMINED_SD && !is_known(p, v) && fit->n_directions < fit->n_free) {
    direction->sd_ratio = sd / TR_WEAK_PRIOR_SD;
    for (int a = 0; a < p->q; a++)
      direction->loading[p->index[a]] = v[a];
    fit->n_directions++;
  }
  tr_dense_add_product_tn(p->spread, 1 / fmax(value, weak), v, v, (TrProductSize){1, p->q, p->q});
}

/* Inverse of the scaled S in the null space of the constraints; directions that S does not
 * determine get the weak prior's spread. */
static TrStatus
invert(TrPosterior *p, TrFit *fit)
{
  int q = p->q, d = p->d;
  double *vectors = p->scores, *values = p->row;

  if (d == q)
    memcpy(vectors, p->schur, (size_t)(q * q) * sizeof *vectors);
  else
    reduce(vectors, p);
  TR_TRY(tr_dense_symmetric_eigen(vectors, values, d));
  for (int k = 0; k < d; k++) {
    double *v = d == q ? vectors + k * q : p->sandwich;

    if (d < q) {
      memset(v, 0, (size_t)q * sizeof *v);
      tr_dense_add_product(v, 1, vectors + k * d, p->basis, (TrProductSize){1, d, q});
    }
    take_vector(p, fit, v, values[k]);
  }
  memset(p->sandwich, 0, (size_t)q * sizeof *p->sandwich);
  return TR_OK;
}

bool
tr_fit_is_moved(const TrFit *fit, int direction, int parameter)
{
  TR_ASSERT(fit && direction >= 0 && direction < fit->n_directions);
  TR_ASSERT(parameter >= 0 && parameter < fit->n_free);

  const TrEstimate *estimate = &fit->estimates[parameter];
  double loading = fabs(fit->directions[direction].loading[parameter]);

  return loading >= UNDETERMINED_LOADING ||
         (loading >= SMALL_LOADING &&
          TR_WEAK_PRIOR_SD * loading * estimate->scale > fabs(estimate->value));
}

void
tr_fit_flag_moved(TrFit *fit)
{
  TR_ASSERT(fit);
  for (int d = 0; d < fit->n_directions; d++)
    for (int i = 0; i < fit->n_free; i++)
      if (tr_fit_is_moved(fit, d, i))
        fit->estimates[i].identifiable = false;
}

/* S^-1 scores S^-1 over the free parameters. */
static void
fill_sandwich(TrPosterior *p)
{
  int q = p->q;

  memset(p->product, 0, (size_t)(q * q) * sizeof *p->product);
  memset(p->sandwich, 0, (size_t)(q * q) * sizeof *p->sandwich);
  for (int a = 0; a < q; a++)
    for (int b = 0; b < q; b++)
      for (int c = 0; c < q; c++)
        p->product[a * q + b] +=
            p->spread[a * q + c] * p->scores[p->index[c] * p->stride + p->index[b]];
  tr_dense_add_product(p->sandwich, 1, p->product, p->spread, (TrProductSize){q, q, q});
}

/* The covariance whose correlations are reported: of those by scores and by linearisation the one
 * with the larger trace in units of S. */
static void
choose_covariance(TrPosterior *p)
{
  int q = p->q;
  double by_scores = 0;

  for (int i = 0; i < q * q; i++)
    by_scores += p->schur[i] * p->sandwich[i];
  for (int i = 0; by_scores < p->variance * p->d && i < q * q; i++)
    p->sandwich[i] = p->variance * p->spread[i];
}

/* Fills sigmas, the larger of both, and the covariance. */
static void
fill_sigmas(TrPosterior *p, TrFit *fit)
{
  int q = p->q, n = fit->n_free;

  choose_covariance(p);
  for (int a = 0; a < q; a++) {
    TrEstimate *e = &fit->estimates[p->index[a]];
    double linear = p->variance * p->spread[a * q + a], sd = sqrt(p->sandwich[a * q + a]);

    /* the larger one: absorption of residuals by the states makes the scores too small, errors that
     * last make them alike */
    p->row[a] = sd > 0 ? sqrt(fmax(p->memory[a], linear)) / sd : 0;
    if (!e->identifiable)
      continue;
    e->sigma = e->scale * sqrt(fmax(p->memory[a], linear));
    e->sigma_linear = e->scale * sqrt(linear);
  }
  for (int a = 0; a < q; a++)
    for (int b = 0; b < q; b++) {
      int i = p->index[a], j = p->index[b];
      const TrEstimate *ei = &fit->estimates[i], *ej = &fit->estimates[j];

      if (ei->identifiable && ej->identifiable)
        fit->covariance[i * n + j] =
            p->sandwich[a * q + b] * p->row[a] * p->row[b] * ei->scale * ej->scale;
    }
}

static void
count_freedom(TrPosterior *p, TrFit *fit)
{
  const TrProblem *problem = p->problem;

  fit->n_residuals = tr_problem_n_residuals(problem);
  fit->n_states = tr_problem_n_states(problem);
  fit->dof = fit->n_residuals - fit->n_states - p->d;
  p->variance = fit->dof <= 0 ? NAN : p->is_expected ? 1 : problem->cost.total / (double)fit->dof;
}

/* Takes the likelihood with the weak prior, too, so that directions which the logs do not show
 * count alike at all ends. */
static void
take_likelihood(TrPosterior *p, TrFit *fit)
{
  for (int r = 0; r < p->q; r++)
    for (int c = 0; c <= r; c++)
      p->product[r * p->q + c] = *tr_arrow_corner(p->problem->arrow, p->index[r], p->index[c]);
  fit->likelihood = tr_likelihood_close(&p->likelihood, p->problem, p->product, p->q);
}

/* Sigmas from the scores at the present point, and the information that each node adds. */
static TrStatus
visit_residuals(TrPosterior *p, TrFit *fit)
{
  TrProblem *problem = p->problem;

  size_t n = (size_t)problem->p;

  memset(p->memory, 0, (size_t)p->q * sizeof *p->memory);
  if (p->is_expected) {
    for (size_t i = 0; i < n * n; i++)
      p->scores[i / n * (size_t)p->stride + i % n] = p->variance * fit->information[i];
  } else {
    TR_TRY(tr_scores_find(p, fit));
    take_likelihood(p, fit);
  }
  fill_sandwich(p);
  fill_sigmas(p, fit);
  tr_bounds_limit(fit, p);
  if (problem->task->wants_checks && !p->is_expected)
    TR_TRY(tr_missing_forces_find(fit, p));
  return problem->task->wants_information ? tr_information(fit, p) : TR_OK;
}

static TrStatus
compute(TrPosterior *p, TrFit *fit)
{
  TrProblem *problem = p->problem;
  size_t n = (size_t)problem->p;
  TrStatus status;

  find_free(p, fit);
  TR_TRY(tr_constraint_nullspace_find(p->basis, &p->d, problem->constraints, p->index, p->q,
                                      problem->scale));
  count_freedom(p, fit);
  fill_schur(p, fit);
  for (size_t i = 0; i < n * n; i++)
    fit->covariance[i] = NAN;
  TR_TRY(tr_information_share(fit, problem));
  take_gauge_directions(p, fit);
  if (n > 0 && p->variance > 0) {
    if (p->d > 0)
      TR_TRY(invert(p, fit));
    tr_fit_flag_moved(fit);
    TR_TRY(tr_arrow_responses(p->response, problem->arrow));
    tr_problem_use(problem, problem->model, problem->parameters);
    problem->context.weight_is_frozen = problem->formulation->is_weighed;
    status = visit_residuals(p, fit);
    problem->context.weight_is_frozen = false;
    TR_TRY(status);
  }
  return TR_OK;
}

static TrStatus
run(TrFit *fit, TrProblem *problem, bool is_expected)
{
  TrPosterior posterior = {.problem = problem,
                           .is_expected = is_expected,
                           .stride = tr_arrow_response_stride(problem->arrow),
                           .products = tr_product_kernels(tr_cpu())};
  TrStatus status = TR_NO_MEMORY;

  if (take_memory(&posterior))
    status = compute(&posterior, fit);
  give_memory(&posterior);
  return status;
}

TrStatus
tr_covariance(TrFit *fit, TrProblem *problem)
{
  TR_ASSERT(fit && problem && fit->n_free == problem->p);
  return run(fit, problem, false);
}

TrStatus
tr_covariance_expected(TrFit *fit, TrProblem *problem)
{
  TR_ASSERT(fit && problem && fit->n_free == problem->p);
  return run(fit, problem, true);
}
