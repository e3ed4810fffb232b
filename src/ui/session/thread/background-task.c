#include "ui/session/thread/background-task.h"

/* An order, shared by the thread and its reports. */
typedef struct {
  const TrammelBackgroundTaskClass *klass;
  gpointer order;
} Request;

/* Report of progress (done, total and what) or of the end (the request, and an outcome or an
 * error). */
typedef struct {
  guint done, total;
  char *what;
  Request *request;
  gpointer outcome;
  GError *error;
} Report;

struct _TrammelTaskContext {
  const TrammelWork *work;
  Request *request;
};

typedef struct {
  Request *request; /* request of the outcome */
  gpointer outcome;
} TrammelBackgroundTaskPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(TrammelBackgroundTask,
                                    trammel_background_task,
                                    TRAMMEL_TYPE_WORKER)

enum { PROGRESS, FINISHED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
clear_request(gpointer data)
{
  Request *request = data;

  request->klass->free_order(request->order);
}

static void
release_request(gpointer data)
{
  g_atomic_rc_box_release_full(data, clear_request);
}

static void
free_outcome(Request *request, gpointer outcome)
{
  if (outcome)
    request->klass->free_outcome(outcome);
}

static void
free_report(gpointer data)
{
  Report *report = data;

  if (report->request) {
    free_outcome(report->request, report->outcome);
    release_request(report->request);
  }
  g_free(report->what);
  g_clear_error(&report->error);
  g_free(report);
}

/* ---- on the thread --------------------------------------------------------------------------- */

bool
trammel_task_context_goes_on(void *user, const void *event)
{
  const TrammelTaskContext *context = user;

  return !trammel_work_is_cancelled(context->work);
}

void
trammel_task_context_report(gpointer user, guint done, guint total, const char *what)
{
  const TrammelTaskContext *context = user;
  Report *report = g_new0(Report, 1);

  *report = (Report){done, total, g_strdup(what), NULL, NULL, NULL};
  trammel_work_publish(context->work, report);
}

static void
do_order(TrammelWork *work, gpointer data, gpointer state)
{
  TrammelTaskContext context = {work, data};
  Report *report = g_new0(Report, 1);

  report->request = g_atomic_rc_box_acquire(context.request);
  report->outcome = context.request->klass->work(&context, context.request->order, &report->error);
  trammel_work_publish(work, report);
}

/* ---- on the main loop ------------------------------------------------------------------------ */

static TrammelBackgroundTaskPrivate *
get(TrammelBackgroundTask *self)
{
  return trammel_background_task_get_instance_private(self);
}

static void
forget(TrammelBackgroundTask *self)
{
  TrammelBackgroundTaskPrivate *p = get(self);

  if (!p->request)
    return;
  free_outcome(p->request, p->outcome);
  p->outcome = NULL;
  g_clear_pointer(&p->request, release_request);
}

static void
take_outcome(TrammelBackgroundTask *self, Report *report)
{
  TrammelBackgroundTaskPrivate *p = get(self);

  forget(self);
  p->request = g_steal_pointer(&report->request);
  p->outcome = g_steal_pointer(&report->outcome);
}

static void
trammel_background_task_take_report(TrammelWorker *background, gpointer data, gboolean is_latest)
{
  TrammelBackgroundTask *self = TRAMMEL_BACKGROUND_TASK(background);
  Report *report = data;

  if (!report->request) {
    g_signal_emit(self, signals[PROGRESS], 0, report->done, report->total, report->what);
    return;
  }
  if (!report->error)
    take_outcome(self, report);
  trammel_worker_set_running(background, FALSE);
  if (report->error)
    g_signal_emit(self, signals[FAILED], 0, report->error);
  else
    g_signal_emit(self, signals[FINISHED], 0, get(self)->outcome);
}

static void
trammel_background_task_finalize(GObject *object)
{
  forget(TRAMMEL_BACKGROUND_TASK(object));
  G_OBJECT_CLASS(trammel_background_task_parent_class)->finalize(object);
}

static void
trammel_background_task_class_init(TrammelBackgroundTaskClass *klass)
{
  TrammelWorkerClass *worker_class = TRAMMEL_WORKER_CLASS(klass);
  GType type = G_TYPE_FROM_CLASS(klass);

  G_OBJECT_CLASS(klass)->finalize = trammel_background_task_finalize;
  worker_class->work = do_order;
  worker_class->name = "task";
  worker_class->free_request = release_request;
  worker_class->free_report = free_report;
  worker_class->take_report = trammel_background_task_take_report;
  signals[PROGRESS] = g_signal_new("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_STRING);
  signals[FINISHED] = g_signal_new("finished", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
trammel_background_task_init(TrammelBackgroundTask *self)
{
  trammel_worker_start(TRAMMEL_WORKER(self), NULL);
}

void
trammel_background_task_start(TrammelBackgroundTask *self, gpointer order)
{
  g_return_if_fail(TRAMMEL_IS_BACKGROUND_TASK(self));
  Request *request = g_atomic_rc_box_new0(Request);

  trammel_background_task_cancel(self);
  request->klass = TRAMMEL_BACKGROUND_TASK_GET_CLASS(self);
  request->order = order;
  trammel_worker_submit(TRAMMEL_WORKER(self), request);
}

void
trammel_background_task_cancel(TrammelBackgroundTask *self)
{
  g_return_if_fail(TRAMMEL_IS_BACKGROUND_TASK(self));
  trammel_worker_cancel(TRAMMEL_WORKER(self));
}

void
trammel_background_task_drop(TrammelBackgroundTask *self)
{
  g_return_if_fail(TRAMMEL_IS_BACKGROUND_TASK(self));
  trammel_worker_drop(TRAMMEL_WORKER(self));
}

gpointer
trammel_background_task_get_outcome(TrammelBackgroundTask *self)
{
  g_return_val_if_fail(TRAMMEL_IS_BACKGROUND_TASK(self), NULL);
  return get(self)->outcome;
}

gpointer
trammel_background_task_get_order(TrammelBackgroundTask *self)
{
  g_return_val_if_fail(TRAMMEL_IS_BACKGROUND_TASK(self), NULL);
  return get(self)->request ? get(self)->request->order : NULL;
}
