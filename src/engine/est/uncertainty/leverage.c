#include "engine/est/uncertainty/leverage.h"

#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/private.h"
#include "engine/est/task/loss.h"
#include "engine/linalg/arrow_inverse.h"

typedef struct Work {
  TrProblem *problem;
  TrLeverage *leverage;
  TrArrowInverse *inverse;
} Work;

TrLeverage *
tr_leverage_new(const TrProblem *problem)
{
  TR_ASSERT(problem);

  TrLeverage *leverage = calloc(1, sizeof *leverage);
  Work *work = calloc(1, sizeof *work);

  if (leverage && work) {
    leverage->work = work;
    leverage->sensors =
        calloc((size_t)problem->task->model->n_sensors + 1, sizeof *leverage->sensors);
    work->inverse = tr_arrow_inverse_new(problem->arrow);
    if (leverage->sensors && work->inverse)
      return leverage;
  } else {
    free(work);
  }
  tr_leverage_free(leverage);
  return NULL;
}

void
tr_leverage_free(TrLeverage *leverage)
{
  Work *work;

  if (!leverage)
    return;
  work = leverage->work;
  if (work) {
    tr_arrow_inverse_free(work->inverse);
    free(work);
  }
  free(leverage->sensors);
  free(leverage);
}

/* Sum of the leverages of a block's residuals: the trace of weight J C J^T. */
static double
sum_leverages(Work *work, int block, int touched, const double *jac, int n_rows, double weight)
{
  const TrProblem *problem = work->problem;
  int columns = touched * problem->node_size + problem->p;
  double sum = 0;

  for (int i = 0; i < n_rows; i++)
    sum += weight * tr_arrow_inverse_form(work->inverse, block, touched, jac + i * columns);
  return sum;
}

/* Visitor: adds observations one by one, and subtracts from the state the initial states, which are
 * not noise, and the excluded steps, which carry no information on it. */
static TrStatus
visit(void *user, const TrArrowResidual *residual)
{
  int block = residual->block, touched = residual->touched, n_rows = residual->n_rows;
  const double *jac = residual->jac, *r = residual->r;
  double weight = residual->weight;
  Work *work = user;
  TrProblem *problem = work->problem;
  TrVariance *state = &work->leverage->state;
  double sum = weight * tr_square_sum(r, n_rows);
  double trace = sum_leverages(work, block, touched, jac, n_rows, weight);

  state->trace -= trace;
  if (n_rows == 1) {
    TrVariance *sensor = &work->leverage->sensors[problem->visited_sensor];

    sensor->n++;
    sensor->sum +=
        sum / tr_loss_normal_share(tr_loss_of_sensor(problem->task, problem->visited_sensor));
    sensor->trace += trace;
    return TR_OK;
  }
  state->sum -= sum;
  state->n -= touched > 1 ? n_rows : 0;
  return TR_OK;
}

/* Trace of the priors' leverages. */
static double
prior_trace(const Work *work)
{
  int p = work->problem->p;
  double sum = 0;

  for (int i = 0; i < p; i++)
    for (int j = 0; j <= i; j++)
      sum += (i == j ? 1 : 2) * tr_problem_prior_information(work->problem, i, j) *
             tr_arrow_inverse_corner(work->inverse, i, j);
  return sum;
}

/* Fills all traces.  The leverages of all residuals, with those of the priors, sum to the number of
 * unknowns, so that those of the many steps follow as the rest. */
static TrStatus
fill_all(Work *work)
{
  TrProblem *problem = work->problem;
  TrVariance *state = &work->leverage->state;
  int nodes = problem->first[problem->prepared->n_logs];

  *state = (TrVariance){.n = problem->counts.state,
                        .sum = problem->cost.state,
                        .trace = nodes * problem->node_size + problem->p - prior_trace(work)};
  memset(work->leverage->sensors, 0,
         (size_t)problem->task->model->n_sensors * sizeof *work->leverage->sensors);
  return tr_problem_visit_rest(problem, visit, work);
}

TrStatus
tr_leverage_fill(TrLeverage *leverage, TrProblem *problem)
{
  TR_ASSERT(leverage && problem);
  Work *work = leverage->work;
  bool damps_all = problem->damps_all;
  TrStatus status;
  TrCost cost;

  work->problem = problem;
  work->leverage = leverage;
  problem->damps_all = false; /* the factor without damping */
  status = tr_problem_linearize_on(problem, &cost);
  problem->damps_all = damps_all;
  TR_TRY(status);
  TR_TRY(tr_arrow_inverse_fill(work->inverse));
  problem->context.weight_is_frozen = problem->weight_is_frozen_in_step;
  status = fill_all(work);
  problem->context.weight_is_frozen = false;
  return status;
}
