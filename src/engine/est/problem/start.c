/* Start of a problem: parameters with their bounds and scales, states, inputs, weights. */
#include <math.h>
#include <string.h>

#include "engine/est/problem/log_numbers.h"
#include "engine/est/problem/private.h"
#include "engine/est/problem/tree_states.h"
#include "engine/est/task/kappa_rule.h"
#include "engine/linalg/vec3.h"

/* Compliance below which the weight of the state error is not stiffened further (theory 6.4a). */
#define WEIGHT_COMPLIANCE 1e-4

/* Smallest mass, inertia and resistance, as a share of the natural size of their kind. */
#define SMALLEST_INERTIA 1e-6

static double
lowest_value(const TrModel *model, const TrFree *f)
{
  double least = tr_param_floor(f->param);
  bool is_above = f->param.kind == TR_PARAM_MASS || f->param.kind == TR_PARAM_INERTIA ||
                  f->param.kind == TR_PARAM_RESISTANCE;

  if (is_above && least == 0)
    least = SMALLEST_INERTIA * tr_param_scale(model, f->param);
  return fmin(fmax(f->min, least), f->start);
}

/* Moves parameters onto the hard constraints, which have been checked to be feasible. */
static void
meet_constraints(TrProblem *problem, double *values)
{
  TrStatus status = TR_OK;

  if (problem->constraints)
    status = tr_constraints_project(problem->constraints, values, problem->floor, problem->ceiling,
                                    problem->scale);
  if (status == TR_OK)
    tr_constraints_find_active(problem->constraints, values, problem->scale);
}

/* Start value of a parameter: that of the fit which is continued, the farthest place that the logs
 * reach for the end of a joint's travel without a prior, or the task's. */
static double
start_value(const TrProblem *problem, int i)
{
  const TrTask *task = problem->task;
  const TrFree *f = &task->free[i];
  bool is_end = f->param.kind == TR_PARAM_STOP_LOWER || f->param.kind == TR_PARAM_STOP_UPPER;

  if (task->warm_start)
    return task->warm_start[i];
  if (!is_end || isfinite(f->prior_sigma))
    return f->start;
  return tr_prepared_extreme(problem->prepared, task->model, f->param.owner,
                             f->param.kind == TR_PARAM_STOP_UPPER);
}

/* Start, bounds and natural size of each parameter. */
static void
fill_limits(TrProblem *problem)
{
  const TrTask *task = problem->task;

  for (int i = 0; i < problem->p; i++) {
    const TrFree *f = &task->free[i];

    problem->floor[i] = lowest_value(task->model, f);
    problem->ceiling[i] = fmax(fmin(f->max, tr_param_ceiling(f->param)), f->start);
    problem->scale[i] = tr_natural_size(problem->prepared, task, f);
    problem->start[i] = fmin(fmax(start_value(problem, i), problem->floor[i]), f->max);
  }
  meet_constraints(problem, problem->start);
}

static void
fill_context(TrProblem *problem)
{
  const TrSettings *s = &problem->task->settings;
  TrRelaxation relaxation = {.h = s->h,
                             .compliance_scale = s->compliance_scale,
                             .damping_scale = s->damping_scale,
                             .auto_tau = problem->formulation->auto_tau * s->h};

  tr_mechanism_relaxation(problem->sigma, problem->gamma, problem->mechanism, problem->model,
                          &relaxation);
  if (problem->tree)
    memset(problem->sigma, 0, (size_t)problem->mechanism->n_rows * sizeof *problem->sigma);
  relaxation.eps_floor = WEIGHT_COMPLIANCE;
  tr_mechanism_relaxation(problem->sigma_w, problem->gamma, problem->mechanism, problem->model,
                          &relaxation);
  problem->n_auxiliary = 0;
  problem->context = (TrStepContext){
      .model = problem->model,
      .mechanism = problem->mechanism,
      .n_params = problem->n_columns,
      .params = problem->params,
      .h = s->h,
      .is_rigid = problem->tree != NULL,
      .tree = problem->tree,
      .midpoint = problem->formulation->midpoint,
      .sigma = problem->sigma,
      .sigma_w = problem->sigma_w,
      .gamma = problem->gamma,
      .joint_sigma =
          problem->weight_is_frozen_in_step ? problem->prepared->state_error.share : NULL,
      .constraint_scale = problem->prepared->state_error.constraint_scale,
      .input_slopes = problem->scratch.slopes};
}

