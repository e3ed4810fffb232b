/* The step of a trajectory problem: parameters in their box, then the states. */
#include <math.h>

#include "engine/est/problem_private.h"
#include "engine/linalg/boxqp.h"

/* Decrease -2 s^T d - d^T S d of the parameters' model. */
static double
parameter_decrease(const TrProblem *problem)
{
  const double *d = problem->parameter_step;
  double sum = 0;

  for (int i = 0; i < problem->p; i++) {
    double row = 0;

    for (int j = 0; j < problem->p; j++)
      row += *tr_arrow_corner(problem->arrow, i > j ? i : j, i > j ? j : i) * d[j];
    sum -= d[i] * (row + 2 * *tr_arrow_corner(problem->arrow, problem->p, i));
  }
  return sum;
}

/* What a parameter's step is counted in: its natural size, or itself where the unknown is its
 * logarithm (d p = p d log p). */
static double
step_scale(const TrProblem *problem, int i)
{
  return problem->task->free[i].transform == TR_TRANSFORM_LOG ? problem->parameters[i]
                                                              : problem->scale[i];
}

/* Distance to a bound in these steps. */
static double
scaled_distance(const TrProblem *problem, int i, double bound)
{
  if (problem->task->free[i].transform == TR_TRANSFORM_LOG)
    return log(fmax(bound, 0) / problem->parameters[i]);
  return (bound - problem->parameters[i]) / problem->scale[i];
}

/* Parameter step in scaled variables: box programme on D (S + damping diag S) D. */
static TrStatus
solve_parameters(TrProblem *problem, double damping, double *gradient)
{
  int p = problem->p;
  double *slope = problem->trial_parameters;

  *gradient = 0;
  for (int i = 0; i < p; i++) {
    double d = step_scale(problem, i);

    slope[i] = d * *tr_arrow_corner(problem->arrow, p, i);
    problem->lower[i] = scaled_distance(problem, i, problem->floor[i]);
    problem->upper[i] = scaled_distance(problem, i, problem->ceiling[i]);
    *gradient = fmax(*gradient, fabs(slope[i]));
    for (int j = 0; j <= i; j++)
      problem->schur[i * p + j] = d * step_scale(problem, j) *
                                  *tr_arrow_corner(problem->arrow, i, j) *
                                  (i == j ? 1 + damping : 1);
  }
  TR_TRY(tr_boxqp_solve(problem->parameter_step, problem->schur, slope, problem->lower,
                        problem->upper, p, problem->boxqp));
  return TR_OK;
}

TrStatus
tr_problem_solve(void *self, double damping, double *decrease, double *step, double *gradient)
{
  TrProblem *problem = self;

  TR_TRY(solve_parameters(problem, damping, gradient));
  *step = 0;
  for (int i = 0; i < problem->p; i++) {
    *step = fmax(*step, fabs(problem->parameter_step[i]));
    problem->parameter_step[i] *= step_scale(problem, i);
  }
  if (problem->p == 0)
    *step = INFINITY;
  tr_arrow_back_substitute(problem->step, problem->arrow, problem->parameter_step);
  *decrease = problem->predicted_states + parameter_decrease(problem);
  return TR_OK;
}
