#include "ui/session/run/job.h"

#include "ui/session/run/job-worker.h"

struct _TrammelJob {
  TrammelWorker parent_instance;
  GCancellable *cancellable; /* cancels the reading of the latest request */
  TrammelRunKind kind;       /* of the latest request */
  TrammelRun *extended;      /* whose values for h = 0 are being computed; nullable */
};

G_DEFINE_FINAL_TYPE(TrammelJob, trammel_job, TRAMMEL_TYPE_WORKER)

enum { PROP_EXTENDING = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

enum { PROGRESS, FINISHED, EXTENDED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
set_extended(TrammelJob *self, TrammelRun *run)
{
  gboolean was_extending = self->extended != NULL;

  if (self->extended)
    trammel_run_set_awaits_physical(self->extended, FALSE);
  g_set_object(&self->extended, run);
  if (run)
    trammel_run_set_awaits_physical(run, TRUE);
  if (was_extending != (run != NULL))
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_EXTENDING]);
}

static void
trammel_job_take_report(TrammelWorker *self, gpointer data, gboolean is_latest)
{
  TrammelJobReport *report = data;

  if (!report->finished) {
    g_signal_emit(self, signals[PROGRESS], 0, &report->progress);
    return;
  }
  if (report->physical)
    trammel_run_take_physical(report->run, g_steal_pointer(&report->physical),
                              g_steal_pointer(&report->account));
  set_extended(TRAMMEL_JOB(self), report->extends ? report->run : NULL);
  /* the second report of a run follows the first, or replaces it if that was not delivered */
  if (!trammel_worker_get_running(self)) {
    g_signal_emit(self, signals[EXTENDED], 0, report->run);
    return;
  }
  trammel_worker_set_running(self, FALSE);
  g_signal_emit(self, signals[FINISHED], 0, report->run, report->error);
}

/* Cancels the reading of the latest request. */
static void
stop_reading(TrammelJob *self)
{
  if (self->cancellable)
    g_cancellable_cancel(self->cancellable);
  g_clear_object(&self->cancellable);
}

static void
trammel_job_dispose(GObject *object)
{
  stop_reading(TRAMMEL_JOB(object));
  g_clear_object(&TRAMMEL_JOB(object)->extended);
  G_OBJECT_CLASS(trammel_job_parent_class)->dispose(object);
}

static void
trammel_job_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_EXTENDING)
    g_value_set_boolean(value, TRAMMEL_JOB(object)->extended != NULL);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
trammel_job_class_init(TrammelJobClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_job_dispose;
  G_OBJECT_CLASS(klass)->get_property = trammel_job_get_property;
  _trammel_job_set_work(TRAMMEL_WORKER_CLASS(klass));
  TRAMMEL_WORKER_CLASS(klass)->take_report = trammel_job_take_report;
  properties[PROP_EXTENDING] = g_param_spec_boolean("extending", NULL, NULL, FALSE,
                                                    G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(G_OBJECT_CLASS(klass), N_PROPERTIES, properties);
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
  TrammelJobState *state = g_new0(TrammelJobState, 1);

  state->prepare = prepare;
  trammel_worker_start(TRAMMEL_WORKER(self), state);
  return self;
}

/* Submits a request, which it takes. */
static void
submit(TrammelJob *self, TrammelRequest *request)
{
  stop_reading(self);
  trammel_worker_cancel(TRAMMEL_WORKER(self));
  self->cancellable = g_cancellable_new();
  self->kind = request->kind;
  request->cancellable = g_object_ref(self->cancellable);
  set_extended(self, NULL);
  trammel_worker_submit(TRAMMEL_WORKER(self), request);
}

/* Returns a request for `project`; `base` is nullable. */
static TrammelRequest *
new_request(TrammelRunKind kind, TrammelProject *project, TrammelProblem *base)
{
  TrammelRequest *request = g_new0(TrammelRequest, 1);

  request->kind = kind;
  request->project = trammel_project_ref(project);
  request->base = base ? trammel_problem_ref(base) : NULL;
  return request;
}

void
trammel_job_start(TrammelJob *self,
                  TrammelRunKind kind,
                  TrammelProject *project,
                  TrammelProblem *base)
{
  g_return_if_fail(TRAMMEL_IS_JOB(self));
  submit(self, new_request(kind, project, base));
}

void
trammel_job_recall(TrammelJob *self,
                   TrammelProject *project,
                   TrammelProblem *base,
                   const char *key,
                   gboolean must_be_kept)
{
  g_return_if_fail(TRAMMEL_IS_JOB(self));
  TrammelRequest *request = new_request(TRAMMEL_RUN_FULL, project, base);

  request->key = g_strdup(key);
  request->must_be_kept = must_be_kept;
  submit(self, request);
}

void
trammel_job_go_on(TrammelJob *self, TrammelProject *project, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_JOB(self) && TRAMMEL_IS_RUN(run));
  TrammelRequest *request = new_request(TRAMMEL_RUN_FULL, project, trammel_run_get_problem(run));

  request->from = g_object_ref(run);
  submit(self, request);
}

void
trammel_job_cancel(TrammelJob *self)
{
  g_return_if_fail(TRAMMEL_IS_JOB(self));
  if (!trammel_worker_get_running(TRAMMEL_WORKER(self)))
    return;
  g_cancellable_cancel(self->cancellable);
  trammel_worker_cancel(TRAMMEL_WORKER(self));
}

void
trammel_job_forget(TrammelJob *self)
{
  g_return_if_fail(TRAMMEL_IS_JOB(self));
  stop_reading(self);
  set_extended(self, NULL);
  trammel_worker_drop(TRAMMEL_WORKER(self));
}

gboolean
trammel_job_get_running(TrammelJob *self)
{
  return trammel_worker_get_running(TRAMMEL_WORKER(self));
}

gboolean
trammel_job_get_extending(TrammelJob *self)
{
  g_return_val_if_fail(TRAMMEL_IS_JOB(self), FALSE);
  return self->extended != NULL;
}

TrammelRunKind
trammel_job_get_kind(TrammelJob *self)
{
  g_return_val_if_fail(TRAMMEL_IS_JOB(self), TRAMMEL_RUN_FULL);
  return self->kind;
}
