/* The operations of the outer loop on a trajectory problem. */
#include <math.h>
#include <string.h>

#include "engine/est/problem.h"
#include "engine/linalg/boxqp.h"

/* Steps between two polls of the monitor. */
enum { POLL_EVERY = 64 };

/* Nodes 0 and 1 of a log carry the initial-state residual. */
enum { INITIAL_NODES = 2 };

static TrStatus
poll_monitor(const TrProblem *problem, int k)
{
  if (k % POLL_EVERY == 0 && !problem->task_is_silent &&
      !tr_monitor_goes_on(&problem->task->monitor, NULL))
    return TR_CANCELLED;
  return TR_OK;
}

static const double *
step_input(const TrProblem *problem, int log, int node)
{
  return problem->input + (size_t)(problem->first[log] + node) * (size_t)problem->model->n_motors;
}

static void
use_log(TrProblem *problem, int log)
{
  problem->context.smoothing = problem->prepared->logs[log].smoothing;
}

static double
square_sum(const double *r, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += r[i] * r[i];
  return sum;
}

/* The step's weight: next to nothing where the log is excluded. */
static double
step_weight(const TrProblem *problem, int log, int node)
{
  const double *share = problem->prepared->logs[log].step_share;

  return share ? problem->weight * share[node] : problem->weight;
}

static void
fill_input_slopes(TrProblem *problem, int log, int node)
{
  double h = problem->context.h, t = problem->prepared->logs[log].log->start + node * h;

  if (problem->task->n_free == 0)
    return;
  memset(problem->slopes, 0, (size_t)problem->n_columns * sizeof *problem->slopes);
  for (int c = problem->first_channel[log]; c < problem->first_channel[log + 1]; c++) {
    const TrChannelState *state = &problem->channels[c];

    if (state->channel->kind == TR_SIGNAL_MOTOR && tr_channel_state_is_free(state))
      tr_channel_input_slopes(problem->slopes, state, t - h / 2, t + h / 2);
  }
}

/* Adds the columns of tied quantities to those of their masters, and closes the rows up. */
static void
fold_ties(const TrProblem *problem, double *jac, int n_rows, int state_columns)
{
  const TrTask *task = problem->task;
  int from = state_columns + problem->n_columns, to = state_columns + problem->p;

  for (int r = 0; task->n_ties > 0 && r < n_rows; r++) {
    double *row = jac + (size_t)r * (size_t)from;

    for (int t = 0; t < task->n_ties; t++)
      row[state_columns + task->ties[t].master] += task->ties[t].factor * row[to + t];
    memmove(jac + (size_t)r * (size_t)to, row, (size_t)to * sizeof *row);
  }
}

static TrStatus
visit_initial(TrProblem *problem, int log, TrVisit visit, void *user)
{
  for (int k = 0; k < INITIAL_NODES; k++) {
    int rank = 0;

    tr_stage_initial(problem->r, problem->jac, &rank, problem->work, &problem->context,
                     tr_problem_pose(problem, problem->pose, log, k));
    problem->counts.initial += rank;
    fold_ties(problem, problem->jac, problem->n, problem->n);
    TR_TRY(visit(user, problem->first[log] + k, 1, problem->jac, problem->r, problem->n,
                 problem->weight));
  }
  return TR_OK;
}

static TrStatus
visit_steps(TrProblem *problem, int log, TrVisit visit, void *user)
{
  int n_nodes = problem->prepared->logs[log].n_nodes;

  for (int k = 1; k + 1 < n_nodes; k++) {
    TR_TRY(poll_monitor(problem, k));
    fill_input_slopes(problem, log, k);
    TR_TRY(tr_stage_linearize(problem->r, problem->jac, problem->work, &problem->context,
                              tr_problem_pose(problem, problem->pose, log, k - 1),
                              tr_problem_pose(problem, problem->pose, log, k),
                              tr_problem_pose(problem, problem->pose, log, k + 1),
                              step_input(problem, log, k)));
    fold_ties(problem, problem->jac, problem->n, 3 * problem->n);
    TR_TRY(visit(user, problem->first[log] + k - 1, 3, problem->jac, problem->r, problem->n,
                 step_weight(problem, log, k)));
    problem->counts.state += problem->n;
  }
  return TR_OK;
}

static TrStatus
visit_observations(TrProblem *problem, int log, TrVisit visit, void *user)
{
  const TrPreparedLog *prepared = &problem->prepared->logs[log];

  for (int i = 0; i < prepared->n_observations; i++) {
    const TrObservation *o = &prepared->observations[i];
    TrObservationValue value;

    tr_observation_eval(&value, problem, log, o, problem->pose, problem->jac);
    fold_ties(problem, problem->jac, 1, value.touched * problem->n);
    TR_TRY(visit(user, problem->first[log] + value.node, value.touched, problem->jac,
                 &value.residual, 1, 1 / o->variance));
    problem->observation_sse += value.residual * value.residual;
    problem->counts.observation++;
  }
  return TR_OK;
}

