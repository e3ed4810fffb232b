#include "engine/est/solve/components.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/order.h"
#include "engine/est/solve/energy_rounds.h"
#include "engine/est/uncertainty/leverage.h"

/* Largest change of a variance from a round to the next one, as a logarithm, and the change at
 * which it has settled: absolute, or as a share of its own standard deviation. */
#define LARGEST_CHANGE 3.5
#define SETTLED_CHANGE 0.03
#define SETTLED_SHARE  0.1

/* Least degrees of freedom of a component.  A variance from nu of them has a relative standard
 * deviation of sqrt(2/nu); with fewer than these two it cannot be distinguished from zero. */
#define LEAST_FREEDOM 2.0

/* A group with fewer degrees of freedom is pooled with the others, as if these had given it
 * further ones: so many where it has none, falling to none at the limit.  A jump there would keep
 * the rounds from settling. */
#define FEW_FREEDOM    30.0
#define POOLED_FREEDOM 15.0

/* Least sd of a group in units of the rms impulse of inertia, and largest one in units of its size.
 */
#define LEAST_SHARE 1e-5
#define MOST_SIZE   30.0

/* Limits of the slope of the secant, and of the extrapolation. */
#define LEAST_SLOPE (-0.9)
#define MOST_SLOPE  0.8
#define LEAST_AHEAD 0.5
#define MOST_AHEAD  4.0

/* Logarithm of a component's variance before the last estimate, and the estimate. */
typedef struct Component {
  double at, found;
} Component;

