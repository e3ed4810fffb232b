#include "engine/est/solve/components.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/order.h"
#include "engine/est/solve/energy_rounds.h"
#include "engine/est/solve/variance_step.h"
#include "engine/est/uncertainty/leverage.h"

/* A group with fewer degrees of freedom is pooled with the others, as if these had given it
 * further ones: so many where it has none, falling to none at the limit.  A jump there would keep
 * the rounds from settling. */
#define FEW_FREEDOM    30.0
#define POOLED_FREEDOM 15.0

/* Least sd of a group in units of the rms impulse of inertia, and largest one in units of its size.
 */
#define LEAST_SHARE 1e-5
#define MOST_SIZE   30.0

typedef struct TrComponentsWork {
  TrComponents components;
  TrLeverage *leverage;
  int n_groups, n_kinds;
  double largest;        /* change of a component in this round, in units of its tolerance */
  TrVarianceChange *all; /* [n_kinds] the groups, then the sensors */
  TrWeighed *pool;       /* [n_groups] scratch */
  double *share_before;  /* [n_freedoms] */
  double weight_before;
} Work;

TrComponents *
tr_components_new(TrProblem *problem)
{
  TR_ASSERT(problem);

  const TrStateError *error = &problem->prepared->state_error;
  size_t n = (size_t)(error->n_groups + problem->task->model->n_sensors);
  Work *work = calloc(1, sizeof *work);

  if (!work)
    return NULL;
  work->components.work = work;
  work->n_groups = error->n_groups;
  work->n_kinds = (int)n;
  work->leverage = tr_leverage_new(problem);
  work->all = calloc(n + 1, sizeof *work->all);
  work->pool = calloc((size_t)error->n_groups + 1, sizeof *work->pool);
  work->share_before = calloc((size_t)error->n_freedoms + 1, sizeof *work->share_before);
  if (work->leverage && work->all && work->pool && work->share_before)
    return &work->components;
  tr_components_free(&work->components);
  return NULL;
}

void
tr_components_free(TrComponents *components)
{
  Work *work = components ? components->work : NULL;

  if (!work)
    return;
  tr_leverage_free(work->leverage);
  free(work->all);
  free(work->pool);
  free(work->share_before);
  free(work);
}

/* kappa = (sigma0^2/sigma_p^2) h/0.01 */
void
tr_components_set_weight(TrProblem *problem, double weight)
{
  double sigma0 = problem->prepared->sigma0;

  problem->weight = weight;
  problem->kappa = weight * sigma0 * sigma0 * problem->task->settings.h / 0.01;
}

/* Judges a component at the logarithm `at` of its variance, with the pool's variance. */
static void
judge(TrVarianceChange *out, const TrVariance *v, double at, double pool)
{
  double freedom = v->n - v->trace, pooled = POOLED_FREEDOM * (1 - freedom / FEW_FREEDOM);

  tr_variance_change_begin(out);
  if (!(freedom > TR_LEAST_FREEDOM) || !(v->sum > 0))
    return;
  pooled = pool > 0 ? fmax(pooled, 0) : 0;
  out->pooled = pooled > 0 ? pooled * pool / exp(at) : 0;
  out->squares = v->sum + out->pooled;
  out->found = log(out->squares / (freedom + pooled));
}

/* Adds a component's change, in units of its tolerance, to the judgement of all. */
static void
add_change(Work *work, double change, int joint, int sensor)
{
  work->components.is_settled &= change < 1;
  if (!(change >= fmax(work->largest, 1)))
    return;
  work->largest = change;
  work->components.joint = joint;
  work->components.sensor = sensor;
}

/* Change of a component in units of its tolerance. */
static double
measure_change(const Work *work, int i)
{
  double tolerance = fmax(TR_SETTLED_CHANGE, TR_SETTLED_SHARE * sqrt(work->all[i].variance));

  return fabs(work->all[i].change) / tolerance;
}

/* First freedom of a group. */
static int
find_first(const TrStateError *error, int group)
{
  int i = 0;

  while (error->group[i] != group)
    i++;
  return i;
}

/* Sets the limits of the change of a group. */
static void
limit_group(TrVarianceChange *out, const TrStateError *error, int group, double weight)
{
  double most = INFINITY;

  for (int i = 0; i < error->n_freedoms; i++) {
    double variance = error->share[i] * error->share[i] / weight;

    if (error->group[i] != group)
      continue;
    out->least = fmax(out->least, log(pow(LEAST_SHARE * error->inertial[i], 2) / variance));
    most = fmin(most, log(pow(MOST_SIZE * error->size[i], 2) / variance));
  }
  out->most = fmax(most, 0);
}

