/* Making and freeing a problem: sizes, bounds, scales and weights. */
#include "engine/est/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/est/kappa_search.h"
#include "engine/est/variance.h"
#include "engine/linalg/boxqp.h"
#include "engine/linalg/vec3.h"

/* Nodes that an observation can touch: on a parabola when the delay of its channel is free. */
enum { MAX_TOUCHED = 3 };

/* Compliance below which the weight of the state error is not stiffened further (METHOD §3). */
#define WEIGHT_COMPLIANCE 1e-4

/* sd of the weak default prior in natural sizes of the parameter. */
#define WEAK_PRIOR_SPREAD 10

/* Smallest mass and inertia, as a share of the natural size of their kind. */
#define SMALLEST_INERTIA 1e-6

double
tr_clock_seconds(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Share of a channel's range in which its offset is counted. */
#define OFFSET_SHARE 0.01

static double
channel_range(const TrChannel *channel)
{
  double least = INFINITY, most = -INFINITY;

  for (size_t i = 0; i < channel->n; i++) {
    least = fmin(least, channel->y[i]);
    most = fmax(most, channel->y[i]);
  }
  return most - least;
}

/* A motor's bias is counted in hundredths of the force that its input commands, an offset in
 * hundredths of its channel's range. */
static double
natural_scale(const TrTask *task, const TrPrepared *prepared, const TrFree *f)
{
  double scale = tr_param_scale(task->model, f->param);

  if (f->param.kind == TR_PARAM_CHANNEL_OFFSET) {
    double range = channel_range(&task->logs[f->param.owner].channels[f->param.axis]);

    scale = range > 0 ? OFFSET_SHARE * range : scale;
  }
  if (f->param.kind == TR_PARAM_BIAS) {
    const TrMotor *motor = &task->model->motors[f->param.owner];
    double commanded = 0.01 * fabs(motor->gain) * prepared->input_range[f->param.owner];

    scale = commanded > 0 ? commanded : scale;
  }
  return fmax(scale, fabs(f->start));
}

static double
lowest_value(const TrModel *model, const TrFree *f)
{
  double least = tr_param_floor(f->param);
  bool inertial = f->param.kind == TR_PARAM_MASS || f->param.kind == TR_PARAM_INERTIA;

  if (inertial && least == 0)
    least = SMALLEST_INERTIA * tr_param_scale(model, f->param);
  return fmin(fmax(f->min, least), f->start);
}

static void
fill_parameters(TrProblem *problem)
{
  const TrTask *task = problem->task;

  for (int i = 0; i < problem->p; i++) {
    const TrFree *f = &task->free[i];
    double start = task->warm_start ? task->warm_start[i] : f->start;

    problem->params[i] = f->param;
    problem->floor[i] = lowest_value(task->model, f);
    problem->ceiling[i] = f->max;
    problem->parameters[i] = fmin(fmax(start, problem->floor[i]), f->max);
    problem->scale[i] = natural_scale(task, problem->prepared, f);
    problem->start[i] = problem->parameters[i];
  }
  for (int i = 0; i < task->n_ties; i++)
    problem->params[problem->p + i] = task->ties[i].param;
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
  relaxation.eps_floor = WEIGHT_COMPLIANCE;
  tr_mechanism_relaxation(problem->sigma_w, problem->gamma, problem->mechanism, problem->model,
                          &relaxation);
  problem->context = (TrStageContext){.model = problem->model,
                                      .mechanism = problem->mechanism,
                                      .n_params = problem->n_columns,
                                      .params = problem->params,
                                      .h = s->h,
                                      .midpoint = problem->formulation->midpoint,
                                      .sigma = problem->sigma,
                                      .sigma_w = problem->sigma_w,
                                      .gamma = problem->gamma,
                                      .input_slopes = problem->slopes};
}

/* Mean of (residual/sigma)^2 on the start motion, at most one: what the weak prior is weighed
 * with, so that it stays weak when the stated sigmas are far too large. */
static double
measure_noise(TrProblem *problem)
{
  double sum = 0;
  long n = 0;

  for (int l = 0; l < problem->prepared->n_logs; l++) {
    const TrPreparedLog *log = &problem->prepared->logs[l];

    for (int i = 0; i < log->n_observations; i++, n++) {
      const TrObservation *o = &log->observations[i];
      TrObservationValue value;

      tr_observation_eval(&value, problem, l, o, problem->pose, NULL);
      sum += value.residual * value.residual / o->variance;
    }
  }
  return n > 0 ? fmin(1, sum / (double)n) : 1;
}

/* Share of information that is below the discretisation error, and what is rounding anyhow. */
#define TURN_ERROR 6.0
#define NULL_FLOOR 1e-9

/* Turns of phi a step make relative errors of up to phi^2/6 in the motion (METHOD §7), and their
 * square in the information. */
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
  double sigma0 = problem->prepared->sigma0, noise = measure_noise(problem);

  problem->kappa = isnan(s->kappa) ? problem->prepared->kappa_ref : s->kappa;
  if (tr_task_finds_variances(problem->task) || tr_task_searches_kappa(problem->task))
    problem->kappa *= TR_FIRST_KAPPA;
  problem->weight = problem->kappa / (sigma0 * sigma0) * 0.01 / s->h;
  for (int i = 0; i < problem->p; i++) {
    double spread = WEAK_PRIOR_SPREAD * problem->scale[i];
    bool has_prior = isfinite(problem->task->free[i].prior_sigma);

    problem->weak_weight[i] = has_prior ? 0 : noise / (spread * spread);
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
  size_t n_motors = (size_t)problem->task->model->n_motors;

  for (int l = 0; l < problem->prepared->n_logs; l++) {
    const TrPreparedLog *log = &problem->prepared->logs[l];

    memcpy(problem->input + (size_t)problem->first[l] * n_motors, log->input,
           (size_t)log->n_nodes * n_motors * sizeof *problem->input);
  }
}

static void
take_vector(double **vector, size_t size, bool *ok)
{
  *vector = calloc(size + 1, sizeof **vector);
  *ok = *ok && *vector;
}

/* Of a step or of a node. */
static size_t
most_rows(const TrProblem *p)
{
  const TrFormulation *f = p->formulation;

  return (size_t)p->n * (size_t)(f->step_blocks > f->node_blocks ? f->step_blocks : f->node_blocks);
}

static bool
take_memory(TrProblem *p)
{
  size_t n = (size_t)p->n, q = (size_t)p->p, nodes = (size_t)p->first[p->prepared->n_logs];
  size_t m = (size_t)p->mechanism->n_rows, logs = (size_t)p->prepared->n_logs;
  size_t columns = (size_t)p->n_columns, n_motors = (size_t)p->task->model->n_motors;
  size_t node_size = (size_t)p->node_size, rows = most_rows(p);
  size_t n_sensors = (size_t)p->task->model->n_sensors;
  size_t history = tr_problem_history_size(p->task);
  bool ok = true;
  double **by_parameter[] = {
      &p->parameters, &p->trial_parameters, &p->parameter_step, &p->lower, &p->upper,    &p->scale,
      &p->floor,      &p->ceiling,          &p->weak_weight,    &p->start, &p->curvature};

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
  take_vector(&p->jac, rows * (MAX_TOUCHED * node_size + columns), &ok);
  take_vector(&p->values, columns, &ok);
  take_vector(&p->input, nodes * n_motors, &ok);
  take_vector(&p->r, rows, &ok);
  take_vector(&p->loss_slope, logs * n_sensors, &ok);
  take_vector(&p->schur, q * q, &ok);
  ok = tr_gauge_init(&p->gauge, p->p) && ok;
  take_vector(&p->history_parameters, history * q, &ok);
  p->boxqp = calloc(1, tr_boxqp_work_size(p->p));
  p->params = calloc(columns + 1, sizeof *p->params);
  p->slopes = calloc(columns + 1, sizeof *p->slopes);
  p->views = calloc(logs, sizeof *p->views);
  p->view_storage = calloc(logs, sizeof *p->view_storage);
  p->history = calloc(history, sizeof *p->history);
  return ok && p->boxqp && p->params && p->slopes && p->views && p->view_storage && p->history;
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
  for (int l = 0; p->channels && l < n_logs; l++)
    for (int c = 0; c < p->task->logs[l].n_channels; c++)
      tr_channel_state_init(&p->channels[p->first_channel[l] + c], p->task, l, c);
  return p->channels != NULL;
}

/* Neighbours of a node that residuals couple it to. */
static int
find_bandwidth(const TrProblem *p)
{
  int touched = p->formulation->touched;

  for (int i = 0; i < p->n_columns; i++) {
    const TrParam *param = i < p->p ? &p->task->free[i].param : &p->task->ties[i - p->p].param;

    if (param->kind == TR_PARAM_CHANNEL_DELAY)
      touched = MAX_TOUCHED;
  }
  return touched - 1;
}

static TrArrow *
make_arrow(const TrProblem *p, const int *lengths)
{
  return tr_arrow_new(p->node_size, find_bandwidth(p), p->p, p->prepared->n_logs, lengths);
}

static bool
make_parts(TrProblem *p)
{
  int *lengths = calloc((size_t)p->prepared->n_logs, sizeof *lengths);

  p->model = tr_model_copy(p->task->model);
  p->trial_model = tr_model_copy(p->task->model);
  p->mechanism = tr_mechanism_new(p->task->model);
  p->held_mechanism = tr_mechanism_new(p->task->model);
  p->first = calloc((size_t)p->prepared->n_logs + 1, sizeof *p->first);
  if (lengths && p->first) {
    for (int l = 0; l < p->prepared->n_logs; l++) {
      lengths[l] = p->prepared->logs[l].n_nodes;
      p->first[l + 1] = p->first[l] + lengths[l];
    }
    p->arrow = make_arrow(p, lengths);
    p->normal = p->damps_all ? make_arrow(p, lengths) : NULL;
  }
  if (p->mechanism) {
    p->work = tr_stage_work_new(p->mechanism, p->n_columns);
    p->held_work = tr_stage_work_new(p->mechanism, 0);
  }
  free(lengths);
  return p->model && p->trial_model && p->mechanism && p->held_mechanism && p->first && p->arrow &&
         p->work && p->held_work && (p->normal || !p->damps_all) && make_channels(p);
}

size_t
tr_problem_history_size(const TrTask *task)
{
  size_t rounds = tr_task_finds_variances(task) ? TR_MAX_ROUNDS : 1;

  return rounds * ((size_t)task->settings.max_iterations + 1) + 1;
}

static bool
wants_held_weight(const TrSettings *s)
{
  return s->weighting == TR_WEIGHTING_HELD ||
         (s->weighting == TR_WEIGHTING_AUTO && isnan(s->kappa) &&
          s->kappa_rule != TR_KAPPA_NATURAL);
}

TrProblem *
tr_problem_new(const TrTask *task, TrPrepared *prepared)
{
  TrProblem *problem = calloc(1, sizeof *problem);

  if (!problem)
    return NULL;
  problem->task = task;
  problem->prepared = prepared;
  problem->formulation = tr_formulation(task->settings.formulation);
  problem->n = 6 * task->model->n_bodies;
  problem->node_size = problem->n * problem->formulation->node_blocks;
  problem->p = task->n_free;
  problem->n_columns = task->n_free + task->n_ties;
  problem->damps_all = task->settings.damping == TR_DAMP_ALL;
  problem->holds_weight = problem->formulation->is_weighed && wants_held_weight(&task->settings);
  problem->seconds_at_start = tr_clock_seconds();
  if (!make_parts(problem) || !take_memory(problem)) {
    tr_problem_free(problem);
    return NULL;
  }
  fill_parameters(problem);
  fill_context(problem);
  copy_start(problem);
  copy_inputs(problem);
  tr_problem_use(problem, problem->model, problem->parameters);
  fill_weights(problem);
  problem->gauge.null_share = measure_null_share(problem);
  return problem;
}

void
tr_problem_free(TrProblem *p)
{
  if (!p)
    return;

  void *parts[] = {p->params,
                   p->values,
                   p->first_channel,
                   p->channels,
                   p->input,
                   p->slopes,
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
                   p->parameter_step,
                   p->jac,
                   p->r,
                   p->loss_slope,
                   p->schur,
                   p->lower,
                   p->upper,
                   p->curvature,
                   p->boxqp,
                   p->scale,
                   p->floor,
                   p->ceiling,
                   p->weak_weight,
                   p->start,
                   p->views,
                   p->view_storage,
                   p->history,
                   p->history_parameters};

  for (size_t i = 0; i < TR_COUNT(parts); i++)
    free(parts[i]);
  tr_gauge_clear(&p->gauge);
  tr_model_free(p->model);
  tr_model_free(p->trial_model);
  tr_mechanism_free(p->mechanism);
  tr_mechanism_free(p->held_mechanism);
  tr_stage_work_free(p->work);
  tr_stage_work_free(p->held_work);
  tr_arrow_free(p->arrow);
  tr_arrow_free(p->normal);
  free(p);
}

TrStates
tr_problem_states(const TrProblem *problem, bool trial, int log, int node)
{
  const double *velocity = trial ? problem->trial_velocity : problem->velocity;
  size_t at = (size_t)(problem->first[log] + node) * (size_t)problem->n;

  return (TrStates){
      tr_problem_pose(problem, trial ? problem->trial_pose : problem->pose, log, node),
      velocity ? velocity + at : NULL};
}

/* Inputs of a motor whose channel has parameters. */
static void
update_input(TrProblem *problem, int log, const TrChannelState *state)
{
  const TrPreparedLog *prepared = &problem->prepared->logs[log];
  int n_motors = problem->task->model->n_motors;
  double h = problem->task->settings.h;
  double *input = problem->input + (size_t)problem->first[log] * (size_t)n_motors;

  for (int k = 0; k < prepared->n_nodes; k++) {
    double t = prepared->log->start + k * h;

    input[(size_t)k * (size_t)n_motors + (size_t)state->channel->index] =
        tr_channel_input(state, t - h / 2, t + h / 2);
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
  const TrTie *ties = problem->task->ties;

  for (int i = 0; i < problem->n_columns; i++) {
    int tie = i - problem->p;

    problem->values[i] = tie < 0 ? parameters[i] : ties[tie].factor * parameters[ties[tie].master];
    if (tr_param_is_of_model(problem->params[i]))
      tr_param_set(model, problem->params[i], problem->values[i]);
  }
  use_channels(problem);
  tr_mechanism_update(problem->mechanism, model);
  problem->context.model = model;
}
