#include "engine/est/identify/physical_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/identify/impact_replay.h"
#include "engine/est/identify/kappa_search.h"
#include "engine/est/lsq/lm.h"
#include "engine/est/solve/solve.h"
#include "engine/est/task/kappa_rule.h"
#include "engine/est/uncertainty/extrapolated_noise.h"
#include "engine/mbs/kinematics/kinematics.h"

/* In the order of the runs: at h/2, h, 2h, and h/4. */
enum { FINE, COARSE, COARSER, FINER, N_FITS };

/* An automatic step is halved, so often at most, while its part of some sigma is so many times that
 * of the noise, and nodes are no more than so many times the samples. */
enum { MOST_REFINEMENTS = 1, MOST_NODES = 2 };
#define LARGE_STEP 3.0

/* Iterations of the fit with the smoothing rates doubled, from the solution with these rates. */
enum { SECOND_RATE_ITERATIONS = 10 };
#define SECOND_RATE_DECREASE 1e-6

/* Accuracy of the fits [sigma], well below what the extrapolation adds. */
#define ACCURACY 0.03

/* The fits. */
typedef struct Pair {
  const TrTask *task;
  double h;          /* [s] of the fit COARSE */
  bool is_dry;       /* some friction is smoothed */
  double *smoothing; /* [n_free] change in the fit at h by doubling the smoothing rates */
  double *start;     /* [n_free] of the next fit */
  double *noise;     /* [n_free] of the extrapolated values */
  TrModel *model;    /* with the sigmas of the fit before */
  TrFit *fits[N_FITS];
  bool has_coarser; /* the fit at 2h has converged */
  int n_suspected;  /* forces of the fit that the values are for */
} Pair;

bool
tr_physical_applies(const TrTask *task, const TrFit *fit)
{
  TR_ASSERT(task && fit);
  return task->settings.formulation != TR_FORMULATION_EXPLICIT && !fit->regression &&
         fit->status == TR_OK && fit->n_free > 0;
}

/* Monitor data of one of the fits. */
typedef struct Run {
  const TrTask *task; /* the caller's */
  double *smoothing;  /* nullable: requested */
} Run;

/* Polls only: the events belong to another fit. */
static bool
poll_only(void *user, const void *event)
{
  const Run *run = user;

  (void)event;
  return tr_monitor_goes_on(&run->task->monitor, NULL);
}

/* Change in the parameters of a solved problem when the smoothing rates of dry friction are
 * doubled: by a fit from its point. */
static TrStatus
measure_smoothing(double *change, TrProblem *problem)
{
  TrLmOptions options = tr_lm_options_default();
  size_t size = (size_t)problem->p * sizeof *change;
  TrLmResult result;
  TrStatus status;

  memcpy(change, problem->parameters, size);
  for (int l = 0; l < problem->prepared->n_logs; l++)
    for (int j = 0; j < problem->model->n_joints; j++)
      problem->prepared->logs[l].smoothing[j] *= 2;
  options.max_iterations = SECOND_RATE_ITERATIONS;
  options.decrease_tol = options.gradient_tol = SECOND_RATE_DECREASE;
  status = tr_lm_run(&result, &tr_problem_ops, problem, &options);
  for (int i = 0; i < problem->p; i++)
    change[i] = problem->parameters[i] - change[i];
  return status == TR_NOT_CONVERGED ? TR_OK : status;
}

static TrStatus
solve_and_look(TrFit *fit, TrProblem *problem)
{
  const Run *run = problem->task->monitor.user;

  TR_TRY(tr_task_solve(fit, problem));
  if (fit->status != TR_OK || !run->smoothing)
    return TR_OK;
  return measure_smoothing(run->smoothing, problem);
}

/* Start values of the next fit.  A value at its bound is a poor start: a viscous coefficient that
 * SPOOK has pushed to zero is not zero here. */
static void
start_from(Pair *pair, const TrFit *fit)
{
  for (int i = 0; i < fit->n_free; i++)
    pair->start[i] =
        fit->estimates[i].at_bound ? pair->task->free[i].start : fit->estimates[i].value;
}

/* Returns whether the given fit is that at h already, but for its influences. */
static bool
is_coarse(const TrTask *task)
{
  return task->settings.formulation == TR_FORMULATION_SECOND_ORDER;
}

/* Start of one of the fits. */
static const TrFit *
find_start(const Pair *pair, int which, const TrFit *from)
{
  if (which == FINER)
    return pair->fits[FINE];
  if (which == FINE || (which == COARSE && is_coarse(pair->task)))
    return from;
  return pair->fits[which == COARSE ? FINE : COARSE];
}

