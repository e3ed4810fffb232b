/* Residual blocks of a trajectory problem, and their cost. */
#include <math.h>
#include <string.h>

#include "engine/est/problem/arrival_cost.h"
#include "engine/est/problem/energy.h"
#include "engine/est/problem/log_numbers.h"
#include "engine/est/problem/private.h"
#include "engine/est/problem/rolling.h"
#include "engine/est/problem/switching.h"
#include "engine/est/problem/tree_states.h"
#include "engine/est/step/contacts.h"
#include "engine/est/task/loss.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec.h"
#include "engine/linalg/vec3.h"

void
tr_problem_use_log(TrProblem *problem, int log)
{
  tr_log_numbers_select(problem, log);
  problem->context.smoothing = problem->prepared->logs[log].smoothing;
}

/* Sets the factor on the weight of the step that was evaluated: with sigma of the state error along
 * the largest freedom and l of its contacts, sigma^2/(sigma^2 + (impact_error l)^2). */
static void
share_impact(TrProblem *problem, int log, int node)
{
  double largest = 1, error;
  const double *sigma = problem->context.joint_sigma;

  if (!problem->impact_share || problem->is_ahead)
    return;
  for (int i = 0; sigma && i < problem->mechanism->n_freedoms; i++)
    largest = i == 0 ? sigma[i] : fmax(largest, sigma[i]);
  error = problem->task->settings.impact_error * tr_step_contact_impulse(problem->scratch.work);
  problem->impact_share[problem->first[log] + node] =
      1 / (1 + problem->weight * error * error / (largest * largest));
}

static void
add_input_slopes(const TrProblem *problem, TrInputSlope *slopes, int log, int node)
{
  double h = problem->context.h, t = problem->prepared->logs[log].log->start + node * h;

  for (int c = problem->first_channel[log]; c < problem->first_channel[log + 1]; c++) {
    const TrChannelState *state = &problem->channels[c];

    if (state->channel->kind == TR_SIGNAL_MOTOR && tr_channel_state_is_free(state))
      tr_channel_input_slopes(slopes, state, t, h);
  }
}

void
tr_problem_fill_slopes(const TrProblem *problem, int log, int node, int count)
{
  size_t columns = (size_t)tr_problem_columns(problem);

  if (problem->task->n_free == 0)
    return;
  memset(problem->scratch.slopes, 0, (size_t)count * columns * sizeof *problem->scratch.slopes);
  for (int i = 0; i < count; i++)
    add_input_slopes(problem, problem->scratch.slopes + (size_t)i * columns, log, node + i);
}

/* Adds the columns of a tied quantity to those of its master. */
static void
fold_tie(const TrProblem *problem, double *columns, int tie)
{
  const TrTie *t = &problem->task->ties[tie];
  int from = problem->p + tie;

  columns[t->master] += t->factor * columns[from];
  if (problem->n_auxiliary > 0 && problem->frozen_column[from] != from)
    columns[problem->frozen_column[t->master]] += t->factor * columns[problem->frozen_column[from]];
}

/* The same for all tied quantities, and closes the gaps in the rows. */
static void
fold_ties(const TrProblem *problem, double *jac, int n_rows, int state_columns)
{
  int own = state_columns + problem->p, guests = tr_problem_visited(problem) - problem->p;

  for (int r = 0; problem->task->n_ties > 0 && r < n_rows; r++) {
    double *row = jac + (size_t)r * (size_t)(state_columns + tr_problem_columns(problem));
    double *to = jac + (size_t)r * (size_t)(own + guests);

    for (int t = 0; t < problem->task->n_ties; t++)
      fold_tie(problem, row + state_columns, t);
    memmove(to, row, (size_t)own * sizeof *row);
    memmove(to + own, row + state_columns + problem->n_columns, (size_t)guests * sizeof *row);
  }
}

void
tr_problem_shift(double shift[3], const TrProblem *problem, int node, TrParam param)
{
  const double *pose = problem->pose + (size_t)(node * (problem->n / 6) + param.owner) * TR_POSE;
  double rot[9];

  tr_quat_matrix(rot, pose + 3);
  for (int i = 0; i < 3; i++)
    shift[i] = rot[3 * i + param.axis];
}

