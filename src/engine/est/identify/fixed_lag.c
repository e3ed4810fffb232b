#include "engine/est/identify/fixed_lag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/arrival_cost.h"
#include "engine/est/problem/private.h"
#include "engine/est/step/formulation.h"
#include "engine/est/task/own_values.h"
#include "engine/linalg/dense.h"

/* Least number of nodes that stay, and the largest length, in windows, after a poor start. */
enum { LEAST_NODES = 4, MOST_WINDOWS = 4 };

/* State of the sliding window. */
typedef struct Slider {
  TrFixedLag *out;
  TrPrepared whole, part; /* of the log, and of the window: slices of the same arrays */
  TrPreparedLog slice;
  TrLog log;
  TrTask task; /* of the window */
  TrArrivalCost *arrival, *next;
  double *values;   /* [n_free] start of the next window */
  int first, n;     /* nodes of the window */
  int failed;       /* first window that slid without convergence, from 1; 0: none ... */
  double failed_at; /* ... and its start [s] */
} Slider;

static TrStatus
check_options(const TrTask *task, const TrFixedLagOptions *o, TrError *error)
{
  if (task->n_logs != 1)
    return tr_error_set(error, TR_BAD_LOG,
                        "a sliding window needs exactly one log, found %d; choose one",
                        task->n_logs);
  if (isnan(task->settings.kappa))
    return tr_error_set(error, TR_BAD_SETTING,
                        "a sliding window needs kappa as a number; use that of a fit of this log");
  if (tr_formulation(task->settings.formulation)->node_blocks != 1)
    return tr_error_set(error, TR_BAD_SETTING,
                        "a sliding window needs the formulation 'predicted' or 'second-order'");
  if (o->shift < 1 || o->window < o->shift + LEAST_NODES)
    return tr_error_set(error, TR_BAD_SETTING,
                        "a window of %d nodes cannot move on by %d; make it at least %d long",
                        o->window, o->shift, (o->shift > 0 ? o->shift : 1) + LEAST_NODES);
  return TR_OK;
}

static int
count_windows(int n_nodes, const TrFixedLagOptions *o)
{
  return n_nodes <= o->window ? 1 : 1 + (n_nodes - o->window + o->shift - 1) / o->shift;
}

static TrFixedLag *
new_result(const TrTask *task, const TrPreparedLog *log, const TrFixedLagOptions *options)
{
  TrFixedLag *out = calloc(1, sizeof *out);
  size_t windows = (size_t)count_windows(log->n_nodes, options), p = (size_t)task->n_free;

  if (!out)
    return NULL;
  out->n_free = task->n_free;
  out->t = calloc(windows, sizeof *out->t);
  out->parameters = calloc(windows * p + 1, sizeof *out->parameters);
  out->sigma = calloc(windows * p + 1, sizeof *out->sigma);
  out->trajectory = tr_trajectory_copy(log->start);
  out->model = tr_log_model_new(task->model, &task->logs[0]);
  if (out->t && out->parameters && out->sigma && out->trajectory && out->model)
    return out;
  tr_fixed_lag_free(out);
  return NULL;
}

void
tr_fixed_lag_free(TrFixedLag *lag)
{
  if (!lag)
    return;
  free(lag->t);
  free(lag->parameters);
  free(lag->sigma);
  tr_trajectory_free(lag->trajectory);
  tr_model_free(lag->model);
  free(lag);
}

/* Observations of the window's nodes, counted from its first one. */
static void
slice_observations(Slider *s)
{
  const TrPreparedLog *from = &s->whole.logs[0];

  s->slice.n_observations = 0;
  for (int i = 0; i < from->n_observations; i++) {
    TrObservation o = from->observations[i];

    o.node -= s->first;
    if (o.node >= 0 && o.node + (o.fraction > 0) < s->n)
      s->slice.observations[s->slice.n_observations++] = o;
  }
}

/* The window's part of the log: starts with the known poses, followed by the filtered measurements.
 */
static void
slice_log(Slider *s)
{
  const TrPreparedLog *from = &s->whole.logs[0];
  const TrTrajectory *motion = s->out->trajectory;
  double h = motion->h;

  s->log.start = motion->start + s->first * h;
  s->slice.n_nodes = s->n;
  s->slice.input = from->input + (size_t)s->first * (size_t)tr_model_n_inputs(s->task.model);
  s->slice.step_share = from->step_share ? from->step_share + s->first : NULL;
  s->slice.start->n_nodes = s->n;
  s->slice.start->start = s->log.start;
  memcpy(s->slice.start->pose, tr_trajectory_pose(motion, s->first),
         (size_t)s->n * (size_t)motion->n_bodies * TR_POSE * sizeof(double));
  memcpy(s->slice.start->twist, tr_trajectory_twist(motion, s->first),
         (size_t)s->n * (size_t)motion->n_bodies * TR_TWIST * sizeof(double));
  slice_observations(s);
}

