/* Step of a trajectory problem: parameters in their box, then the states. */
#include <float.h>
#include <math.h>

#include "engine/est/problem/private.h"
#include "engine/linalg/boxqp.h"
#include "engine/linalg/vec.h"

/* Pivots below this share of their diagonal element are checked more closely. */
#define DOUBTFUL_PIVOT 1e-7

/* Largest information on one parameter, scaled. */
static double
largest_information(const TrProblem *problem)
{
  double largest = 0;

  for (int i = 0; i < problem->p; i++)
    largest = fmax(largest,
                   *tr_arrow_corner(problem->arrow, i, i) * problem->scale[i] * problem->scale[i]);
  return largest;
}

/* Adds the gauge: fixes undetermined directions as firmly as the best known parameter.  It is added
 * after the elimination, because in the corner before it S would be lost in rounding. */
static void
add_gauge(TrProblem *problem)
{
  TrGauge *gauge = &problem->gauge;
  int p = problem->p;

  if (gauge->weight == 0)
    gauge->weight = largest_information(problem);
  for (int i = 0; gauge->n_directions > 0 && i < p; i++) {
    *tr_arrow_corner(problem->arrow, p, i) +=
        tr_gauge_slope(gauge, problem->parameters, problem->scale, i);
    for (int j = 0; j <= i; j++)
      *tr_arrow_corner(problem->arrow, i, j) += tr_gauge_information(gauge, problem->scale, i, j);
  }
}

static TrStatus
eliminate(TrProblem *problem)
{
  int failed = 0;
  TrStatus status = tr_arrow_eliminate(problem->arrow, &failed);

  if (status != TR_OK)
    tr_singularity_note_motion(problem, failed);
  else
    problem->predicted_states = problem->arrow->decrease;
  return status;
}

/* Curvature along a step x of the states: x^T H x from J itself, without cancellation, and the sum
 * of the terms that cancel in H. */
typedef struct Curvature {
  const TrProblem *problem;
  double value, cancelled;
} Curvature;

static TrStatus
add_curvature(void *user, const TrArrowResidual *residual)
{
  int block = residual->block, touched = residual->touched, n_rows = residual->n_rows;
  const double *jac = residual->jac;
  double weight = residual->weight;
  Curvature *curvature = user;
  int size = curvature->problem->node_size, columns = touched * size;
  const double *x = curvature->problem->step + (size_t)block * (size_t)size;

  for (int k = 0; k < n_rows; k++, jac += columns + tr_problem_visited(curvature->problem)) {
    double product = 0, squares = 0;

    for (int i = 0; i < columns; i++) {
      product += jac[i] * x[i];
      squares += jac[i] * x[i] * (jac[i] * x[i]);
    }
    curvature->value += weight * product * product;
    curvature->cancelled += weight * squares;
  }
  return TR_OK;
}

/* Eliminates the states from the assembled matrix.  Where the samples carry less information on a
 * motion than rounding, the sign of a pivot is chance: it does not count as positive then. */
static TrStatus
eliminate_undamped(TrProblem *problem)
{
  Curvature curvature = {.problem = problem};
  TrArrowPivot least;

  TR_TRY(eliminate(problem));
  least = tr_arrow_least_pivot(problem->arrow);
  if (!(least.share < DOUBTFUL_PIVOT))
    return TR_OK;
  tr_arrow_pivot_direction(problem->step, problem->arrow, &least);
  TR_TRY(tr_problem_visit(problem, add_curvature, &curvature));
  if (curvature.value > DBL_EPSILON * curvature.cancelled)
    return TR_OK;
  tr_arrow_reject_pivot(problem->arrow, &least);
  tr_singularity_note_motion(problem, least.block);
  return TR_NOT_DEFINITE;
}

/* Notes the information on the parameters before the states are eliminated, which sets the level of
 * rounding errors. */
static void
note_sizes(TrProblem *problem)
{
  for (int i = 0; i < problem->p; i++) {
    int at = tr_problem_frozen(problem, i);

    problem->own_information[i] =
        *tr_arrow_corner(problem->arrow, at, at) * problem->scale[i] * problem->scale[i];
  }
}

