#include "ui/session/thread/worker.h"

typedef struct {
  TrammelWorkerThread *courier;
  guint serial;
  gboolean running;
} Private;

typedef Private TrammelWorkerPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(TrammelWorker, trammel_worker, G_TYPE_OBJECT)

enum { PROP_RUNNING = 1, N_PROPS };
static GParamSpec *properties[N_PROPS];

static Private *
get(TrammelWorker *self)
{
  return trammel_worker_get_instance_private(self);
}

static void
trammel_worker_dispose(GObject *object)
{
  g_clear_pointer(&get(TRAMMEL_WORKER(object))->courier, trammel_worker_thread_quit);
  G_OBJECT_CLASS(trammel_worker_parent_class)->dispose(object);
}

static void
trammel_worker_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id) {
  case PROP_RUNNING:
    g_value_set_boolean(value, get(TRAMMEL_WORKER(object))->running);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
  }
}

static void
trammel_worker_class_init(TrammelWorkerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);

  object_class->dispose = trammel_worker_dispose;
  object_class->get_property = trammel_worker_get_property;
  properties[PROP_RUNNING] =
      g_param_spec_boolean("running", NULL, NULL, FALSE,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(object_class, N_PROPS, properties);
}

static void
trammel_worker_init(TrammelWorker *self)
{
}

static void
deliver(gpointer report, gpointer user)
{
  TRAMMEL_WORKER_GET_CLASS(user)->take_report(user, report);
}

void
trammel_worker_set_role(TrammelWorker *self, const TrammelWorkerThreadRole *role, gpointer state)
{
  g_return_if_fail(TRAMMEL_IS_WORKER(self) && !get(self)->courier);
  g_autoptr(GMainContext) context = g_main_context_ref_thread_default();

  get(self)->courier = trammel_worker_thread_new(role, state, context, deliver, G_OBJECT(self));
}

guint
trammel_worker_next_serial(TrammelWorker *self)
{
  g_return_val_if_fail(TRAMMEL_IS_WORKER(self), 0);
  return ++get(self)->serial;
}

guint
trammel_worker_get_serial(TrammelWorker *self)
{
  g_return_val_if_fail(TRAMMEL_IS_WORKER(self), 0);
  return get(self)->serial;
}

void
trammel_worker_submit(TrammelWorker *self, gpointer request)
{
  g_return_if_fail(TRAMMEL_IS_WORKER(self));
  trammel_worker_thread_submit(get(self)->courier, request);
  trammel_worker_set_running(self, TRUE);
}

void
trammel_worker_cancel(TrammelWorker *self, guint serial)
{
  g_return_if_fail(TRAMMEL_IS_WORKER(self));
  trammel_worker_thread_cancel(get(self)->courier, serial);
}

void
trammel_worker_set_running(TrammelWorker *self, gboolean running)
{
  g_return_if_fail(TRAMMEL_IS_WORKER(self));
  if (get(self)->running == running)
    return;
  get(self)->running = running;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_RUNNING]);
}

gboolean
trammel_worker_get_running(TrammelWorker *self)
{
  g_return_val_if_fail(TRAMMEL_IS_WORKER(self), FALSE);
  return get(self)->running;
}