TrStatus
tr_problem_visit(TrProblem *problem, TrVisit visit, void *user)
{
  problem->counts = (TrCounts){0};
  problem->observation_sse = 0;
  for (int l = 0; l < problem->prepared->n_logs; l++) {
    use_log(problem, l);
    TR_TRY(visit_initial(problem, l, visit, user));
    TR_TRY(visit_steps(problem, l, visit, user));
    TR_TRY(visit_observations(problem, l, visit, user));
  }
  return TR_OK;
}

static TrStatus
add_to_arrow(void *user,
             int block,
             int touched,
             const double *jac,
             const double *r,
             int n_rows,
             double weight)
{
  TrProblem *problem = user;
  double cost = weight * square_sum(r, n_rows);

  tr_arrow_add_residual(problem->arrow, block, touched, jac, r, n_rows, weight);
  if (!problem->gauge.decided && n_rows > 1 && touched > 1)
    tr_gauge_add(&problem->gauge, problem->work, &problem->context);
  if (n_rows > 1) {
    problem->cost.state += cost;
    problem->state_sse += cost / weight;
  } else {
    problem->cost.observation += cost;
  }
  return TR_OK;
}

/* Weight and pull of one parameter's priors, the stated one and the weak default one. */
static double
prior_cost(const TrProblem *problem, const double *parameters, int i, double *weight, double *slope)
{
  const TrFree *f = &problem->task->free[i];
  double stated = isfinite(f->prior_sigma) ? 1 / (f->prior_sigma * f->prior_sigma) : 0;
  double weak = problem->weak_weight[i];
  double from_mean = stated > 0 ? parameters[i] - f->prior_mean : 0;
  double from_start = parameters[i] - f->start;

  *weight = stated + weak;
  *slope = stated * from_mean + weak * from_start;
  return stated * from_mean * from_mean + weak * from_start * from_start;
}

static double
gauge_cost(const TrProblem *problem, const double *parameters)
{
  double offset = tr_gauge_offset(&problem->gauge, parameters, problem->start, problem->scale);

  return problem->gauge.weight * offset * offset;
}

/* Holds the overall scale where nothing else does, as firmly as the best known parameter: after the
 * elimination, because beside the corner before it S would drown in rounding. */
static void
add_gauge(TrProblem *problem)
{
  TrGauge *gauge = &problem->gauge;
  int p = problem->p;
  double offset;

  for (int i = 0; gauge->active && !gauge->weighed && i < p; i++)
    gauge->weight = fmax(gauge->weight, *tr_arrow_corner(problem->arrow, i, i) * problem->scale[i] *
                                            problem->scale[i]);
  gauge->weighed = true;
  offset = tr_gauge_offset(gauge, problem->parameters, problem->start, problem->scale);
  for (int i = 0; gauge->active && i < p; i++) {
    double d = gauge->weight * gauge->direction[i] / problem->scale[i];

    *tr_arrow_corner(problem->arrow, p, i) += d * offset;
    for (int j = 0; j <= i; j++)
      *tr_arrow_corner(problem->arrow, i, j) += d * gauge->direction[j] / problem->scale[j];
  }
}

