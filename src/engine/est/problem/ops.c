/* Operations of the outer loop on a trajectory problem. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "engine/est/problem/impulses.h"
#include "engine/est/problem/log_numbers.h"
#include "engine/est/problem/private.h"
#include "engine/est/problem/switching.h"
#include "engine/est/problem/tree_states.h"
#include "engine/linalg/vec.h"
#include "engine/linalg/vec3.h"

static TrStatus
add_to_arrow(void *user, const TrArrowResidual *residual)
{
  int n_rows = residual->n_rows;
  const double *r = residual->r;
  double weight = residual->weight;
  TrProblem *problem = user;
  double cost = weight * tr_vec_square(r, n_rows);

  tr_arrow_add_residual(problem->arrow, residual);
  if (problem->impulses && problem->visited == TR_VISITED_STEP && problem->visited_probe)
    tr_impulses_keep(problem, residual);
  if (problem->restraints.cost && problem->visited == TR_VISITED_STEP)
    tr_restraints_add(problem, residual);
  if (problem->visited == TR_VISITED_READING || problem->visited == TR_VISITED_ENERGY)
    problem->sums.observation += cost;
  else
    problem->sums.state += cost;
  return TR_OK;
}

static TrStatus
assemble_part(TrProblem *problem, int part)
{
  return tr_problem_visit_part(problem, part, add_to_arrow, problem);
}

/* Cost, weight and slope of one parameter's priors, the stated one and the weak default one. */
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
  return tr_gauge_cost(&problem->gauge, parameters, problem->scale);
}

double
tr_problem_prior_information(const TrProblem *problem, int i, int j)
{
  double held = problem->gauge.n_directions > 0
                    ? tr_gauge_information(&problem->gauge, problem->scale, i, j)
                    : 0;
  double weight = 0, slope;

  if (i == j)
    prior_cost(problem, problem->parameters, i, &weight, &slope);
  return held + weight;
}

/* Keeps the weight of the present point, for the steps that are tried from it. */
static void
hold_weight(TrProblem *problem)
{
  if (problem->keeps_weight)
    return;
  tr_log_numbers_select(problem, -1);
  tr_mechanism_update(problem->held_mechanism, problem->model);
  tr_switching_update_held(problem, problem->model);
  tr_log_numbers_hold(problem, NULL);
  problem->held = problem->context;
  problem->held.mechanism = problem->held_mechanism;
}

/* Adds the information of one parameter's priors, to its frozen column, too. */
static void
add_prior(TrProblem *problem, int i, double weight)
{
  int frozen = tr_problem_frozen(problem, i);

  *tr_arrow_corner(problem->arrow, i, i) += weight;
  if (frozen != i)
    *tr_arrow_corner(problem->arrow, frozen, frozen) += weight;
}

/* Assembles normal matrix, gradient and cost at the present point; states not yet eliminated. */
static TrStatus
assemble(TrProblem *problem, bool weight_is_frozen)
{
  TrStatus status;

  tr_problem_use(problem, problem->model, problem->parameters);
  if (!problem->is_ahead)
    hold_weight(problem);
  TR_TRY(tr_problem_find_bases(problem));
  problem->context.weight_is_frozen = weight_is_frozen && problem->formulation->is_weighed;
  problem->probes = problem->impulses != NULL;
  status = tr_problem_share(problem, assemble_part);
  problem->context.weight_is_frozen = problem->probes = false;
  TR_TRY(status);
  tr_arrow_join(problem->arrow);
  problem->cost = (TrCost){.state = problem->sums.state,
                           .observation = problem->sums.observation + problem->sums.loss_excess};
  problem->counts = problem->sums.counts;
  for (int i = 0; i < problem->p; i++) {
    double weight, slope;

    problem->cost.prior += prior_cost(problem, problem->parameters, i, &weight, &slope);
    add_prior(problem, i, weight);
    *tr_arrow_corner(problem->arrow, problem->p, i) += slope;
    problem->counts.prior += isfinite(problem->task->free[i].prior_sigma);
  }
  problem->cost.prior += gauge_cost(problem, problem->parameters);
  problem->cost.total = problem->cost.state + problem->cost.observation + problem->cost.prior;
  if (isfinite(problem->cost.total))
    return TR_OK;
  tr_singularity_note_numbers(problem);
  return TR_NOT_FINITE;
}