/* Moves the poses along with the centres of mass: with a body held in place, a centre of mass that
 * shifts by d along an axis of the body shifts its position by R axis d.  Otherwise a shift would
 * separate the joints, and S would be a small difference of huge numbers. */
static void
carry_poses(const TrProblem *problem, double *jac, int n_rows, int first, int touched, int size)
{
  int n_columns = tr_problem_columns(problem), columns = touched * size + n_columns;

  for (int p = 0; problem->formulation->node_blocks == 1 && p < n_columns; p++)
    for (int k = 0; problem->params[p].kind == TR_PARAM_COM && k < touched; k++) {
      double shift[3];

      tr_problem_shift(shift, problem, first + k, problem->params[p]);
      for (int r = 0; r < n_rows; r++) {
        double *row = jac + (size_t)r * (size_t)columns;

        row[touched * size + p] +=
            tr_vec3_dot(row + k * size + 6 * problem->params[p].owner, shift);
      }
    }
}

/* Moves the derivatives of one row by poses to their columns among all unknowns. */
static void
spread_states(const TrProblem *problem, double *row, int touched)
{
  int n = problem->n, size = problem->node_size;

  if (size <= n)
    return;
  memmove(row + touched * size, row + touched * n,
          (size_t)tr_problem_visited(problem) * sizeof *row);
  for (int i = touched - 1; i >= 0; i--) {
    memmove(row + i * size, row + i * n, (size_t)n * sizeof *row);
    memset(row + i * size + n, 0, (size_t)(size - n) * sizeof *row);
  }
}

/* Slip of the first interval and start of the orientation of bodies that roll. */
static TrStatus
visit_rolling(TrProblem *problem, int log, TrVisit visit, void *user)
{
  double *jac = problem->scratch.jac, *r = problem->scratch.r;
  int n = problem->n, first = problem->first[log], rank;
  int turns = 3 * tr_rolling_count(problem->model);

  tr_rolling_orientations(r, jac, problem, false, log);
  fold_ties(problem, jac, turns, problem->node_size);
  problem->sums.counts.initial += turns;
  TR_TRY(visit(user, &(TrArrowResidual){first, 1, jac, r, turns, 1}));
  rank = tr_rolling_slip(r, jac, problem, false, log);
  if (rank == 0)
    return TR_OK;
  problem->sums.counts.initial += rank;
  carry_poses(problem, jac, n, first, 2, n);
  fold_ties(problem, jac, n, 2 * n);
  return visit(user, &(TrArrowResidual){first, 2, jac, r, n, tr_problem_initial_weight(problem)});
}

static TrStatus
visit_initial(TrProblem *problem, int log, TrVisit visit, void *user)
{
  const TrFormulation *f = problem->formulation;
  int rows = problem->node_size;

  tr_switching_leave(problem);
  problem->visited = TR_VISITED_INITIAL;
  if (problem->arrival)
    return tr_arrival_cost_visit(problem->arrival, problem, visit, user);
  for (int k = 0; k < f->initial_nodes && !problem->tree; k++) {
    TrStates state = tr_problem_states(problem, false, log, k);
    int rank = 0;

    tr_problem_fill_slopes(problem, log, k, 1);
    rank = f->initial(problem->scratch.r, problem->scratch.jac, problem->scratch.work,
                      &problem->context, &state, tr_problem_input(problem, log, k));
    problem->sums.counts.initial += rank;
    carry_poses(problem, problem->scratch.jac, rows, problem->first[log] + k, 1, rows);
    fold_ties(problem, problem->scratch.jac, rows, rows);
    TR_TRY(visit(user,
                 &(TrArrowResidual){problem->first[log] + k, 1, problem->scratch.jac,
                                    problem->scratch.r, rows, tr_problem_initial_weight(problem)}));
  }
  return problem->mechanism->n_rates > 0 ? visit_rolling(problem, log, visit, user) : TR_OK;
}

/* Weight 1/variance and residual of an observation with a robust loss, as passed to the visitor. */
static void
apply_loss(TrProblem *problem, int log, const TrObservation *o, double *r, double *weight)
{
  TrLoss rule = tr_loss_of_sensor(problem->task, o->sensor);
  TrLossValue loss;

  if (rule.kind == TR_LOSS_NONE)
    return;
  loss = tr_loss(rule, *r * *r * *weight);
  if (problem->loss_is_averaged) {
    double mean = problem->loss_slope[log * problem->task->model->n_sensors + o->sensor];

    *r *= loss.slope / mean;
    *weight *= mean;
  } else {
    problem->sums.loss_excess += loss.rho - loss.slope * *r * *r * *weight;
    *weight *= loss.slope;
  }
}