/* Mean of (residual/sigma)^2 on the start motion, at most one: a factor on the weak prior's weight,
 * so that it stays weak when the stated sigmas are far too large. */
static double
measure_noise(TrProblem *problem)
{
  double sum = 0;
  long n = 0;

  for (int l = 0; l < problem->prepared->n_logs; l++) {
    const TrPreparedLog *log = &problem->prepared->logs[l];

    tr_problem_use_log(problem, l);
    for (int i = 0; i < log->n_observations; i++, n++) {
      const TrObservation *o = &log->observations[i];
      TrObservationValue value;

      tr_observation_eval(&value, problem, l, o, problem->pose, NULL);
      sum += value.residual * value.residual / o->variance;
    }
  }
  return n > 0 ? fmin(1, sum / (double)n) : 1;
}

/* Share of information below the discretisation error, and the level of rounding. */
#define TURN_ERROR 6.0
#define NULL_FLOOR 1e-9

/* Rotations by phi a step cause relative errors of up to phi^2/6 in the motion (theory 5.7), and
 * their square in the information. */
static double
measure_null_share(const TrProblem *problem)
{
  double turn = 0, h = problem->task->settings.h;

  for (int l = 0; l < problem->prepared->n_logs; l++) {
    const TrTrajectory *start = problem->prepared->logs[l].start;

    for (int k = 0; k < start->n_nodes * start->n_bodies; k++)
      turn = fmax(turn, h * tr_vec3_norm(start->twist + (size_t)k * TR_TWIST + 3));
  }
  return fmin(fmax(pow(turn * turn / TURN_ERROR, 2), NULL_FLOOR), 1e-3);
}

static void
fill_weights(TrProblem *problem)
{
  const TrSettings *s = &problem->task->settings;
  double sigma0 = problem->prepared->sigma0;

  problem->energy_sigma = INFINITY;
  problem->kappa = isnan(s->kappa) ? problem->prepared->kappa_ref : s->kappa;
  if (tr_task_finds_variances(problem->task) || tr_task_searches_kappa(problem->task))
    problem->kappa *= TR_FIRST_KAPPA;
  problem->weight = problem->kappa / (sigma0 * sigma0) * 0.01 / s->h;
  for (int i = 0; i < problem->p; i++) {
    double spread = TR_WEAK_PRIOR_SD * problem->scale[i];
    bool has_prior = isfinite(problem->task->free[i].prior_sigma);

    problem->weak_weight[i] = has_prior ? 0 : problem->noise / (spread * spread);
  }
}

/* Start states of all logs, one after the other. */
static void
copy_start(TrProblem *problem)
{
  for (int l = 0; l < problem->prepared->n_logs; l++) {
    const TrTrajectory *start = problem->prepared->logs[l].start;
    size_t size = (size_t)start->n_nodes * (size_t)start->n_bodies * TR_POSE;
    double *pose = tr_problem_pose(problem, problem->pose, l, 0);

    memcpy(pose, start->pose, size * sizeof *pose);
    if (problem->velocity)
      problem->formulation->start(problem->velocity +
                                      (size_t)problem->first[l] * (size_t)problem->n,
                                  start->n_nodes, start->n_bodies, pose, start->h);
    problem->view_storage[l] = *start;
    problem->views[l] = &problem->view_storage[l];
  }
}