/* Sets kappa: an automatic one is estimated at h/2, where discretisation adds least to the noise,
 * and is used for all fits. */
static void
hold_kappa(TrSettings *settings, const Pair *pair, int which, const TrFit *from)
{
  if (which != FINE)
    tr_settings_hold_kappa(settings, pair->fits[FINE]);
  else if (tr_task_searches_kappa(pair->task))
    tr_settings_hold_kappa(settings, from);
}

/* Runs a fit again from the motion in the logs: between the nodes of a longer step the motion of
 * its fit may be too far from that of this one. */
static TrStatus
run_cold(Pair *pair, int which, TrTask *task, TrError *error)
{
  tr_fit_free(pair->fits[which]);
  pair->fits[which] = NULL;
  *error = (TrError){0};
  task->warm_fit = NULL;
  task->warm_kappa = 0;
  return tr_task_run(&pair->fits[which], task, solve_and_look, error);
}

/* Runs one of the fits. */
static TrStatus
run_fit(Pair *pair, int which, const TrFit *from, TrError *error)
{
  static const double steps[] = {[FINE] = 0.5, [COARSE] = 1, [COARSER] = 2, [FINER] = 0.25};
  Run run = {.task = pair->task,
             .smoothing = which == COARSE && pair->is_dry ? pair->smoothing : NULL};
  TrTask task = *pair->task;
  TrStatus status;

  task.warm_fit = find_start(pair, which, from);
  start_from(pair, task.warm_fit);
  tr_model_hold_sigmas(pair->model, task.warm_fit);
  task.model = pair->model;
  task.warm_kappa = task.warm_fit->kappa;
  task.settings.formulation = TR_FORMULATION_SECOND_ORDER;
  task.settings.damping = TR_DAMP_PARAMETERS;
  task.settings.h = pair->h * steps[which];
  hold_kappa(&task.settings, pair, which, from);
  task.warm_start = pair->start;
  task.wants_information = false;
  task.wants_influence = which != COARSER;
  task.wants_checks = which == FINE && pair->n_suspected > 0;
  task.accuracy = ACCURACY;
  task.monitor = (TrMonitor){.func = poll_only, .user = &run};
  status = tr_task_run(&pair->fits[which], &task, solve_and_look, error);
  if (status == TR_NOT_CONVERGED && tr_task_finds_variances(&task))
    status = run_cold(pair, which, &task, error);
  if (pair->fits[which] && error->text[0] == '\0')
    memcpy(error->text, pair->fits[which]->message, sizeof error->text);
  return status;
}

static void
clear_pair(Pair *pair)
{
  for (int i = 0; i < N_FITS; i++)
    tr_fit_free(pair->fits[i]);
  free(pair->noise);
  free(pair->start);
  free(pair->smoothing);
  tr_model_free(pair->model);
}

/* Largest change of a coordinate from a node to the next; angles to the nearest turn. */
static double
measure_turn(const TrModel *model, int joint, const TrTrajectory *motion, int node)
{
  double turn = tr_joint_position(model, joint, tr_trajectory_pose(motion, node + 1)) -
                tr_joint_position(model, joint, tr_trajectory_pose(motion, node));

  return fabs(turn - 2 * M_PI * round(turn / (2 * M_PI)));
}

/* Sets the largest turn in half a step of out->h: `share` of that in a step of the fit. */
static void
find_turn(TrPhysical *out, const TrFit *fit, double share)
{
  out->turn = 0;
  out->turn_joint = -1;
  for (int j = 0; j < fit->model->n_joints; j++) {
    if (!tr_joint_turns(&fit->model->joints[j]))
      continue;
    for (int l = 0; l < fit->n_logs; l++)
      for (int k = 0; k + 1 < fit->logs[l].n_nodes; k++) {
        double turn = share * measure_turn(fit->model, j, fit->logs[l].trajectory, k);

        if (turn <= out->turn)
          continue;
        out->turn = turn;
        out->turn_joint = j;
      }
  }
}

/* Value for h = 0 from two steps, one half of the other, where errors fall with h^2. */
static double
extrapolate(const TrFit *coarse, const TrFit *fine, int i)
{
  return (4 * fine->estimates[i].value - coarse->estimates[i].value) / 3;
}

/* Standard deviation of the extrapolated value: its change when all steps are doubled, or, where
 * the fit at 2h has not ended well, the change by half the step. */
static double
judge_step(const Pair *pair, int i)
{
  const TrFit *fine = pair->fits[FINE], *coarse = pair->fits[COARSE];

  if (pair->has_coarser)
    return fabs(extrapolate(coarse, fine, i) - extrapolate(pair->fits[COARSER], coarse, i));
  return fabs(coarse->estimates[i].value - fine->estimates[i].value);
}