/* Element of the information with the weight frozen. */
static double
frozen_information(const TrProblem *problem, int i, int j)
{
  int a = tr_problem_frozen(problem, i), b = tr_problem_frozen(problem, j);

  return *tr_arrow_corner(problem->arrow, a > b ? a : b, a > b ? b : a);
}

/* Adds the directions that hard constraints fix: they count as known, not as gauge freedom. */
static void
add_held_rows(TrProblem *problem)
{
  int p = problem->p, n = tr_constraints_n_active(problem->constraints);
  double largest = 0;

  for (int i = 0; i < p; i++)
    largest = fmax(largest, problem->schur[i * p + i]);
  for (int k = 0; k < n; k++) {
    const double *row = tr_constraints_active_row(problem->constraints, k);
    double square = 0;

    for (int i = 0; i < p; i++)
      square += pow(row[i] * problem->scale[i], 2);
    for (int i = 0; i < p; i++)
      for (int j = 0; j <= i; j++)
        problem->schur[i * p + j] +=
            largest * row[i] * problem->scale[i] * row[j] * problem->scale[j] / square;
  }
}

/* Adds parameters at a bound likewise: the others have to follow the data without them. */
static void
add_blocked(TrProblem *problem)
{
  int p = problem->p;
  double largest = 0;

  for (int i = 0; i < p; i++)
    largest = fmax(largest, problem->schur[i * p + i]);
  for (int i = 0; i < p; i++)
    if (tr_problem_is_at_bound(problem, i))
      problem->schur[i * p + i] += largest;
}

/* Finds the gauge of a fit under way, or of the whole box about its end. */
static TrStatus
find_gauge(TrProblem *problem, bool on_way)
{
  int p = problem->p;
  TrStatus status;

  for (int i = 0; i < p; i++)
    for (int j = 0; j <= i; j++) {
      double weak = i == j ? problem->weak_weight[i] : 0;

      problem->schur[i * p + j] =
          (frozen_information(problem, i, j) - weak) * problem->scale[i] * problem->scale[j];
    }
  add_held_rows(problem);
  if (on_way)
    add_blocked(problem);
  status = tr_gauge_find(&problem->gauge, problem->schur, problem->own_information,
                         problem->parameters, problem->scale, problem->task->free);
  if (status == TR_NOT_DEFINITE)
    tr_singularity_note_parameters(problem);
  return status;
}

TrStatus
tr_problem_eliminate(TrProblem *problem)
{
  note_sizes(problem);
  return eliminate_undamped(problem);
}

TrStatus
tr_problem_look(TrProblem *problem)
{
  return find_gauge(problem, false);
}

TrStatus
tr_problem_finish_normal(TrProblem *problem, bool looks)
{
  bool has_gauge = problem->gauge.n_directions > 0 && problem->gauge.weight == 0;
  TrStatus status = TR_OK;

  if (problem->damps_all)
    tr_arrow_copy(problem->normal, problem->arrow);
  if (problem->damps_all && !looks && !has_gauge)
    return TR_OK;
  status = tr_problem_eliminate(problem);
  if (status != TR_OK)
    return problem->damps_all && status == TR_NOT_DEFINITE ? TR_OK : status;
  if (looks)
    status = find_gauge(problem, true);
  add_gauge(problem);
  /* where the information is unusable the directions stay as they are */
  return status == TR_NOT_DEFINITE ? TR_OK : status;
}

/* Change of a parameter's unknown per unit of the parameter: d log p = d p/p. */
static double
unknown_rate(const TrProblem *problem, int i)
{
  return tr_problem_is_relative(problem, i) ? 1 / problem->parameters[i] : 1;
}

/* Adds damping I to H over all unknowns, and eliminates again. */
static TrStatus
damp_all(TrProblem *problem, double damping)
{
  tr_arrow_copy(problem->arrow, problem->normal);
  tr_arrow_add_diagonal(problem->arrow, damping);
  for (int i = 0; i < problem->p; i++)
    *tr_arrow_corner(problem->arrow, i, i) += damping * pow(unknown_rate(problem, i), 2);
  TR_TRY(eliminate(problem));
  add_gauge(problem);
  return TR_OK;
}