static TrStatus
set_up(Slider *s, const TrTask *task, const TrFixedLagOptions *options, TrError *error)
{
  const TrPreparedLog *log;

  TR_TRY(tr_prepare(&s->whole, task, error));
  TR_TRY(tr_formulation_check(task, error));
  log = &s->whole.logs[0];
  s->out = new_result(task, log, options);
  s->values = calloc((size_t)task->n_free + 1, sizeof *s->values);
  s->slice = *log;
  s->slice.observations = calloc((size_t)log->n_observations + 1, sizeof *log->observations);
  s->slice.start = tr_trajectory_copy(log->start);
  if (!s->out || !s->values || !s->slice.observations || !s->slice.start)
    return TR_NO_MEMORY;
  for (int i = 0; i < task->n_free; i++)
    s->values[i] = task->warm_start ? task->warm_start[i] : task->free[i].start;
  s->log = task->logs[0];
  s->slice.log = &s->log;
  s->part = s->whole;
  s->part.logs = &s->slice;
  s->task = *task;
  s->task.logs = &s->log;
  s->task.warm_start = s->values;
  s->task.settings.threads = 1;
  s->task.settings.energy = 0; /* its windows have more nodes than the arrival cost */
  s->n = log->n_nodes < options->window ? log->n_nodes : options->window;
  return TR_OK;
}

static void
tear_down(Slider *s)
{
  tr_arrival_cost_free(s->arrival);
  tr_arrival_cost_free(s->next);
  free(s->values);
  free(s->slice.observations);
  tr_trajectory_free(s->slice.start);
  tr_prepared_clear(&s->whole);
}

/* sigma from the information of the window and its arrival cost. */
static TrStatus
fill_sigma(double *sigma, TrProblem *problem)
{
  int p = problem->p;
  double *schur = problem->schur, *unit = problem->parameter_step;

  for (int i = 0; i < p; i++)
    sigma[i] = NAN;
  TR_TRY(tr_problem_inform(problem));
  for (int i = 0; i < p; i++)
    for (int j = 0; j <= i; j++)
      schur[i * p + j] = *tr_arrow_corner(problem->arrow, i, j);
  if (tr_dense_cholesky(schur, p) != TR_OK)
    return TR_OK;
  for (int i = 0; i < p; i++) {
    memset(unit, 0, (size_t)p * sizeof *unit);
    unit[i] = 1;
    tr_dense_cholesky_solve(unit, schur, p, 1);
    sigma[i] = sqrt(unit[i]);
  }
  return TR_OK;
}

/* Records a window's result: all its nodes, its parameters. */
static TrStatus
record(Slider *s, TrProblem *problem)
{
  TrFixedLag *out = s->out;
  TrTrajectory *motion = out->trajectory;
  size_t at = (size_t)out->n_windows * (size_t)out->n_free;

  memcpy(tr_trajectory_pose(motion, s->first), problem->pose,
         (size_t)s->n * (size_t)motion->n_bodies * TR_POSE * sizeof(double));
  memcpy(s->values, problem->parameters, (size_t)out->n_free * sizeof *s->values);
  memcpy(out->parameters + at, s->values, (size_t)out->n_free * sizeof *s->values);
  for (int i = 0; i < problem->n_columns; i++)
    if (tr_param_is_of_model(problem->params[i]))
      tr_param_set(out->model, problem->params[i], problem->values[i]);
  tr_log_put_own(out->model, &s->log);
  out->t[out->n_windows] = motion->start + (s->first + s->n - 1) * motion->h;
  return fill_sigma(out->sigma + at, problem);
}

/* Returns whether the leaving nodes would be marginalised at an invalid point of linearisation: the
 * window has not converged, or a bound stops a parameter.  The arrival cost of such a point is
 * wrong and overconfident, and no later sample could correct it. */
static bool
is_poor(const Slider *s, const TrProblem *problem, TrStatus solved)
{
  if (solved != TR_OK)
    return true;
  for (int i = 0; i < s->out->n_free; i++)
    if (tr_problem_is_at_bound(problem, i))
      return true;
  return false;
}

/* Solves the window and marginalises the `leaving` nodes, unless it has to grow instead or is the
 * last one. */
