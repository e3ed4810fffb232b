#include "ui/session/job-worker.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "io/error.h"

enum {
  PREVIEW_ITERATIONS = 3, /* what a slider may cost while it moves */
  LIVE_POINTS = 1500      /* nodes of a curve that is drawn while the fit goes on */
};

struct _TrammelWorker {
  atomic_int refs;
  atomic_uint cancelled; /* requests up to this serial shall stop */
  pthread_mutex_t mutex; /* guards next, report, idle_pending and quit */
  pthread_cond_t wake;
  TrammelRequest *next;
  TrammelReport *report;
  bool idle_pending, quit;
  GMainContext *context;
  TrammelRunPrepareFunc prepare; /* nullable */
  TrammelReportFunc func;
  GWeakRef user; /* touched in `context` only */
};

/* A fit under way, on the worker's stack. */
typedef struct {
  TrammelWorker *worker;
  const TrammelRequest *request;
  TrammelProblem *problem;
  GPtrArray *measured;
  GArray *history, *parameters;
} Fit;

void
trammel_request_free(TrammelRequest *request)
{
  if (!request)
    return;
  trammel_project_unref(request->project);
  g_clear_pointer(&request->base, trammel_problem_unref);
  g_free(request->warm_start);
  g_object_unref(request->cancellable);
  g_free(request);
}

static void
free_report(TrammelReport *report)
{
  if (!report)
    return;
  TrammelProgress *progress = &report->progress;
  g_clear_object(&report->run);
  g_clear_error(&report->error);
  tr_physical_free(report->physical);
  g_clear_pointer(&progress->problem, trammel_problem_unref);
  g_clear_pointer(&progress->measured, g_ptr_array_unref);
  g_clear_pointer(&progress->estimated, g_ptr_array_unref);
  g_free((gpointer)progress->history);
  g_free((gpointer)progress->history_parameters);
  g_free(report);
}

static void
unref_worker(TrammelWorker *worker)
{
  if (atomic_fetch_sub(&worker->refs, 1) != 1)
    return;
  trammel_request_free(worker->next);
  free_report(worker->report);
  pthread_mutex_destroy(&worker->mutex);
  pthread_cond_destroy(&worker->wake);
  g_main_context_unref(worker->context);
  g_free(worker);
}

static gboolean
deliver_report(gpointer data)
{
  TrammelWorker *worker = data;

  pthread_mutex_lock(&worker->mutex);
  TrammelReport *report = g_steal_pointer(&worker->report);
  worker->idle_pending = false;
  pthread_mutex_unlock(&worker->mutex);

  g_autoptr(GObject) user = g_weak_ref_get(&worker->user);
  if (user && report)
    worker->func(report, user);
  free_report(report);
  return G_SOURCE_REMOVE;
}

static void
on_idle_destroyed(gpointer data)
{
  unref_worker(data);
}

/* Puts `report` into the slot, instead of one that was not fetched yet. */
static void
publish(TrammelWorker *worker, TrammelReport *report)
{
  pthread_mutex_lock(&worker->mutex);
  TrammelReport *old = worker->report;
  bool schedule = !worker->idle_pending;
  worker->report = report;
  worker->idle_pending = true;
  pthread_mutex_unlock(&worker->mutex);

  free_report(old);
  if (!schedule)
    return;
  g_autoptr(GSource) source = g_idle_source_new();
  atomic_fetch_add(&worker->refs, 1);
  g_source_set_priority(source, G_PRIORITY_DEFAULT);
  g_source_set_callback(source, deliver_report, worker, on_idle_destroyed);
  g_source_attach(source, worker->context);
}

static TrammelReport *
new_report(const Fit *fit)
{
  TrammelReport *report = g_new0(TrammelReport, 1);
  report->serial = fit->request->serial;
  report->progress.kind = fit->request->kind;
  return report;
}

/* Appends an iterate; a round begins where the one before it ended, and takes its place as it does
 * in the history of a result. */
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
  TrammelReport *report = new_report(fit);
  TrammelProgress *progress = &report->progress;

  remember_iterate(fit, event, task->n_free);
  progress->problem = trammel_problem_ref(fit->problem);
  progress->n_history = (int)fit->history->len;
  progress->n_free = task->n_free;
  progress->max_iterations = task->settings.max_iterations;
  progress->history = g_memdup2(fit->history->data, fit->history->len * sizeof(TrIteration));
  progress->history_parameters =
      g_memdup2(fit->parameters->data, fit->parameters->len * sizeof(double));
  progress->measured = g_ptr_array_ref(fit->measured);
  progress->estimated =
      trammel_curves_new_predicted(task, task->model, event->trajectories, LIVE_POINTS);
  publish(fit->worker, report);
}

/* TrMonitorFunc: publishes every iterate, stops on request; the start values are all that a
 * prepared run needs. */
static bool
monitor_fit(void *user, const void *event)
{
  Fit *fit = user;

  if (event) {
    publish_progress(fit, event);
    if (fit->request->kind == TRAMMEL_RUN_PREPARED)
      return false;
  }
  return atomic_load(&fit->worker->cancelled) < fit->request->serial;
}