void
tr_problem_keep_weight(TrProblem *problem, const TrModel *model)
{
  tr_log_numbers_select(problem, -1);
  tr_mechanism_update(problem->held_mechanism, model);
  tr_switching_update_held(problem, model);
  tr_log_numbers_hold(problem, model);
  problem->held = problem->context;
  problem->held.model = model;
  problem->held.mechanism = problem->held_mechanism;
  problem->keeps_weight = true;
}

/* Sets whether visited rows have frozen columns. */
static void
show_frozen(TrProblem *problem, bool with_frozen)
{
  problem->n_auxiliary = with_frozen ? problem->max_auxiliary : 0;
  problem->context.n_params = tr_problem_columns(problem);
  problem->context.n_frozen = problem->n_auxiliary;
}

/* An empty normal matrix, with the frozen columns or without. */
static void
begin_normal(TrProblem *problem, bool with_frozen)
{
  int guests = with_frozen ? problem->n_frozen : 0;

  show_frozen(problem, with_frozen);
  tr_arrow_invite(problem->arrow, guests);
  if (problem->normal)
    tr_arrow_invite(problem->normal, guests);
}

static int
count_at_bound(const TrProblem *problem)
{
  int n = 0;

  for (int i = 0; i < problem->p; i++)
    n += tr_problem_is_at_bound(problem, i);
  return n;
}

/* First linearisation after the start at which the gauge's directions are searched again; then at
 * each doubled number, and when a parameter reaches or leaves a bound: the gauge may then hold
 * directions that the data determine. */
enum { LOOK_AGAIN = 3 };

static bool
wants_look(TrProblem *problem)
{
  int now = problem->linearizations++, before = problem->n_at_bound;

  if (now > 0 && problem->next_look == INT_MAX)
    return false;
  problem->n_at_bound = count_at_bound(problem);
  if (now == 0)
    problem->next_look = LOOK_AGAIN;
  else if (now == problem->next_look)
    problem->next_look *= 2;
  else
    return problem->gauge.n_directions > 0 && problem->n_at_bound != before;
  return true;
}

/* Returns whether a linearisation that searches the gauge needs frozen columns beside the others.
 */
static bool
wants_frozen(const TrProblem *problem)
{
  return problem->looks && !problem->weight_is_frozen_in_step;
}

/* Adds up residuals and Jacobian. */
static TrStatus
begin_linearization(TrProblem *problem, TrCost *cost)
{
  TrStatus status;

  problem->arrow_use = TR_ARROW_STALE;
  problem->looks = wants_look(problem);
  problem->loss_is_averaged = false;
  problem->restrains = tr_restraints_begin(problem);
  begin_normal(problem, wants_frozen(problem));
  status = assemble(problem, problem->weight_is_frozen_in_step);
  problem->restrains = false;
  show_frozen(problem, false);
  *cost = problem->cost;
  return status;
}

static TrStatus
end_linearization(TrProblem *problem)
{
  TrStatus status;

  show_frozen(problem, wants_frozen(problem));
  status = tr_problem_finish_normal(problem, problem->looks);
  show_frozen(problem, false);
  if (status == TR_OK && !problem->damps_all)
    problem->arrow_use = TR_ARROW_LINEARIZED;
  return status;
}

static TrStatus
linearize_all(void *self, TrCost *cost)
{
  TR_TRY(begin_linearization(self, cost));
  return end_linearization(self);
}

static TrStatus
linearize(void *self, TrCost *cost)
{
  TrProblem *problem = self;
  TrStatus status;

  problem->context.chord = problem->chord;
  status = linearize_all(self, cost);
  problem->context.chord = problem->chord = 0;
  return status;
}

