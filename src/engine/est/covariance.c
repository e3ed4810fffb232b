#include "engine/est/covariance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/dense.h"

/* A direction is undetermined when its posterior sd exceeds this share of the weak prior's, and a
 * parameter belongs to it from this loading on. */
#define UNDETERMINED_SHARE   0.5
#define UNDETERMINED_LOADING 0.1
#define SMALL_LOADING        0.01

/* Share of a direction within the gauge's above which it is one of them. */
#define KNOWN_SHARE 0.5

/* Weak prior's sd in natural sizes (problem.c). */
#define WEAK_PRIOR_SPREAD 10

/* Closer to a bound than this share of the natural size counts as at it. */
#define BOUND_SHARE 1e-9

/* The free parameters (not at a bound) and what is computed over them. */
typedef struct Posterior {
  TrProblem *problem;
  int q;            /* parameters that are not at a bound */
  int *index;       /* [q] their places */
  double *schur;    /* [q x q] S without the weak prior, scaled by the natural sizes */
  double *spread;   /* [q x q] its inverse */
  double *scores;   /* [q x q] sum of s s^T, scaled */
  double *response; /* [q x states] H^-1 B^T with a minus, one parameter a row */
  double *row;      /* [q] scratch */
  double variance;  /* cost/dof */
} Posterior;

static bool
take_memory(Posterior *p)
{
  size_t size = (size_t)p->problem->p;
  size_t states =
      (size_t)p->problem->first[p->problem->prepared->n_logs] * (size_t)p->problem->node_size;

  p->index = calloc(size + 1, sizeof *p->index);
  p->schur = calloc(size * size + 1, sizeof *p->schur);
  p->spread = calloc(size * size + 1, sizeof *p->spread);
  p->scores = calloc(size * size + 1, sizeof *p->scores);
  p->response = calloc(size * states + 1, sizeof *p->response);
  p->row = calloc(size + 1, sizeof *p->row);
  return p->index && p->schur && p->spread && p->scores && p->response && p->row;
}

static void
give_memory(Posterior *p)
{
  free(p->index);
  free(p->schur);
  free(p->spread);
  free(p->scores);
  free(p->response);
  free(p->row);
}

static void
find_free(Posterior *p, TrFit *fit)
{
  const TrProblem *problem = p->problem;

  for (int i = 0; i < problem->p; i++) {
    double near = BOUND_SHARE * problem->scale[i], value = problem->parameters[i];
    TrEstimate *e = &fit->estimates[i];

    *e = (TrEstimate){.value = value,
                      .sigma = NAN,
                      .sigma_linear = NAN,
                      .scale = problem->scale[i],
                      .identifiable = true,
                      .at_bound =
                          value - problem->floor[i] <= near || problem->ceiling[i] - value <= near};
    if (!e->at_bound)
      p->index[p->q++] = i;
  }
}

static void
fill_schur(Posterior *p)
{
  const TrProblem *problem = p->problem;

  for (int r = 0; r < p->q; r++)
    for (int c = 0; c <= r; c++) {
      int i = p->index[r], j = p->index[c];
      double s = *tr_arrow_corner(problem->arrow, i, j) - (i == j ? problem->weak_weight[i] : 0);

      p->schur[r * p->q + c] = p->schur[c * p->q + r] = s * problem->scale[i] * problem->scale[j];
    }
}

/* Adds w^2 (T^T r) (T^T r)^T of one residual to the sum. */
static TrStatus
add_scores(void *user,
           int block,
           int touched,
           const double *jac,
           const double *r,
           int n_rows,
           double weight)
{
  Posterior *p = user;
  const TrProblem *problem = p->problem;
  int n = problem->node_size, columns = touched * n + problem->p;
  size_t states = (size_t)problem->first[problem->prepared->n_logs] * (size_t)n;

  for (int k = 0; k < n_rows; k++) {
    const double *row = jac + (size_t)k * (size_t)columns;

    for (int a = 0; a < p->q; a++) {
      const double *x = p->response + (size_t)a * states + (size_t)block * (size_t)n;
      double t = row[touched * n + p->index[a]];

      for (int i = 0; i < touched * n; i++)
        t += row[i] * x[i];
      p->row[a] = t * problem->scale[p->index[a]] * weight * r[k];
    }
    tr_dense_add_product_tn(p->scores, 1, p->row, p->row, 1, p->q, p->q);
  }
  return TR_OK;
}

/* Directions that the gauge found; they come before those of small eigenvalues. */
static void
take_gauge_directions(const Posterior *p, TrFit *fit)
{
  const TrGauge *gauge = &p->problem->gauge;
  size_t n = (size_t)gauge->n;

  for (int k = 0; k < gauge->n_directions && fit->n_directions < fit->n_free; k++) {
    TrDirection *direction = &fit->directions[fit->n_directions++];

    direction->sd_ratio = INFINITY;
    memcpy(direction->loading, gauge->loading + (size_t)k * n, n * sizeof *direction->loading);
  }
}

/* Whether an eigenvector v[q] lies mostly among the gauge's directions. */
static bool
is_known(const Posterior *p, const double *v)
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

