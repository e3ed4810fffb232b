#include "engine/est/uncertainty/leverage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/impulses.h"
#include "engine/est/problem/private.h"
#include "engine/est/task/loss.h"
#include "engine/linalg/arrow_inverse.h"
#include "engine/linalg/arrow_sides.h"

/* Largest decrease of the cost that the Gauss-Newton step promises, by the cost, at which residuals
 * are those behind this step: what a fit leaves undone at its end. */
#define LEFT_UNDONE 0.02

/* Part of a visit: sums of its own, so that no bit depends on the number of threads. */
typedef struct Share {
  struct Work *work;
  TrProblem *problem; /* the twin that the part is visited with */
  TrVariance *sums;   /* [n_groups + n_sensors + 1] */
} Share;

typedef struct Work {
  TrLeverage *leverage;
  TrArrowInverse *inverse;
  TrArrowSides *gradients; /* of each kind that is coupled */
  TrProblem *problem;      /* that the impulses are attached to */
  TrImpulses *impulses;    /* NULL where errors are not weighed by joint */
  bool steps_on;           /* residuals are those behind the step of the problem */
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
  work->gradients = tr_arrow_sides_new(problem->arrow, leverage->n_groups + leverage->n_sensors);
  if (!work->inverse || !work->gradients || !take_parts(work, problem))
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
  size_t n;

  if (!leverage)
    return NULL;
  leverage->n_groups = problem->prepared->state_error.n_groups;
  leverage->n_sensors = problem->task->model->n_sensors;
  n = (size_t)count_sums(leverage);
  leverage->groups = calloc(n + 1, sizeof *leverage->groups);
  leverage->coupling = calloc(n * n + 1, sizeof *leverage->coupling);
  if (leverage->groups && leverage->coupling && new_work(leverage, problem)) {
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
    tr_arrow_sides_free(work->gradients);
    tr_impulses_free(work->impulses, work->problem);
    free(work->parts);
    free(work->sums);
    free(work);
  }
  free(leverage->groups);
  free(leverage->coupling);
  free(leverage);
}

/* Residual with its row, behind the step of the problem if that counts. */
static double
step_on(const Share *share, double r, int block, int touched, const double *row)
{
  const TrProblem *problem = share->work->problem;
  int size = problem->node_size, n = touched * size;
  const double *x = problem->step + (size_t)block * (size_t)size;

  if (!share->work->steps_on)
    return r;
  for (int i = 0; i < n; i++)
    r += row[i] * x[i];
  for (int i = 0; i < problem->p; i++)
    r += row[n + i] * problem->parameter_step[i];
  return r;
}

/* Adds the impulse along a freedom in the step that begins with a node. */
static void
add_impulse(Share *share, int node, int freedom)
{
  const TrProblem *problem = share->problem;
  const TrImpulse *impulse = tr_impulse(share->work->impulses, node, freedom);
  const double *row = tr_impulse_row(share->work->impulses, node, freedom);
  int g = problem->prepared->state_error.group[freedom], touched = problem->formulation->touched;
  TrVariance *group = &share->sums[g];
  double r;

  if (impulse->squares == 0)
    return;
  r = step_on(share, impulse->value, node, touched, row);
  group->n += impulse->squares;
  group->sum += problem->weight * r * r;
  group->trace += problem->weight * tr_arrow_inverse_form(share->work->inverse, node, touched, row);
  tr_arrow_sides_add(share->work->gradients, g, node, touched, problem->weight * r, row);
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
  int kind = share->work->leverage->n_groups + s;
  TrVariance *sensor = &share->sums[kind];
  double weight = residual->weight;
  double r = step_on(share, residual->r[0], residual->block, residual->touched, residual->jac);
  double normal_share = tr_loss_normal_share(tr_loss_of_sensor(problem->task, s));

  sensor->n++;
  sensor->sum += weight * r * r / normal_share;
  sensor->trace += weight * tr_arrow_inverse_form(share->work->inverse, residual->block,
                                                  residual->touched, residual->jac);
  tr_arrow_sides_add(share->work->gradients, kind, residual->block, residual->touched,
                     weight * r / sqrt(normal_share), residual->jac);
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

/* Fills the coupling from the sums and the gradients of the kinds. */
static TrStatus
fill_coupling(TrLeverage *leverage, const Work *work)
{
  int n = leverage->n_groups + leverage->n_sensors;
  double *c = leverage->coupling;

  TR_TRY(tr_arrow_sides_products(c, work->gradients));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c[i * n + j] = (i == j ? leverage->groups[i].sum : 0) - c[i * n + j];
  return TR_OK;
}

/* Linearises the point without damping, and finds the step from it that a fit has left undone. */
static TrStatus
linearize(Work *work, TrProblem *problem)
{
  bool damps_all = problem->damps_all;
  double decrease, step, gradient;
  TrStatus status;
  TrCost cost;

  problem->damps_all = false;
  status = tr_problem_linearize_on(problem, &cost);
  if (status == TR_OK)
    work->steps_on = tr_problem_solve(problem, 0, &decrease, &step, &gradient) == TR_OK &&
                     decrease <= LEFT_UNDONE * cost.total;
  problem->damps_all = damps_all;
  return status;
}

TrStatus
tr_leverage_fill(TrLeverage *leverage, TrProblem *problem)
{
  TR_ASSERT(leverage && problem);
  Work *work = leverage->work;

  TR_TRY(linearize(work, problem));
  TR_TRY(tr_arrow_inverse_fill(work->inverse));
  tr_arrow_sides_clear(work->gradients);
  TR_TRY(fill_all(work, problem));
  return fill_coupling(leverage, work);
}