static TrStatus
linearize(void *self, TrCost *cost)
{
  TrProblem *problem = self;
  int failed = 0;

  tr_problem_use(problem, problem->model, problem->parameters);
  tr_arrow_clear(problem->arrow);
  problem->cost = (TrCost){0};
  problem->state_sse = 0;
  TR_TRY(tr_problem_visit(problem, add_to_arrow, problem));
  for (int i = 0; i < problem->p; i++) {
    double weight, slope;

    problem->cost.prior += prior_cost(problem, problem->parameters, i, &weight, &slope);
    *tr_arrow_corner(problem->arrow, i, i) += weight;
    *tr_arrow_corner(problem->arrow, problem->p, i) += slope;
    problem->counts.prior += isfinite(problem->task->free[i].prior_sigma);
  }
  if (!problem->gauge.decided)
    tr_gauge_decide(&problem->gauge, &problem->context, problem->parameters, problem->scale);
  problem->cost.prior += gauge_cost(problem, problem->parameters);
  problem->cost.total = problem->cost.state + problem->cost.observation + problem->cost.prior;
  *cost = problem->cost;
  if (!isfinite(cost->total))
    return TR_NOT_FINITE;
  TR_TRY(tr_arrow_eliminate(problem->arrow, &failed));
  add_gauge(problem);

  /* g^T H^-1 g of the states: the squares of the reduced gradient */
  problem->predicted_states = 0;
  for (int k = 0; k < problem->first[problem->prepared->n_logs]; k++) {
    const double *panel = tr_arrow_panel(problem->arrow, k);

    for (int j = 0; j < problem->n; j++) {
      double y = panel[(size_t)(j + 1) * (size_t)problem->arrow->rows - 1];

      problem->predicted_states += y * y;
    }
  }
  return TR_OK;
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

static TrStatus
solve(void *self, double damping, double *decrease, double *step, double *gradient)
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

static TrStatus
cost_of_log(TrProblem *problem, int log, TrCost *cost)
{
  const TrPreparedLog *prepared = &problem->prepared->logs[log];
  double *poses = problem->trial_pose;

  use_log(problem, log);
  for (int k = 0; k < INITIAL_NODES; k++) {
    tr_stage_initial(problem->r, NULL, NULL, problem->work, &problem->context,
                     tr_problem_pose(problem, poses, log, k));
    cost->state += problem->weight * square_sum(problem->r, problem->n);
  }
  for (int k = 1; k + 1 < prepared->n_nodes; k++) {
    TR_TRY(poll_monitor(problem, k));
    TR_TRY(tr_stage_residual(
        problem->r, problem->work, &problem->context, tr_problem_pose(problem, poses, log, k - 1),
        tr_problem_pose(problem, poses, log, k), tr_problem_pose(problem, poses, log, k + 1),
        step_input(problem, log, k)));
    cost->state += step_weight(problem, log, k) * square_sum(problem->r, problem->n);
  }
  for (int i = 0; i < prepared->n_observations; i++) {
    const TrObservation *o = &prepared->observations[i];
    TrObservationValue value;

    tr_observation_eval(&value, problem, log, o, poses, NULL);
    cost->observation += value.residual * value.residual / o->variance;
  }
  return TR_OK;
}

static TrStatus
try_step(void *self, double share, TrCost *cost)
{
  TrProblem *problem = self;
  int nodes = problem->first[problem->prepared->n_logs], n_bodies = problem->n / 6;
  double *direction = problem->step, weight, slope;

  for (int i = 0; i < problem->p; i++) {
    double step = share * problem->parameter_step[i], now = problem->parameters[i];
    bool relative = problem->task->free[i].transform == TR_TRANSFORM_LOG;
    double value = relative ? now * exp(step / now) : now + step;

    problem->trial_parameters[i] = fmin(fmax(value, problem->floor[i]), problem->ceiling[i]);
  }
  tr_problem_use(problem, problem->trial_model, problem->trial_parameters);
  for (int k = 0; k < nodes; k++) {
    size_t at = (size_t)k * (size_t)problem->n, pose = (size_t)(k * n_bodies) * TR_POSE;

    for (int i = 0; i < problem->n; i++)
      problem->r[i] = share * direction[at + (size_t)i];
    tr_pose_retract(problem->trial_pose + pose, n_bodies, problem->pose + pose, problem->r);
  }
  *cost = (TrCost){0};
  for (int l = 0; l < problem->prepared->n_logs; l++)
    TR_TRY(cost_of_log(problem, l, cost));
  for (int i = 0; i < problem->p; i++)
    cost->prior += prior_cost(problem, problem->trial_parameters, i, &weight, &slope);
  cost->prior += gauge_cost(problem, problem->trial_parameters);
  cost->total = cost->state + cost->observation + cost->prior;
  return TR_OK;
}

static void
swap_pointers(double **a, double **b)
{
  double *t = *a;

  *a = *b;
  *b = t;
}

static void
accept(void *self)
{
  TrProblem *problem = self;
  TrModel *model = problem->model;

  problem->model = problem->trial_model;
  problem->trial_model = model;
  swap_pointers(&problem->pose, &problem->trial_pose);
  swap_pointers(&problem->parameters, &problem->trial_parameters);
}

static bool
report(void *self, const TrIteration *iteration)
{
  TrProblem *problem = self;
  size_t p = (size_t)problem->p, at = (size_t)problem->n_history;
  TrFitEvent event = {.parameters = problem->parameters,
                      .n_logs = problem->prepared->n_logs,
                      .trajectories = problem->views};

  problem->history[at] = *iteration;
  problem->history[at].seconds = tr_clock_seconds() - problem->seconds_at_start;
  memcpy(problem->history_parameters + at * p, problem->parameters, p * sizeof(double));
  problem->n_history++;
  for (int l = 0; l < event.n_logs; l++)
    problem->view_storage[l].pose = tr_problem_pose(problem, problem->pose, l, 0);
  event.iteration = problem->history[at];
  event.seconds = event.iteration.seconds;
  return tr_monitor_goes_on(&problem->task->monitor, &event);
}

const TrLsqOps tr_problem_ops = {linearize, solve, try_step, accept, report};
