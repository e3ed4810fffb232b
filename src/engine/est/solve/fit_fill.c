#include "engine/est/solve/fit_fill.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/diagnose/unexplained_force.h"
#include "engine/est/problem/energy.h"
#include "engine/est/problem/switching.h"
#include "engine/est/problem/tree_states.h"
#include "engine/est/step/contacts.h"
#include "engine/est/task/kappa_rule.h"
#include "engine/est/task/loss.h"
#include "engine/est/task/own_values.h"
#include "engine/linalg/vec.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/model/sensor.h"

static bool
take_sensor(TrSensorFit *fit, const TrPreparedLog *log, int sensor, double sigma)
{
  *fit = (TrSensorFit){.sensor = sensor, .sigma = sigma};
  for (int i = 0; i < log->n_observations; i++)
    fit->n_residuals += log->observations[i].sensor == sensor;

  size_t size = (size_t)fit->n_residuals + 1;

  fit->t = calloc(size, sizeof *fit->t);
  fit->measured = calloc(size, sizeof *fit->measured);
  fit->estimated = calloc(size, sizeof *fit->estimated);
  fit->scaled = calloc(size, sizeof *fit->scaled);
  return fit->t && fit->measured && fit->estimated && fit->scaled;
}

static bool
take_log(TrLogFit *fit, const TrTask *task, const TrPrepared *prepared, int log)
{
  const TrPreparedLog *from = &prepared->logs[log];
  size_t nodes = (size_t)from->n_nodes, n_sensors = (size_t)task->model->n_sensors;

  fit->n_nodes = from->n_nodes;
  fit->model = from->own_model ? tr_model_copy(from->own_model) : NULL;
  if (from->own_model && !fit->model)
    return false;
  fit->trajectory = tr_trajectory_copy(from->start);
  fit->start = tr_trajectory_copy(from->start);
  fit->state_residual = calloc(nodes * 6 * (size_t)task->model->n_bodies + 1, sizeof(double));
  fit->joint_impulse = calloc(nodes * (size_t)prepared->state_error.n_freedoms + 1, sizeof(double));
  fit->n_inputs = tr_model_n_inputs(task->model);
  fit->input = calloc(nodes * (size_t)fit->n_inputs + 1, sizeof(double));
  fit->friction_rate = calloc((size_t)task->model->n_joints + 1, sizeof(double));
  fit->sensors = calloc(n_sensors + 1, sizeof *fit->sensors);
  if (task->wants_information)
    fit->information = calloc(nodes * (size_t)task->n_free + 1, sizeof(double));
  if (task->wants_influence)
    fit->influence = calloc(nodes * (size_t)task->n_free + 1, sizeof(double));
  if ((task->wants_information && !fit->information) || (task->wants_influence && !fit->influence))
    return false;
  if (fit->trajectory && tr_model_reads_torque(task->model) &&
      !tr_trajectory_take_effort(fit->trajectory, task->model->n_joints))
    return false;
  if (!fit->trajectory || !fit->start || !fit->state_residual || !fit->joint_impulse ||
      !fit->input || !fit->friction_rate || !fit->sensors ||
      !tr_trajectory_take_drives(fit->trajectory, tr_model_n_drives(task->model)))
    return false;
  for (int s = 0; s < task->model->n_sensors; s++)
    if (tr_log_find(from->log, TR_SIGNAL_SENSOR, s) &&
        !take_sensor(&fit->sensors[fit->n_sensors++], from, s, prepared->sigma[s]))
      return false;
  return true;
}

static bool
take_directions(TrFit *fit)
{
  size_t p = (size_t)fit->n_free;

  fit->directions = calloc(p + 1, sizeof *fit->directions);
  for (size_t i = 0; fit->directions && i < p; i++) {
    fit->directions[i].loading = calloc(p, sizeof(double));
    if (!fit->directions[i].loading)
      return false;
  }
  return fit->directions != NULL;
}

TrFit *
tr_fit_new(const TrTask *task, const TrPrepared *prepared)
{
  TR_ASSERT(prepared && tr_task_is_whole(task));

  TrFit *fit = calloc(1, sizeof *fit);
  size_t p = (size_t)task->n_free, history = tr_problem_history_size(task);
  bool ok;

  if (!fit)
    return NULL;
  fit->n_free = task->n_free;
  fit->estimates = calloc(p + 1, sizeof *fit->estimates);
  fit->covariance = calloc(p * p + 1, sizeof *fit->covariance);
  fit->information = calloc(p * p + 1, sizeof *fit->information);
  fit->history = calloc(history, sizeof *fit->history);
  fit->history_parameters = calloc(history * p + 1, sizeof *fit->history_parameters);
  fit->model = tr_model_copy(task->model);
  fit->logs = calloc((size_t)task->n_logs, sizeof *fit->logs);
  fit->n_freedoms = prepared->state_error.n_freedoms;
  fit->state_sigmas = calloc((size_t)fit->n_freedoms + 1, sizeof *fit->state_sigmas);
  ok = fit->estimates && fit->covariance && fit->information && fit->history &&
       fit->history_parameters && fit->model && fit->logs && fit->state_sigmas &&
       take_directions(fit);
  for (int l = 0; ok && l < task->n_logs; l++) {
    fit->n_logs++;
    ok = take_log(&fit->logs[l], task, prepared, l);
  }
  if (!ok) {
    tr_fit_free(fit);
    return NULL;
  }
  return fit;
}