TrStatus
tr_problem_linearize_on(TrProblem *problem, TrCost *cost)
{
  if (tr_restraints_drop(problem) || problem->arrow_use != TR_ARROW_LINEARIZED)
    return linearize(problem, cost);
  tr_problem_use(problem, problem->model, problem->parameters);
  *cost = problem->cost;
  return TR_OK;
}

TrStatus
tr_problem_inform(TrProblem *problem)
{
  TR_ASSERT(problem);
  problem->arrow_use = TR_ARROW_STALE;
  begin_normal(problem, false);
  TR_TRY(assemble(problem, true));
  TR_TRY(tr_problem_eliminate(problem));
  TR_TRY(tr_problem_look(problem));
  problem->arrow_use = TR_ARROW_INFORMED;
  return TR_OK;
}

/* Returns whether linearising has produced the system of tr_problem_inform(): with the weight
 * frozen, no gauge, and no loss averaged since. */
static bool
has_informed(const TrProblem *problem)
{
  return problem->arrow_use == TR_ARROW_LINEARIZED && !problem->looks &&
         (problem->weight_is_frozen_in_step || !problem->formulation->is_weighed) &&
         problem->gauge.n_directions == 0 && !problem->loss_is_averaged &&
         problem->restraints.left == 0;
}

TrStatus
tr_problem_inform_on(TrProblem *problem)
{
  if (problem->arrow_use != TR_ARROW_INFORMED && !has_informed(problem))
    return tr_problem_inform(problem);
  tr_problem_use(problem, problem->model, problem->parameters);
  TR_TRY(tr_problem_look(problem));
  problem->arrow_use = TR_ARROW_INFORMED;
  return TR_OK;
}

static TrStatus
take_ahead(void *self, TrCost *cost)
{
  TrProblem *problem = self;

  hold_weight(problem);
  *cost = problem->cost;
  return end_linearization(problem);
}

void
tr_problem_carry_state(const TrProblem *problem, double *out, int stride, int node)
{
  const TrTie *ties = problem->task->ties;

  for (int p = 0; problem->formulation->node_blocks == 1 && p < problem->n_columns; p++) {
    int tie = p - problem->p;
    double step = tie < 0 ? problem->parameter_step[p]
                          : ties[tie].factor * problem->parameter_step[ties[tie].master];
    double *moved = out + stride * problem->params[p].owner;
    double shift[3];

    if (problem->params[p].kind != TR_PARAM_COM)
      continue;
    tr_problem_shift(shift, problem, node, problem->params[p]);
    tr_vec3_add_scaled(moved, moved, problem->tried_share * step, shift);
  }
}

/* Moves the nodes of a part by the tried share of the step. */
static TrStatus
retract_part(TrProblem *problem, int part)
{
  int first = problem->first[part / 2], size = problem->node_size;
  int end, begin = tr_problem_part_nodes(problem, part, &end);

  tr_problem_use_log(problem, part / 2);
  for (int k = first + begin, count; k < first + end; k += count) {
    const double *step = problem->step + (size_t)k * (size_t)size;

    count = first + end - k < problem->group ? first + end - k : problem->group;
    for (int i = 0; i < count * size; i++)
      problem->scratch.r[i] = problem->tried_share * step[i];
    for (int i = 0; i < count && !problem->tree; i++)
      tr_problem_carry_state(problem, problem->scratch.r + (size_t)(i * size), TR_TWIST, k + i);
    TR_TRY(tr_problem_retract(problem, k, count));
  }
  return TR_OK;
}

/* Computes the tried point: a share of the step away. */
static TrStatus
move_trial(TrProblem *problem, double share)
{
  for (int i = 0; i < problem->p; i++) {
    double step = share * problem->parameter_step[i], now = problem->parameters[i];
    double value = tr_problem_is_relative(problem, i) ? now * exp(step / now) : now + step;

    problem->trial_parameters[i] = fmin(fmax(value, problem->floor[i]), problem->ceiling[i]);
  }
  tr_problem_use(problem, problem->trial_model, problem->trial_parameters);
  problem->tried_share = share;
  return tr_problem_share(problem, retract_part);
}

