#include "engine/est/uncertainty/leverage.h"

#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/impulses.h"
#include "engine/est/problem/private.h"
#include "engine/est/task/loss.h"
#include "engine/linalg/arrow_inverse.h"

/* Part of a visit: sums of its own, so that no bit depends on the number of threads. */
typedef struct Share {
  struct Work *work;
  TrProblem *problem; /* the twin that the part is visited with */
  TrVariance *sums;   /* [n_groups + n_sensors + 1] */
} Share;

typedef struct Work {
  TrLeverage *leverage;
  TrArrowInverse *inverse;
  TrProblem *problem;   /* that the impulses are attached to */
  TrImpulses *impulses; /* NULL where errors are not weighed by joint */
  int n_parts;
  Share *parts;     /* [n_parts] */
  TrVariance *sums; /* [n_parts x (n_groups + n_sensors + 1)] */
} Work;

static int
count_sums(const TrLeverage *leverage)
{
  return leverage->n_groups + leverage->n_sensors + 1;
}

static bool
take_parts(Work *work, const TrProblem *problem)
{
  size_t n = 2 * (size_t)problem->prepared->n_logs, sums = (size_t)count_sums(work->leverage);

  work->n_parts = (int)n;
  work->parts = calloc(n, sizeof *work->parts);
  work->sums = calloc(n * sums + 1, sizeof *work->sums);
  if (!work->parts || !work->sums)
    return false;
  for (size_t i = 0; i < n; i++)
    work->parts[i] = (Share){.work = work, .sums = work->sums + i * sums};
  return true;
}

static Work *
new_work(TrLeverage *leverage, TrProblem *problem)
{
  Work *work = calloc(1, sizeof *work);

  leverage->work = work;
  if (!work)
    return NULL;
  work->leverage = leverage;
  work->problem = problem;
  work->inverse = tr_arrow_inverse_new(problem->arrow);
  if (!work->inverse || !take_parts(work, problem))
    return NULL;
  if (!problem->context.joint_sigma)
    return work;
  work->impulses = tr_impulses_new(problem);
  return work->impulses ? work : NULL;
}

TrLeverage *
tr_leverage_new(TrProblem *problem)
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
    leverage->energy = leverage->sensors + leverage->n_sensors;
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
    tr_impulses_free(work->impulses, work->problem);
    free(work->parts);
    free(work->sums);
    free(work);
  }
  free(leverage->groups);
  free(leverage);
}

/* Adds the impulse along a freedom in the step that begins with a node. */
static void
add_impulse(Share *share, int node, int freedom)
{
  const TrProblem *problem = share->problem;
  const TrImpulse *impulse = tr_impulse(share->work->impulses, node, freedom);
  TrVariance *group = &share->sums[problem->prepared->state_error.group[freedom]];

  if (impulse->squares == 0)
    return;
  group->n += impulse->squares;
  group->sum += problem->weight * impulse->value * impulse->value;
  group->trace += problem->weight *
                  tr_arrow_inverse_form(share->work->inverse, node, problem->formulation->touched,
                                        tr_impulse_row(share->work->impulses, node, freedom));
}

static void
add_impulses(Share *share, int part)
{
  const TrProblem *problem = share->problem;
  int first = problem->first[part / 2] - problem->formulation->first_step;
  int end, begin = tr_problem_part_steps(problem, part, &end);

  for (int k = begin; k < end; k++)
    for (int i = 0; i < problem->mechanism->n_freedoms; i++)
      add_impulse(share, first + k, i);
}

/* Visitor. */
static TrStatus
add_observation(void *user, const TrArrowResidual *residual)
{
  Share *share = user;
  const TrProblem *problem = share->problem;
  int s = problem->visited_sensor;
  TrVariance *sensor = &share->sums[share->work->leverage->n_groups + s];
  double weight = residual->weight, r = residual->r[0];

  sensor->n++;
  sensor->sum += weight * r * r / tr_loss_normal_share(tr_loss_of_sensor(problem->task, s));
  sensor->trace += weight * tr_arrow_inverse_form(share->work->inverse, residual->block,
                                                  residual->touched, residual->jac);
  return TR_OK;
}

/* Visitor. */
static TrStatus
add_energy(void *user, const TrArrowResidual *residual)
{
  Share *share = user;
  const TrLeverage *leverage = share->work->leverage;
  TrVariance *energy = &share->sums[leverage->n_groups + leverage->n_sensors];

  energy->n++;
  energy->sum += residual->r[0] * residual->r[0];
  if (residual->weight > 0)
    energy->trace += residual->weight * tr_arrow_inverse_form(share->work->inverse, residual->block,
                                                              residual->touched, residual->jac);
  return TR_OK;
}

static TrStatus
add_part(TrProblem *problem, int part)
{
  Share *share = (Share *)problem->part_data + part;

  share->problem = problem;
  if (share->work->impulses)
    add_impulses(share, part);
  TR_TRY(tr_problem_visit_observations(problem, part, add_observation, share));
  return tr_problem_visit_energy(problem, part, add_energy, share);
}

/* Adds the sums of the parts, in their order. */
static TrStatus
fill_all(Work *work, TrProblem *problem)
{
  int n = count_sums(work->leverage);

  memset(work->sums, 0, (size_t)(work->n_parts * n) * sizeof *work->sums);
  memset(work->leverage->groups, 0, (size_t)n * sizeof *work->leverage->groups);
  problem->part_data = work->parts;
  TR_TRY(tr_problem_share(problem, add_part));
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
  return fill_all(work, problem);
}