static void
fill_value(TrPhysicalValue *out, const Pair *pair, int i)
{
  const TrEstimate *a = &pair->fits[COARSE]->estimates[i], *b = &pair->fits[FINE]->estimates[i];
  double value = extrapolate(pair->fits[COARSE], pair->fits[FINE], i) - pair->smoothing[i];

  *out = tr_physical_value_begin(&pair->task->free[i], a, b, value);
  if (out->gap != TR_PHYSICAL_KNOWN)
    return;
  out->value = value;
  out->step = judge_step(pair, i);
  out->smoothing = fabs(pair->smoothing[i]) / 2;
  out->noise = pair->noise[i];
}

static bool
keeps_damping_time(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (!isnan(model->joints[j].damping_time))
      return true;
  return false;
}

/* Largest share of a suspected force, at h = 0, that is discretisation. */
#define FADED 0.5

/* Returns a force of a fit; NULL where it was not tested. */
static const TrMissingForce *
find_force(const TrFit *fit, const TrMissingForce *like)
{
  for (int k = 0; k < fit->n_forces; k++)
    if (fit->forces[k].joint == like->joint && fit->forces[k].term == like->term)
      return &fit->forces[k];
  return NULL;
}

/* Marks the suspected forces that fall with the step, as errors of the stepper do: their size at h
 * = 0 by the fit at h/2. */
static TrStatus
find_fading(TrPhysical *out, const TrFit *fit, const TrFit *fine)
{
  out->fades = calloc((size_t)fit->n_forces + 1, sizeof *out->fades);
  if (!out->fades)
    return TR_NO_MEMORY;
  out->n_forces = fit->n_forces;
  for (int k = 0; k < fit->n_forces; k++) {
    const TrMissingForce *force = &fit->forces[k], *finer = find_force(fine, force);
    double size = finer ? (4 * finer->size - force->size) / 3 : 0;

    out->fades[k] = force->is_suspected && fabs(size) < FADED * fabs(force->size);
  }
  return TR_OK;
}

static TrStatus
fill(TrPhysical *out, Pair *pair)
{
  TR_TRY(tr_extrapolated_noise(pair->noise, pair->fits[COARSE], pair->fits[FINE]));
  for (int i = 0; i < out->n_free; i++)
    fill_value(&out->values[i], pair, i);
  find_turn(out, pair->fits[FINE], 1);
  out->h = pair->h;
  out->iterations[0] = pair->fits[COARSE]->iterations;
  out->iterations[1] = pair->fits[FINE]->iterations;
  out->kappa = pair->fits[FINE]->kappa;
  snprintf(out->message, sizeof out->message,
           "Extrapolated from formulation 'second-order' at h = %g s (%d iterations) and %g s (%d "
           "iterations).",
           out->h, out->iterations[0], out->h / 2, out->iterations[1]);
  return TR_OK;
}

/* Records the reason why there are no values. */
static void
give_up(TrPhysical *out, TrStatus status, int which, const TrError *error)
{
  char text[TR_ERROR_SIZE];

  snprintf(text, sizeof text, "The fit of formulation 'second-order' at h = %g s did not end well",
           which == FINE ? out->h / 2 : out->h);
  tr_physical_give_up(out, status, text, error->text);
}

/* Returns whether the step should be shorter, and may be. */
static bool
must_refine(const TrPhysical *out, const Pair *pair)
{
  const TrLogFit *fine = pair->fits[FINE]->logs;

  if (!pair->task->settings.h_is_auto || !pair->has_coarser)
    return false;
  for (int l = 0; l < pair->task->n_logs; l++) {
    size_t samples = 0;

    for (int c = 0; c < pair->task->logs[l].n_channels; c++)
      samples =
          samples > pair->task->logs[l].channels[c].n ? samples : pair->task->logs[l].channels[c].n;
    if (2 * (size_t)fine[l].n_nodes > MOST_NODES * samples)
      return false;
  }
  for (int i = 0; i < out->n_free; i++)
    if (out->values[i].step > LARGE_STEP * out->values[i].noise ||
        out->values[i].gap == TR_PHYSICAL_OUT_OF_BOUNDS)
      return true;
  return false;
}

/* Makes the fit at h/4 the fine one. */
static void
shift(Pair *pair)
{
  tr_fit_free(pair->fits[COARSER]);
  pair->fits[COARSER] = pair->fits[COARSE];
  pair->fits[COARSE] = pair->fits[FINE];
  pair->fits[FINE] = pair->fits[FINER];
  pair->fits[FINER] = NULL;
  pair->h /= 2;
}