/* Weight of a group in the pool: one with few degrees of freedom has little. */
static double
weigh_group(const TrVariance *v)
{
  double more = v->n - v->trace - TR_LEAST_FREEDOM;

  return v->sum > 0 && more > 0 ? fmin(more / (FEW_FREEDOM - TR_LEAST_FREEDOM), 1) : 0;
}

/* Weighted median over the groups of the variance in units of the size's square; 0 without any. */
static double
find_pool(Work *work, const TrProblem *problem)
{
  const TrStateError *error = &problem->prepared->state_error;

  for (int g = 0; g < work->n_groups; g++) {
    const TrVariance *v = &work->leverage->groups[g];
    int i = find_first(error, g);
    double ratio = v->sum / (v->n - v->trace) / problem->weight;

    work->pool[g] =
        (TrWeighed){log(ratio * pow(error->share[i] / error->size[i], 2)), weigh_group(v)};
  }
  return exp(tr_weighted_median(work->pool, (size_t)work->n_groups));
}

static void
judge_groups(Work *work, const TrProblem *problem)
{
  const TrStateError *error = &problem->prepared->state_error;
  double pool = find_pool(work, problem), weight = problem->weight;

  for (int g = 0; g < work->n_groups; g++) {
    int first = find_first(error, g);
    double at = log(error->share[first] * error->share[first] / weight);

    judge(&work->all[g], &work->leverage->groups[g], at, pool * pow(error->size[first], 2));
    limit_group(&work->all[g], error, g, weight);
  }
}

static void
judge_sensors(Work *work, const TrPrepared *prepared)
{
  for (int s = 0; s < work->leverage->n_sensors; s++) {
    TrVarianceChange *own = &work->all[work->n_groups + s];

    judge(own, &work->leverage->sensors[s], 0, 0);
    own->least = 2 * log(prepared->sigma_floor[s] / prepared->sigma[s]);
  }
}

static void
update_groups(Work *work, TrProblem *problem)
{
  TrStateError *error = &problem->prepared->state_error;

  for (int g = 0; g < work->n_groups; g++) {
    const TrVarianceChange *own = &work->all[g];
    int first = find_first(error, g);

    if (isnan(own->found))
      continue;
    work->components.is_quiet &= own->is_floored;
    add_change(work, measure_change(work, g), error->joint[first], -1);
    for (int i = first; i < error->n_freedoms; i++)
      if (error->group[i] == g) {
        error->share[i] *= exp(own->change / 2);
        error->is_at_floor[i] = own->is_floored;
      }
  }
}

static void
update_sensors(Work *work, TrPrepared *prepared)
{
  for (int s = 0; s < work->leverage->n_sensors; s++) {
    const TrVarianceChange *own = &work->all[work->n_groups + s];

    if (isnan(own->found))
      continue;
    add_change(work, measure_change(work, work->n_groups + s), -1, s);
    tr_prepared_scale_noise(prepared, s, exp(own->change));
  }
}

TrStatus
tr_components_estimate(TrComponents *components, TrProblem *problem, bool is_another)
{
  TR_ASSERT(components && problem);

  Work *work = components->work;
  TrStateError *error = &problem->prepared->state_error;

  TR_TRY(tr_leverage_fill(work->leverage, problem));
  TR_TRY(tr_prepare_state_error_again(problem->prepared, problem->task, problem->model));
  work->weight_before = problem->weight;
  memcpy(work->share_before, error->share, (size_t)error->n_freedoms * sizeof *error->share);
  components->is_settled = components->is_quiet = true;
  components->joint = components->sensor = -1;
  work->largest = 0;
  judge_groups(work, problem);
  judge_sensors(work, problem->prepared);
  for (int i = 0; is_another && i < work->n_kinds; i++)
    work->all[i].length = 0;
  TR_TRY(tr_variance_step(work->all, work->n_kinds, work->leverage->coupling));
  update_groups(work, problem);
  update_sensors(work, problem->prepared);
  components->is_settled &= !tr_energy_update(problem, work->leverage->energy);
  if (error->n_freedoms > 0)
    tr_components_set_weight(problem, problem->weight / tr_state_error_normalize(error));
  return TR_OK;
}

void
tr_components_step_back(TrComponents *components, TrProblem *problem)
{
  TR_ASSERT(components && problem);

  Work *work = components->work;
  TrStateError *error = &problem->prepared->state_error;

  memcpy(error->share, work->share_before, (size_t)error->n_freedoms * sizeof *error->share);
  if (error->n_freedoms > 0)
    tr_state_error_normalize(error);
  tr_components_set_weight(problem, work->weight_before);
}