static TrammelRun *
run_fit(Fit *fit, GError **error)
{
  const TrammelRequest *request = fit->request;
  TrTask task = *trammel_problem_get_task(fit->problem);
  TrError detail = {0};
  TrFit *result = NULL;

  task.monitor = (TrMonitor){.func = monitor_fit, .user = fit};
  if (request->kind == TRAMMEL_RUN_PREVIEW)
    task.settings.max_iterations = MIN(task.settings.max_iterations, PREVIEW_ITERATIONS);
  if (request->warm_start && request->n_warm_start == (gsize)task.n_free)
    task.warm_start = request->warm_start;
  TrStatus status = tr_identify(&result, &task, &detail);
  if (!result) {
    trammel_error_set_status(error, status, &detail);
    return NULL;
  }
  TrammelRun *run = trammel_run_new(request->kind, fit->problem, result);
  if (fit->worker->prepare)
    fit->worker->prepare(run);
  return run;
}

static TrammelRun *
run_request(TrammelWorker *worker, const TrammelRequest *request, GError **error)
{
  g_autoptr(TrammelProblem) problem =
      request->base ? trammel_problem_new_from(request->base, request->project, error)
                    : trammel_problem_new(request->project, NULL, request->cancellable, error);
  if (!problem)
    return NULL;

  Fit fit = {.worker = worker, .request = request, .problem = problem};
  fit.measured = trammel_curves_new_measured(trammel_problem_get_task(problem));
  fit.history = g_array_new(FALSE, FALSE, sizeof(TrIteration));
  fit.parameters = g_array_new(FALSE, FALSE, sizeof(double));
  TrammelRun *run = run_fit(&fit, error);
  g_array_unref(fit.history);
  g_array_unref(fit.parameters);
  g_ptr_array_unref(fit.measured);
  return run;
}

/* The next request, or NULL when the thread shall end. */
static TrammelRequest *
wait_for_request(TrammelWorker *worker)
{
  pthread_mutex_lock(&worker->mutex);
  while (!worker->next && !worker->quit)
    pthread_cond_wait(&worker->wake, &worker->mutex);
  TrammelRequest *request = worker->quit ? NULL : g_steal_pointer(&worker->next);
  pthread_mutex_unlock(&worker->mutex);
  return request;
}

/* TrMonitorFunc: until there is something else to do. */
static bool
monitor_physical(void *user, const void *event)
{
  const Fit *fit = user;

  return atomic_load(&fit->worker->cancelled) < fit->request->serial;
}

/* The values for h = 0 take longer than the fit, which is shown meanwhile. */
static void
add_physical(TrammelWorker *worker, const TrammelRequest *request, TrammelRun *run)
{
  Fit fit = {.worker = worker, .request = request};
  TrTask task = *trammel_problem_get_task(trammel_run_get_problem(run));
  TrPhysical *physical;

  task.monitor = (TrMonitor){.func = monitor_physical, .user = &fit};
  if (request->kind != TRAMMEL_RUN_FULL || !tr_physical_applies(&task, trammel_run_get_fit(run)) ||
      tr_physical_new(&physical, &task, trammel_run_get_fit(run)) != TR_OK)
    return;
  TrammelReport *report = new_report(&fit);
  report->finished = TRUE;
  report->run = g_object_ref(run);
  report->physical = physical;
  publish(worker, report);
}

static void *
run_worker(void *data)
{
  TrammelWorker *worker = data;
  TrammelRequest *request;

  while ((request = wait_for_request(worker))) {
    const Fit fit = {.request = request};
    TrammelReport *report = new_report(&fit);
    report->finished = TRUE;
    g_autoptr(TrammelRun) run = run_request(worker, request, &report->error);
    report->run = run ? g_object_ref(run) : NULL;
    publish(worker, report);
    if (run)
      add_physical(worker, request, run);
    trammel_request_free(request);
  }
  unref_worker(worker);
  return NULL;
}

TrammelWorker *
trammel_worker_new(GMainContext *context,
                   TrammelRunPrepareFunc prepare,
                   TrammelReportFunc func,
                   GObject *user)
{
  TrammelWorker *worker = g_new0(TrammelWorker, 1);
  pthread_attr_t detached;
  pthread_t thread;

  atomic_init(&worker->refs, 2); /* the owner's and the thread's */
  atomic_init(&worker->cancelled, 0);
  pthread_mutex_init(&worker->mutex, NULL);
  pthread_cond_init(&worker->wake, NULL);
  worker->context = g_main_context_ref(context);
  worker->prepare = prepare;
  worker->func = func;
  g_weak_ref_init(&worker->user, user);

  /* without a thread the program cannot do its work: as g_thread_new(), this is fatal */
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  if (pthread_create(&thread, &detached, run_worker, worker) != 0)
    g_error("The worker's thread could not be started: the system has no thread left.");
  pthread_attr_destroy(&detached);
  return worker;
}

void
trammel_worker_submit(TrammelWorker *worker, TrammelRequest *request)
{
  trammel_worker_cancel(worker, request->serial - 1);
  pthread_mutex_lock(&worker->mutex);
  TrammelRequest *old = worker->next;
  worker->next = request;
  pthread_cond_signal(&worker->wake);
  pthread_mutex_unlock(&worker->mutex);
  trammel_request_free(old);
}

void
trammel_worker_cancel(TrammelWorker *worker, guint serial)
{
  atomic_store(&worker->cancelled, serial);
}

void
trammel_worker_quit(TrammelWorker *worker)
{
  trammel_worker_cancel(worker, G_MAXUINT);
  g_weak_ref_set(&worker->user, NULL);
  pthread_mutex_lock(&worker->mutex);
  worker->quit = true;
  pthread_cond_signal(&worker->wake);
  pthread_mutex_unlock(&worker->mutex);
  unref_worker(worker);
}
