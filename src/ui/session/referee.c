#include "ui/session/referee.h"

#include <math.h>

typedef struct {
  guint serial;
  TrammelProject *project;
} Request;

/* Of what goes on: done, total and what; of the end: a tournament or an error. */
typedef struct {
  guint serial, done, total;
  char *what;
  TrammelTournament *tournament;
  GError *error;
} Report;

struct _TrammelReferee {
  TrammelBackground parent_instance;
  TrammelTournament *tournament;
};

G_DEFINE_FINAL_TYPE(TrammelReferee, trammel_referee, TRAMMEL_TYPE_BACKGROUND)

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
  g_clear_pointer(&report->tournament, trammel_tournament_free);
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
  const TrammelValidationOptions options = {.score = {.start = TR_START_ESTIMATED, .h = NAN},
                                            .monitor = {.func = monitor_work, .user = &work},
                                            .step = on_step_begun_cb,
                                            .user = &work};
  Report *report = g_new0(Report, 1);
  g_autoptr(TrammelProblem) problem =
      trammel_problem_new(work.request->project, NULL, NULL, &report->error);

  report->serial = work.request->serial;
  if (problem)
    report->tournament = trammel_tournament_new(problem, NULL, &options, &report->error);
  trammel_courier_publish(courier, report);
}

static const TrammelCourierRole role = {.work = work,
                                        .free_request = free_request,
                                        .free_report = free_report,
                                        .priority = G_PRIORITY_DEFAULT};

static void
trammel_referee_take_report(TrammelBackground *background, gpointer data)
{
  TrammelReferee *self = TRAMMEL_REFEREE(background);
  Report *report = data;

  if (report->serial != trammel_background_get_serial(background))
    return;
  if (!report->tournament && !report->error) {
    g_signal_emit(self, signals[PROGRESS], 0, report->done, report->total, report->what);
    return;
  }
  trammel_background_set_running(background, FALSE);
  if (report->error) {
    g_signal_emit(self, signals[FAILED], 0, report->error);
    return;
  }
  g_clear_pointer(&self->tournament, trammel_tournament_free);
  self->tournament = g_steal_pointer(&report->tournament);
  g_signal_emit(self, signals[FINISHED], 0);
}

static void
trammel_referee_finalize(GObject *object)
{
  g_clear_pointer(&TRAMMEL_REFEREE(object)->tournament, trammel_tournament_free);
  G_OBJECT_CLASS(trammel_referee_parent_class)->finalize(object);
}

static void
trammel_referee_class_init(TrammelRefereeClass *klass)
{
  GType type = G_TYPE_FROM_CLASS(klass);

  G_OBJECT_CLASS(klass)->finalize = trammel_referee_finalize;
  TRAMMEL_BACKGROUND_CLASS(klass)->take_report = trammel_referee_take_report;
  signals[PROGRESS] = g_signal_new("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_STRING);
  signals[FINISHED] =
      g_signal_new("finished", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
trammel_referee_init(TrammelReferee *self)
{
}

TrammelReferee *
trammel_referee_new(void)
{
  TrammelReferee *self = g_object_new(TRAMMEL_TYPE_REFEREE, NULL);

  trammel_background_set_role(TRAMMEL_BACKGROUND(self), &role, NULL);
  return self;
}

void
trammel_referee_start(TrammelReferee *self, TrammelProject *project)
{
  g_return_if_fail(TRAMMEL_IS_REFEREE(self));
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);
  Request *request = g_new0(Request, 1);

  trammel_background_cancel(background, trammel_background_get_serial(background));
  request->serial = trammel_background_next_serial(background);
  request->project = trammel_project_ref(project);
  trammel_background_submit(background, request);
}

void
trammel_referee_cancel(TrammelReferee *self)
{
  g_return_if_fail(TRAMMEL_IS_REFEREE(self));
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);

  trammel_background_cancel(background, trammel_background_get_serial(background));
}

const TrammelTournament *
trammel_referee_get_tournament(TrammelReferee *self)
{
  g_return_val_if_fail(TRAMMEL_IS_REFEREE(self), NULL);
  return self->tournament;
}
