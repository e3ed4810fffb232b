#include "ui/session/cross-validator.h"

#include <math.h>

typedef struct {
  guint serial;
  TrammelProject *project;
  TrStartState start;
  gboolean leave_one_out;
} Request;

/* Of what goes on: done, total and what; of the end: a sheet or an error. */
typedef struct {
  guint serial, done, total;
  char *what;
  TrammelCrossSheet *sheet;
  GError *error;
} Report;

struct _TrammelCrossValidator {
  TrammelBackground parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelCrossValidator, trammel_cross_validator, TRAMMEL_TYPE_BACKGROUND)

enum { PROGRESS, FINISHED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
free_request(gpointer data)
{
  Request *request = data;

  trammel_project_unref(request->project);
  g_free(request);
}

static void
free_report(gpointer data)
{
  Report *report = data;

  g_free(report->what);
  g_clear_pointer(&report->sheet, trammel_cross_sheet_unref);
  g_clear_error(&report->error);
  g_free(report);
}

/* On the thread from here on. */
typedef struct {
  TrammelCourier *courier;
  const Request *request;
} Work;

/* TrMonitorFunc */
static bool
monitor_work(void *user, const void *event)
{
  const Work *work = user;

  return !trammel_courier_is_cancelled(work->courier, work->request->serial);
}

static void
on_step_begun_cb(gpointer user, guint done, guint total, const char *what)
{
  const Work *work = user;
  Report *report = g_new0(Report, 1);

  *report = (Report){work->request->serial, done, total, g_strdup(what), NULL, NULL};
  trammel_courier_publish(work->courier, report);
}

static void
work(TrammelCourier *courier, gpointer data, gpointer state)
{
  Work work = {.courier = courier, .request = data};
  const TrammelValidationOptions options = {.score = {.start = work.request->start, .h = NAN},
                                            .leave_one_out = work.request->leave_one_out,
                                            .monitor = {.func = monitor_work, .user = &work},
                                            .step = on_step_begun_cb,
                                            .user = &work};
  Report *report = g_new0(Report, 1);

  report->serial = work.request->serial;
  report->sheet = trammel_cross_sheet_new(work.request->project, &options, &report->error);
  trammel_courier_publish(courier, report);
}

static const TrammelCourierRole role = {.work = work,
                                        .free_request = free_request,
                                        .free_report = free_report,
                                        .priority = G_PRIORITY_DEFAULT};

static void
trammel_cross_validator_take_report(TrammelBackground *self, gpointer data)
{
  const Report *report = data;

  if (report->serial != trammel_background_get_serial(self))
    return;
  if (!report->sheet && !report->error) {
    g_signal_emit(self, signals[PROGRESS], 0, report->done, report->total, report->what);
    return;
  }
  trammel_background_set_running(self, FALSE);
  if (report->error)
    g_signal_emit(self, signals[FAILED], 0, report->error);
  else
    g_signal_emit(self, signals[FINISHED], 0, report->sheet);
}

static void
trammel_cross_validator_class_init(TrammelCrossValidatorClass *klass)
{
  GType type = G_TYPE_FROM_CLASS(klass);

  TRAMMEL_BACKGROUND_CLASS(klass)->take_report = trammel_cross_validator_take_report;
  signals[PROGRESS] = g_signal_new("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_STRING);
  signals[FINISHED] = g_signal_new("finished", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
trammel_cross_validator_init(TrammelCrossValidator *self)
{
}

TrammelCrossValidator *
trammel_cross_validator_new(void)
{
  TrammelCrossValidator *self = g_object_new(TRAMMEL_TYPE_CROSS_VALIDATOR, NULL);

  trammel_background_set_role(TRAMMEL_BACKGROUND(self), &role, NULL);
  return self;
}

void
trammel_cross_validator_start(TrammelCrossValidator *self,
                              TrammelProject *project,
                              TrStartState start,
                              gboolean leave_one_out)
{
  g_return_if_fail(TRAMMEL_IS_CROSS_VALIDATOR(self));
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);
  Request *request = g_new0(Request, 1);

  trammel_background_cancel(background, trammel_background_get_serial(background));
  request->serial = trammel_background_next_serial(background);
  request->project = trammel_project_ref(project);
  request->start = start;
  request->leave_one_out = leave_one_out;
  trammel_background_submit(background, request);
}

void
trammel_cross_validator_cancel(TrammelCrossValidator *self)
{
  g_return_if_fail(TRAMMEL_IS_CROSS_VALIDATOR(self));
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);

  trammel_background_cancel(background, trammel_background_get_serial(background));
}