static TrStatus
visit_observation(TrProblem *problem, int log, const TrObservation *o, TrVisit visit, void *user)
{
  TrObservationValue value;
  double *jac = problem->scratch.observation_row, r, weight = 1 / o->variance;

  tr_observation_eval(&value, problem, log, o, problem->pose, jac);
  carry_poses(problem, jac, 1, problem->first[log] + value.node, value.touched, problem->n);
  fold_ties(problem, jac, 1, value.touched * problem->n);
  spread_states(problem, jac, value.touched);
  tr_problem_gather_row(problem, jac, problem->first[log] + value.node, value.touched);
  problem->visited = TR_VISITED_READING;
  problem->visited_sensor = o->sensor;
  r = value.residual;
  apply_loss(problem, log, o, &r, &weight);
  TR_TRY(visit(user, &(TrArrowResidual){problem->first[log] + value.node, value.touched, jac, &r, 1,
                                        weight}));
  problem->sums.counts.observation++;
  return TR_OK;
}

/* Visits the window-th energy observation of a log. */
static TrStatus
visit_energy(TrProblem *problem, int log, int window, TrVisit visit, void *user)
{
  double *jac = problem->scratch.energy_row;
  double weight = 1 / (problem->energy_sigma * problem->energy_sigma);
  TrEnergyValue value;
  int block;

  TR_TRY(tr_energy_eval(&value, problem, false, log, window, jac));
  if (!value.is_used)
    return TR_OK;
  block = problem->first[log] + value.node;
  carry_poses(problem, jac, 1, block, value.touched, problem->n);
  fold_ties(problem, jac, 1, value.touched * problem->n);
  problem->visited = TR_VISITED_ENERGY;
  TR_TRY(visit(user, &(TrArrowResidual){block, value.touched, jac, &value.residual, 1, weight}));
  if (problem->is_ahead && !problem->keeps_weight)
    problem->sums.held_excess +=
        weight * (value.held * value.held - value.residual * value.residual);
  problem->sums.counts.energy++;
  return TR_OK;
}

TrStatus
tr_problem_visit_energy(TrProblem *problem, int part, TrVisit visit, void *user)
{
  int log = part / 2, length = tr_energy_steps(problem->task);

  for (int w = 0; w < tr_energy_windows(problem, log); w++)
    if (tr_arrow_part(problem->arrow, problem->first[log] + w * length, length + 2) == part)
      TR_TRY(visit_energy(problem, log, w, visit, user));
  return TR_OK;
}

/* Returns the probe of the i-th of the evaluated steps, NULL for an excluded one. */
static const double *
find_probe(const TrProblem *problem, int log, int node, int i)
{
  const double *share = problem->prepared->logs[log].step_share;

  if (!problem->probes || (share && share[node] < 1))
    return NULL;
  return problem->scratch.probe + (size_t)(i * problem->mechanism->n_freedoms * problem->step_rows);
}

/* Visits one step of the evaluated group. */
static TrStatus
visit_step(TrProblem *problem, int log, int node, int i, TrVisit visit, void *user)
{
  const TrFormulation *f = problem->formulation;
  int rows = problem->step_rows, state_columns = f->touched * problem->node_size;
  int block = problem->first[log] + node - f->first_step;
  double *r = problem->scratch.r + (size_t)(i * rows);
  double *jac = problem->scratch.jac +
                (size_t)(i * rows) * (size_t)(state_columns + tr_problem_columns(problem));

  if (!problem->tree)
    carry_poses(problem, jac, rows, block, f->touched, problem->node_size);
  fold_ties(problem, jac, rows, state_columns);
  problem->visited = TR_VISITED_STEP;
  problem->visited_probe = find_probe(problem, log, node, i);
  TR_TRY(visit(user, &(TrArrowResidual){block, f->touched, jac, r, rows,
                                        tr_problem_step_weight(problem, log, node)}));
  problem->sums.counts.state += rows;
  return TR_OK;
}

/* Adds the difference in cost of an evaluated group of steps between the frozen weight and its own.
 */
