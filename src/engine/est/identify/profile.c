#include "engine/est/identify/profile.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/normal.h"
#include "engine/est/identify/profile_private.h"
#include "engine/est/solve/solve.h"
#include "engine/est/task/kappa_rule.h"
#include "engine/est/uncertainty/covariance.h"

enum { DEFAULT_POINTS = 21, DEFAULT_GRID = 11, MOST_POINTS = 201, MOST_GRID = 51, MAX_RETRIES = 6 };

/* Root of delta at which a side ends: beyond the 95 % level of one parameter, or of a pair. */
#define END_ALONE   2.15
#define END_OF_PAIR 2.7

/* Largest growth of a step, and largest ratio of the root to the intended one. */
#define STEP_GROWTH 3.0
#define MOST_RISE   2.5

/* Step where neither the fit nor a bound sets one: share of the natural size. */
#define BLIND_STEP 0.05

double
tr_profile_level(int level, int n_parameters)
{
  TR_ASSERT(level >= 0 && level < TR_PROFILE_LEVELS);
  TR_ASSERT(n_parameters == 1 || n_parameters == 2);

  static const double levels[2][TR_PROFILE_LEVELS] = {{1, 3.841458820694124},
                                                      {2.295748928898636, 5.991464547107979}};

  return levels[n_parameters - 1][level];
}

bool
tr_snapshot_init(TrSnapshot *snapshot, const TrProblem *problem)
{
  size_t nodes = (size_t)problem->first[problem->prepared->n_logs], n = (size_t)problem->n;

  snapshot->pose = calloc(nodes * n / 6 * TR_POSE + 1, sizeof(double));
  snapshot->velocity = problem->velocity ? calloc(nodes * n + 1, sizeof(double)) : NULL;
  snapshot->parameters = calloc((size_t)problem->p + 1, sizeof(double));
  return snapshot->pose && snapshot->parameters && (snapshot->velocity || !problem->velocity);
}

void
tr_snapshot_clear(TrSnapshot *snapshot)
{
  free(snapshot->pose);
  free(snapshot->velocity);
  free(snapshot->parameters);
  *snapshot = (TrSnapshot){0};
}

static void
copy_point(const TrProblem *problem, double **to, double *const *from)
{
  size_t nodes = (size_t)problem->first[problem->prepared->n_logs], n = (size_t)problem->n;

  memcpy(to[0], from[0], nodes * n / 6 * TR_POSE * sizeof(double));
  if (problem->velocity)
    memcpy(to[1], from[1], nodes * n * sizeof(double));
  memcpy(to[2], from[2], (size_t)problem->p * sizeof(double));
}

void
tr_snapshot_save(TrSnapshot *snapshot, const TrProblem *problem)
{
  copy_point(problem, (double *[]){snapshot->pose, snapshot->velocity, snapshot->parameters},
             (double *[]){problem->pose, problem->velocity, problem->parameters});
}

void
tr_snapshot_restore(const TrSnapshot *snapshot, TrProblem *problem)
{
  copy_point(problem, (double *[]){problem->pose, problem->velocity, problem->parameters},
             (double *[]){snapshot->pose, snapshot->velocity, snapshot->parameters});
}

/* One Gauss-Newton step that moves the fixed parameters to their values, whatever the cost does. */
static TrStatus
predict(TrProfiler *p)
{
  TrProblem *problem = p->problem;
  double decrease, step, gradient;
  TrStatus status;
  TrCost cost;

  TR_TRY(tr_problem_ops.linearize(problem, &cost));
  status = tr_problem_ops.solve(problem, 0, &decrease, &step, &gradient);
  for (double damping = 1e-6; status == TR_NOT_DEFINITE && damping < 1; damping *= 100)
    status = tr_problem_ops.solve(problem, damping, &decrease, &step, &gradient);
  TR_TRY(status);
  TR_TRY(tr_problem_ops.try_step(problem, 1, &cost));
  if (!isfinite(cost.total))
    return TR_NOT_FINITE;
  tr_problem_ops.accept(problem);
  return TR_OK;
}

/* Reports progress; TR_CANCELLED to stop. */
static TrStatus
report(const TrProfiler *p)
{
  TrProfileEvent event = {.fits = p->result->fits,
                          .most = p->most,
                          .seconds = tr_clock_seconds() - p->problem->seconds_at_start};

  return tr_monitor_goes_on(p->monitor, &event) ? TR_OK : TR_CANCELLED;
}

static TrStatus
minimize(TrProfiler *p, double *cost)
{
  TrProblem *problem = p->problem;
  TrLmOptions options = tr_lm_options_default();
  TrLmResult result;

  options.max_iterations = tr_settings_limit(&problem->task->settings, problem->task->n_free);
  problem->n_history = 0;
  TR_TRY(tr_lm_run(&result, &tr_problem_ops, problem, &options));
  p->iterations = result.iterations;
  *cost = result.cost.total;
  p->result->fits++;
  return report(p);
}