static TrStatus
solve_window(Slider *s, int leaving, bool may_grow, bool *grows)
{
  TrProblem *problem;
  TrLmOptions options = tr_lm_options_default();
  TrLmResult result;
  TrStatus solved, status;

  slice_log(s);
  problem = tr_problem_new_of_poses(&s->task, &s->part);
  if (!problem)
    return TR_NO_MEMORY;
  problem->arrival = s->arrival;
  options.max_iterations = tr_settings_limit(&s->task.settings, s->task.n_free);
  solved = tr_lm_run(&result, &tr_problem_ops, problem, &options);
  s->out->iterations += result.iterations;
  status = solved == TR_OK || solved == TR_NOT_CONVERGED ? TR_OK : solved;
  *grows = may_grow && is_poor(s, problem, solved);
  leaving = *grows ? 0 : leaving;
  if (status == TR_OK && leaving > 0 && !s->next)
    status = (s->next = tr_arrival_cost_new(problem)) ? TR_OK : TR_NO_MEMORY;
  if (status == TR_OK && leaving > 0)
    status = tr_arrival_cost_marginalise(s->next, problem, leaving);
  if (status == TR_OK)
    status = record(s, problem);
  if (status == TR_OK)
    s->out->n_windows++;
  if (status == TR_OK && solved != TR_OK && !*grows && s->failed == 0) {
    s->failed = s->out->n_windows;
    s->failed_at = s->log.start;
  }
  tr_problem_free(problem);
  return status;
}

/* Twists of the result: at each node the mean of the steps around it. */
static void
fill_twists(TrTrajectory *motion)
{
  int last = motion->n_nodes - 1;

  for (int k = 0; k <= last; k++) {
    int before = k > 0 ? k - 1 : 0, after = k < last ? k + 1 : last;

    tr_pose_velocity(tr_trajectory_twist(motion, k), motion->n_bodies,
                     tr_trajectory_pose(motion, before), tr_trajectory_pose(motion, after),
                     (after - before) * motion->h);
  }
}

/* Slides the window; one that has grown loses twice as many nodes as it gains, until it has its
 * length again. */
static TrStatus
slide(Slider *s, const TrFixedLagOptions *options)
{
  int n_nodes = s->whole.logs[0].n_nodes;

  for (;;) {
    int left = n_nodes - s->first - s->n, coming = left < options->shift ? left : options->shift;
    int surplus = s->n > options->window ? s->n - options->window : 0;
    int leaving = coming + (surplus < coming ? surplus : coming);
    bool may_grow = coming > 0 && s->n + coming <= MOST_WINDOWS * options->window, grows;
    TrArrivalCost *before = s->arrival;

    TR_TRY(solve_window(s, leaving, may_grow, &grows));
    if (coming <= 0)
      return s->failed ? TR_NOT_CONVERGED : TR_OK;
    if (grows) {
      s->n += coming;
      continue;
    }
    s->first += leaving;
    s->n += coming - leaving;
    s->arrival = s->next;
    s->next = before;
  }
}

/* Names the failed window in the error.  A window that does not converge follows nodes that were
 * marginalised with too little information, so that only a longer window helps. */
static TrStatus
name_window(const Slider *s,
            const TrTask *task,
            const TrFixedLagOptions *options,
            TrStatus status,
            TrError *error)
{
  int window = s->failed ? s->failed : s->out->n_windows + 1;
  double from = s->failed ? s->failed_at : s->log.start;

  if (status != TR_NOT_CONVERGED)
    return tr_error_set(error, status, "window %d from %g s on: %s", window, from,
                        tr_status_text(status));
  return tr_error_set(error, status,
                      "window %d from %g s on: %s; windows of %d nodes span %.3g s, too short for "
                      "the motion to determine the parameters: try %d nodes",
                      window, from, tr_status_text(status), options->window,
                      options->window * task->settings.h, 2 * options->window);
}

TrStatus
tr_fixed_lag(TrFixedLag **out, const TrTask *task, const TrFixedLagOptions *options, TrError *error)
{
  TR_ASSERT(out && options && tr_task_is_whole(task));
  Slider s = {.out = NULL};
  TrStatus status;

  *out = NULL;
  TR_TRY(check_options(task, options, error));
  status = set_up(&s, task, options, error);
  if (status == TR_OK) {
    status = slide(&s, options);
    fill_twists(s.out->trajectory);
    *out = s.out;
    if (status != TR_OK)
      status = name_window(&s, task, options, status, error);
  } else {
    tr_fixed_lag_free(s.out);
  }
  tear_down(&s);
  return status;
}