/* Motion of one log; the velocity at a node is the mean of those before and after it. */
static void
fill_motion(TrLogFit *out, TrProblem *problem, int log)
{
  TrTrajectory *to = out->trajectory;
  int n_bodies = to->n_bodies, last = to->n_nodes - 1;

  memcpy(to->pose, tr_problem_pose(problem, problem->pose, log, 0),
         (size_t)to->n_nodes * (size_t)n_bodies * TR_POSE * sizeof(double));
  for (int k = 0; k <= last; k++) {
    int before = k > 0 ? k - 1 : 0, after = k < last ? k + 1 : last;

    tr_pose_velocity(tr_trajectory_twist(to, k), n_bodies, tr_trajectory_pose(to, before),
                     tr_trajectory_pose(to, after), (after - before) * to->h);
  }
}

/* Sum of squares of M (v+ - v) at a node that has neighbours. */
static double
square_inertial(const TrProblem *problem, const TrTrajectory *motion, int node)
{
  double sum = 0, v[TR_TWIST], after[TR_TWIST];

  for (int b = 0; b < motion->n_bodies; b++) {
    const TrBody *body = &problem->model->bodies[b];
    const double *pose = tr_trajectory_pose(motion, node) + TR_POSE * b;
    double tensor[9], turn[3], moment[3];

    tr_pose_velocity(v, 1, tr_trajectory_pose(motion, node - 1) + TR_POSE * b, pose, motion->h);
    tr_pose_velocity(after, 1, pose, tr_trajectory_pose(motion, node + 1) + TR_POSE * b, motion->h);
    tr_mat3_from_tensor(tensor, body->inertia);
    tr_vec3_sub(turn, after + 3, v + 3);
    tr_mat3_apply(moment, tensor, turn);
    for (int i = 0; i < 3; i++)
      sum += pow(body->mass * (after[i] - v[i]), 2) + moment[i] * moment[i];
  }
  return sum;
}

static bool
is_excluded(const TrPreparedLog *prepared, int node)
{
  return prepared->step_share && prepared->step_share[node] < 1;
}

/* Sums over the steps of a log. */
typedef struct StateSums {
  double squares; /* of the residuals not excluded ... */
  long count;
  double errors, inertial; /* of the impulses at nodes that have neighbours */
} StateSums;

/* Forces of the drives in the step of a node, the i-th of the group. */
static void
add_drives(TrTrajectory *motion, const TrProblem *problem, int node, int i)
{
  for (int d = 0; d < motion->n_drives; d++)
    motion->drive_force[node * motion->n_drives + d] = tr_problem_drive_force(problem, d, i);
}

/* Adds one step of the group in problem->scratch.r. */
static void
add_state(StateSums *sums, TrLogFit *out, const TrProblem *problem, int log, int node, int i)
{
  int n = problem->n, rows = problem->formulation->step_blocks * n;
  const double *r = problem->scratch.r + (size_t)(i * rows);

  /* the impulse at a switch is unknown, not unexplained: the residual stays zero */
  if (tr_switching_is_at(problem, log, node))
    return;
  memcpy(out->state_residual + (size_t)node * (size_t)n, r, (size_t)n * sizeof *r);
  if (is_excluded(&problem->prepared->logs[log], node))
    return;
  sums->squares += tr_vec_square(r, rows);
  sums->count += rows;
  if (node == 0 || node + 1 == out->n_nodes)
    return;
  sums->errors += tr_vec_square(r, n);
  sums->inertial += square_inertial(problem, out->trajectory, node);
}

/* Torques along the joints over the steps; the end nodes repeat their neighbours. */
static TrStatus
fill_efforts(TrLogFit *out, TrProblem *problem, int log)
{
  TrTrajectory *motion = out->trajectory;
  size_t size = (size_t)motion->n_joints * sizeof(double);
  int last = motion->n_nodes - 1;

  for (int k = 1; motion->effort && k < last; k++) {
    tr_switching_use(problem, log, k);
    for (int j = 0; j < motion->n_joints; j++)
      TR_TRY(tr_step_effort(
          motion->effort + k * motion->n_joints + j, NULL, problem->scratch.work, &problem->context,
          j,
          &(TrStepInput){tr_trajectory_pose(motion, k - 1), tr_trajectory_pose(motion, k),
                         tr_trajectory_pose(motion, k + 1), tr_problem_input(problem, log, k)}));
  }
  if (motion->effort) {
    memcpy(motion->effort, motion->effort + motion->n_joints, size);
    memcpy(motion->effort + last * motion->n_joints, motion->effort + (last - 1) * motion->n_joints,
           size);
  }
  return TR_OK;
}