static void
copy_inputs(TrProblem *problem)
{
  size_t n_inputs = (size_t)problem->n_inputs;

  for (int l = 0; l < problem->prepared->n_logs; l++) {
    const TrPreparedLog *log = &problem->prepared->logs[l];

    memcpy(problem->input + (size_t)problem->first[l] * n_inputs, log->input,
           (size_t)log->n_nodes * n_inputs * sizeof *problem->input);
  }
}

static void
init_channels(TrProblem *problem)
{
  const TrTask *task = problem->task;

  for (int l = 0; l < task->n_logs; l++)
    for (int c = 0; c < task->logs[l].n_channels; c++)
      tr_channel_state_init(&problem->channels[problem->first_channel[l] + c], task,
                            &problem->prepared->logs[l], l, c);
}

/* Sets all that depends on the task's numbers alone. */
static void
take_numbers(TrProblem *problem)
{
  tr_log_numbers_select(problem, -1);
  problem->arrow_use = TR_ARROW_STALE;
  problem->weight_is_frozen_in_step =
      problem->formulation->is_weighed && problem->task->settings.weighting != TR_WEIGHTING_JOINT;
  init_channels(problem);
  fill_limits(problem);
  fill_context(problem);
}

/* Closes the joints of a tree; one that cannot be closed ends the first linearisation. */
static void
settle(TrProblem *problem)
{
  if (!problem->tree)
    return;
  tr_problem_use(problem, problem->model, problem->parameters);
  if (tr_problem_settle(problem) != TR_OK)
    copy_start(problem);
}

void
tr_problem_restart(TrProblem *problem)
{
  TR_ASSERT(problem);
  problem->arrow_use = TR_ARROW_STALE;
  memcpy(problem->parameters, problem->start, (size_t)problem->p * sizeof *problem->parameters);
  copy_start(problem);
  settle(problem);
}

void
tr_problem_retask(TrProblem *problem, const TrTask *task)
{
  TR_ASSERT(problem && tr_task_is_whole(task));
  TR_ASSERT(task->n_free == problem->p && task->n_logs == problem->task->n_logs);
  problem->task = task;
  for (int l = 0; l < task->n_logs; l++)
    problem->prepared->logs[l].log = &task->logs[l];
  take_numbers(problem);
  for (int i = 0; i < problem->p; i++)
    problem->parameters[i] =
        fmin(fmax(problem->parameters[i], problem->floor[i]), problem->ceiling[i]);
  meet_constraints(problem, problem->parameters);
  tr_problem_use(problem, problem->model, problem->parameters);
  fill_weights(problem);
}

/* Parameters of the auxiliary columns: in the gap one that no step depends on, then the ones that W
 * depends on. */
static void
fill_auxiliary(TrProblem *problem)
{
  int at = problem->n_columns;

  if (problem->max_auxiliary > 0)
    problem->params[at++] = (TrParam){.kind = TR_PARAM_CHANNEL_OFFSET};
  for (int i = 0; i < problem->n_columns; i++) {
    bool weighs = problem->max_auxiliary > 0 && tr_param_weighs(problem->params[i]);

    problem->frozen_column[i] = weighs ? at : i;
    if (weighs)
      problem->params[at++] = problem->params[i];
  }
}

void
tr_problem_start(TrProblem *problem)
{
  for (int i = 0; i < problem->p; i++)
    problem->params[i] = problem->task->free[i].param;
  for (int i = 0; i < problem->task->n_ties; i++)
    problem->params[problem->p + i] = problem->task->ties[i].param;
  fill_auxiliary(problem);
  tr_log_numbers_fill_columns(problem);
  take_numbers(problem);
  tr_problem_restart(problem);
  copy_inputs(problem);
  tr_problem_use(problem, problem->model, problem->parameters);
  problem->noise = measure_noise(problem);
  fill_weights(problem);
  problem->gauge.null_share = measure_null_share(problem);
}
