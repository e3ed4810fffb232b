/* Creation and release of a problem: sizes and memory; and selection of the numbers in use. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/est/problem/energy.h"
#include "engine/est/problem/log_numbers.h"
#include "engine/est/problem/private.h"
#include "engine/est/problem/switching.h"
#include "engine/est/problem/tree_states.h"
#include "engine/est/task/kappa_rule.h"
#include "engine/linalg/boxqp.h"
#include "engine/mbs/model/sensor.h"

double
tr_clock_seconds(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void
take_vector(double **vector, size_t size, bool *ok)
{
  *vector = calloc(size + 1, sizeof **vector);
  *ok = *ok && *vector;
}

static bool
take_memory(TrProblem *p)
{
  size_t n = (size_t)p->n, q = (size_t)p->p, nodes = (size_t)p->first[p->prepared->n_logs];
  size_t m = (size_t)p->mechanism->n_rows, logs = (size_t)p->prepared->n_logs;
  size_t columns = (size_t)(p->n_columns + p->max_auxiliary), n_inputs = (size_t)p->n_inputs;
  size_t node_size = (size_t)p->node_size;
  size_t n_sensors = (size_t)p->task->model->n_sensors;
  size_t history = tr_problem_history_size(p->task);
  bool ok = true;
  double **by_parameter[] = {&p->parameters,     &p->trial_parameters,
                             &p->parameter_step, &p->own_information,
                             &p->lower,          &p->upper,
                             &p->scale,          &p->floor,
                             &p->ceiling,        &p->weak_weight,
                             &p->start,          &p->curvature,
                             &p->step_unit};

  for (size_t i = 0; i < TR_COUNT(by_parameter); i++)
    take_vector(by_parameter[i], q, &ok);
  take_vector(&p->sigma, m, &ok);
  take_vector(&p->sigma_w, m, &ok);
  take_vector(&p->gamma, m, &ok);
  take_vector(&p->pose, nodes * n / 6 * TR_POSE, &ok);
  take_vector(&p->trial_pose, nodes * n / 6 * TR_POSE, &ok);
  if (p->formulation->node_blocks > 1) {
    take_vector(&p->velocity, nodes * n, &ok);
    take_vector(&p->trial_velocity, nodes * n, &ok);
  }
  take_vector(&p->step, nodes * node_size, &ok);
  if (p->tree)
    take_vector(&p->basis, nodes * (size_t)tr_tree_basis_size(p->tree), &ok);
  else if (p->formulation->is_weighed)
    take_vector(&p->whitening, nodes * 2 * (size_t)p->mechanism->n_freedoms * n, &ok);
  if (tr_model_has_impacts(p->task->model))
    take_vector(&p->impact_share, nodes, &ok);
  take_vector(&p->values, columns, &ok);
  take_vector(&p->input, nodes * n_inputs, &ok);
  take_vector(&p->loss_slope, logs * n_sensors, &ok);
  take_vector(&p->schur, q * q, &ok);
  ok = tr_gauge_init(&p->gauge, p->p) && ok;
  ok = tr_restraints_init(&p->restraints, p) && ok;
  take_vector(&p->history_parameters, history * q, &ok);
  p->boxqp = calloc(1, tr_boxqp_work_size(p->p));
  p->params = calloc(columns + 1, sizeof *p->params);
  p->frozen_column = calloc((size_t)p->n_columns + 1, sizeof *p->frozen_column);
  p->views = calloc(logs, sizeof *p->views);
  p->view_storage = calloc(logs, sizeof *p->view_storage);
  p->history = calloc(history, sizeof *p->history);
  return ok && p->boxqp && p->params && p->frozen_column && p->views && p->view_storage &&
         p->history;
}

static bool
make_channels(TrProblem *p)
{
  int n_logs = p->prepared->n_logs;

  p->first_channel = calloc((size_t)n_logs + 1, sizeof *p->first_channel);
  if (!p->first_channel)
    return false;
  for (int l = 0; l < n_logs; l++)
    p->first_channel[l + 1] = p->first_channel[l] + p->task->logs[l].n_channels;
  p->channels = calloc((size_t)p->first_channel[n_logs] + 1, sizeof *p->channels);
  return p->channels != NULL;
}

static bool
has_free_delay(const TrProblem *p, int log, int channel)
{
  TrChannelState state;

  tr_channel_state_init(&state, p->task, &p->prepared->logs[log], log, channel);
  return state.delay_index >= 0;
}

/* Largest number of nodes that an observation of a channel can depend on. */
static int
find_touched(const TrProblem *p, int log, int channel)
{
  const TrChannel *c = &p->task->logs[log].channels[channel];
  const TrPreparedLog *prepared = &p->prepared->logs[log];
  bool moves = has_free_delay(p, log, channel);
  TrSensorSpan span;

  if (c->kind != TR_SIGNAL_SENSOR)
    return 1;
  span = tr_sensor_class(p->task->model->sensors[c->index].type)->span;
  for (int i = 0; span == TR_SPAN_STEP && !moves && i < prepared->n_observations; i++)
    moves = prepared->observations[i].channel == channel && prepared->observations[i].fraction > 0;
  if (span == TR_SPAN_POSE)
    return moves ? 3 : 2;
  return span == TR_SPAN_STEP && moves ? TR_MAX_TOUCHED : 3;
}