static TrStatus
try_step(void *self, double share, TrCost *cost)
{
  TrProblem *problem = self;
  double weight, slope;

  TR_TRY(move_trial(problem, share));
  TR_TRY(tr_problem_share(problem, tr_problem_try_part));
  *cost = (TrCost){.state = problem->sums.state, .observation = problem->sums.observation};
  for (int i = 0; i < problem->p; i++)
    cost->prior += prior_cost(problem, problem->trial_parameters, i, &weight, &slope);
  cost->prior += gauge_cost(problem, problem->trial_parameters);
  cost->total = cost->state + cost->observation + cost->prior;
  return TR_OK;
}

TrStatus
tr_problem_try_whole(TrProblem *problem)
{
  return move_trial(problem, 1);
}

static void
swap_pointers(double **a, double **b)
{
  double *t = *a;

  *a = *b;
  *b = t;
}

/* Exchanges the present and the tried point. */
static void
accept(void *self)
{
  TrProblem *problem = self;
  TrModel *model;

  tr_log_numbers_select(problem, -1);
  model = problem->model;
  problem->arrow_use = TR_ARROW_STALE;
  problem->model = problem->trial_model;
  problem->trial_model = model;
  tr_log_numbers_swap(problem);
  swap_pointers(&problem->pose, &problem->trial_pose);
  swap_pointers(&problem->velocity, &problem->trial_velocity);
  swap_pointers(&problem->parameters, &problem->trial_parameters);
}

static TrStatus
try_ahead(void *self, TrCost *cost)
{
  TrProblem *problem = self;
  TrStatus status;

  TR_TRY(move_trial(problem, 1));
  accept(problem);
  problem->is_ahead = true;
  status = begin_linearization(problem, cost);
  problem->is_ahead = false;
  accept(problem);
  cost->state += problem->sums.held_excess;
  cost->total += problem->sums.held_excess;
  return status;
}

static bool
report(void *self, const TrIteration *iteration)
{
  TrProblem *problem = self;
  size_t p = (size_t)problem->p, at = (size_t)problem->n_history;
  TrFitEvent event = {.parameters = problem->parameters,
                      .n_logs = problem->prepared->n_logs,
                      .trajectories = problem->views};

  if (iteration->iteration == 0)
    problem->round++;
  /* a round begins at the end of the previous one, unless that had no step of its own */
  if (iteration->iteration == 0 && at > 0 && problem->round_has_moved)
    at--;
  else
    problem->n_history++;
  problem->round_has_moved = iteration->iteration > 0;
  problem->history[at] = *iteration;
  problem->history[at].iteration = (int)at;
  problem->history[at].round = problem->round;
  problem->history[at].kappa = problem->kappa;
  problem->history[at].seconds = tr_clock_seconds() - problem->seconds_at_start;
  memcpy(problem->history_parameters + at * p, problem->parameters, p * sizeof(double));
  for (int l = 0; l < event.n_logs; l++)
    problem->view_storage[l].pose = tr_problem_pose(problem, problem->pose, l, 0);
  event.iteration = problem->history[at];
  event.seconds = event.iteration.seconds;
  return tr_monitor_goes_on(&problem->task->monitor, &event);
}

static double
largest_diagonal(void *self)
{
  const TrProblem *problem = self;

  return tr_arrow_largest_diagonal(problem->normal);
}

const TrLsqOps tr_problem_ops = {.linearize = linearize,
                                 .solve = tr_problem_solve,
                                 .try_step = try_step,
                                 .try_ahead = try_ahead,
                                 .accept = accept,
                                 .take_ahead = take_ahead,
                                 .restrain = tr_restraints_find,
                                 .report = report,
                                 .largest_diagonal = largest_diagonal};
