#include "ui/session/thread/worker.h"

typedef struct {
  TrammelCourier *courier;
  guint serial;
  gboolean running;
} Private;

typedef Private TrammelBackgroundPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(TrammelBackground, trammel_background, G_TYPE_OBJECT)

enum { PROP_RUNNING = 1, N_PROPS };
static GParamSpec *properties[N_PROPS];

static Private *
get(TrammelBackground *self)
{
  return trammel_background_get_instance_private(self);
}

static void
trammel_background_dispose(GObject *object)
{
  g_clear_pointer(&get(TRAMMEL_BACKGROUND(object))->courier, trammel_courier_quit);
  G_OBJECT_CLASS(trammel_background_parent_class)->dispose(object);
}

static void
trammel_background_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id) {
  case PROP_RUNNING:
    g_value_set_boolean(value, get(TRAMMEL_BACKGROUND(object))->running);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
  }
}

static void
trammel_background_class_init(TrammelBackgroundClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);

  object_class->dispose = trammel_background_dispose;
  object_class->get_property = trammel_background_get_property;
  properties[PROP_RUNNING] =
      g_param_spec_boolean("running", NULL, NULL, FALSE,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(object_class, N_PROPS, properties);
}

static void
trammel_background_init(TrammelBackground *self)
{
}

static void
deliver(gpointer report, gpointer user)
{
  TRAMMEL_BACKGROUND_GET_CLASS(user)->take_report(user, report);
}

void
trammel_background_set_role(TrammelBackground *self, const TrammelCourierRole *role, gpointer state)
{
  g_return_if_fail(TRAMMEL_IS_BACKGROUND(self) && !get(self)->courier);
  g_autoptr(GMainContext) context = g_main_context_ref_thread_default();

  get(self)->courier = trammel_courier_new(role, state, context, deliver, G_OBJECT(self));
}

guint
trammel_background_next_serial(TrammelBackground *self)
{
  g_return_val_if_fail(TRAMMEL_IS_BACKGROUND(self), 0);
  return ++get(self)->serial;
}

guint
trammel_background_get_serial(TrammelBackground *self)
{
  g_return_val_if_fail(TRAMMEL_IS_BACKGROUND(self), 0);
  return get(self)->serial;
}

void
trammel_background_submit(TrammelBackground *self, gpointer request)
{
  g_return_if_fail(TRAMMEL_IS_BACKGROUND(self));
  trammel_courier_submit(get(self)->courier, request);
  trammel_background_set_running(self, TRUE);
}

void
trammel_background_cancel(TrammelBackground *self, guint serial)
{
  g_return_if_fail(TRAMMEL_IS_BACKGROUND(self));
  trammel_courier_cancel(get(self)->courier, serial);
}

void
trammel_background_set_running(TrammelBackground *self, gboolean running)
{
  g_return_if_fail(TRAMMEL_IS_BACKGROUND(self));
  if (get(self)->running == running)
    return;
  get(self)->running = running;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_RUNNING]);
}

gboolean
trammel_background_get_running(TrammelBackground *self)
{
  g_return_val_if_fail(TRAMMEL_IS_BACKGROUND(self), FALSE);
  return get(self)->running;
}
