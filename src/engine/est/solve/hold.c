#include "engine/est/solve/hold.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/uncertainty/covariance.h"
#include "engine/linalg/dense.h"

/* Information on the parameters that are not at a bound, scaled and without the weak prior. */
typedef struct Known {
  int q;
  int *index;      /* [q] */
  double *vectors; /* [q x q] of the information, then its eigenvectors, one a row */
  double *values;  /* [q] eigenvalues */
} Known;

static void
fill_known(Known *known, const TrProblem *problem)
{
  for (int i = 0; i < problem->p; i++)
    if (!tr_problem_is_at_bound(problem, i))
      known->index[known->q++] = i;
  for (int r = 0; r < known->q; r++)
    for (int c = 0; c <= r; c++) {
      int i = known->index[r], j = known->index[c];
      double weak = r == c ? problem->weak_weight[i] : 0;

      known->vectors[r * known->q + c] =
          (*tr_arrow_corner(problem->arrow, i, j) - weak) * problem->scale[i] * problem->scale[j];
    }
}

/* Variance of unit weight: cost per degree of freedom. */
static double
unit_variance(const TrProblem *problem, int q)
{
  long dof = tr_problem_n_residuals(problem) - tr_problem_n_states(problem) - q;

  return problem->cost.total / (double)dof;
}

/* Makes the undetermined directions the gauge's; returns their number. */
static int
hold(TrProblem *problem, const Known *known)
{
  TrGauge *gauge = &problem->gauge;
  double most = unit_variance(problem, known->q) / (TR_UNDETERMINED_SD * TR_UNDETERMINED_SD);
  size_t n = (size_t)problem->p;

  gauge->n_directions = 0;
  for (int k = 0; k < known->q && known->values[k] < most; k++) {
    double *direction = gauge->direction + (size_t)gauge->n_directions++ * n;

    memset(direction, 0, n * sizeof *direction);
    for (int a = 0; a < known->q; a++)
      direction[known->index[a]] = known->vectors[k * known->q + a];
  }
  gauge->weight = 0;
  memcpy(gauge->origin, problem->parameters, n * sizeof *gauge->origin);
  problem->next_look = INT_MAX;
  return gauge->n_directions;
}

static TrStatus
find_directions(int *n, TrProblem *problem)
{
  size_t p = (size_t)problem->p;
  Known known = {.index = calloc(p + 1, sizeof *known.index),
                 .vectors = calloc(p * p + 1, sizeof *known.vectors),
                 .values = calloc(p + 1, sizeof *known.values)};
  TrStatus status = known.index && known.vectors && known.values ? TR_OK : TR_NO_MEMORY;

  *n = 0;
  if (status == TR_OK)
    status = tr_problem_inform(problem);
  if (status == TR_OK) {
    fill_known(&known, problem);
    status = tr_dense_symmetric_eigen(known.vectors, known.values, known.q);
  }
  if (status == TR_OK)
    *n = hold(problem, &known);
  free(known.index);
  free(known.vectors);
  free(known.values);
  return status == TR_NO_MEMORY ? status : TR_OK;
}

TrStatus
tr_hold_undetermined(TrLmResult *result, TrProblem *problem, const TrLmOptions *options)
{
  TR_ASSERT(result && problem && options);

  TrLmResult again;
  TrStatus status;
  int n;

  if (problem->p == 0 || tr_constraints_n_active(problem->constraints) > 0)
    return result->status;
  TR_TRY(find_directions(&n, problem));
  if (n == 0)
    return result->status;
  status = tr_lm_run(&again, &tr_problem_ops, problem, options);
  again.iterations += result->iterations;
  again.solves += result->solves;
  again.fits = (result->fits > 0 ? result->fits : 1) + 1;
  *result = again;
  return status;
}
