#include "ui/session/job.h"

#include "ui/session/job-worker.h"

struct _TrammelJob {
  TrammelBackground parent_instance;
  GCancellable *cancellable; /* of the latest request's reading */
  TrammelRunKind kind;       /* of the latest request */
};

G_DEFINE_FINAL_TYPE(TrammelJob, trammel_job, TRAMMEL_TYPE_BACKGROUND)

enum { PROGRESS, FINISHED, EXTENDED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* What belongs to an older request is not wanted any more. */
static void
trammel_job_take_report(TrammelBackground *self, gpointer data)
{
  TrammelReport *report = data;

  if (report->serial != trammel_background_get_serial(self))
    return;
  if (!report->finished) {
    g_signal_emit(self, signals[PROGRESS], 0, &report->progress);
    return;
  }
  if (report->physical)
    trammel_run_take_physical(report->run, g_steal_pointer(&report->physical),
                              g_steal_pointer(&report->account));
  /* the later report of a run has taken the place of one that was not delivered, or follows it */
  if (!trammel_background_get_running(self)) {
    g_signal_emit(self, signals[EXTENDED], 0, report->run);
    return;
  }
  trammel_background_set_running(self, FALSE);
  g_signal_emit(self, signals[FINISHED], 0, report->run, report->error);
}

/* The latest request's reading goes on no longer. */
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
  G_OBJECT_CLASS(trammel_job_parent_class)->dispose(object);
}

static void
trammel_job_class_init(TrammelJobClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_job_dispose;
  TRAMMEL_BACKGROUND_CLASS(klass)->take_report = trammel_job_take_report;
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
  trammel_background_set_role(TRAMMEL_BACKGROUND(self), &_trammel_job_role, state);
  return self;
}

void
trammel_job_start(TrammelJob *self,
                  TrammelRunKind kind,
                  TrammelProject *project,
                  TrammelProblem *base)
{
  g_return_if_fail(TRAMMEL_IS_JOB(self));
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);
  TrammelRequest *request = g_new0(TrammelRequest, 1);

  stop_reading(self);
  trammel_background_cancel(background, trammel_background_get_serial(background));
  self->cancellable = g_cancellable_new();
  self->kind = kind;
  request->serial = trammel_background_next_serial(background);
  request->kind = kind;
  request->project = trammel_project_ref(project);
  request->base = base ? trammel_problem_ref(base) : NULL;
  request->cancellable = g_object_ref(self->cancellable);
  trammel_background_submit(background, request);
}

void
trammel_job_cancel(TrammelJob *self)
{
  g_return_if_fail(TRAMMEL_IS_JOB(self));
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);

  if (!trammel_background_get_running(background))
    return;
  g_cancellable_cancel(self->cancellable);
  trammel_background_cancel(background, trammel_background_get_serial(background));
}

void
trammel_job_forget(TrammelJob *self)
{
  g_return_if_fail(TRAMMEL_IS_JOB(self));
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);

  stop_reading(self);
  trammel_background_cancel(background, trammel_background_get_serial(background));
  trammel_background_next_serial(background);
  trammel_background_set_running(background, FALSE);
}

gboolean
trammel_job_get_running(TrammelJob *self)
{
  return trammel_background_get_running(TRAMMEL_BACKGROUND(self));
}

TrammelRunKind
trammel_job_get_kind(TrammelJob *self)
{
  g_return_val_if_fail(TRAMMEL_IS_JOB(self), TRAMMEL_RUN_FULL);
  return self->kind;
}