/* Neighbours of a node that residuals couple it to. */
static int
find_bandwidth(const TrProblem *p)
{
  int most = p->formulation->touched, window = tr_energy_steps(p->task);

  if (window > 0 && window + 2 > most)
    most = window + 2;

  for (int l = 0; l < p->prepared->n_logs; l++)
    for (int c = 0; c < p->task->logs[l].n_channels; c++) {
      int touched = find_touched(p, l, c);

      most = touched > most ? touched : most;
    }
  return most - 1;
}

/* Counts the auxiliary columns: a gap, then a frozen column of each quantity that W depends on. */
static void
count_auxiliary(TrProblem *p)
{
  int n_tied = 0;

  if (!p->formulation->is_weighed)
    return;
  for (int i = 0; i < p->p; i++)
    p->n_frozen += tr_param_weighs(p->task->free[i].param);
  for (int t = 0; t < p->task->n_ties; t++)
    n_tied += tr_param_weighs(p->task->ties[t].param);
  p->max_auxiliary = p->n_frozen > 0 ? 1 + p->n_frozen + n_tied : 0;
}

static TrArrow *
make_arrow(const TrProblem *p, const int *lengths)
{
  TrArrow *arrow = tr_arrow_new_with_auxiliary(p->node_size, find_bandwidth(p), p->p, p->n_frozen,
                                               p->prepared->n_logs, lengths);

  if (arrow)
    arrow->team = p->team;
  return arrow;
}

static bool
make_parts(TrProblem *p, bool of_poses)
{
  int *lengths = calloc((size_t)p->prepared->n_logs, sizeof *lengths);

  p->model = tr_model_copy(p->task->model);
  p->trial_model = tr_model_copy(p->task->model);
  p->mechanism = tr_mechanism_new(p->task->model);
  p->held_mechanism = tr_mechanism_new(p->task->model);
  p->first = calloc((size_t)p->prepared->n_logs + 1, sizeof *p->first);
  if (p->model && p->mechanism && !of_poses)
    tr_problem_take_tree(p);
  if (lengths && p->first) {
    for (int l = 0; l < p->prepared->n_logs; l++) {
      lengths[l] = p->prepared->logs[l].n_nodes;
      p->first[l + 1] = p->first[l] + lengths[l];
    }
    p->team = tr_team_new(p->task->settings.threads);
    p->arrow = make_arrow(p, lengths);
    p->normal = p->damps_all ? make_arrow(p, lengths) : NULL;
  }
  free(lengths);
  return p->model && p->trial_model && p->mechanism && p->held_mechanism && p->first && p->arrow &&
         (p->normal || !p->damps_all) && tr_log_numbers_take(p) && tr_switching_take(p) &&
         tr_problem_take_scratch(p) && make_channels(p) && tr_problem_make_twins(p);
}

size_t
tr_problem_history_size(const TrTask *task)
{
  size_t fits = tr_task_finds_variances(task) ? TR_MAX_FITS : TR_MAX_LEVELS;

  return fits * ((size_t)tr_settings_limit(&task->settings, task->n_free) + 1) + 1;
}

static TrProblem *
make_problem(const TrTask *task, TrPrepared *prepared, bool of_poses)
{
  TR_ASSERT(prepared && tr_task_is_whole(task));
  TR_ASSERT(prepared->n_logs == task->n_logs && prepared->n_sensors == task->model->n_sensors);

  TrProblem *problem = calloc(1, sizeof *problem);

  if (!problem)
    return NULL;
  problem->task = task;
  problem->prepared = prepared;
  problem->formulation = tr_formulation_of(task);
  problem->n = 6 * task->model->n_bodies;
  problem->node_size = problem->n * problem->formulation->node_blocks;
  problem->step_rows = problem->n * problem->formulation->step_blocks;
  problem->p = task->n_free;
  problem->n_inputs = tr_model_n_inputs(task->model);
  problem->n_columns = task->n_free + task->n_ties;
  count_auxiliary(problem);
  problem->damps_all = task->settings.damping == TR_DAMP_ALL;
  problem->seconds_at_start = tr_clock_seconds();
  if (!make_parts(problem, of_poses) || !take_memory(problem) ||
      tr_constraints_new(&problem->constraints, task, NULL) == TR_NO_MEMORY) {
    tr_problem_free(problem);
    return NULL;
  }
  tr_problem_start(problem);
  return problem;
}

