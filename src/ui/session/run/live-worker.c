#include "ui/session/run/live-worker.h"

#include <math.h>

#include "engine/est/identify/session.h"
#include "io/base/error.h"

/* Maximum solutions, of one budget each, per request once the slider rests. */
enum { MOST_SOLUTIONS = 8 };

/* Priority of drawing in GTK: results never delay drawing of the one before, nor does drawing delay
 * their delivery. */
#define PRIORITY (G_PRIORITY_HIGH_IDLE + 20)

/* A task with everything that it points to. */
typedef struct {
  TrTask task;
  TrammelProblem *problem;
  TrModel *model; /* nullable; has sigmas of its own */
  double *start;
} Task;

/* State of the thread; used by it alone. */
typedef struct {
  TrammelRunPrepareFunc prepare;
  const TrammelWork *work; /* request in progress */
  TrSession *session;      /* of `task`; NULL before the first request */
  Task task;
  TrammelRun *base; /* base run that the session was moved to last */
} State;

static void
free_request(gpointer data)
{
  TrammelLiveRequest *request = data;

  trammel_project_unref(request->project);
  g_object_unref(request->base);
  g_free(request);
}

static void
free_report(gpointer data)
{
  TrammelLiveReport *report = data;

  g_clear_object(&report->run);
  g_clear_error(&report->error);
  g_free(report);
}

static void
clear_task(Task *task)
{
  g_clear_pointer(&task->problem, trammel_problem_unref);
  g_clear_pointer(&task->model, tr_model_free);
  g_clear_pointer(&task->start, g_free);
}

static void
free_state(gpointer data)
{
  State *state = data;

  tr_session_free(state->session);
  clear_task(&state->task);
  g_clear_object(&state->base);
  g_free(state);
}

static bool
is_cancelled(const State *state)
{
  return trammel_work_is_cancelled(state->work);
}

/* TrMonitorFunc: stops at the next iterate if there is a new request. */
static bool
monitor_solution(void *user, const void *event)
{
  const State *state = user;
  const TrFitEvent *iterate = event;

  if (is_cancelled(state))
    return false;
  return !iterate || iterate->iteration.iteration == 0 || !trammel_work_has_next(state->work);
}

/* Returns start values for the parameters, those of the base run: directions that the logs do not
 * show stay there. */
static double *
make_start(const TrTask *task, TrammelRun *base)
{
  const TrFit *fit = trammel_run_get_fit(base);
  double *start = g_new(double, task->n_free + 1);

  for (int i = 0; i < task->n_free; i++) {
    char id[TR_ID_SIZE];
    tr_task_free_id(id, task, i);
    int at = trammel_run_find_parameter(base, id);
    start[i] = at < 0 ? task->free[i].start : fit->estimates[at].value;
  }
  return start;
}

/* Builds a preview task of the project; kappa and sigmas that the data decide are those of the base
 * run. */
static gboolean
make_task(Task *task, State *state, const TrammelLiveRequest *request, GError **error)
{
  const TrFit *fit = trammel_run_get_fit(request->base);
  TrSettings *settings = &task->task.settings;

  *task = (Task){0};
  task->problem =
      trammel_problem_new_from(trammel_run_get_problem(request->base), request->project, error);
  if (!task->problem)
    return FALSE;
  task->task = *trammel_problem_get_task(task->problem);
  task->task.monitor = (TrMonitor){.func = monitor_solution, .user = state};
  task->task.warm_start = task->start = make_start(&task->task, request->base);
  if (isnan(settings->kappa) && settings->kappa_rule != TR_KAPPA_NATURAL) {
    tr_settings_hold_kappa(settings, fit);
    task->model = tr_model_copy(task->task.model);
    if (task->model)
      tr_model_hold_sigmas(task->model, fit);
    task->task.model = task->model ? task->model : task->task.model;
  }
  return TRUE;
}

/* Makes the request's task the session's; the former task must live until then. */
static gboolean
take_task(State *state, const TrammelLiveRequest *request, GError **error)
{
  Task next;
  TrError detail = trammel_error_record();
  TrStatus status;

  if (!make_task(&next, state, request, error))
    return FALSE;
  status = state->session ? tr_session_take(state->session, &next.task, NULL, &detail)
                          : tr_session_new(&state->session, &next.task, &detail);
  if (status != TR_OK) {
    trammel_error_set_status(error, status, &detail);
    clear_task(&next);
    return FALSE;
  }
  clear_task(&state->task);
  state->task = next;
  if (g_set_object(&state->base, request->base))
    tr_session_move_to(state->session,
                       trammel_problem_get_task(trammel_run_get_problem(request->base)),
                       trammel_run_get_fit(request->base));
  return TRUE;
}

static void
publish(State *state, TrammelRun *run, GError *error, gboolean final)
{
  TrammelLiveReport *report = g_new0(TrammelLiveReport, 1);

  report->final = final;
  report->run = run;
  report->error = error;
  trammel_work_publish(state->work, report);
}

static TrammelRun *
make_run(State *state)
{
  TrFit *fit = tr_session_new_fit(state->session);

  if (!fit)
    return NULL;
  TrammelRun *run = trammel_run_new_preview(state->task.problem, fit, state->base);
  if (state->prepare)
    state->prepare(run);
  return run;
}

static void
publish_failure(State *state, TrStatus status)
{
  GError *error = NULL;
  TrError detail = trammel_error_record();

  trammel_error_set_status(&error, status == TR_OK ? TR_NO_MEMORY : status, &detail);
  publish(state, NULL, error, TRUE);
}

/* Solves until one solution has converged, or until there is a new request. */
static void
solve(State *state)
{
  const TrBudget budget = tr_budget_live();
  TrStatus status = TR_NOT_CONVERGED;

  for (int i = 0; i < MOST_SOLUTIONS && status == TR_NOT_CONVERGED; i++) {
    TrLive live;
    status = tr_session_solve(&live, state->session, &budget);
    if (is_cancelled(state))
      return;
    TrammelRun *run = status <= TR_CANCELLED || status == TR_NOT_CONVERGED ? make_run(state) : NULL;
    if (!run) {
      publish_failure(state, status);
      return;
    }
    gboolean more = status == TR_NOT_CONVERGED && i + 1 < MOST_SOLUTIONS;
    publish(state, run, NULL, !more);
    if (trammel_work_has_next(state->work))
      return;
  }
}

static void
solve_request(TrammelWork *work, gpointer data, gpointer user)
{
  const TrammelLiveRequest *request = data;
  State *state = user;
  GError *error = NULL;

  state->work = work;
  if (is_cancelled(state))
    return;
  if (take_task(state, request, &error))
    solve(state);
  else
    publish(state, NULL, error, TRUE);
}

void
_trammel_live_set_work(TrammelWorkerClass *klass)
{
  klass->name = "live";
  klass->work = solve_request;
  klass->free_request = free_request;
  klass->free_report = free_report;
  klass->free_state = free_state;
  klass->priority = PRIORITY;
}

gpointer
_trammel_live_state_new(TrammelRunPrepareFunc prepare)
{
  State *state = g_new0(State, 1);

  state->prepare = prepare;
  return state;
}
