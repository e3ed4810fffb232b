#include "ui/session/run/job-worker.h"

#include "engine/est/identify/identify.h"
#include "engine/est/identify/preferences.h"
#include "io/base/error.h"
#include "ui/session/run/fit-cache.h"

/* Maximum nodes of a curve that is drawn during a fit. */
enum { PROGRESS_POINTS = 1500 };

/* A running fit, on the worker's stack. */
typedef struct {
  const TrammelWork *work;
  const TrammelJobState *state;
  const TrammelRequest *request;
  TrammelProblem *problem;
  GPtrArray *measured;
  GArray *history, *parameters;
} Fit;

static void
free_request(gpointer data)
{
  TrammelRequest *request = data;

  trammel_project_unref(request->project);
  g_clear_pointer(&request->base, trammel_problem_unref);
  g_clear_object(&request->from);
  g_free(request->key);
  g_object_unref(request->cancellable);
  g_free(request);
}

static void
free_report(gpointer data)
{
  TrammelJobReport *report = data;
  TrammelJobProgress *progress = &report->progress;
  g_clear_object(&report->run);
  g_clear_error(&report->error);
  tr_physical_free(report->physical);
  g_clear_pointer(&report->account, trammel_run_account_free);
  g_clear_pointer(&progress->problem, trammel_problem_unref);
  g_clear_pointer(&progress->measured, g_ptr_array_unref);
  g_clear_pointer(&progress->estimated, g_ptr_array_unref);
  g_free((gpointer)progress->history);
  g_free((gpointer)progress->history_parameters);
  g_free(report);
}

static TrammelJobReport *
new_report(const Fit *fit)
{
  TrammelJobReport *report = g_new0(TrammelJobReport, 1);
  report->progress.kind = fit->request->kind;
  return report;
}

/* Appends an iterate.  The first iterate of a round repeats the last one of the round before and
 * replaces it, as in the history of a result. */
static void
remember_iterate(Fit *fit, const TrFitEvent *event, int n_free)
{
  guint n = fit->history->len;

  if (n > 0 &&
      g_array_index(fit->history, TrIteration, n - 1).iteration == event->iteration.iteration) {
    g_array_set_size(fit->history, n - 1);
    g_array_set_size(fit->parameters, (n - 1) * (guint)n_free);
  }
  g_array_append_val(fit->history, event->iteration);
  if (n_free)
    g_array_append_vals(fit->parameters, event->parameters, (guint)n_free);
}

static void
publish_progress(Fit *fit, const TrFitEvent *event)
{
  const TrTask *task = trammel_problem_get_task(fit->problem);
  TrammelJobReport *report = new_report(fit);
  TrammelJobProgress *progress = &report->progress;

  remember_iterate(fit, event, task->n_free);
  progress->problem = trammel_problem_ref(fit->problem);
  progress->n_history = (int)fit->history->len;
  progress->n_free = task->n_free;
  progress->max_iterations = tr_settings_limit(&task->settings, task->n_free);
  progress->history = g_memdup2(fit->history->data, fit->history->len * sizeof(TrIteration));
  progress->history_parameters =
      g_memdup2(fit->parameters->data, fit->parameters->len * sizeof(double));
  progress->measured = g_ptr_array_ref(fit->measured);
  progress->estimated =
      trammel_curves_new_predicted(task, task->model, event->trajectories, PROGRESS_POINTS);
  trammel_work_publish(fit->work, report);
}

static bool
goes_on(const Fit *fit)
{
  return !trammel_work_is_cancelled(fit->work);
}

/* TrMonitorFunc: publishes every iterate and stops when cancelled; a prepared run ends at its start
 * values. */
static bool
monitor_fit(void *user, const void *event)
{
  Fit *fit = user;

  if (event) {
    publish_progress(fit, event);
    if (fit->request->kind == TRAMMEL_RUN_PREPARED)
      return false;
  }
  return goes_on(fit);
}

/* Lets the task go on from a run: its values, motions and kappa.  Returns the values; free with
 * g_free().  NULL with an error if the free parameters are not the same. */
static double *
go_on_from(TrTask *task, TrammelRun *run, GError **error)
{
  const TrFit *fit = trammel_run_get_fit(run);
  gboolean same = fit->n_free == task->n_free;
  g_autofree double *start = g_new0(double, (gsize)task->n_free + 1);

  for (int i = 0; i < task->n_free; i++) {
    char id[TR_ID_SIZE];
    tr_task_free_id(id, task, i);
    int k = trammel_run_find_parameter(run, id);
    same = same && k >= 0;
    start[i] = k >= 0 ? fit->estimates[k].value : 0;
  }
  if (!same) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "other parameters are free now, so the fit cannot go on; identify anew");
    return NULL;
  }
  task->warm_start = start;
  task->warm_fit = fit;
  task->warm_kappa = fit->kappa > 0 && !fit->regression ? fit->kappa : 0;
  return g_steal_pointer(&start);
}

