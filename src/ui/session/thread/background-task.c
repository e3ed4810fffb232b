#include "ui/session/thread/background-task.h"

/* An order, shared by the thread and its reports. */
typedef struct {
  const TrammelChoreClass *klass;
  guint serial;
  gpointer order;
} Request;

/* Report of progress (done, total and what) or of the end (the request, and an outcome or an
 * error). */
typedef struct {
  guint serial, done, total;
  char *what;
  Request *request;
  gpointer outcome;
  GError *error;
} Report;

struct _TrammelTurn {
  TrammelCourier *courier;
  Request *request;
};

typedef struct {
  Request *request; /* request of the outcome */
  gpointer outcome;
} TrammelChorePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(TrammelChore, trammel_chore, TRAMMEL_TYPE_BACKGROUND)

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
trammel_turn_goes_on(void *user, const void *event)
{
  const TrammelTurn *turn = user;

  return !trammel_courier_is_cancelled(turn->courier, turn->request->serial);
}

void
trammel_turn_tell(gpointer user, guint done, guint total, const char *what)
{
  const TrammelTurn *turn = user;
  Report *report = g_new0(Report, 1);

  *report = (Report){turn->request->serial, done, total, g_strdup(what), NULL, NULL, NULL};
  trammel_courier_publish(turn->courier, report);
}

static void
work(TrammelCourier *courier, gpointer data, gpointer state)
{
  TrammelTurn turn = {courier, data};
  Report *report = g_new0(Report, 1);

  report->serial = turn.request->serial;
  report->request = g_atomic_rc_box_acquire(turn.request);
  report->outcome = turn.request->klass->work(&turn, turn.request->order, &report->error);
  trammel_courier_publish(courier, report);
}

static const TrammelCourierRole role = {.work = work,
                                        .free_request = release_request,
                                        .free_report = free_report,
                                        .priority = G_PRIORITY_DEFAULT};

/* ---- on the main loop ------------------------------------------------------------------------ */

static TrammelChorePrivate *
get(TrammelChore *self)
{
  return trammel_chore_get_instance_private(self);
}

static void
forget(TrammelChore *self)
{
  TrammelChorePrivate *p = get(self);

  if (!p->request)
    return;
  free_outcome(p->request, p->outcome);
  p->outcome = NULL;
  g_clear_pointer(&p->request, release_request);
}

static void
take_outcome(TrammelChore *self, Report *report)
{
  TrammelChorePrivate *p = get(self);

  forget(self);
  p->request = g_steal_pointer(&report->request);
  p->outcome = g_steal_pointer(&report->outcome);
}

static void
trammel_chore_take_report(TrammelBackground *background, gpointer data)
{
  TrammelChore *self = TRAMMEL_CHORE(background);
  Report *report = data;

  if (report->serial != trammel_background_get_serial(background))
    return;
  if (!report->request) {
    g_signal_emit(self, signals[PROGRESS], 0, report->done, report->total, report->what);
    return;
  }
  if (!report->error)
    take_outcome(self, report);
  trammel_background_set_running(background, FALSE);
  if (report->error)
    g_signal_emit(self, signals[FAILED], 0, report->error);
  else
    g_signal_emit(self, signals[FINISHED], 0, get(self)->outcome);
}

static void
trammel_chore_finalize(GObject *object)
{
  forget(TRAMMEL_CHORE(object));
  G_OBJECT_CLASS(trammel_chore_parent_class)->finalize(object);
}

static void
trammel_chore_class_init(TrammelChoreClass *klass)
{
  GType type = G_TYPE_FROM_CLASS(klass);

  G_OBJECT_CLASS(klass)->finalize = trammel_chore_finalize;
  TRAMMEL_BACKGROUND_CLASS(klass)->take_report = trammel_chore_take_report;
  signals[PROGRESS] = g_signal_new("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_STRING);
  signals[FINISHED] = g_signal_new("finished", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
trammel_chore_init(TrammelChore *self)
{
  trammel_background_set_role(TRAMMEL_BACKGROUND(self), &role, NULL);
}

void
trammel_chore_start(TrammelChore *self, gpointer order)
{
  g_return_if_fail(TRAMMEL_IS_CHORE(self));
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);
  Request *request = g_atomic_rc_box_new0(Request);

  trammel_chore_cancel(self);
  request->klass = TRAMMEL_CHORE_GET_CLASS(self);
  request->serial = trammel_background_next_serial(background);
  request->order = order;
  trammel_background_submit(background, request);
}

void
trammel_chore_cancel(TrammelChore *self)
{
  g_return_if_fail(TRAMMEL_IS_CHORE(self));
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);

  trammel_background_cancel(background, trammel_background_get_serial(background));
}

void
trammel_chore_drop(TrammelChore *self)
{
  g_return_if_fail(TRAMMEL_IS_CHORE(self));
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);

  trammel_chore_cancel(self);
  trammel_background_next_serial(background);
  trammel_background_set_running(background, FALSE);
}

gpointer
trammel_chore_get_outcome(TrammelChore *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CHORE(self), NULL);
  return get(self)->outcome;
}

gpointer
trammel_chore_get_order(TrammelChore *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CHORE(self), NULL);
  return get(self)->request ? get(self)->request->order : NULL;
}