/* Part of the decrease hidden by the damped model: damping |step|^2. */
static double
damping_cost(const TrProblem *problem, double damping)
{
  int size = problem->first[problem->prepared->n_logs] * problem->node_size;
  double sum = tr_vec_square(problem->step, size);

  for (int i = 0; i < problem->p; i++)
    sum += pow(unknown_rate(problem, i) * problem->parameter_step[i], 2);
  return damping * sum;
}

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

/* Unit of a parameter's step: its natural size, or itself where the unknown is its logarithm (d p =
 * p d log p). */
static double
step_scale(const TrProblem *problem, int i)
{
  return tr_problem_is_relative(problem, i) ? problem->parameters[i] : problem->scale[i];
}

/* Distance to a bound in these steps. */
static double
scaled_distance(const TrProblem *problem, int i, double bound)
{
  if (tr_problem_is_relative(problem, i))
    return log(fmax(bound, 0) / problem->parameters[i]);
  return (bound - problem->parameters[i]) / problem->scale[i];
}

/* Share that a parameter with a logarithm keeps in one step when constraints make its unknown the
 * number itself: it stays above zero. */
#define LOG_SHARE 0.1

static double
lowest_step(const TrProblem *problem, int i)
{
  double floor = problem->floor[i];

  if (problem->task->free[i].transform == TR_TRANSFORM_LOG && !tr_problem_is_relative(problem, i))
    floor = fmax(floor, LOG_SHARE * problem->parameters[i]);
  return scaled_distance(problem, i, floor);
}

/* Solves the programme of the parameter step in the box, or with the hard constraints. */
static TrStatus
run_programme(TrProblem *problem, const double *slope)
{
  TrBoxqp box = {problem->schur, slope, problem->lower, problem->upper, problem->p};

  if (!problem->constraints)
    return tr_boxqp_solve(problem->parameter_step, &box, problem->boxqp);
  for (int i = 0; i < problem->p; i++)
    problem->step_unit[i] = step_scale(problem, i);
  return tr_constraints_solve(problem->constraints, problem->parameter_step, &box,
                              problem->parameters, problem->step_unit);
}

/* Parameter step in scaled variables: box programme on D (S + damping C) D, where C is the largest
 * diagonal that S has had.  With the present diagonal, the damping of a parameter whose information
 * decreases during the fit would vanish with its curvature. */
static TrStatus
solve_parameters(TrProblem *problem, double damping, double *gradient)
{
  int p = problem->p;
  double *slope = problem->trial_parameters;

  *gradient = 0;
  for (int i = 0; i < p; i++) {
    double d = step_scale(problem, i);

    slope[i] = d * *tr_arrow_corner(problem->arrow, p, i);
    problem->lower[i] = lowest_step(problem, i);
    problem->upper[i] = scaled_distance(problem, i, problem->ceiling[i]);
    *gradient = fmax(*gradient, fabs(slope[i]));
    problem->curvature[i] =
        fmax(problem->curvature[i], d * d * *tr_arrow_corner(problem->arrow, i, i));
    for (int j = 0; j <= i; j++)
      problem->schur[i * p + j] =
          d * step_scale(problem, j) * *tr_arrow_corner(problem->arrow, i, j);
    problem->schur[i * p + i] += damping * problem->curvature[i];
  }
  TrStatus status = run_programme(problem, slope);

  if (status == TR_NOT_DEFINITE)
    tr_singularity_note_parameters(problem);
  return status;
}

TrStatus
tr_problem_solve(void *self, double damping, double *decrease, double *step, double *gradient)
{
  TR_ASSERT(self && decrease && step && gradient && damping >= 0);

  TrProblem *problem = self;

  if (problem->damps_all)
    TR_TRY(damp_all(problem, damping));
  TR_TRY(solve_parameters(problem, problem->damps_all ? 0 : damping, gradient));
  *step = 0;
  for (int i = 0; i < problem->p; i++) {
    *step = fmax(*step, fabs(problem->parameter_step[i]));
    problem->parameter_step[i] *= step_scale(problem, i);
  }
  if (problem->p == 0)
    *step = INFINITY;
  tr_arrow_back_substitute(problem->step, problem->arrow, problem->parameter_step);
  *decrease = problem->predicted_states + parameter_decrease(problem);
  if (problem->damps_all)
    *decrease += damping_cost(problem, damping);
  return TR_OK;
}