TrStatus
tr_profiler_fit(TrProfiler *p, double *delta, int n, const int *parameters, const double *values)
{
  TrProblem *problem = p->problem;
  size_t size = (size_t)problem->p * sizeof(double);
  TrStatus status;
  double cost;

  for (int k = 0; k < n; k++)
    problem->floor[parameters[k]] = problem->ceiling[parameters[k]] = values[k];
  status = predict(p);
  if (status == TR_OK)
    status = minimize(p, &cost);
  memcpy(problem->floor, p->floor, size);
  memcpy(problem->ceiling, p->ceiling, size);
  TR_TRY(status);
  *delta = (cost - p->result->cost) / p->result->variance;
  p->result->lowest = fmin(p->result->lowest, *delta);
  return TR_OK;
}

static TrStatus
add_point(TrProfiler *p, TrProfile *profile, double value, double delta, bool below)
{
  size_t n = (size_t)p->problem->p;
  TrProfilePoint *points = profile->points, *point;
  double *parameters = malloc((n + 1) * sizeof *parameters);

  if (!parameters)
    return TR_NO_MEMORY;
  memcpy(parameters, p->problem->parameters, n * sizeof *parameters);
  if (below)
    memmove(points + 1, points, (size_t)profile->n_points * sizeof *points);
  point = &points[below ? 0 : profile->n_points];
  profile->n_points++;
  *point = (TrProfilePoint){value, delta, p->iterations, parameters};
  return TR_OK;
}

/* Distance from the estimate at which delta is about one. */
static double
first_scale(const TrProfiler *p, int parameter)
{
  const TrEstimate *e = &p->fit->estimates[parameter];

  if (isfinite(e->sigma_linear) && e->sigma_linear > 0)
    return e->sigma_linear;
  if (isfinite(e->limit))
    return fabs(e->limit - e->value) / TR_NORMAL_ONE_SIDED_95; /* est/uncertainty/bounds.h */
  return BLIND_STEP * e->scale;
}

typedef struct Side {
  double sign;
  double value, root; /* of the previous point */
  double step;
  double rise; /* intended increase of the root per step */
  double end;
} Side;

/* Fits one step on; a step with too large an increase of the root is undone and shortened. */
static TrStatus
advance(TrProfiler *p,
        const TrProfile *profile,
        Side *side,
        TrSnapshot *last,
        double *value,
        double *delta)
{
  double floor = p->floor[profile->parameter], ceiling = p->ceiling[profile->parameter];
  TrStatus status = TR_NOT_CONVERGED;

  tr_snapshot_save(last, p->problem);
  for (int i = 0; i < MAX_RETRIES; i++) {
    double rise;

    *value = fmin(fmax(side->value + side->sign * side->step, floor), ceiling);
    status = tr_profiler_fit(p, delta, 1, &profile->parameter, value);
    if (status == TR_CANCELLED || status == TR_NO_MEMORY)
      return status;
    rise = status == TR_OK ? sqrt(fmax(*delta, 0)) - side->root : INFINITY;
    if (rise <= MOST_RISE * side->rise)
      return TR_OK;
    tr_snapshot_restore(last, p->problem);
    side->step *= fmax(side->rise / rise, 0.1);
  }
  return status == TR_OK ? TR_NOT_CONVERGED : status;
}

/* Walks from the estimate to one side. */
static TrStatus
walk(TrProfiler *p, TrProfile *profile, double sign, int n_points, TrProfileEnd *end)
{
  double bound = sign < 0 ? p->floor[profile->parameter] : p->ceiling[profile->parameter];
  Side side = {.sign = sign,
               .value = profile->estimate,
               .end = p->options->n_parameters > 1 ? END_OF_PAIR : END_ALONE};
  TrSnapshot last;
  TrStatus status = TR_OK;

  side.rise = side.end / n_points;
  side.step = side.rise * first_scale(p, profile->parameter);
  tr_snapshot_restore(&p->estimate, p->problem);
  if (!tr_snapshot_init(&last, p->problem))
    status = TR_NO_MEMORY;
  *end = TR_PROFILE_OPEN;
  for (int k = 0;
       status == TR_OK && k < n_points && side.root < side.end * (1 - 1e-3) && side.value != bound;
       k++) {
    double value = side.value, delta = 0, root, rate;

    status = advance(p, profile, &side, &last, &value, &delta);
    if (status != TR_OK)
      break;
    status = add_point(p, profile, value, delta, sign < 0);
    root = sqrt(fmax(delta, 0));
    rate = (root - side.root) / fabs(value - side.value);
    side.step = fmin(rate > 0 ? side.rise / rate : INFINITY, STEP_GROWTH * side.step);
    side.value = value;
    side.root = root;
  }
  tr_snapshot_clear(&last);
  if (status == TR_CANCELLED || status == TR_NO_MEMORY)
    return status;
  if (side.root >= sqrt(tr_profile_level(1, 1)))
    *end = TR_PROFILE_CLOSED;
  else if (status != TR_OK)
    *end = TR_PROFILE_FAILED;
  else if (side.value == bound)
    *end = TR_PROFILE_BOUND;
  return TR_OK;
}

