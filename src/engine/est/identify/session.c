#include "engine/est/identify/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/prepare/resample.h"
#include "engine/est/solve/fit_fill.h"
#include "engine/est/step/formulation.h"

struct TrSession {
  TrTask task; /* as given */
  TrTask live; /* the same, with a number for kappa */
  TrPrepared prepared;
  TrProblem *problem;
  TrModel *model; /* the task's when its logs were prepared, for comparison */
  int room;       /* capacity of the history */
  TrLmResult result;
  TrStatus status; /* of the last solution */
  bool is_solved;  /* the present point is the end of a solution */
};

TrBudget
tr_budget_live(void)
{
  return (TrBudget){.iterations = 5, .decrease = 1e-5};
}

/* The task with a number for kappa. */
static TrTask
make_live(const TrTask *task, double kappa_ref)
{
  TrTask live = *task;

  if (isnan(task->settings.kappa))
    live.settings.kappa = task->warm_kappa > 0 ? task->warm_kappa : kappa_ref;
  return live;
}

/* Prepares the parts anew for a task; `session` may be in any state. */
static TrStatus
prepare(TrSession *session, const TrTask *task, TrError *error)
{
  *session = (TrSession){.task = *task};
  TR_TRY(tr_prepare(&session->prepared, task, error));
  TR_TRY(tr_formulation_check(task, error));
  session->live = make_live(task, session->prepared.kappa_ref);
  session->model = tr_model_copy(task->model);
  session->room = tr_settings_limit(&task->settings, task->n_free);
  session->problem = tr_problem_new(&session->live, &session->prepared);
  if (!session->model || !session->problem)
    return TR_NO_MEMORY;
  session->problem->gauge.anchor = session->problem->start;
  return TR_OK;
}

static void
clear(TrSession *session)
{
  tr_problem_free(session->problem);
  tr_model_free(session->model);
  tr_prepared_clear(&session->prepared);
}

/* Sets the problem's pointers into its session. */
static void
tie_up(TrSession *session)
{
  session->problem->task = &session->live;
  session->problem->prepared = &session->prepared;
}

TrStatus
tr_session_new(TrSession **session, const TrTask *task, TrError *error)
{
  TR_ASSERT(session && tr_task_is_whole(task));

  TrStatus status;

  *session = calloc(1, sizeof **session);
  if (!*session)
    return TR_NO_MEMORY;
  status = prepare(*session, task, error);
  if (status != TR_OK) {
    tr_session_free(*session);
    *session = NULL;
    return status;
  }
  tie_up(*session);
  return TR_OK;
}

void
tr_session_free(TrSession *session)
{
  if (!session)
    return;
  clear(session);
  free(session);
}

/* The present motion of a log, as the problem holds it. */
static TrTrajectory
view_motion(const TrProblem *problem, int log)
{
  TrTrajectory motion = *problem->prepared->logs[log].start;

  motion.pose = tr_problem_pose(problem, problem->pose, log, 0);
  motion.twist = NULL;
  return motion;
}

static void
move_log(TrProblem *problem, int log, const TrTrajectory *from)
{
  TrTrajectory to = view_motion(problem, log);

  (void)tr_trajectory_resample(&to, from);
  if (problem->velocity)
    problem->formulation->start(problem->velocity +
                                    (size_t)problem->first[log] * (size_t)problem->n,
                                to.n_nodes, to.n_bodies, to.pose, to.h);
}

static double
limit(const TrProblem *problem, int i, double value)
{
  return fmin(fmax(value, problem->floor[i]), problem->ceiling[i]);
}

/* Carries over a parameter: the i-th free quantity of the session gets this value if it is the j-th
 * one of the task. */
static void
carry_parameter(TrSession *to, int i, const TrTask *task, int j, double value)
{
  char id[TR_ID_SIZE], other[TR_ID_SIZE];

  tr_task_free_id(id, &to->task, i);
  tr_task_free_id(other, task, j);
  if (strcmp(id, other) == 0)
    to->problem->parameters[i] = limit(to->problem, i, value);
}

/* Carries over automatic smoothing rates: a preview is solved at those that its fit ended with. */
static void
carry_smoothing(TrPreparedLog *to, const double *rates, int n_joints)
{
  for (int j = 0; j < n_joints; j++)
    to->smoothing[j] = fmin(fmax(rates[j], to->narrowest[j]), to->widest[j]);
}

/* rates: nullable, of a mechanism with other joints. */
static void
carry_log(TrSession *to, const TrLog *log, const TrTrajectory *motion, const double *rates)
{
  for (int l = 0; l < to->task.n_logs; l++) {
    if (!tr_log_has_samples_of(&to->task.logs[l], log))
      continue;
    move_log(to->problem, l, motion);
    if (rates)
      carry_smoothing(&to->prepared.logs[l], rates, to->task.model->n_joints);
  }
}

static void
carry(TrSession *to, const TrSession *from)
{
  for (int i = 0; i < to->task.n_free; i++)
    for (int j = 0; j < from->task.n_free; j++)
      carry_parameter(to, i, &from->task, j, from->problem->parameters[j]);
  for (int l = 0; l < from->task.n_logs; l++) {
    TrTrajectory motion = view_motion(from->problem, l);

    carry_log(to, &from->task.logs[l], &motion, from->prepared.logs[l].smoothing);
  }
}

