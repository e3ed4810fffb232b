#include "ui/session/profiler.h"

#include "io/error.h"

/* Nodes of a side of the grid: lines of level are smooth enough, and it takes half the fits. */
enum { GRID = 9 };

typedef struct {
  guint serial;
  TrammelRun *run;
  int pair[2];
} Request;

/* profiles and error are NULL while fits go on. */
typedef struct {
  guint serial, done, most;
  TrammelRun *run;
  TrProfiles *profiles;
  GError *error;
} Report;

struct _TrammelProfiler {
  TrammelBackground parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelProfiler, trammel_profiler, TRAMMEL_TYPE_BACKGROUND)

enum { PROGRESS, PROFILED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
free_request(gpointer data)
{
  Request *request = data;

  g_object_unref(request->run);
  g_free(request);
}

static void
free_report(gpointer data)
{
  Report *report = data;

  g_clear_object(&report->run);
  tr_profiles_free(report->profiles);
  g_clear_error(&report->error);
  g_free(report);
}

/* On the thread from here on. */
typedef struct {
  TrammelCourier *courier;
  const Request *request;
} Work;

static Report *
new_report(const Work *work)
{
  Report *report = g_new0(Report, 1);

  report->serial = work->request->serial;
  report->run = g_object_ref(work->request->run);
  return report;
}

/* TrMonitorFunc */
static bool
monitor_profiles(void *user, const void *event)
{
  const Work *work = user;
  const TrProfileEvent *now = event;

  if (now) {
    Report *report = new_report(work);
    report->done = (guint)now->fits;
    report->most = (guint)now->most;
    trammel_courier_publish(work->courier, report);
  }
  return !trammel_courier_is_cancelled(work->courier, work->request->serial);
}

/* As the command line does it: from the run's estimates, with the kappa that it chose. */
static void
work(TrammelCourier *courier, gpointer data, gpointer state)
{
  const Request *request = data;
  Work work = {.courier = courier, .request = request};
  const TrFit *fit = trammel_run_get_fit(request->run);
  TrTask task = *trammel_problem_get_task(trammel_run_get_problem(request->run));
  g_autofree double *start = g_new(double, fit->n_free + 1);
  const TrProfileOptions options = {
      .n_parameters = 2, .parameters = {request->pair[0], request->pair[1]}, .n_grid = GRID};
  TrError detail = {0};
  Report *report = new_report(&work);

  for (int i = 0; i < fit->n_free; i++)
    start[i] = fit->estimates[i].value;
  task.warm_start = start;
  task.settings.kappa = fit->kappa;
  task.monitor = (TrMonitor){.func = monitor_profiles, .user = &work};
  TrStatus status = tr_profile(&report->profiles, &task, &options, &detail);
  if (!report->profiles)
    trammel_error_set_status(&report->error, status, &detail);
  else if (report->profiles->status != TR_OK)
    g_set_error_literal(&report->error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
                        report->profiles->message);
  trammel_courier_publish(courier, report);
}

static const TrammelCourierRole role = {.work = work,
                                        .free_request = free_request,
                                        .free_report = free_report,
                                        .priority = G_PRIORITY_DEFAULT};

static void
trammel_profiler_take_report(TrammelBackground *self, gpointer data)
{
  const Report *report = data;

  if (report->serial != trammel_background_get_serial(self))
    return;
  if (!report->profiles && !report->error) {
    g_signal_emit(self, signals[PROGRESS], 0, report->done, report->most);
    return;
  }
  trammel_background_set_running(self, FALSE);
  if (report->error)
    g_signal_emit(self, signals[FAILED], 0, report->error);
  else
    g_signal_emit(self, signals[PROFILED], 0, report->run, report->profiles);
}

static void
trammel_profiler_class_init(TrammelProfilerClass *klass)
{
  GType type = G_TYPE_FROM_CLASS(klass);

  TRAMMEL_BACKGROUND_CLASS(klass)->take_report = trammel_profiler_take_report;
  signals[PROGRESS] = g_signal_new("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[PROFILED] = g_signal_new("profiled", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, TRAMMEL_TYPE_RUN, G_TYPE_POINTER);
  signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
trammel_profiler_init(TrammelProfiler *self)
{
}

TrammelProfiler *
trammel_profiler_new(void)
{
  TrammelProfiler *self = g_object_new(TRAMMEL_TYPE_PROFILER, NULL);

  trammel_background_set_role(TRAMMEL_BACKGROUND(self), &role, NULL);
  return self;
}

void
trammel_profiler_start(TrammelProfiler *self, TrammelRun *run, int first, int second)
{
  g_return_if_fail(TRAMMEL_IS_PROFILER(self) && TRAMMEL_IS_RUN(run) && first != second);
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);
  Request *request = g_new0(Request, 1);

  trammel_background_cancel(background, trammel_background_get_serial(background));
  request->serial = trammel_background_next_serial(background);
  request->run = g_object_ref(run);
  request->pair[0] = first;
  request->pair[1] = second;
  trammel_background_submit(background, request);
}

void
trammel_profiler_stop(TrammelProfiler *self)
{
  g_return_if_fail(TRAMMEL_IS_PROFILER(self));
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);

  trammel_background_cancel(background, trammel_background_get_serial(background));
  trammel_background_next_serial(background);
  trammel_background_set_running(background, FALSE);
}