/* Crossing of the root of delta with that of the level, linear between two points. */
static double
find_crossing(const TrProfile *profile, double level, int at, int by, TrProfileEnd end)
{
  double target = sqrt(level), before = 0;

  for (int k = at + by; k >= 0 && k < profile->n_points; k += by) {
    double root = sqrt(fmax(profile->points[k].delta, 0));

    if (root >= target) {
      double share = (target - before) / (root - before);

      return profile->points[k - by].value +
             share * (profile->points[k].value - profile->points[k - by].value);
    }
    before = root;
  }
  return end == TR_PROFILE_BOUND ? profile->points[by < 0 ? 0 : profile->n_points - 1].value : NAN;
}

static TrStatus
fill_profile(TrProfiler *p, TrProfile *profile, int n_points)
{
  int below;

  profile->points = calloc((size_t)n_points + 2, sizeof *profile->points);
  if (!profile->points)
    return TR_NO_MEMORY;
  tr_snapshot_restore(&p->estimate, p->problem);
  profile->estimate = p->problem->parameters[profile->parameter];
  p->iterations = 0;
  TR_TRY(add_point(p, profile, profile->estimate, 0, false));
  TR_TRY(walk(p, profile, -1, n_points / 2, &profile->low));
  below = profile->n_points - 1;
  TR_TRY(walk(p, profile, 1, n_points / 2, &profile->high));
  for (int l = 0; l < TR_PROFILE_LEVELS; l++) {
    double level = tr_profile_level(l, 1);

    profile->interval[l][0] = find_crossing(profile, level, below, -1, profile->low);
    profile->interval[l][1] = find_crossing(profile, level, below, 1, profile->high);
  }
  return TR_OK;
}

/* Computes the least cost for comparison: the covariance has moved the gauge's origin here. */
static TrStatus
find_base(TrProfiler *p)
{
  TrProblem *problem = p->problem;

  memcpy(p->floor, problem->floor, (size_t)problem->p * sizeof(double));
  memcpy(p->ceiling, problem->ceiling, (size_t)problem->p * sizeof(double));
  /* the gauge stays fixed, else costs could not be compared */
  problem->linearizations = 1;
  problem->next_look = INT_MAX;
  /* with a frozen weight the estimate is the minimum with its own weight only */
  if (problem->weight_is_frozen_in_step)
    tr_problem_keep_weight(problem, p->fit->model);
  TR_TRY(minimize(p, &p->result->cost));
  tr_snapshot_save(&p->estimate, problem);
  p->result->dof = p->fit->dof;
  p->result->variance = p->result->cost / (double)p->fit->dof;
  return p->result->variance > 0 && isfinite(p->result->variance) ? TR_OK : TR_NOT_FINITE;
}

static TrStatus
profile_all(TrProfiler *p)
{
  TrProfiles *result = p->result;
  int n_points = p->options->n_points ? p->options->n_points : DEFAULT_POINTS;
  int n_grid = p->options->n_grid ? p->options->n_grid : DEFAULT_GRID;
  int pair = p->options->n_parameters > 1;

  p->most = 1 + p->options->n_parameters * 2 * (n_points / 2) + pair * n_grid * n_grid;
  TR_TRY(find_base(p));
  for (int k = 0; k < p->options->n_parameters; k++) {
    TrProfile *profile = &result->profiles[result->n_profiles++];
    const TrEstimate *e = &p->fit->estimates[p->options->parameters[k]];

    profile->parameter = p->options->parameters[k];
    profile->sigma = e->sigma;
    profile->sigma_linear = e->sigma_linear;
    TR_TRY(fill_profile(p, profile, n_points));
  }
  if (!pair)
    return TR_OK;
  result->grid.n = n_grid;
  return tr_profiler_fill_grid(p);
}

/* Data that the work of the task receives through its monitor. */
typedef struct Request {
  TrProfiles *result;
  const TrProfileOptions *options;
  const TrMonitor *monitor;
  TrError *error;
} Request;

/* Checks the parameters.  A parameter fixed by the gauge has no profile: the cost along it is
 * artificial. */