/* Prepares the parts for another task, at the present point as far as there is one. */
static TrStatus
prepare_anew(TrSession *session, const TrTask *task, TrRework rework, TrError *error)
{
  TrSession next;
  TrStatus status = prepare(&next, task, error);

  if (status != TR_OK) {
    clear(&next);
    return status;
  }
  if (rework == TR_REWORK_LOGS && session->is_solved) {
    carry(&next, session);
    next.is_solved = true;
  }
  clear(session);
  *session = next;
  tie_up(session);
  return TR_OK;
}

static TrStatus
reweigh(TrSession *session, const TrTask *task, TrError *error)
{
  TR_TRY(tr_settings_check(&task->settings, error));
  TR_TRY(tr_task_check_free(task, error));
  session->task = *task;
  session->live = make_live(task, session->prepared.kappa_ref);
  tr_problem_retask(session->problem, &session->live);
  return TR_OK;
}

TrStatus
tr_session_take(TrSession *session, const TrTask *task, TrRework *rework, TrError *error)
{
  TR_ASSERT(session && tr_task_is_whole(task));

  TrRework needed = tr_task_compare(&session->task, session->model, task);

  if (rework)
    *rework = needed;
  if (needed <= TR_REWORK_WEIGHTS)
    return reweigh(session, task, error);
  return prepare_anew(session, task, needed, error);
}

void
tr_session_move_to(TrSession *session, const TrTask *task, const TrFit *fit)
{
  TR_ASSERT(session && fit && tr_task_is_whole(task));

  TrProblem *problem = session->problem;

  for (int i = 0; i < session->task.n_free; i++)
    for (int j = 0; j < fit->n_free; j++)
      carry_parameter(session, i, task, j, fit->estimates[j].value);
  for (int l = 0; l < fit->n_logs; l++)
    carry_log(session, &task->logs[l], fit->logs[l].trajectory,
              task->model->n_joints == session->task.model->n_joints ? fit->logs[l].friction_rate
                                                                     : NULL);
  tr_problem_use(problem, problem->model, problem->parameters);
  session->is_solved = true;
}

/* Resets the loop's state from the last solution of another problem: history, gauge and damping. */
static void
forget(TrProblem *problem)
{
  problem->linearizations = 0;
  problem->n_history = 0;
  problem->round = 0;
  problem->gauge.n_directions = 0;
  problem->gauge.weight = 0;
  memset(problem->curvature, 0, (size_t)problem->p * sizeof *problem->curvature);
  problem->seconds_at_start = tr_clock_seconds();
}

static TrStatus
run_loop(TrSession *session, const TrBudget *budget)
{
  const TrSettings *settings = &session->live.settings;
  TrLmOptions options = tr_lm_options_default();
  int limit = tr_settings_limit(settings, session->live.n_free);
  int most = limit < session->room ? limit : session->room;

  options.rule = settings->damping;
  options.max_iterations = budget->iterations < most ? budget->iterations : most;
  options.decrease_tol = budget->decrease;
  forget(session->problem);
  return tr_lm_run(&session->result, &tr_problem_ops, session->problem, &options);
}

/* Returns whether a loop failed completely, without even the cost of its first point. */
static bool
is_lost(TrStatus status, const TrLmResult *result)
{
  return (status == TR_NOT_DEFINITE || status == TR_NOT_FINITE) &&
         (result->iterations <= 1 || !isfinite(result->cost.total));
}

static void
show(TrLive *live, TrSession *session, TrStatus status)
{
  TrProblem *problem = session->problem;

  live->status = status;
  live->stop = session->result.stop;
  live->iterations = session->result.iterations;
  live->cost = session->result.cost;
  live->kappa = problem->kappa;
  live->n_free = problem->p;
  live->parameters = problem->parameters;
  live->model = problem->model;
  live->n_logs = session->task.n_logs;
  live->motions = problem->views;
  for (int l = 0; l < live->n_logs; l++)
    problem->view_storage[l].pose = tr_problem_pose(problem, problem->pose, l, 0);
}

TrStatus
tr_session_solve(TrLive *live, TrSession *session, const TrBudget *budget)
{
  TR_ASSERT(live && session && budget);

  double begin = tr_clock_seconds();
  TrProblem *problem = session->problem;
  TrStatus status = run_loop(session, budget);

  *live = (TrLive){0};
  if (is_lost(status, &session->result) && session->is_solved) {
    tr_problem_restart(problem);
    live->is_restarted = true;
    status = run_loop(session, budget);
  }
  if (is_lost(status, &session->result))
    tr_problem_restart(problem);
  session->is_solved = !is_lost(status, &session->result);
  session->status = status;
  tr_problem_use(problem, problem->model, problem->parameters);
  show(live, session, status);
  live->seconds = tr_clock_seconds() - begin;
  return status;
}

TrFit *
tr_session_new_fit(TrSession *session)
{
  TR_ASSERT(session);

  TrFit *fit = tr_fit_new(&session->live, &session->prepared);

  if (!fit)
    return NULL;
  fit->status = session->status;
  fit->stop = session->result.stop;
  fit->iterations = session->result.iterations;
  fit->cost = session->result.cost;
  fit->variances.state_sigma = NAN;
  tr_lm_describe(fit->message, &session->result);
  if (tr_fit_fill_motion(fit, session->problem) != TR_OK) {
    tr_fit_free(fit);
    return NULL;
  }
  return fit;
}