TrProblem *
tr_problem_new(const TrTask *task, TrPrepared *prepared)
{
  return make_problem(task, prepared, false);
}

TrProblem *
tr_problem_new_of_poses(const TrTask *task, TrPrepared *prepared)
{
  return make_problem(task, prepared, true);
}

void
tr_problem_free(TrProblem *p)
{
  if (!p)
    return;
  tr_log_numbers_free(p);

  void *parts[] = {p->params,
                   p->frozen_column,
                   p->values,
                   p->first_channel,
                   p->channels,
                   p->input,
                   p->sigma,
                   p->sigma_w,
                   p->gamma,
                   p->first,
                   p->pose,
                   p->trial_pose,
                   p->velocity,
                   p->trial_velocity,
                   p->parameters,
                   p->trial_parameters,
                   p->step,
                   p->whitening,
                   p->basis,
                   p->parameter_step,
                   p->loss_slope,
                   p->schur,
                   p->lower,
                   p->upper,
                   p->own_information,
                   p->curvature,
                   p->boxqp,
                   p->step_unit,
                   p->scale,
                   p->floor,
                   p->ceiling,
                   p->weak_weight,
                   p->start,
                   p->impact_share,
                   p->views,
                   p->view_storage,
                   p->history,
                   p->history_parameters};

  for (size_t i = 0; i < TR_COUNT(parts); i++)
    free(parts[i]);
  tr_restraints_clear(&p->restraints);
  tr_gauge_clear(&p->gauge);
  tr_constraints_free(p->constraints);
  tr_model_free(p->model);
  tr_model_free(p->trial_model);
  tr_mechanism_free(p->mechanism);
  tr_mechanism_free(p->held_mechanism);
  tr_switching_free(p->switching);
  tr_problem_free_twins(p);
  tr_problem_give_scratch(p);
  tr_tree_free(p->tree);
  tr_arrow_free(p->arrow);
  tr_arrow_free(p->normal);
  tr_team_free(p->team);
  free(p);
}

TrStates
tr_problem_states(const TrProblem *problem, bool trial, int log, int node)
{
  TR_ASSERT(problem && log >= 0 && log < problem->task->n_logs);

  const double *velocity = trial ? problem->trial_velocity : problem->velocity;
  size_t at = (size_t)(problem->first[log] + node) * (size_t)problem->n;

  const double *pose =
      tr_problem_pose(problem, trial ? problem->trial_pose : problem->pose, log, node);

  return (TrStates){pose, velocity ? velocity + at : NULL,
                    node > 0 ? pose - problem->n / 6 * TR_POSE : NULL};
}

/* Inputs of a motor whose channel has parameters. */
static void
update_input(TrProblem *problem, int log, const TrChannelState *state)
{
  const TrPreparedLog *prepared = &problem->prepared->logs[log];
  const TrModel *model = problem->task->model;
  int motor = state->channel->index, drive = tr_model_drive_input(model, motor);
  double h = problem->task->settings.h;

  for (int k = 0; k < prepared->n_nodes; k++) {
    double *input = problem->input + (size_t)(problem->first[log] + k) * (size_t)problem->n_inputs;
    double t = prepared->log->start + k * h;

    input[motor] = tr_channel_input(state, t, h);
    if (state->curve)
      tr_channel_drive(input + drive, state, t, h);
  }
}

static void
use_channels(TrProblem *problem)
{
  for (int l = 0; l < problem->prepared->n_logs; l++)
    for (int c = problem->first_channel[l]; c < problem->first_channel[l + 1]; c++) {
      TrChannelState *state = &problem->channels[c];

      if (!tr_channel_state_is_free(state))
        continue;
      tr_channel_state_use(state, problem->values);
      if (state->channel->kind == TR_SIGNAL_MOTOR)
        update_input(problem, l, state);
    }
}

void
tr_problem_use(TrProblem *problem, TrModel *model, const double *parameters)
{
  TR_ASSERT(problem && model && tr_is_array(parameters, problem->p));

  const TrTie *ties = problem->task->ties;

  model = tr_log_numbers_common(problem, model);
  tr_log_numbers_select(problem, -1);
  for (int i = 0; i < problem->n_columns; i++) {
    int tie = i - problem->p;

    problem->values[i] = tie < 0 ? parameters[i] : ties[tie].factor * parameters[ties[tie].master];
    if (tr_param_is_of_model(problem->params[i]))
      tr_param_set(model, problem->params[i], problem->values[i]);
  }
  use_channels(problem);
  tr_mechanism_update(problem->mechanism, model);
  tr_switching_update(problem, model);
  problem->context.model = model;
  tr_log_numbers_follow(problem, model);
}
