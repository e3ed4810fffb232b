#include "ui/session/job.h"

#include "ui/session/job-worker.h"

struct _TrammelJob {
  GObject parent_instance;
  TrammelWorker *worker;
  GCancellable *cancellable; /* of the latest request's reading */
  TrammelRunKind kind;
  guint serial; /* of the latest request */
  gboolean running;
};

G_DEFINE_FINAL_TYPE(TrammelJob, trammel_job, G_TYPE_OBJECT)

enum { PROP_RUNNING = 1, N_PROPS };
static GParamSpec *properties[N_PROPS];

enum { PROGRESS, FINISHED, EXTENDED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
set_running(TrammelJob *self, gboolean running)
{
  if (self->running == running)
    return;
  self->running = running;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_RUNNING]);
}

/* What belongs to an older request is not wanted any more. */
static void
take_report(gpointer data, gpointer user)
{
  TrammelReport *report = data;
  TrammelJob *self = user;

  if (report->serial != self->serial)
    return;
  if (!report->finished) {
    g_signal_emit(self, signals[PROGRESS], 0, &report->progress);
    return;
  }
  if (report->physical)
    trammel_run_take_physical(report->run, g_steal_pointer(&report->physical));
  /* the later report of a run has taken the place of one that was not delivered, or follows it */
  if (!self->running) {
    g_signal_emit(self, signals[EXTENDED], 0, report->run);
    return;
  }
  set_running(self, FALSE);
  g_signal_emit(self, signals[FINISHED], 0, report->run, report->error);
}

static void
trammel_job_dispose(GObject *object)
{
  TrammelJob *self = TRAMMEL_JOB(object);

  if (self->cancellable)
    g_cancellable_cancel(self->cancellable);
  g_clear_object(&self->cancellable);
  g_clear_pointer(&self->worker, trammel_worker_quit);
  G_OBJECT_CLASS(trammel_job_parent_class)->dispose(object);
}

static void
trammel_job_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TrammelJob *self = TRAMMEL_JOB(object);

  switch (id) {
  case PROP_RUNNING:
    g_value_set_boolean(value, self->running);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
  }
}

static void
trammel_job_class_init(TrammelJobClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);

  object_class->dispose = trammel_job_dispose;
  object_class->get_property = trammel_job_get_property;
  properties[PROP_RUNNING] =
      g_param_spec_boolean("running", NULL, NULL, FALSE,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(object_class, N_PROPS, properties);
  signals[PROGRESS] = g_signal_new("progress", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[FINISHED] = g_signal_new("finished", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 2, TRAMMEL_TYPE_RUN, G_TYPE_ERROR);
  signals[EXTENDED] = g_signal_new("extended", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, TRAMMEL_TYPE_RUN);
}

static void
trammel_job_init(TrammelJob *self)
{
}

TrammelJob *
trammel_job_new(TrammelRunPrepareFunc prepare)
{
  TrammelJob *self = g_object_new(TRAMMEL_TYPE_JOB, NULL);
  g_autoptr(GMainContext) context = g_main_context_ref_thread_default();

  self->worker = trammel_worker_new(context, prepare, take_report, G_OBJECT(self));
  return self;
}

void
trammel_job_start(TrammelJob *self,
                  TrammelRunKind kind,
                  TrammelProject *project,
                  TrammelProblem *base)
{
  g_return_if_fail(TRAMMEL_IS_JOB(self));
  TrammelRequest *request = g_new0(TrammelRequest, 1);

  if (self->cancellable)
    g_cancellable_cancel(self->cancellable);
  g_clear_object(&self->cancellable);
  self->cancellable = g_cancellable_new();
  self->kind = kind;
  request->serial = ++self->serial;
  request->kind = kind;
  request->project = trammel_project_ref(project);
  request->base = base ? trammel_problem_ref(base) : NULL;
  request->cancellable = g_object_ref(self->cancellable);
  trammel_worker_submit(self->worker, request);
  set_running(self, TRUE);
}

void
trammel_job_cancel(TrammelJob *self)
{
  g_return_if_fail(TRAMMEL_IS_JOB(self));
  if (!self->running)
    return;
  g_cancellable_cancel(self->cancellable);
  trammel_worker_cancel(self->worker, self->serial);
}

void
trammel_job_forget(TrammelJob *self)
{
  g_return_if_fail(TRAMMEL_IS_JOB(self));
  if (self->cancellable)
    g_cancellable_cancel(self->cancellable);
  trammel_worker_cancel(self->worker, self->serial++);
  set_running(self, FALSE);
}

gboolean
trammel_job_get_running(TrammelJob *self)
{
  g_return_val_if_fail(TRAMMEL_IS_JOB(self), FALSE);
  return self->running;
}

TrammelRunKind
trammel_job_get_kind(TrammelJob *self)
{
  g_return_val_if_fail(TRAMMEL_IS_JOB(self), TRAMMEL_RUN_FULL);
  return self->kind;
}