/* Halves the step while its part of a sigma is too large. */
static TrStatus
refine(TrPhysical *out, Pair *pair)
{
  for (int i = 0; i < MOST_REFINEMENTS && must_refine(out, pair); i++) {
    TrError error = {0};
    TrStatus status = run_fit(pair, FINER, NULL, &error);

    if (status == TR_CANCELLED || status == TR_NO_MEMORY)
      return status;
    if (status != TR_OK)
      return TR_OK;
    shift(pair);
    TR_TRY(fill(out, pair));
  }
  return TR_OK;
}

static TrStatus
run_pair(TrPhysical *out, Pair *pair, const TrFit *from)
{
  for (int which = FINE; which <= COARSER; which++) {
    TrError error = {0};
    TrStatus status = run_fit(pair, which, from, &error);

    if (status == TR_CANCELLED || status == TR_NO_MEMORY)
      return status;
    if (which == COARSER) {
      pair->has_coarser = status == TR_OK;
    } else if (status != TR_OK) {
      give_up(out, status, which, &error);
      return TR_OK;
    }
  }
  if (pair->n_suspected > 0)
    TR_TRY(find_fading(out, from, pair->fits[FINE]));
  TR_TRY(fill(out, pair));
  return refine(out, pair);
}

/* Returns whether dry friction of the estimated mechanism changes sign over its smoothing rate. */
static bool
is_dry(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++) {
    const TrFriction *f = &model->joints[j].friction;

    if (tr_friction_is_dry(f->model) && (f->coulomb != 0 || f->delta != 0))
      return true;
    if (f->model != TR_FRICTION_NONE &&
        (f->asymmetry[TR_SIDE_DRY] != 0 || f->asymmetry[TR_SIDE_VISCOUS] != 0))
      return true;
  }
  return false;
}

static TrPhysical *
make_physical(const TrTask *task, const TrFit *fit)
{
  TrPhysical *physical = calloc(1, sizeof *physical);

  if (!physical)
    return NULL;
  *physical = (TrPhysical){.h = task->settings.h,
                           .h_replayed = NAN,
                           .kappa = NAN,
                           .turn_joint = -1,
                           .keeps_damping_time = keeps_damping_time(task->model),
                           .is_smoothed = is_dry(fit->model),
                           .n_free = fit->n_free,
                           .values = calloc((size_t)fit->n_free + 1, sizeof *physical->values)};
  if (physical->values) {
    find_turn(physical, fit, 0.5);
    return physical;
  }
  free(physical);
  return NULL;
}

/* Fills the values from fits at other steps. */
static TrStatus
fill_by_steps(TrPhysical *physical, const TrTask *task, const TrFit *fit)
{
  Pair pair = {.task = task,
               .h = task->settings.h,
               .is_dry = is_dry(fit->model),
               .start = calloc((size_t)fit->n_free + 1, sizeof *pair.start),
               .noise = calloc((size_t)fit->n_free + 1, sizeof *pair.noise),
               .smoothing = calloc((size_t)fit->n_free + 1, sizeof *pair.smoothing),
               .model = tr_model_copy(task->model)};
  TrStatus status = TR_NO_MEMORY;

  for (int k = 0; k < fit->n_forces; k++)
    pair.n_suspected += fit->forces[k].is_suspected;
  if (pair.start && pair.smoothing && pair.model && pair.noise)
    status = run_pair(physical, &pair, fit);
  clear_pair(&pair);
  return status;
}

TrStatus
tr_physical_new(TrPhysical **out, const TrTask *task, const TrFit *fit)
{
  TR_ASSERT(out && fit && tr_task_is_whole(task));
  TR_ASSERT(fit->n_free == task->n_free && fit->n_logs == task->n_logs);

  double begin = tr_clock_seconds();
  TrPhysical *physical = make_physical(task, fit);
  TrStatus status = TR_NO_MEMORY;

  *out = NULL;
  if (physical)
    status = tr_model_has_impacts(task->model) ? tr_impact_replay(physical, task, fit)
                                               : fill_by_steps(physical, task, fit);
  if (status != TR_OK) {
    tr_physical_free(physical);
    return status;
  }
  physical->seconds = tr_clock_seconds() - begin;
  *out = physical;
  return TR_OK;
}

TrStatus
tr_physical(TrFit *fit, const TrTask *task)
{
  TR_ASSERT(fit && tr_task_is_whole(task));

  TrPhysical *physical;

  TR_TRY(tr_physical_new(&physical, task, fit));
  tr_physical_free(fit->physical);
  fit->physical = physical;
  return TR_OK;
}