static void
add_held_excess(TrProblem *problem, int log, int node, int count)
{
  tr_problem_hold_steps(problem, count);
  for (int i = 0; i < count; i++) {
    double *held = problem->scratch.held_r + (size_t)(i * problem->n);
    const double *r = problem->scratch.r + (size_t)(i * problem->step_rows);

    tr_problem_whiten(held, problem, log, node + i);
    problem->sums.held_excess +=
        tr_problem_step_weight(problem, log, node + i) *
        (tr_vec_square(held, problem->step_rows) - tr_vec_square(r, problem->step_rows));
  }
}

/* Position in the observations of a part, which are visited in the order of their nodes. */
typedef struct Cursor {
  int log, part, next;
} Cursor;

/* Visits those that begin at a node up to the last-th. */
static TrStatus
visit_observations(TrProblem *problem, Cursor *cursor, int last, TrVisit visit, void *user)
{
  const TrPreparedLog *log = &problem->prepared->logs[cursor->log];

  for (; cursor->next < log->n_observations; cursor->next++) {
    const TrObservation *o = &log->observations[cursor->next];
    int touched, node = tr_observation_nodes(&touched, problem, cursor->log, o);

    if (node > last)
      break;
    if (tr_arrow_part(problem->arrow, problem->first[cursor->log] + node, touched) == cursor->part)
      TR_TRY(visit_observation(problem, cursor->log, o, visit, user));
  }
  return TR_OK;
}

/* Steps begin .. end - 1 of a log. */
typedef struct StepRange {
  int log, begin, end;
} StepRange;

/* Visits steps and, unless the cursor is NULL, after each the observations of its first node: they
 * add to the same blocks. */
static TrStatus
visit_steps(TrProblem *problem, StepRange range, Cursor *cursor, TrVisit visit, void *user)
{
  int log = range.log, end = range.end;

  for (int k = range.begin, count; k < end; k += count) {
    count = tr_problem_group(problem, k, end);
    TR_TRY(tr_problem_poll(problem, k));
    tr_problem_fill_slopes(problem, log, k, count);
    TR_TRY(tr_problem_evaluate_steps(problem, false, (TrStepGroup){log, k, count}, true,
                                     problem->keeps_weight));
    if (problem->is_ahead && problem->weight_is_frozen_in_step && !problem->keeps_weight)
      add_held_excess(problem, log, k, count);
    tr_problem_keep_whitening(problem, (TrStepGroup){log, k, count});
    if (problem->probes)
      tr_problem_probe_steps(problem, problem->keeps_weight, count);
    share_impact(problem, log, k);
    for (int i = 0; i < count; i++) {
      TR_TRY(visit_step(problem, log, k + i, i, visit, user));
      if (cursor)
        TR_TRY(visit_observations(problem, cursor, k + i - problem->formulation->first_step, visit,
                                  user));
    }
  }
  return TR_OK;
}

TrStatus
tr_problem_visit(TrProblem *problem, TrVisit visit, void *user)
{
  const TrFormulation *f = problem->formulation;

  TR_ASSERT(problem && visit);
  TR_TRY(tr_problem_find_bases(problem));
  problem->sums = (TrSums){0};
  for (int l = 0; l < problem->prepared->n_logs; l++) {
    const TrPreparedLog *log = &problem->prepared->logs[l];
    int end = f->first_step + tr_formulation_steps(f, log->n_nodes);

    tr_problem_use_log(problem, l);
    TR_TRY(visit_initial(problem, l, visit, user));
    TR_TRY(visit_steps(problem, (StepRange){l, f->first_step, end}, NULL, visit, user));
    for (int i = 0; i < log->n_observations; i++)
      TR_TRY(visit_observation(problem, l, &log->observations[i], visit, user));
    for (int w = 0; w < tr_energy_windows(problem, l); w++)
      TR_TRY(visit_energy(problem, l, w, visit, user));
  }
  return TR_OK;
}

