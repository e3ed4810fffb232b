#include "ui/session/live.h"

#include "ui/session/live-worker.h"

struct _TrammelLive {
  GObject parent_instance;
  TrammelLiveWorker *worker;
  guint serial; /* of the latest request */
  guint wanted; /* the first one whose solutions are still wanted */
  gboolean running;
};

G_DEFINE_FINAL_TYPE(TrammelLive, trammel_live, G_TYPE_OBJECT)

enum { PROP_RUNNING = 1, N_PROPS };
static GParamSpec *properties[N_PROPS];

enum { SOLVED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
set_running(TrammelLive *self, gboolean running)
{
  if (self->running == running)
    return;
  self->running = running;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_RUNNING]);
}

/* A solution of an older request of the same drag is worth showing, too. */
static void
take_report(gpointer data, gpointer user)
{
  const TrammelLiveReport *report = data;
  TrammelLive *self = user;

  if (report->serial < self->wanted)
    return;
  if (report->final && report->serial == self->serial)
    set_running(self, FALSE);
  if (report->run)
    g_signal_emit(self, signals[SOLVED], 0, report->run);
  else
    g_signal_emit(self, signals[FAILED], 0, report->error);
}

static void
trammel_live_dispose(GObject *object)
{
  TrammelLive *self = TRAMMEL_LIVE(object);

  g_clear_pointer(&self->worker, trammel_live_worker_quit);
  G_OBJECT_CLASS(trammel_live_parent_class)->dispose(object);
}

static void
trammel_live_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TrammelLive *self = TRAMMEL_LIVE(object);

  switch (id) {
  case PROP_RUNNING:
    g_value_set_boolean(value, self->running);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
  }
}

static void
trammel_live_class_init(TrammelLiveClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);

  object_class->dispose = trammel_live_dispose;
  object_class->get_property = trammel_live_get_property;
  properties[PROP_RUNNING] =
      g_param_spec_boolean("running", NULL, NULL, FALSE,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(object_class, N_PROPS, properties);
  signals[SOLVED] = g_signal_new("solved", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, TRAMMEL_TYPE_RUN);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
trammel_live_init(TrammelLive *self)
{
  self->wanted = 1;
}

TrammelLive *
trammel_live_new(TrammelRunPrepareFunc prepare)
{
  TrammelLive *self = g_object_new(TRAMMEL_TYPE_LIVE, NULL);
  g_autoptr(GMainContext) context = g_main_context_ref_thread_default();

  self->worker = trammel_live_worker_new(context, prepare, take_report, G_OBJECT(self));
  return self;
}

void
trammel_live_request(TrammelLive *self, TrammelProject *project, TrammelRun *base)
{
  g_return_if_fail(TRAMMEL_IS_LIVE(self) && TRAMMEL_IS_RUN(base));
  trammel_live_worker_submit(self->worker, ++self->serial, project, base);
  set_running(self, TRUE);
}

void
trammel_live_stop(TrammelLive *self)
{
  g_return_if_fail(TRAMMEL_IS_LIVE(self));
  self->wanted = self->serial + 1;
  trammel_live_worker_cancel(self->worker, self->serial);
  set_running(self, FALSE);
}

gboolean
trammel_live_get_running(TrammelLive *self)
{
  g_return_val_if_fail(TRAMMEL_IS_LIVE(self), FALSE);
  return self->running;
}
