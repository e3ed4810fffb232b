#include "engine/est/uncertainty/likelihood.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/dense.h"

/* -2 log |det sqrt(w) dr/dq+| of a step; q+ is the last node that it touches. */
static double
find_step(const TrLikelihood *sum, const TrProblem *problem, const TrArrowResidual *residual)
{
  int n = problem->node_size, columns = residual->touched * n + problem->p;
  const double *last = residual->jac + (residual->touched - 1) * n;

  for (int r = 0; r < n; r++)
    memcpy(sum->block + r * n, last + r * columns, (size_t)n * sizeof *last);
  return -n * log(residual->weight) - 2 * tr_dense_log_determinant(sum->block, n);
}

void
tr_likelihood_add(TrLikelihood *sum, const TrProblem *problem, const TrArrowResidual *residual)
{
  TR_ASSERT(sum && problem && residual);
  if (residual->weight == 0)
    return;
  if (problem->visited == TR_VISITED_STEP)
    sum->minus_two_log += find_step(sum, problem, residual);
  else if (problem->visited != TR_VISITED_INITIAL)
    sum->minus_two_log -= log(residual->weight);
}

double
tr_likelihood_close(const TrLikelihood *sum, const TrProblem *problem, double *schur, int q)
{
  TR_ASSERT(sum && problem && (schur || q == 0));

  double result = problem->cost.total + sum->minus_two_log +
                  tr_arrow_log_determinant(problem->arrow) -
                  (double)problem->sums.counts.initial * log(tr_problem_initial_weight(problem));

  if (tr_dense_cholesky(schur, q) != TR_OK)
    return NAN;
  for (int i = 0; i < q; i++)
    result += 2 * log(schur[i * q + i]);
  return isfinite(result) ? result : NAN;
}