TrStatus
tr_problem_visit_steps(TrProblem *problem, int stride, TrVisit visit, void *user)
{
  const TrFormulation *f = problem->formulation;

  TR_ASSERT(problem && visit && stride > 0);
  TR_TRY(tr_problem_find_bases(problem));
  problem->sums = (TrSums){0};
  for (int l = 0; l < problem->prepared->n_logs; l++) {
    int end = f->first_step + tr_formulation_steps(f, problem->prepared->logs[l].n_nodes);

    tr_problem_use_log(problem, l);
    if (stride == 1)
      TR_TRY(visit_steps(problem, (StepRange){l, f->first_step, end}, NULL, visit, user));
    else
      for (int k = (f->first_step + stride - 1) / stride * stride; k < end; k += stride)
        TR_TRY(visit_steps(problem, (StepRange){l, k, k + 1}, NULL, visit, user));
  }
  return TR_OK;
}

TrStatus
tr_problem_visit_residuals(TrProblem *problem, int stride, TrVisit visit, void *user)
{
  const TrFormulation *f = problem->formulation;

  TR_ASSERT(problem && visit && stride > 0 && problem->group == 1);
  for (int l = 0; l < problem->prepared->n_logs; l++) {
    int end = f->first_step + tr_formulation_steps(f, problem->prepared->logs[l].n_nodes);

    tr_problem_use_log(problem, l);
    for (int k = (f->first_step + stride - 1) / stride * stride; k < end; k += stride) {
      TR_TRY(tr_problem_poll(problem, k));
      TR_TRY(tr_problem_evaluate_steps(problem, false, (TrStepGroup){l, k, 1}, false, false));
      problem->visited = TR_VISITED_STEP;
      TR_TRY(visit(user, &(TrArrowResidual){problem->first[l] + k - f->first_step, f->touched, NULL,
                                            problem->scratch.r, f->step_blocks * problem->n,
                                            tr_problem_step_weight(problem, l, k)}));
    }
  }
  return TR_OK;
}

TrStatus
tr_problem_visit_observations(TrProblem *problem, int part, TrVisit visit, void *user)
{
  Cursor cursor = {.log = part / 2, .part = part};

  tr_problem_use_log(problem, cursor.log);
  return visit_observations(problem, &cursor, problem->prepared->logs[cursor.log].n_nodes, visit,
                            user);
}

TrStatus
tr_problem_visit_part(TrProblem *problem, int part, TrVisit visit, void *user)
{
  int l = part / 2, end, begin = tr_problem_part_steps(problem, part, &end);
  Cursor cursor = {.log = l, .part = part};

  tr_problem_use_log(problem, l);
  if (part % 2 == 0)
    TR_TRY(visit_initial(problem, l, visit, user));
  TR_TRY(visit_steps(problem, (StepRange){l, begin, end}, &cursor, visit, user));
  TR_TRY(visit_observations(problem, &cursor, problem->prepared->logs[l].n_nodes, visit, user));
  return tr_problem_visit_energy(problem, part, visit, user);
}

/* Least mean of psi' as a share of the mean weight: a redescending loss can make it negative where
 * most residuals are outliers. */
#define LEAST_SLOPE 0.1

static double
average_slope(TrProblem *problem, int log, int sensor)
{
  const TrPreparedLog *prepared = &problem->prepared->logs[log];
  TrLoss rule = tr_loss_of_sensor(problem->task, sensor);
  double weights = 0, slopes = 0;
  int n = 0;

  for (int i = 0; i < prepared->n_observations; i++) {
    const TrObservation *o = &prepared->observations[i];
    TrObservationValue value;
    TrLossValue loss;
    double s;

    if (o->sensor != sensor)
      continue;
    tr_observation_eval(&value, problem, log, o, problem->pose, NULL);
    s = value.residual * value.residual / o->variance;
    loss = tr_loss(rule, s);
    weights += loss.slope;
    slopes += loss.slope + 2 * s * loss.curvature;
    n++;
  }
  return n > 0 ? fmax(slopes, LEAST_SLOPE * weights) / n : 1;
}

void
tr_problem_average_losses(TrProblem *problem)
{
  int n_sensors = problem->task->model->n_sensors;

  problem->loss_is_averaged = false;
  for (int l = 0; l < problem->prepared->n_logs; l++) {
    tr_problem_use_log(problem, l);
    for (int s = 0; s < n_sensors; s++)
      if (tr_loss_of_sensor(problem->task, s).kind != TR_LOSS_NONE) {
        problem->loss_slope[l * n_sensors + s] = average_slope(problem, l, s);
        problem->loss_is_averaged = true;
      }
  }
}