/* Impulses along the freedoms of the joints in all steps of a formulation that weighs them. */
static TrStatus
fill_joint_impulses(TrLogFit *out, TrProblem *problem, int log)
{
  int n = problem->n, nd = problem->mechanism->n_freedoms;

  TR_TRY(tr_problem_find_bases(problem));
  tr_problem_use_log(problem, log);
  for (int k = 1; problem->context.joint_sigma && k + 1 < out->n_nodes; k++) {
    TrStepInput in = {.now = tr_trajectory_pose(out->trajectory, k),
                      .u = tr_problem_input(problem, log, k)};

    if (problem->tree) {
      tr_problem_gather_impulses(problem, out->joint_impulse + k * nd, out->state_residual + k * n,
                                 problem->first[log] + k);
      continue;
    }
    tr_switching_use(problem, log, k);
    TR_TRY(tr_step_joint_impulses(out->joint_impulse + k * nd, problem->scratch.work,
                                  &problem->context, &in, out->state_residual + k * n));
  }
  return TR_OK;
}

/* State residuals, and the largest violation of a constraint; sum of squares and number of the
 * residuals not excluded. */
static TrStatus
fill_states(TrFit *fit, TrProblem *problem, int log, double *sum, long *count)
{
  TrLogFit *out = &fit->logs[log];
  int group;
  StateSums sums = {0};

  tr_problem_use_log(problem, log);
  memcpy(out->friction_rate, problem->prepared->logs[log].smoothing,
         (size_t)problem->model->n_joints * sizeof(double));
  memcpy(out->input, tr_problem_input(problem, log, 0),
         (size_t)out->n_nodes * (size_t)problem->n_inputs * sizeof(double));
  for (int k = problem->formulation->first_step;
       (group = tr_problem_group_size(problem, log, k)) > 0; k += group) {
    TR_TRY(tr_problem_evaluate_steps(problem, false, (TrStepGroup){log, k, group}, false, false));
    fit->constraint_violation = fmax(fit->constraint_violation, tr_problem_violation(problem));
    if (tr_step_contacts_fell_back(problem->scratch.work))
      out->trajectory->fallbacks++;
    for (int i = 0; i < group; i++) {
      add_state(&sums, out, problem, log, k + i, i);
      add_drives(out->trajectory, problem, k + i, i);
    }
  }
  TR_TRY(fill_efforts(out, problem, log));
  TR_TRY(fill_joint_impulses(out, problem, log));
  *sum += sums.squares;
  *count += sums.count;
  out->unexplained = sums.inertial > 0 ? sqrt(sums.errors / sums.inertial) : NAN;
  return TR_OK;
}

/* Statistics of one sensor from its filled residuals. */
static void
finish_sensor(TrSensorFit *s, double chi2)
{
  double mean = 0, errors = 0, spread = 0;
  int n = s->n_residuals > 0 ? s->n_residuals : 1;

  for (int i = 0; i < s->n_residuals; i++)
    mean += s->measured[i] / n;
  for (int i = 0; i < s->n_residuals; i++) {
    errors += pow(s->estimated[i] - s->measured[i], 2);
    spread += pow(s->measured[i] - mean, 2);
  }
  s->rmse = sqrt(errors / n);
  s->fit_percent = spread > 0 ? 100 * (1 - sqrt(errors / spread)) : NAN;
  s->chi2_per_sample = chi2 / n;
}

static double
fill_sensor(TrSensorFit *s, TrProblem *problem, int log)
{
  const TrPreparedLog *prepared = &problem->prepared->logs[log];
  double chi2 = 0, sum = 0;
  int at = 0;

  tr_problem_use_log(problem, log);
  s->sigma = problem->prepared->sigma[s->sensor];
  s->scatter = problem->prepared->sigma_data[s->sensor];
  s->is_at_floor = tr_task_finds_variances(problem->task) &&
                   s->sigma <= problem->prepared->sigma_floor[s->sensor] * (1 + 1e-9);

  for (int i = 0; i < prepared->n_observations; i++) {
    const TrObservation *o = &prepared->observations[i];
    TrObservationValue value;

    if (o->sensor != s->sensor)
      continue;
    tr_observation_eval(&value, problem, log, o, problem->pose, NULL);
    s->t[at] = o->t;
    s->measured[at] = value.measured;
    s->estimated[at] = value.measured + value.residual;
    s->scaled[at] = value.residual / sqrt(o->variance);
    s->n_samples += (size_t)o->n_samples;
    chi2 += value.residual * value.residual / o->variance;
    sum += value.residual * value.residual;
    at++;
  }
  s->loss = tr_loss_of_sensor(problem->task, s->sensor);
  finish_sensor(s, chi2);
  return sum;
}

