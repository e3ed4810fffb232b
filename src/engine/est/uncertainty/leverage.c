#include "engine/est/uncertainty/leverage.h"

#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/private.h"
#include "engine/est/task/loss.h"
#include "engine/linalg/arrow_inverse.h"

/* Part of a visit: sums of its own, so that no bit depends on the number of threads. */
typedef struct Share {
  struct Work *work;
  TrProblem *problem; /* the twin that the part is visited with */
  TrVariance *sums;   /* [n_groups + n_sensors] */
  double *row;        /* [touched unknowns + p] */
} Share;

typedef struct Work {
  TrLeverage *leverage;
  TrArrowInverse *inverse;
  int n_parts;
  Share *parts;     /* [n_parts] */
  TrVariance *sums; /* [n_parts x (n_groups + n_sensors)] */
  double *rows;     /* [n_parts x columns] */
} Work;

static int
count_sums(const TrLeverage *leverage)
{
  return leverage->n_groups + leverage->n_sensors;
}

static int
count_columns(const TrProblem *problem)
{
  return problem->formulation->touched * problem->node_size + problem->p;
}

static bool
take_parts(Work *work, const TrProblem *problem)
{
  size_t n = 2 * (size_t)problem->prepared->n_logs, sums = (size_t)count_sums(work->leverage);
  size_t columns = (size_t)count_columns(problem);

  work->n_parts = (int)n;
  work->parts = calloc(n, sizeof *work->parts);
  work->sums = calloc(n * sums + 1, sizeof *work->sums);
  work->rows = calloc(n * columns, sizeof *work->rows);
  if (!work->parts || !work->sums || !work->rows)
    return false;
  for (size_t i = 0; i < n; i++)
    work->parts[i] =
        (Share){.work = work, .sums = work->sums + i * sums, .row = work->rows + i * columns};
  return true;
}

static Work *
new_work(TrLeverage *leverage, const TrProblem *problem)
{
  Work *work = calloc(1, sizeof *work);

  leverage->work = work;
  if (!work)
    return NULL;
  work->leverage = leverage;
  work->inverse = tr_arrow_inverse_new(problem->arrow);
  return work->inverse && take_parts(work, problem) ? work : NULL;
}

TrLeverage *
tr_leverage_new(const TrProblem *problem)
{
  TR_ASSERT(problem);

  TrLeverage *leverage = calloc(1, sizeof *leverage);

  if (!leverage)
    return NULL;
  leverage->n_groups = problem->prepared->state_error.n_groups;
  leverage->n_sensors = problem->task->model->n_sensors;
  leverage->groups = calloc((size_t)count_sums(leverage) + 1, sizeof *leverage->groups);
  if (leverage->groups && new_work(leverage, problem)) {
    leverage->sensors = leverage->groups + leverage->n_groups;
    return leverage;
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
    free(work->parts);
    free(work->sums);
    free(work->rows);
    free(work);
  }
  free(leverage->groups);
  free(leverage);
}

static void
add_observation(Share *share, const TrArrowResidual *residual)
{
  const TrProblem *problem = share->problem;
  int s = problem->visited_sensor;
  TrVariance *sensor = &share->sums[share->work->leverage->n_groups + s];
  double weight = residual->weight, r = residual->r[0];

  sensor->n++;
  sensor->sum += weight * r * r / tr_loss_normal_share(tr_loss_of_sensor(problem->task, s));
  sensor->trace += weight * tr_arrow_inverse_form(share->work->inverse, residual->block,
                                                  residual->touched, residual->jac);
}

/* Adds the impulse along one freedom, with its row v[n] of the probe. */
static void
add_impulse(Share *share, const TrArrowResidual *residual, int freedom, const double *v)
{
  const TrProblem *problem = share->problem;
  int n = problem->n, columns = count_columns(problem);
  TrVariance *group = &share->sums[problem->prepared->state_error.group[freedom]];
  double impulse = 0, squares = tr_square_sum(v, n);

  if (squares == 0) /* a motion that is prescribed */
    return;
  memset(share->row, 0, (size_t)columns * sizeof *share->row);
  for (int i = 0; i < n; i++) {
    const double *jac = residual->jac + (size_t)i * (size_t)columns;

    impulse += v[i] * residual->r[i];
    for (int c = 0; c < columns; c++)
      share->row[c] += v[i] * jac[c];
  }
  group->n += squares;
  group->sum += residual->weight * impulse * impulse;
  group->trace += residual->weight * tr_arrow_inverse_form(share->work->inverse, residual->block,
                                                           residual->touched, share->row);
}

/* Visitor: observations, and steps that are not excluded. */
static TrStatus
visit(void *user, const TrArrowResidual *residual)
{
  Share *share = user;
  const TrProblem *problem = share->problem;

  if (residual->n_rows == 1)
    add_observation(share, residual);
  else if (residual->touched > 1 && problem->visited_probe)
    for (int i = 0; i < problem->mechanism->n_freedoms; i++)
      add_impulse(share, residual, i, problem->visited_probe + (size_t)(i * problem->n));
  return TR_OK;
}

static TrStatus
visit_part(TrProblem *problem, int part)
{
  Share *share = (Share *)problem->part_data + part;

  share->problem = problem;
  return tr_problem_visit_part(problem, part, visit, share);
}

/* Visits all residuals and adds the sums of the parts, in their order. */
static TrStatus
fill_all(Work *work, TrProblem *problem)
{
  int n = count_sums(work->leverage);

  memset(work->sums, 0, (size_t)(work->n_parts * n) * sizeof *work->sums);
  memset(work->leverage->groups, 0, (size_t)n * sizeof *work->leverage->groups);
  problem->part_data = work->parts;
  TR_TRY(tr_problem_share(problem, visit_part));
  for (int i = 0; i < work->n_parts * n; i++) {
    TrVariance *to = &work->leverage->groups[i % n];

    to->n += work->sums[i].n;
    to->sum += work->sums[i].sum;
    to->trace += work->sums[i].trace;
  }
  return TR_OK;
}

TrStatus
tr_leverage_fill(TrLeverage *leverage, TrProblem *problem)
{
  TR_ASSERT(leverage && problem);
  Work *work = leverage->work;
  bool damps_all = problem->damps_all;
  TrStatus status;
  TrCost cost;

  problem->damps_all = false; /* the factor without damping */
  status = tr_problem_linearize_on(problem, &cost);
  problem->damps_all = damps_all;
  TR_TRY(status);
  TR_TRY(tr_arrow_inverse_fill(work->inverse));
  problem->context.weight_is_frozen = problem->weight_is_frozen_in_step;
  problem->probes = problem->context.joint_sigma != NULL;
  status = fill_all(work, problem);
  problem->context.weight_is_frozen = problem->probes = false;
  return status;
}