typedef struct TrComponentsWork {
  TrComponents components;
  TrLeverage *leverage;
  int rounds, n_groups;
  double largest;       /* change of a component in this round, in units of its tolerance */
  Component *all;       /* [n_groups + n_sensors] */
  double *sizes;        /* [n_groups] scratch */
  double *share_before; /* [n_freedoms] */
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
  work->leverage = tr_leverage_new(problem);
  work->all = calloc(n + 1, sizeof *work->all);
  work->sizes = calloc((size_t)error->n_groups + 1, sizeof *work->sizes);
  work->share_before = calloc((size_t)error->n_freedoms + 1, sizeof *work->share_before);
  if (work->leverage && work->all && work->sizes && work->share_before)
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
  free(work->sizes);
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

/* Changes a component by the secant of its last two rounds. */
static double
look_ahead(const Component *before, double at, double found, bool is_plain)
{
  double moved = at - before->at, slope = (found - before->found) / moved, ahead = 1;

  if (!is_plain && fabs(moved) > 0)
    ahead = 1 / (1 - fmin(fmax(slope, LEAST_SLOPE), MOST_SLOPE));
  ahead = fmin(fmax(ahead, LEAST_AHEAD), MOST_AHEAD);
  return fmin(fmax(ahead * (found - at), -LARGEST_CHANGE), LARGEST_CHANGE);
}

/* Judges a component: its change, or NAN where the residuals do not show the variance. */
static double
judge(Work *work, int i, double at, double pool, bool is_plain)
{
  const TrVariance *v = &work->leverage->groups[i];
  double freedom = v->n - v->trace, estimate, change;
  double pooled = POOLED_FREEDOM * (1 - freedom / FEW_FREEDOM);

  if (!(freedom > LEAST_FREEDOM) || !(v->sum > 0))
    return NAN;
  estimate = v->sum / freedom;
  if (i < work->n_groups && pooled > 0 && pool > 0)
    estimate = (v->sum + pooled * pool / exp(at)) / (freedom + pooled);
  change = look_ahead(&work->all[i], at, at + log(estimate), is_plain || work->rounds == 0);
  work->all[i] = (Component){at, at + log(estimate)};
  return change;
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

/* Change of a component from the last round to the estimate, in units of its tolerance. */
static double
measure_change(const Work *work, int i)
{
  const TrVariance *v = &work->leverage->groups[i];
  double tolerance = fmax(SETTLED_CHANGE, SETTLED_SHARE * sqrt(2 / (v->n - v->trace)));

  return fabs(work->all[i].found - work->all[i].at) / tolerance;
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

/* Limits the change of a group; returns whether it is at its floor and would fall. */
static bool
limit_group(double *change, const TrStateError *error, int group, double weight)
{
  double least = -INFINITY, most = INFINITY;
  bool is_floored;

  for (int i = 0; i < error->n_freedoms; i++) {
    double variance = error->share[i] * error->share[i] / weight;

    if (error->group[i] != group)
      continue;
    least = fmax(least, log(pow(LEAST_SHARE * error->inertial[i], 2) / variance));
    most = fmin(most, log(pow(MOST_SIZE * error->size[i], 2) / variance));
  }
  is_floored = least >= *change;
  *change = is_floored ? fmin(fmax(least, -LARGEST_CHANGE), LARGEST_CHANGE)
                       : fmin(*change, fmax(most, 0));
  return is_floored;
}

/* Median over the groups of the variance in units of the size's square; 0 where all have few
 * degrees of freedom. */
static double
find_pool(Work *work, const TrProblem *problem)
{
  const TrStateError *error = &problem->prepared->state_error;
  int n = 0;

  for (int g = 0; g < work->n_groups; g++) {
    const TrVariance *v = &work->leverage->groups[g];
    int i = find_first(error, g);

    if (v->n - v->trace >= FEW_FREEDOM && v->sum > 0)
      work->sizes[n++] =
          v->sum / (v->n - v->trace) / problem->weight * pow(error->share[i] / error->size[i], 2);
  }
  return n > 0 ? tr_median(work->sizes, (size_t)n) : 0;
}

static void
update_groups(Work *work, TrProblem *problem, bool is_plain)
{
  TrStateError *error = &problem->prepared->state_error;
  TrComponents *out = &work->components;
  double pool = find_pool(work, problem), weight = problem->weight;

  for (int g = 0; g < work->n_groups; g++) {
    int first = find_first(error, g);
    double at = log(error->share[first] * error->share[first] / weight);
    double change = judge(work, g, at, pool * error->size[first] * error->size[first], is_plain);
    bool is_floored;

    if (isnan(change))
      continue;
    is_floored = limit_group(&change, error, g, weight);
    out->is_quiet &= is_floored;
    add_change(work, is_floored ? fabs(change) / SETTLED_CHANGE : measure_change(work, g),
               error->joint[first], -1);
    for (int i = first; i < error->n_freedoms; i++)
      if (error->group[i] == g) {
        error->share[i] *= exp(change / 2);
        error->is_at_floor[i] = is_floored;
      }
  }
}

static void
update_sensors(Work *work, TrProblem *problem, bool is_plain)
{
  TrPrepared *prepared = problem->prepared;

  for (int s = 0; s < work->leverage->n_sensors; s++) {
    int i = work->n_groups + s;
    double least = 2 * log(prepared->sigma_floor[s] / prepared->sigma[s]), change;

    if (work->leverage->sensors[s].n == 0)
      continue;
    change = judge(work, i, 2 * log(prepared->sigma[s]), 0, is_plain);
    if (isnan(change))
      continue;
    if (!(change <= least && fabs(least) < SETTLED_CHANGE))
      add_change(work, measure_change(work, i), -1, s);
    tr_prepared_scale_noise(prepared, s, exp(fmax(change, least)));
  }
}

TrStatus
tr_components_estimate(TrComponents *components, TrProblem *problem, bool is_plain)
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
  update_groups(work, problem, is_plain);
  update_sensors(work, problem, is_plain);
  components->is_settled &= !tr_energy_update(problem, work->leverage->energy);
  if (error->n_freedoms > 0)
    tr_components_set_weight(problem, problem->weight / tr_state_error_normalize(error));
  work->rounds++;
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
