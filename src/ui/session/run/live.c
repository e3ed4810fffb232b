#include "ui/session/run/live.h"

#include "ui/session/run/live-worker.h"

struct _TrammelLive {
  TrammelWorker parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelLive, trammel_live, TRAMMEL_TYPE_WORKER)

enum { SOLVED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* Delivers a solution; one of an older request of the same drag is worth showing, too. */
static void
trammel_live_take_report(TrammelWorker *self, gpointer data, gboolean is_latest)
{
  const TrammelLiveReport *report = data;

  if (report->final && is_latest)
    trammel_worker_set_running(self, FALSE);
  if (report->run)
    g_signal_emit(self, signals[SOLVED], 0, report->run);
  else
    g_signal_emit(self, signals[FAILED], 0, report->error);
}

static void
trammel_live_class_init(TrammelLiveClass *klass)
{
  _trammel_live_set_work(TRAMMEL_WORKER_CLASS(klass));
  TRAMMEL_WORKER_CLASS(klass)->take_report = trammel_live_take_report;
  TRAMMEL_WORKER_CLASS(klass)->takes_late = TRUE;
  signals[SOLVED] = g_signal_new("solved", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, TRAMMEL_TYPE_RUN);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
trammel_live_init(TrammelLive *self)
{
}

TrammelLive *
trammel_live_new(TrammelRunPrepareFunc prepare)
{
  TrammelLive *self = g_object_new(TRAMMEL_TYPE_LIVE, NULL);

  trammel_worker_start(TRAMMEL_WORKER(self), _trammel_live_state_new(prepare));
  return self;
}

void
trammel_live_request(TrammelLive *self, TrammelProject *project, TrammelRun *base)
{
  g_return_if_fail(TRAMMEL_IS_LIVE(self) && TRAMMEL_IS_RUN(base));
  TrammelLiveRequest *request = g_new(TrammelLiveRequest, 1);

  request->project = trammel_project_ref(project);
  request->base = g_object_ref(base);
  trammel_worker_submit(TRAMMEL_WORKER(self), request);
}

void
trammel_live_stop(TrammelLive *self)
{
  g_return_if_fail(TRAMMEL_IS_LIVE(self));
  trammel_worker_drop(TRAMMEL_WORKER(self));
}

gboolean
trammel_live_get_running(TrammelLive *self)
{
  return trammel_worker_get_running(TRAMMEL_WORKER(self));
}