/* Makes a run of a finished fit, which it takes. */
static TrammelRun *
make_run(Fit *fit, TrFit *result)
{
  const TrammelRequest *request = fit->request;
  TrammelRun *run = trammel_run_new(request->kind, fit->problem, result);

  if (fit->state->prepare)
    fit->state->prepare(run);
  if (request->kind == TRAMMEL_RUN_FULL)
    trammel_run_take_account(run, trammel_run_account_new(run, NULL));
  return run;
}

static TrammelRun *
run_fit(Fit *fit, GError **error)
{
  const TrammelRequest *request = fit->request;
  TrTask task = *trammel_problem_get_task(fit->problem);
  TrError detail = trammel_error_record();
  TrFit *result = NULL;
  g_autofree double *start = NULL;

  if (request->key && (result = trammel_fit_cache_find(request->key, fit->problem)))
    return make_run(fit, result);
  if (request->key && request->must_be_kept) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "not kept");
    return NULL;
  }
  if (request->from && !(start = go_on_from(&task, request->from, error)))
    return NULL;
  task.monitor = (TrMonitor){.func = monitor_fit, .user = fit};
  task.wants_information = request->kind == TRAMMEL_RUN_FULL;
  task.wants_checks = request->kind == TRAMMEL_RUN_FULL;
  TrStatus status = tr_identify(&result, &task, &detail);
  if (!result) {
    trammel_error_set_status(error, status, &detail);
    return NULL;
  }
  /* without a result where it was stopped or memory is out */
  if (request->kind == TRAMMEL_RUN_FULL && status == TR_OK &&
      tr_preferences_find(result, &task) != TR_OK)
    g_debug("the stated quantities were not tested");
  return make_run(fit, result);
}

static TrammelRun *
run_request(Fit *fit, GError **error)
{
  const TrammelRequest *request = fit->request;
  g_autoptr(TrammelProblem) problem =
      request->base ? trammel_problem_new_from(request->base, request->project, error)
                    : trammel_problem_new(request->project, NULL, request->cancellable, error);
  if (!problem)
    return NULL;

  fit->problem = problem;
  fit->measured = trammel_curves_new_measured(trammel_problem_get_task(problem));
  fit->history = g_array_new(FALSE, FALSE, sizeof(TrIteration));
  fit->parameters = g_array_new(FALSE, FALSE, sizeof(double));
  TrammelRun *run = run_fit(fit, error);
  g_array_unref(fit->history);
  g_array_unref(fit->parameters);
  g_ptr_array_unref(fit->measured);
  return run;
}

/* TrMonitorFunc: stops when there is another request. */
static bool
monitor_physical(void *user, const void *event)
{
  return goes_on(user);
}

static gboolean
wants_physical(const Fit *fit, TrammelRun *run)
{
  return run && fit->request->kind == TRAMMEL_RUN_FULL && !trammel_run_get_fit(run)->physical &&
         tr_physical_applies(trammel_problem_get_task(trammel_run_get_problem(run)),
                             trammel_run_get_fit(run));
}

/* Computes the values for h = 0.  This takes longer than the fit, which is shown meanwhile. */
static void
add_physical(Fit *fit, TrammelRun *run)
{
  TrTask task = *trammel_problem_get_task(trammel_run_get_problem(run));
  TrammelJobReport *report = new_report(fit);
  TrPhysical *physical;

  task.monitor = (TrMonitor){.func = monitor_physical, .user = fit};
  report->finished = TRUE;
  report->run = g_object_ref(run);
  if (tr_physical_new(&physical, &task, trammel_run_get_fit(run)) == TR_OK) {
    report->physical = physical;
    report->account = trammel_run_account_new(run, physical);
  }
  trammel_work_publish(fit->work, report);
}

static void
identify(TrammelWork *work, gpointer request, gpointer state)
{
  Fit fit = {.work = work, .state = state, .request = request};
  TrammelJobReport *report = new_report(&fit);

  report->finished = TRUE;
  g_autoptr(TrammelRun) run = run_request(&fit, &report->error);
  gboolean extends = wants_physical(&fit, run);
  report->run = run ? g_object_ref(run) : NULL;
  report->extends = extends;
  trammel_work_publish(work, report);
  if (extends)
    add_physical(&fit, run);
}

void
_trammel_job_set_work(TrammelWorkerClass *klass)
{
  klass->name = "identify";
  klass->work = identify;
  klass->free_request = free_request;
  klass->free_report = free_report;
  klass->free_state = g_free;
}
