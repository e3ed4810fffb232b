#include "ui/session/inspect/inspector.h"

struct _TrammelInspector {
  TrammelWorker parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelInspector, trammel_inspector, TRAMMEL_TYPE_WORKER)

enum { LOOKED, N_SIGNALS };
static guint signals[N_SIGNALS];

typedef struct {
  TrammelRun *run;
  gboolean open_loop;
} Request;

static void
free_request(gpointer data)
{
  Request *request = data;

  g_object_unref(request->run);
  g_free(request);
}

/* Runs on the thread. */
static void
analyse(TrammelWork *work, gpointer data, gpointer state)
{
  const Request *request = data;

  trammel_work_publish(work, request->open_loop ? trammel_run_analysis_new_open_loop(request->run)
                                                : trammel_run_analysis_new(request->run));
}

static void
free_analysis(gpointer analysis)
{
  trammel_run_analysis_unref(analysis);
}

static void
trammel_inspector_take_report(TrammelWorker *self, gpointer analysis, gboolean is_latest)
{
  trammel_worker_set_running(self, FALSE);
  g_signal_emit(self, signals[LOOKED], 0, analysis);
}

static void
trammel_inspector_class_init(TrammelInspectorClass *klass)
{
  TrammelWorkerClass *worker_class = TRAMMEL_WORKER_CLASS(klass);

  worker_class->work = analyse;
  worker_class->name = "inspect";
  worker_class->free_request = free_request;
  worker_class->free_report = free_analysis;
  worker_class->take_report = trammel_inspector_take_report;
  worker_class->takes_late = TRUE;
  signals[LOOKED] = g_signal_new("looked", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
trammel_inspector_init(TrammelInspector *self)
{
}

TrammelInspector *
trammel_inspector_new(void)
{
  TrammelInspector *self = g_object_new(TRAMMEL_TYPE_INSPECTOR, NULL);

  trammel_worker_start(TRAMMEL_WORKER(self), NULL);
  return self;
}

void
trammel_inspector_look(TrammelInspector *self, TrammelRun *run, gboolean open_loop)
{
  g_return_if_fail(TRAMMEL_IS_INSPECTOR(self) && TRAMMEL_IS_RUN(run));
  Request *request = g_new0(Request, 1);

  request->run = g_object_ref(run);
  request->open_loop = open_loop;
  trammel_worker_submit(TRAMMEL_WORKER(self), request);
}