static TrStatus
check_parameters(const Request *request, const TrFit *fit, const TrTask *task)
{
  for (int k = 0; k < request->options->n_parameters; k++)
    for (int d = 0; d < fit->n_null; d++) {
      char id[TR_ID_SIZE];

      if (!tr_fit_is_moved(fit, d, request->options->parameters[k]))
        continue;
      tr_task_free_id(id, task, request->options->parameters[k]);
      return tr_error_set(
          request->error, TR_BAD_SETTING,
          "%s has no profile: it belongs to a direction that the logs do not determine; fix one of "
          "the parameters of that direction, or give it a prior",
          id);
    }
  return TR_OK;
}

static TrStatus
work(TrFit *fit, TrProblem *problem)
{
  const Request *request = problem->task->monitor.user;
  size_t n = (size_t)problem->p + 1;
  TrProfiler profiler = {.problem = problem,
                         .result = request->result,
                         .fit = fit,
                         .options = request->options,
                         .monitor = request->monitor,
                         .floor = calloc(n, sizeof(double)),
                         .ceiling = calloc(n, sizeof(double))};
  TrStatus status = tr_task_solve(fit, problem);

  if (status == TR_OK)
    status = fit->status;
  if (status == TR_OK)
    status = check_parameters(request, fit, problem->task);
  else
    memcpy(request->result->message, fit->message, sizeof fit->message);
  if (status == TR_OK) {
    problem->damps_all = false;
    status = TR_NO_MEMORY;
    if (tr_snapshot_init(&profiler.estimate, problem) && profiler.floor && profiler.ceiling)
      status = profile_all(&profiler);
  }
  request->result->seconds = tr_clock_seconds() - problem->seconds_at_start;
  tr_snapshot_clear(&profiler.estimate);
  free(profiler.floor);
  free(profiler.ceiling);
  return status;
}

/* Drops the events of single fits; passes polls on to the caller's monitor. */
static bool
on_fit_advanced_cb(void *user, const void *event)
{
  const Request *request = user;

  (void)event;
  return tr_monitor_goes_on(request->monitor, NULL);
}

static TrStatus
check_options(const TrTask *task, const TrProfileOptions *o, TrError *error)
{
  if (o->n_points && (o->n_points < 3 || o->n_points > MOST_POINTS))
    return tr_error_set(error, TR_BAD_SETTING, "a profile has 3 to %d points, not %d", MOST_POINTS,
                        o->n_points);
  if (o->n_grid && (o->n_grid < 3 || o->n_grid > MOST_GRID || o->n_grid % 2 == 0))
    return tr_error_set(error, TR_BAD_SETTING,
                        "the grid of a pair has an odd number of 3 to %d points a side, not %d",
                        MOST_GRID, o->n_grid);
  TR_ASSERT(o->n_parameters == 1 || o->n_parameters == 2);
  for (int k = 0; k < o->n_parameters; k++)
    TR_ASSERT(o->parameters[k] >= 0 && o->parameters[k] < task->n_free);
  if (tr_task_has_impact_passes(task))
    return tr_error_set(error, TR_BAD_SETTING,
                        "a profile compares fits of one cost, but thrown bodies are fitted in two "
                        "passes of different weights: state kappa for one fit of the whole logs");
  return TR_OK;
}

TrStatus
tr_profile(TrProfiles **profiles,
           const TrTask *task,
           const TrProfileOptions *options,
           TrError *error)
{
  TR_ASSERT(profiles && options && tr_task_is_whole(task));

  TrTask own = *task;
  TrProfiles *result;
  Request request = {.options = options, .monitor = &task->monitor, .error = error};
  TrFit *fit = NULL;
  TrStatus status;

  *profiles = NULL;
  TR_TRY(check_options(task, options, error));
  result = request.result = calloc(1, sizeof *result);
  if (!result)
    return tr_error_set(error, TR_NO_MEMORY, "%s", tr_status_text(TR_NO_MEMORY));
  result->n_free = task->n_free;
  own.monitor = (TrMonitor){on_fit_advanced_cb, &request};
  own.wants_information = false;
  own.wants_checks = false;
  status = result->status = tr_task_run(&fit, &own, work, error);
  if (!fit || status == TR_BAD_SETTING || status == TR_NO_MEMORY) {
    tr_profiles_free(result);
    result = NULL;
  } else if (status != TR_OK && !result->message[0]) {
    snprintf(result->message, sizeof result->message, "%s", tr_status_text(status));
  }
  tr_fit_free(fit);
  *profiles = result;
  return status;
}

void
tr_profiles_free(TrProfiles *profiles)
{
  if (!profiles)
    return;
  for (int k = 0; k < profiles->n_profiles; k++) {
    for (int i = 0; i < profiles->profiles[k].n_points; i++)
      free(profiles->profiles[k].points[i].parameters);
    free(profiles->profiles[k].points);
  }
  for (int l = 0; l < TR_PROFILE_LEVELS; l++)
    tr_contour_clear(&profiles->grid.contour[l]);
  free(profiles->grid.first);
  free(profiles->grid.second);
  free(profiles->grid.delta);
  free(profiles);
}