/* Inverse of the scaled S; directions that it does not determine get the weak prior's spread. */
static TrStatus
invert(Posterior *p, TrFit *fit)
{
  int q = p->q;
  double *vectors = p->scores, *values = p->row;
  double weak = p->variance / (WEAK_PRIOR_SPREAD * WEAK_PRIOR_SPREAD);

  memcpy(vectors, p->schur, (size_t)(q * q) * sizeof *vectors);
  TR_TRY(tr_dense_symmetric_eigen(vectors, values, q));
  for (int k = 0; k < q; k++) {
    double sd = values[k] > 0 ? sqrt(p->variance / values[k]) : INFINITY;
    TrDirection *direction = &fit->directions[fit->n_directions];

    if (sd > UNDETERMINED_SHARE * WEAK_PRIOR_SPREAD && !is_known(p, vectors + k * q) &&
        fit->n_directions < fit->n_free) {
      direction->sd_ratio = sd / WEAK_PRIOR_SPREAD;
      for (int a = 0; a < q; a++)
        direction->loading[p->index[a]] = vectors[k * q + a];
      fit->n_directions++;
    }
    tr_dense_add_product_tn(p->spread, 1 / fmax(values[k], weak), vectors + k * q, vectors + k * q,
                            1, q, q);
  }
  return TR_OK;
}

/* Whether a direction moves a parameter: by its loading, or, where its value is small beside its
 * natural size, by more than itself within the weak prior's sd. */
static bool
is_moved(const TrDirection *direction, const TrEstimate *estimate, int i)
{
  double loading = fabs(direction->loading[i]);

  return loading >= UNDETERMINED_LOADING ||
         (loading >= SMALL_LOADING &&
          WEAK_PRIOR_SPREAD * loading * estimate->scale > fabs(estimate->value));
}

static void
flag_undetermined(TrFit *fit)
{
  for (int d = 0; d < fit->n_directions; d++)
    for (int i = 0; i < fit->n_free; i++)
      if (is_moved(&fit->directions[d], &fit->estimates[i], i))
        fit->estimates[i].identifiable = false;
}

/* sigmas and covariance from spread and scores; scratch: schur. */
static void
fill_sigmas(Posterior *p, TrFit *fit)
{
  int q = p->q, n = fit->n_free;
  double *half = p->schur, *covariance = p->response;

  memset(half, 0, (size_t)(q * q) * sizeof *half);
  tr_dense_add_product(half, 1, p->spread, p->scores, q, q, q);
  memset(covariance, 0, (size_t)(q * q) * sizeof *covariance);
  tr_dense_add_product(covariance, 1, half, p->spread, q, q, q);
  for (int i = 0; i < n * n; i++)
    fit->covariance[i] = NAN;
  for (int a = 0; a < q; a++) {
    TrEstimate *e = &fit->estimates[p->index[a]];
    double sandwich = sqrt(covariance[a * q + a]),
           linear = sqrt(p->variance * p->spread[a * q + a]);

    /* the larger one: residuals that the states have absorbed make the sandwich too small, a state
     * error weight that is too large does that to the linear one */
    p->row[a] = sandwich > 0 ? fmax(sandwich, linear) / sandwich : 0;
    if (!e->identifiable)
      continue;
    e->sigma = e->scale * fmax(sandwich, linear);
    e->sigma_linear = e->scale * linear;
  }
  for (int a = 0; a < q; a++)
    for (int b = 0; b < q; b++) {
      int i = p->index[a], j = p->index[b];
      const TrEstimate *ei = &fit->estimates[i], *ej = &fit->estimates[j];

      if (ei->identifiable && ej->identifiable)
        fit->covariance[i * n + j] =
            covariance[a * q + b] * p->row[a] * p->row[b] * ei->scale * ej->scale;
    }
}

static void
count_freedom(Posterior *p, TrFit *fit)
{
  const TrProblem *problem = p->problem;
  const TrCounts *c = &problem->counts;

  fit->n_residuals = c->state + c->initial + c->observation + c->prior;
  fit->n_states = (long)problem->first[problem->prepared->n_logs] * problem->node_size;
  fit->dof = fit->n_residuals - fit->n_states - p->q;
  p->variance = fit->dof > 0 ? problem->cost.total / (double)fit->dof : NAN;
}

static TrStatus
compute(Posterior *p, TrFit *fit)
{
  TrProblem *problem = p->problem;
  size_t states = (size_t)problem->first[problem->prepared->n_logs] * (size_t)problem->node_size;
  TrStatus status;

  find_free(p, fit);
  count_freedom(p, fit);
  fill_schur(p);
  if (p->q == 0 || !(p->variance > 0))
    return TR_OK;
  take_gauge_directions(p, fit);
  TR_TRY(invert(p, fit));
  flag_undetermined(fit);
  memset(p->scores, 0, (size_t)(p->q * p->q) * sizeof *p->scores);
  for (int a = 0; a < p->q; a++)
    tr_arrow_response(p->response + (size_t)a * states, problem->arrow, p->index[a]);
  tr_problem_use(problem, problem->model, problem->parameters);
  problem->context.weight_is_frozen = problem->formulation->is_weighed;
  status = tr_problem_visit(problem, add_scores, p);
  problem->context.weight_is_frozen = false;
  TR_TRY(status);
  fill_sigmas(p, fit);
  return TR_OK;
}

TrStatus
tr_covariance(TrFit *fit, TrProblem *problem)
{
  Posterior posterior = {.problem = problem};
  TrStatus status = TR_NO_MEMORY;

  if (take_memory(&posterior))
    status = compute(&posterior, fit);
  give_memory(&posterior);
  return status;
}