static void
copy_history(TrFit *fit, const TrProblem *problem)
{
  size_t n = (size_t)problem->n_history;

  fit->n_history = problem->n_history;
  memcpy(fit->history, problem->history, n * sizeof *fit->history);
  memcpy(fit->history_parameters, problem->history_parameters,
         n * (size_t)problem->p * sizeof(double));
}

/* Estimates without uncertainty, before that is computed. */
static void
start_estimates(TrFit *fit, const TrProblem *problem)
{
  int p = problem->p;

  for (int i = 0; i < p; i++)
    fit->estimates[i] = (TrEstimate){.value = problem->parameters[i],
                                     .sigma = NAN,
                                     .sigma_linear = NAN,
                                     .scale = problem->scale[i],
                                     .limit = NAN,
                                     .prior_sd = NAN,
                                     .data_share = NAN,
                                     .identifiable = true};
  for (int i = 0; i < p * p; i++)
    fit->covariance[i] = NAN;
}

static void
fill_state_sigmas(TrFit *fit, const TrProblem *problem)
{
  const TrStateError *error = &problem->prepared->state_error;

  for (int i = 0; i < fit->n_freedoms; i++)
    fit->state_sigmas[i] = (TrStateSigma){.joint = error->joint[i],
                                          .kind = error->kind[i],
                                          .group = error->group[i],
                                          .sigma = error->share[i] / sqrt(problem->weight),
                                          .inertial = error->inertial[i],
                                          .is_at_floor = error->is_at_floor[i]};
}

TrStatus
tr_fit_fill_motion(TrFit *fit, TrProblem *problem)
{
  double state_sum = 0, observation_sum = 0;
  long states = 0, observations = 0;

  fit->kappa = problem->kappa;
  fit->kappa_ref = problem->prepared->kappa_ref;
  fill_state_sigmas(fit, problem);
  fit->weight_is_frozen_in_step = problem->weight_is_frozen_in_step;
  copy_history(fit, problem);
  tr_problem_use(problem, problem->model, problem->parameters);
  for (int i = 0; i < problem->n_columns; i++) {
    if (tr_param_is_of_model(problem->params[i]))
      tr_param_set(fit->model, problem->params[i], problem->values[i]);
  }
  start_estimates(fit, problem);
  for (int l = 0; l < fit->n_logs; l++) {
    TrLogFit *log = &fit->logs[l];

    if (log->model) {
      tr_model_copy_quantities(log->model, fit->model);
      tr_log_put_own(log->model, problem->prepared->logs[l].log);
    }
    fill_motion(log, problem, l);
    log->force_error = NAN;
    TR_TRY(fill_states(fit, problem, l, &state_sum, &states));
    for (int s = 0; s < log->n_sensors; s++) {
      observation_sum += fill_sensor(&log->sensors[s], problem, l);
      observations += log->sensors[s].n_residuals;
    }
  }
  fit->likelihood = NAN;
  fit->state_mse = states > 0 ? state_sum / (double)states : NAN;
  fit->observation_mse = observations > 0 ? observation_sum / (double)observations : NAN;
  return TR_OK;
}

/* Fills the summary of the energy observations. */
static TrStatus
fill_energy(TrFit *fit, TrProblem *problem)
{
  double sum = 0;

  if (tr_energy_steps(problem->task) == 0)
    return TR_OK;
  tr_problem_use(problem, problem->model, problem->parameters);
  fit->energy.window = tr_energy_steps(problem->task) * problem->task->settings.h;
  fit->energy.sigma = problem->energy_sigma;
  for (int l = 0; l < fit->n_logs; l++)
    for (int w = 0; w < tr_energy_windows(problem, l); w++) {
      TrEnergyValue value;

      tr_problem_use_log(problem, l);
      TR_TRY(tr_energy_eval(&value, problem, false, l, w, NULL));
      sum += value.residual * value.residual;
      fit->energy.n_windows += value.is_used;
    }
  fit->energy.rms = sqrt(sum / fmax(fit->energy.n_windows, 1));
  return TR_OK;
}

TrStatus
tr_fit_fill(TrFit *fit, TrProblem *problem)
{
  TR_ASSERT(fit && problem && fit->n_free == problem->p);
  TR_TRY(tr_fit_fill_motion(fit, problem));
  for (int l = 0; l < fit->n_logs; l++)
    TR_TRY(tr_unexplained_force(&fit->logs[l].force_error, problem, l));
  return fill_energy(fit, problem);
}
